/** The REST API: takes a query string or a JSON object, and returns a result as JSON or only its content. */

import { hasContent } from '../../contract/operation.ts'
import { type RegisteredOperation, restMethods } from '../../operations/registry.ts'
import type { Invoke } from '../../operations/runtime.ts'
import { coerceParameters } from '../coerce.ts'
import { acceptsMarkdown, sendContent } from './content-response.ts'
import { readJsonParameters } from './json-body.ts'
import { sendJson } from './response.ts'
import type { HttpRoute } from './server.ts'

/** Returns a route for every operation that has one. */
export function restRoutes(operations: readonly RegisteredOperation[], invoke: Invoke): HttpRoute[] {
  return operations.flatMap((operation) => {
    const { restPath: path } = operation
    if (path === undefined) return []
    return { path, methods: restMethods(operation), needsKey: true, handle: createHandle(operation, invoke) }
  })
}

function createHandle(operation: RegisteredOperation, invoke: Invoke): HttpRoute['handle'] {
  const offersContent = hasContent(operation)

  return async (exchange) => {
    const { request, response, caller, share, stages, requestId, signal, query } = exchange
    if (offersContent) response.setHeader('vary', 'Accept')
    const idempotencyKey = request.headersDistinct['idempotency-key']?.join(', ')
    const context = { caller, share, stages, requestId, signal, idempotencyKey }
    const parameters =
      request.method === 'POST'
        ? () => readJsonParameters(operation, exchange)
        : coerceParameters(operation, new URLSearchParams(query))
    const result = await invoke(operation, parameters, context)
    // Not awaited, so that a slow client keeps only the bytes to send in memory, not the result too.
    return offersContent && acceptsMarkdown(request.headers.accept)
      ? sendContent(response, result, share)
      : sendJson(response, 200, result, share)
  }
}
