/** The single way into an operation: admission, input, price, work, charge, event. */

import type { z } from 'zod'
import type { Idempotency } from '../access/idempotency.ts'
import type { Claim, Ledger, Reservation } from '../access/ledger.ts'
import type { ResultSchema } from '../contract/operation.ts'
import { parseInput } from '../contract/parse-input.ts'
import { ServiceError } from '../errors.ts'
import { emit } from '../observe.ts'
import type { OperationOutcome } from './handler.ts'
import type { OperationParts } from './parts.ts'
import type { RegisteredOperation } from './registry.ts'
import type { RequestContext } from './request.ts'
import type { RawParameters, TypedInvoke } from './runtime.ts'

export interface InvokeParts {
  /** What handlers work with. */
  parts: OperationParts
  ledger: Ledger
  /** Null where no results are kept by the caller's name for a request. */
  idempotency?: Idempotency | null
}

/** A result, and what was charged for it. */
interface Performed<Result> {
  result: Result
  charged: number
}

export function createInvoke({ parts, ledger, idempotency = null }: InvokeParts): TypedInvoke {
  /** 429 comes before 422, and that before 402 (docs/api.md, Prices, keys and credits). */
  async function perform<Input extends z.ZodObject, Result extends ResultSchema>(
    operation: RegisteredOperation<Input, Result>,
    { raw, faulty }: RawParameters,
    request: RequestContext,
  ): Promise<Performed<z.output<Result>>> {
    const { caller, requestId, signal } = request
    signal.throwIfAborted()
    const leave = await caller.enter?.()
    try {
      const handler = await operation.handler(parts)
      const input = parseInput(operation, raw, faulty, handler.rules)
      const work = () => handler.run(input, request)
      const { price } = operation
      if (price === null) {
        const { result } = await work()
        return { result: result({ credits_charged: 0, credits_remaining: null, request_id: requestId }), charged: 0 }
      }
      const named = await openClaim(operation.name, input, request)
      if (named && 'response' in named) return { result: named.response as z.output<Result>, charged: 0 }
      const isFree = named?.isPaid || (await handler.isStored?.(input, caller.keyId))
      const credits = isFree ? 0 : price.credits(input)
      return await charge(operation.name, credits, named?.claim ?? null, request, work)
    } finally {
      await leave?.()
    }
  }

  /** What is known of a request that its caller has named. */
  async function openClaim(
    operation: string,
    input: Record<string, unknown>,
    { caller: { keyId }, idempotencyKey }: RequestContext,
  ) {
    if (idempotencyKey === undefined || keyId === null || !idempotency) return null
    return idempotency.open({ keyId, name: idempotencyKey, operation, input })
  }

  async function charge<Result extends object>(
    operation: string,
    credits: number,
    claim: Claim | null,
    { caller: { keyId }, requestId }: RequestContext,
    work: () => Promise<OperationOutcome<Result>>,
  ): Promise<Performed<Result>> {
    const reservation = await reserve()
    const outcome = await orRelease(reservation, work)
    const withReceipt = (charged: number, remaining: number | null) =>
      outcome.result({ credits_charged: charged, credits_remaining: remaining, request_id: requestId })
    const due = Math.min(credits, outcome.credits ?? credits)
    const packed = claim && idempotency
    const answer = packed ? await orRelease(reservation, () => packed.pack(withReceipt(due, null))) : null
    const { charged, remaining } = await reservation.settle(due, answer)
    return { result: withReceipt(charged, remaining), charged }

    async function reserve(): Promise<Reservation> {
      try {
        return await ledger.reserve({ keyId, credits, requestId, operation, claim })
      } catch (error) {
        if (claim) await idempotency?.drop(claim)
        throw error
      }
    }
  }

  return async (operation, parameters, request) => {
    const { caller, requestId, signal } = request
    const startedAt = performance.now()
    const emitEnd = (outcome: string, creditsCharged: number, error?: unknown) =>
      emit('gleaner:operation', {
        requestId,
        operation: operation.name,
        transport: caller.transport,
        keyId: caller.keyId,
        host: hostOf(parameters.raw.url),
        outcome,
        creditsCharged,
        durationMs: performance.now() - startedAt,
        ...(error === undefined ? {} : { error }),
      })
    try {
      const { result, charged } = await perform(operation, parameters, request)
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

async function orRelease<T>(reservation: Reservation, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await reservation.release()
    throw error
  }
}

function hostOf(url: unknown): string | null {
  return typeof url === 'string' ? (URL.parse(url)?.host ?? null) : null
}
