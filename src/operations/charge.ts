/** Charges for the work of one request: claims its name, reserves its price, does the work, then settles or releases the price. */

import type { Idempotency } from '../access/idempotency.ts'
import type { Ledger, Reservation } from '../access/ledger.ts'
import { ServiceError } from '../base/errors.ts'
import { emit } from '../base/events.ts'
import type { OperationOutcome, Owe } from './handler.ts'
import type { RequestContext } from './runtime.ts'

interface PaidWork<Result> {
  operation: string
  /** Validated parameters. A request with the same name must have the same parameters. */
  input: Readonly<Record<string, unknown>>
  /** Credits to reserve: the maximum that the request can cost. */
  credits: number
  run(owe: Owe): Promise<OperationOutcome<Result>>
}

/** The error that the work threw, and the credits that were charged anyway. */
export class ChargedFailure extends Error {
  override readonly name = 'ChargedFailure'
  readonly error: unknown
  readonly charged: number

  constructor(error: unknown, charged: number) {
    super('A charged request failed', { cause: error })
    this.error = error
    this.charged = charged
  }
}

/**
 * Creates the function that resolves with the result of the work, or with the stored result of an earlier request with the same name.
 * `idempotency` is null if requests have no names. A free request doesn't use up its name. A failed request is charged what its work owed
 * at that point, and throws ChargedFailure.
 */
export function createCharge(ledger: Ledger, idempotency: Idempotency | null) {
  async function openClaim({ operation, input }: PaidWork<object>, request: RequestContext) {
    const { caller, share, idempotencyKey: name } = request
    if (name === undefined || caller.keyId === null || !idempotency) return null
    return idempotency.open({ keyId: caller.keyId, name, operation, input, share })
  }

  return async <Result extends object>(work: PaidWork<Result>, request: RequestContext) => {
    const { operation, credits, run } = work
    const { requestId, caller } = request
    const named = await openClaim(work, request)
    if (named && 'response' in named) return { result: named.response as Result, charged: 0 }
    const claim = named?.claim ?? null
    const wanted = { keyId: caller.keyId, credits, requestId, operation, claim }
    const reservation = await ledger.reserve(wanted).catch(async (error: unknown) => {
      if (claim) await idempotency?.drop(claim)
      throw error
    })
    const [due, response, withReceipt, outcome] = await orFail(reservation, credits, async (owe) => {
      const outcome = await run(owe)
      const toPay = Math.min(credits, outcome.credits ?? credits)
      const result = (charged: number, remaining: number | null) =>
        outcome.result({ credits_charged: charged, credits_remaining: remaining, request_id: requestId })
      const isKept = claim !== null && toPay > 0 && !outcome.isPrivate
      const stored = isKept && idempotency ? await idempotency.pack(result(toPay, null), request.share) : null
      return [toPay, stored, result, outcome] as const
    })
    const { charged, remaining } = await reservation.settle(due, response)
    // The request has been charged, so it must not fail because its result can't be kept.
    await outcome.keep?.().catch((error: unknown) => emit('gleaner:fault', { requestId, error }))
    return { result: withReceipt(charged, remaining), charged }
  }
}

/** Runs a step. If it fails, settles the reservation with the amount that the step owes, at most `credits`. */
async function orFail<T>(reservation: Reservation, credits: number, step: (owe: Owe) => Promise<T>): Promise<T> {
  let owed = 0
  try {
    return await step((due) => {
      owed = Math.min(credits, due)
    })
  } catch (error) {
    const isFree = error instanceof ServiceError && error.isFree
    const { charged } = await reservation.fail(isFree ? 0 : owed)
    throw charged > 0 ? new ChargedFailure(error, charged) : error
  }
}
