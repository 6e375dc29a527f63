/** The single way in: admit, parse, reserve, run, settle or release, emit. */

import type { Idempotency } from '../access/idempotency.ts'
import type { Claim, Ledger, Reservation } from '../access/ledger.ts'
import type { Operation } from '../contract/operation.ts'
import { parseInput } from '../contract/parse-input.ts'
import { ServiceError } from '../errors.ts'
import { emit } from '../observe.ts'
import type { OperationHandler, OperationOutcome } from './handler.ts'
import type { RequestContext } from './request.ts'
import type { Invoke, RawParameters, ResultBody } from './runtime.ts'

export interface InvokeParts {
  /** The handler of an operation; its engine is loaded when it is first asked for. */
  handler(name: Operation['name']): Promise<OperationHandler>
  ledger: Ledger
  /** Null where nothing is kept. */
  idempotency?: Idempotency | null
}

export function createInvoke({ handler, ledger, idempotency = null }: InvokeParts): Invoke {
  /** 429 comes before 422, and that before 402 (docs/api.md, Prices, keys and credits). */
  async function perform(
    name: Operation['name'],
    { raw, faulty }: RawParameters,
    request: RequestContext,
  ): Promise<{ body: ResultBody; charged: number }> {
    const { caller, signal } = request
    signal.throwIfAborted()
    const leave = await caller.enter?.()
    try {
      const { operation, rules, run, isStored } = await handler(name)
      const input = parseInput(operation, raw, faulty, [...operation.rules, ...rules])
      const work = () => run(input, request)
      const named = await open(name, input, request)
      if (named && 'response' in named) return { body: named.response as ResultBody, charged: 0 }
      const isFree = named?.isPaid || (await isStored?.(input, caller.keyId))
      const price = isFree ? 0 : operation.priceCredits(input)
      const body = await charge(name, price, named?.claim ?? null, request, work)
      return { body, charged: body.credits_charged }
    } finally {
      await leave?.()
    }
  }

  /** What is known of a request that its caller has named. */
  async function open(
    operation: Operation['name'],
    input: Record<string, unknown>,
    { caller: { keyId }, idempotencyKey }: RequestContext,
  ) {
    if (idempotencyKey === undefined || keyId === null || !idempotency) return null
    return idempotency.open({ keyId, name: idempotencyKey, operation, input })
  }

  async function charge(
    operation: Operation['name'],
    price: number,
    claim: Claim | null,
    { caller: { keyId }, requestId }: RequestContext,
    work: () => Promise<OperationOutcome>,
  ): Promise<ResultBody> {
    const reservation = await reserve(price, claim)
    const outcome = await orRelease(reservation, work)
    const { fetched_at, ...body } = outcome.body
    const receipt = (credits: number, remaining: number | null) => ({
      ...body,
      credits_charged: credits,
      credits_remaining: remaining,
      fetched_at,
      request_id: requestId,
    })
    const due = outcome.free ? 0 : price
    const answer = claim ? await orRelease(reservation, () => pack(receipt(due, null))) : null
    const { charged, remaining } = await reservation.settle(due, answer)
    return receipt(charged, remaining)

    async function reserve(credits: number, claimed: Claim | null): Promise<Reservation> {
      try {
        return await ledger.reserve({ keyId, credits, requestId, operation, claim: claimed })
      } catch (error) {
        if (claimed) await idempotency?.drop(claimed)
        throw error
      }
    }
  }

  async function pack(answer: ResultBody): Promise<Uint8Array | null> {
    return idempotency ? idempotency.pack(answer) : null
  }

  return async (operation, parameters, request) => {
    const { caller, requestId, signal } = request
    const startedAt = performance.now()
    const tell = (outcome: string, creditsCharged: number, error?: unknown) =>
      emit('gleaner:operation', {
        requestId,
        operation,
        transport: caller.transport,
        keyId: caller.keyId,
        host: hostOf(parameters.raw.url),
        outcome,
        creditsCharged,
        durationMs: performance.now() - startedAt,
        ...(error === undefined ? {} : { error }),
      })
    try {
      const { body, charged } = await perform(operation, parameters, request)
      tell('ok', charged)
      return body
    } catch (error) {
      if (error instanceof ServiceError) {
        tell(error.type, 0)
        throw error
      }
      if (signal.aborted) {
        tell('cancelled', 0)
        throw signal.reason
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
