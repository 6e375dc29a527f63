/** Charges for the work of one request: claim its name, reserve its price, work, settle or release. */

import type { Idempotency } from '../access/idempotency.ts'
import type { Claim, Ledger, Reservation } from '../access/ledger.ts'
import type { OperationOutcome } from './handler.ts'
import type { RequestContext } from './request.ts'

/** Work that is paid for. */
export interface PaidWork<Result> {
  operation: string
  /** Validated parameters: a request of the same name must have the same. */
  input: Readonly<Record<string, unknown>>
  /** Credits to reserve. Not called for a request that is paid already. */
  price(): Promise<number>
  run(): Promise<OperationOutcome<Result>>
}

/** A result, and the credits that were charged for it. */
export interface PaidResult<Result> {
  result: Result
  charged: number
}

/** Resolves with the result of the work, or with the stored one of an earlier request of the same name. */
export type Charge = <Result extends object>(
  work: PaidWork<Result>,
  request: RequestContext,
) => Promise<PaidResult<Result>>

/** `idempotency` is null where requests have no names. A failed request costs nothing and leaves its name free. */
export function createCharge(ledger: Ledger, idempotency: Idempotency | null): Charge {
  async function openClaim({ operation, input }: PaidWork<object>, request: RequestContext) {
    const { caller, idempotencyKey: name } = request
    if (name === undefined || caller.keyId === null || !idempotency) return null
    return idempotency.open({ keyId: caller.keyId, name, operation, input })
  }

  async function orDrop<T>(claim: Claim | null, step: () => Promise<T>): Promise<T> {
    try {
      return await step()
    } catch (error) {
      if (claim) await idempotency?.drop(claim)
      throw error
    }
  }

  return async <Result extends object>(work: PaidWork<Result>, request: RequestContext) => {
    const { operation, price, run } = work
    const { requestId, caller } = request
    const named = await openClaim(work, request)
    if (named && 'response' in named) return { result: named.response as Result, charged: 0 }
    const claim = named?.claim ?? null
    const [credits, reservation] = await orDrop(claim, async () => {
      const reserved = named?.isPaid ? 0 : await price()
      const { keyId } = caller
      return [reserved, await ledger.reserve({ keyId, credits: reserved, requestId, operation, claim })] as const
    })
    const [due, response, withReceipt] = await orRelease(reservation, async () => {
      const outcome = await run()
      const toPay = Math.min(credits, outcome.credits ?? credits)
      const result = (charged: number, remaining: number | null) =>
        outcome.result({ credits_charged: charged, credits_remaining: remaining, request_id: requestId })
      const stored = claim && idempotency ? await idempotency.pack(result(toPay, null)) : null
      return [toPay, stored, result] as const
    })
    const { charged, remaining } = await reservation.settle(due, response)
    return { result: withReceipt(charged, remaining), charged }
  }
}

async function orRelease<T>(reservation: Reservation, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    await reservation.release()
    throw error
  }
}
