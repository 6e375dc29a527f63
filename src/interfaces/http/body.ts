/** Reads the body of a POST: parameters as a JSON object (docs/api.md, Parameters as JSON), or a document. */

import type { IncomingMessage } from 'node:http'
import { MIMEType } from 'whatwg-mimetype'
import type { z } from 'zod'
import { ServiceError } from '../../base/errors.ts'
import { isJsonObject } from '../../base/json-value.ts'
import type { Share } from '../../base/share.ts'
import { exampleOf } from '../../contract/parameters.ts'
import { maxJsonBodyBytes } from '../../contract/service-limits.ts'
import { type Bytes, createByteSink } from '../../fetch/body/read-body.ts'
import type { RegisteredOperation } from '../../operations/registry.ts'
import type { RawParameters } from '../../operations/runtime.ts'
import { type CoercedParameters, coerceParameters, coerceValues } from '../coerce.ts'
import { JsonTooComplexError, parseJson, repeatedNames } from '../parse-json.ts'
import type { HttpExchange } from './server.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Throws unsupported_media_type, bad_request and request_too_large. Doesn't read a body if the head is enough to refuse it. */
export async function readJsonParameters(
  operation: Pick<RegisteredOperation, 'input'>,
  exchange: BodyExchange,
  maxBytes = maxJsonBodyBytes,
): Promise<CoercedParameters> {
  const [[name, schema] = ['', undefined]] = Object.entries(operation.input.shape)
  const example = JSON.stringify({ [name]: exampleOf(schema as z.ZodType) })
  const { values, text } = await readJsonObject(exchange, example, maxBytes)
  return coerceValues(operation, values, repeatedNames(text))
}

type BodyExchange = Pick<HttpExchange, 'request' | 'query' | 'share'>

/** Reads a JSON object, like `readJsonParameters`. `example` is for the error's next step. */
export async function readJsonObject({ request, query, share }: BodyExchange, example: string, maxBytes: number) {
  checkHead(request, query)
  const text = textOf(await readBody(request, maxBytes, share))
  const values = parsed(text, example)
  if (isJsonObject(values)) return { values, text }
  throw refused('The body must be a JSON object of parameters', `Send an object such as ${example}.`)
}

function checkHead({ headers }: IncomingMessage, query: string): void {
  // If several types are listed, browsers use the first one for cross-site requests. In responses, the last one counts.
  const type = MIMEType.parse(headers['content-type'] ?? '')
  if (type?.essence !== 'application/json') {
    // These are the types that curl and fetch send by default.
    const isDefault = !type || ['application/x-www-form-urlencoded', 'text/plain'].includes(type.essence)
    throw wrongMediaType('The body must be application/json', isDefault ? typeNeeded : undefined)
  }
  if (!/^utf-?8$/i.test(type.parameters.get('charset') ?? 'utf-8')) throw wrongMediaType('The body must be UTF-8')
  refuseCoding(headers)
  if (query !== '') {
    throw refused('Parameters must be either in the body or in the query string', 'Move all parameters into the body.')
  }
}

const typeNeeded =
  'If the body is a JSON object of parameters, add the header "Content-Type: application/json". Otherwise, send the parameters in the query string of a GET request.'

function textOf(body: Uint8Array): string {
  try {
    return decoder.decode(body)
  } catch {
    throw refused('The body is not valid UTF-8', 'Encode the JSON as UTF-8.')
  }
}

function parsed(text: string, example: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    const reason = error instanceof JsonTooComplexError ? 'too complex' : 'not valid JSON'
    const next = `Send a JSON object such as ${example}, with double quotes around names and strings and no comma after the last entry.`
    throw refused(`The body is ${reason}: ${(error as Error).message}`, next)
  }
}

/** Reads a document and, from the query string, its parameters. Throws unsupported_media_type and request_too_large. */
export async function readDocumentBody(
  operation: Pick<RegisteredOperation, 'input'>,
  { request, query, share }: BodyExchange,
  maxBytes: number,
): Promise<RawParameters> {
  refuseCoding(request.headers)
  const bytes = await readBody(request, maxBytes, share)
  const contentType = request.headers['content-type'] ?? null
  return { ...coerceParameters(operation, new URLSearchParams(query)), document: { bytes, contentType } }
}

/** Reads the body. `share` counts its bytes as they arrive. Throws request_too_large and overloaded. */
export async function readBody(request: IncomingMessage, maxBytes: number, share: Share): Promise<Bytes> {
  const tooLarge = () => new ServiceError('request_too_large', `The body is larger than ${maxBytes} bytes`)
  if (Number(request.headers['content-length']) > maxBytes) throw tooLarge()
  const sink = createByteSink(maxBytes, share)
  // Keeps the request open, so that an error response can be sent on the same connection.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!sink.push(chunk as Buffer)) throw tooLarge()
  }
  return sink.take()
}

/** Throws unsupported_media_type if the body has a content coding. */
function refuseCoding({ 'content-encoding': coding = 'identity' }: IncomingMessage['headers']): void {
  if (coding.toLowerCase() !== 'identity') throw wrongMediaType('The body must not be compressed (Content-Encoding)')
}

function wrongMediaType(message: string, next?: string): ServiceError {
  return new ServiceError('unsupported_media_type', message, next === undefined ? {} : { next })
}

function refused(message: string, next: string): ServiceError {
  return new ServiceError('bad_request', message, { next })
}
