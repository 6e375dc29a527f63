/** REST: a query string in, a result or an error as JSON out. */

import type { Operation } from '../../contract/operation.ts'
import type { Invoke } from '../../operations/runtime.ts'
import { coerceParameters } from '../coerce.ts'
import { sendJson } from './response.ts'
import type { Route } from './server.ts'

export function restRoutes(operations: readonly Operation[], invoke: Invoke): Route[] {
  return operations.map((operation) => ({
    path: `/v1/${operation.name}`,
    methods: ['GET'],
    needsKey: true,
    async handle({ request, response, requestId, caller, query, signal }) {
      const { raw, faulty } = coerceParameters(operation, new URLSearchParams(query))
      const idempotencyKey = request.headersDistinct['idempotency-key']?.join(', ')
      const context = { caller, requestId, signal, idempotencyKey }
      sendJson(response, 200, await invoke(operation.name, { raw, faulty }, context))
    },
  }))
}
