/** The single way in: parse, reserve, run, settle or release, emit. */

import type { Ledger, Reservation } from '../access/ledger.ts'
import type { Operation } from '../contract/operation.ts'
import { parseInput } from '../contract/parse-input.ts'
import { ServiceError } from '../errors.ts'
import { emit } from '../observe.ts'
import type { Handler, Invocation, Invoke, ResultBody } from './context.ts'

export interface InvokeParts {
  /** The handler of an operation; its engine is loaded when it is first asked for. */
  handler(name: Operation['name']): Promise<Handler>
  ledger: Ledger
}

export function createInvoke({ handler, ledger }: InvokeParts): Invoke {
  async function perform(invocation: Invocation): Promise<ResultBody> {
    const { raw, faulty, caller, requestId, signal } = invocation
    signal.throwIfAborted()
    const { operation, rules, run } = await handler(invocation.operation)
    const input = parseInput(operation, raw, faulty, [...operation.rules, ...rules])
    const price = operation.priceCredits(input)
    const reservation = await ledger.reserve(caller.keyId, price, requestId)
    const progress = invocation.progress ?? (() => {})
    const outcome = await orRelease(reservation, () => run(input, { caller, requestId, signal, progress }))
    const charged = outcome.free ? 0 : price
    const { fetched_at, ...body } = outcome.body
    return {
      ...body,
      credits_charged: charged,
      credits_remaining: await reservation.settle(charged),
      fetched_at,
      request_id: requestId,
    }
  }

  return async (invocation) => {
    const startedAt = performance.now()
    const tell = (outcome: string, creditsCharged: number, error?: unknown) =>
      emit('gleaner:operation', {
        requestId: invocation.requestId,
        operation: invocation.operation,
        door: invocation.caller.door,
        keyId: invocation.caller.keyId,
        host: hostOf(invocation.raw.url),
        outcome,
        creditsCharged,
        durationMs: performance.now() - startedAt,
        ...(error === undefined ? {} : { error }),
      })
    try {
      const result = await perform(invocation)
      tell('ok', result.credits_charged)
      return result
    } catch (error) {
      if (error instanceof ServiceError) {
        tell(error.type, 0)
        throw error
      }
      if (invocation.signal.aborted) {
        tell('cancelled', 0)
        throw invocation.signal.reason
      }
      tell('internal', 0, error)
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
