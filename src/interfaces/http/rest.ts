/** The REST API, which accepts a query string or a JSON object, and returns a result as JSON, or only its content. */

import { ServiceError } from '../../base/errors.ts'
import { hasContent } from '../../contract/operation.ts'
import { type RegisteredOperation, restMethods } from '../../operations/registry.ts'
import type { GivenParameters, Invoke } from '../../operations/runtime.ts'
import { coerceParameters } from '../coerce.ts'
import { readDocumentBody, readJsonParameters } from './body.ts'
import { acceptsOnly, sendContent, sendJson } from './response.ts'
import type { HttpExchange, HttpRoute } from './server.ts'

/** Returns a route for each operation that has one. `maxDocumentBytes` limits the size of a document in a request body. */
export function restRoutes(
  operations: readonly RegisteredOperation[],
  invoke: Invoke,
  maxDocumentBytes: number,
): HttpRoute[] {
  return operations.flatMap((operation) => {
    const { restPath: path } = operation
    if (path === undefined) return []
    const handle = createHandle(operation, invoke, maxDocumentBytes)
    const methodHint =
      operation.takesDocument && `POST the bytes of a document to ${path}. To read a URL, use /v1/scrape.`
    return { path, methods: restMethods(operation), needsKey: true, handle, ...(methodHint ? { methodHint } : {}) }
  })
}

function createHandle(operation: RegisteredOperation, invoke: Invoke, maxDocumentBytes: number): HttpRoute['handle'] {
  const offersContent = hasContent(operation)
  const readParameters = (exchange: HttpExchange): GivenParameters => {
    if (operation.takesDocument) return () => readDocumentBody(operation, exchange, maxDocumentBytes)
    if (exchange.request.method === 'POST') return () => readJsonParameters(operation, exchange)
    return coerceParameters(operation, new URLSearchParams(exchange.query))
  }

  return async (exchange) => {
    const { request, response, caller, share, stages, requestId, signal } = exchange
    if (offersContent) response.setHeader('vary', 'Accept')
    const idempotencyKey = request.headersDistinct['idempotency-key']?.join(', ')
    const context = { caller, share, stages, requestId, signal, idempotencyKey }
    const result = await invoke(operation, readParameters(exchange), context).catch((error: unknown) => {
      throw explainUnencodedUrl(error, exchange.query)
    })
    // This isn't awaited, so that for a slow client, only the bytes left to send stay in memory, not the result.
    const { accept } = request.headers
    const isAlone = acceptsOnly(result.output === 'screenshot' ? 'image/png' : 'text/markdown', accept)
    return offersContent && isAlone ? sendContent(response, result, share) : sendJson(response, 200, result, share)
  }
}

/**
 * Returns `error`, with a next step that mentions the encoding if faulty parameters may belong to the page's URL. Valid parameters may belong
 * to it too, but most callers who leave the URL unencoded mean them for Gleaner.
 * @example
 * // GET /v1/scrape?url=https://a.example/?q=1&foo=2
 * // If foo belongs to the page's URL, percent-encode url. Otherwise, remove the unknown parameter or correct its name.
 */
function explainUnencodedUrl(error: unknown, query: string): unknown {
  if (!(error instanceof ServiceError)) return error
  const parts = query.split('&')
  const url = parts.findIndex((part) => part.startsWith('url=') && part.includes('?'))
  const following = url < 0 ? new Set<string>() : new Set(new URLSearchParams(parts.slice(url + 1).join('&')).keys())
  const suspects = new Set(error.problems.map(({ loc }) => loc[1] ?? '').filter((name) => following.has(name)))
  if (suspects.size === 0) return error
  const names = [...suspects].slice(0, 5).join(', ')
  const condition = `If ${names} ${suspects.size === 1 ? 'belongs' : 'belong'} to the page's URL, percent-encode url.`
  return error.withNext(`${condition} Otherwise, ${error.next.charAt(0).toLowerCase()}${error.next.slice(1)}`)
}
