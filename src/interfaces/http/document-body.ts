/** Reads a document from the body of a POST, and its parameters from the query string. */

import type { RegisteredOperation } from '../../operations/registry.ts'
import type { RawParameters } from '../../operations/runtime.ts'
import { coerceParameters } from '../coerce.ts'
import { refuseCoding } from './json-body.ts'
import { readBody } from './request-body.ts'
import type { HttpExchange } from './server.ts'

/** Throws unsupported_media_type and request_too_large. Doesn't read a body if the head is enough to refuse it. */
export async function readDocumentBody(
  operation: RegisteredOperation,
  { request, query, share }: Pick<HttpExchange, 'request' | 'query' | 'share'>,
  maxBytes: number,
): Promise<RawParameters> {
  refuseCoding(request.headers)
  const bytes = await readBody(request, maxBytes, share)
  const contentType = request.headers['content-type'] ?? null
  return { ...coerceParameters(operation, new URLSearchParams(query)), document: { bytes, contentType } }
}
