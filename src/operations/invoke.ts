/** The single way into an operation: admission, input, price, work, charge, event. */

import type { z } from 'zod'
import type { Idempotency } from '../access/idempotency.ts'
import type { Ledger } from '../access/ledger.ts'
import type { ResultSchema } from '../contract/operation.ts'
import { parseInput } from '../contract/parse-input.ts'
import { ServiceError } from '../errors.ts'
import { emit } from '../observe.ts'
import { createCharge, type PaidResult } from './charge.ts'
import type { OperationParts } from './parts.ts'
import type { RegisteredOperation } from './registry.ts'
import type { RequestContext } from './request.ts'
import type { RawParameters, TypedInvoke } from './runtime.ts'

export interface InvokeParts {
  /** What handlers work with. */
  parts: OperationParts
  ledger: Ledger
  /** Null where requests have no names. */
  idempotency?: Idempotency | null
}

export function createInvoke({ parts, ledger, idempotency = null }: InvokeParts): TypedInvoke {
  const charge = createCharge(ledger, idempotency)

  /** 429 comes before 422, and that before 402 (docs/api.md, Prices, keys and credits). */
  async function perform<Input extends z.ZodObject, Result extends ResultSchema>(
    operation: RegisteredOperation<Input, Result>,
    { raw, faulty }: RawParameters,
    request: RequestContext,
    onInput: (input: z.output<Input>) => void,
  ): Promise<PaidResult<z.output<Result>>> {
    const { caller, requestId, signal } = request
    signal.throwIfAborted()
    const leave = await caller.enter?.()
    try {
      const { name, price } = operation
      const { rules, isStored, run } = await operation.handler(parts)
      const input = parseInput(operation, raw, faulty, rules)
      onInput(input)
      if (price === null) {
        const { result } = await run(input, request)
        return { result: result({ credits_charged: 0, credits_remaining: null, request_id: requestId }), charged: 0 }
      }
      const work = {
        operation: name,
        input,
        price: async () => ((await isStored?.(input, caller.keyId)) ? 0 : price.credits(input)),
        run: () => run(input, request),
      }
      return await charge(work, request)
    } finally {
      await leave?.()
    }
  }

  return async (operation, parameters, request) => {
    const { caller, requestId, signal } = request
    const startedAt = performance.now()
    let host: string | null = null
    const emitEnd = (outcome: string, creditsCharged: number, error?: unknown) =>
      emit('gleaner:operation', {
        requestId,
        operation: operation.name,
        transport: caller.transport,
        keyId: caller.keyId,
        host,
        outcome,
        creditsCharged,
        durationMs: performance.now() - startedAt,
        ...(error === undefined ? {} : { error }),
      })
    try {
      const { result, charged } = await perform(operation, parameters, request, (input) => {
        host = hostOf(input)
      })
      emitEnd('ok', charged)
      return result
    } catch (error) {
      if (error instanceof ServiceError) {
        emitEnd(error.type, 0)
        throw error
      }
      if (signal.aborted) {
        emitEnd('cancelled', 0)
        throw signal.reason
      }
      emitEnd('internal', 0, error)
      throw new ServiceError('internal', 'Something went wrong on our side', { cause: error })
    }
  }
}

function hostOf(input: object): string | null {
  return 'url' in input && input.url instanceof URL ? input.url.host : null
}
