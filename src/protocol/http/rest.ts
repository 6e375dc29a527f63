/** REST: a query string or a JSON object in, a result as JSON out, or its content alone. */

import { hasContent } from '../../contract/operation.ts'
import { type RegisteredOperation, restMethods } from '../../operations/registry.ts'
import type { Caller } from '../../operations/request.ts'
import type { Invoke } from '../../operations/runtime.ts'
import { coerceParameters } from '../coerce.ts'
import { acceptsMarkdown, sendContent } from './content-response.ts'
import { readJsonParameters } from './json-body.ts'
import { sendJson } from './response.ts'
import type { HttpExchange, HttpRoute } from './server.ts'

/** A route for every operation that has one. */
export function restRoutes(operations: readonly RegisteredOperation[], invoke: Invoke): HttpRoute[] {
  return operations.flatMap((operation) => {
    const { restPath: path } = operation
    if (path === undefined) return []
    return { path, methods: restMethods(operation), needsKey: true, handle: createHandle(operation, invoke) }
  })
}

function createHandle(operation: RegisteredOperation, invoke: Invoke): HttpRoute['handle'] {
  const offersContent = hasContent(operation)

  function invokeBy(exchange: HttpExchange) {
    const { request, caller, share, stages, requestId, signal, query } = exchange
    const idempotencyKey = request.headersDistinct['idempotency-key']?.join(', ')
    const context = { caller, share, stages, requestId, signal, idempotencyKey }
    if (request.method === 'GET') {
      return invoke(operation, coerceParameters(operation, new URLSearchParams(query)), context)
    }
    return withinLimits(caller, async (entered) =>
      invoke(operation, await readJsonParameters(operation, exchange), { ...context, caller: entered }),
    )
  }

  return async (exchange) => {
    const { request, response, share } = exchange
    if (offersContent) response.setHeader('vary', 'Accept')
    const result = await invokeBy(exchange)
    // Without await: whoever reads slowly holds the bytes that are sent, not the result besides.
    return offersContent && acceptsMarkdown(request.headers.accept)
      ? sendContent(response, result, share)
      : sendJson(response, 200, result, share)
  }
}

/** Enters the caller's limits before `work`, in which it has entered them: 429 comes before what is wrong with a body. */
async function withinLimits<T>({ enter, ...caller }: Caller, work: (caller: Caller) => Promise<T>): Promise<T> {
  const leave = await enter?.()
  try {
    return await work(caller)
  } finally {
    await leave?.()
  }
}
