/** REST: a query string in, a result as JSON out. */

import type { RegisteredOperation } from '../../operations/registry.ts'
import type { Invoke } from '../../operations/runtime.ts'
import { coerceParameters } from '../coerce.ts'
import { sendJson } from './response.ts'
import type { HttpRoute } from './server.ts'

/** A route for every operation that has one. */
export function restRoutes(operations: readonly RegisteredOperation[], invoke: Invoke): HttpRoute[] {
  return operations.flatMap((operation) => {
    const { restPath: path } = operation
    return path === undefined ? [] : { path, methods: ['GET'], needsKey: true, handle: createHandle(operation, invoke) }
  })
}

function createHandle(operation: RegisteredOperation, invoke: Invoke): HttpRoute['handle'] {
  return async ({ request, response, requestId, caller, share, stages, query, signal }) => {
    const parameters = coerceParameters(operation, new URLSearchParams(query))
    const idempotencyKey = request.headersDistinct['idempotency-key']?.join(', ')
    const context = { caller, share, stages, requestId, signal, idempotencyKey }
    await sendJson(response, 200, await invoke(operation, parameters, context), share)
  }
}
