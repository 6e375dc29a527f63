import { describe, expect, it } from 'vitest'
import { createCreditLedger } from '../../src/access/credit-ledger.ts'
import { openLedger } from './open-ledger.ts'

const charge = (keyId: string | null, credits: number) => ({ keyId, credits, requestId: 'r-1', operation: 'scrape' })

describe('a reservation', () => {
  it('is settled with the cost of the work, at most the reserved amount', async () => {
    const { addKey, balance, ...parts } = await openLedger()
    const id = await addKey({ credits: 10 })
    const ledger = createCreditLedger({ ...parts, node: 'node' })
    const reservation = await ledger.reserve(charge(id, 5))
    expect(await balance(id)).toEqual({ credits: 5, used: 0 })
    expect(await reservation.settle(1)).toEqual({ charged: 1, remaining: 9 })
    expect(await balance(id)).toEqual({ credits: 9, used: 1 })
  })

  it('is refused when the key has too few credits', async () => {
    const { addKey, balance, ...parts } = await openLedger()
    const id = await addKey({ credits: 4 })
    const ledger = createCreditLedger({ ...parts, node: 'node' })
    await expect(ledger.reserve(charge(id, 5))).rejects.toMatchObject({
      ...{ type: 'insufficient_credits', message: 'The key has too few credits left: the price is 5' },
    })
    expect(await balance(id)).toEqual({ credits: 4, used: 0 })
  })

  it('reports the price and stores nothing without a key', async () => {
    const ledger = createCreditLedger({ ...(await openLedger()), node: 'node' })
    expect(await (await ledger.reserve(charge(null, 5))).settle(5)).toEqual({ charged: 5, remaining: null })
  })

  it('is settled later if it ends while the database is unavailable, and reports the balance when it was made', async () => {
    const { addKey, balance, setAway, ...parts } = await openLedger()
    const id = await addKey({ credits: 10 })
    const ledger = createCreditLedger({ ...parts, node: 'node' })
    const [first, second] = [await ledger.reserve(charge(id, 3)), await ledger.reserve(charge(id, 3))]
    setAway(true)
    expect(await first.settle(2)).toEqual({ charged: 2, remaining: 8 })
    await second.fail(0)
    expect(parts.outcomes.size()).toBe(2)
    setAway(false)
    expect(await parts.outcomes.drain()).toBe(true)
    expect(await balance(id)).toEqual({ credits: 8, used: 2 })
  })

  it('is charged later, as a failure, if it fails after costly work while the database is unavailable', async () => {
    const { addKey, balance, setAway, ...parts } = await openLedger()
    const id = await addKey({ credits: 10 })
    const reservation = await createCreditLedger({ ...parts, node: 'node' }).reserve(charge(id, 6))
    setAway(true)
    expect(await reservation.fail(5)).toEqual({ charged: 5, remaining: 5 })
    setAway(false)
    // Reads from disk, as the next process would.
    const [journaled] = parts.journal.read('node')
    if (!journaled) throw new Error('nothing is on disk')
    for (let i = 0; i < 2; i++) await parts.store.end(journaled, null)
    expect(await balance(id)).toEqual({ credits: 5, used: 5 })
    const usage = await parts.store.usage({ keyId: id, from: '2000-01-01', to: '9999-12-31' })
    expect(usage).toMatchObject([{ requests: 0, failed: 1, credits: 5 }])
  })

  it('fails with storage_unavailable if its connection breaks, and is released later', async () => {
    const { addKey, balance, ...parts } = await openLedger()
    const id = await addKey({ credits: 10 })
    const { reserve } = parts.store
    const store: typeof parts.store = {
      ...parts.store,
      async reserve(hold) {
        // The database has made the reservation, but its reply is lost.
        await reserve(hold)
        return 'unsure'
      },
    }
    const ledger = createCreditLedger({ ...parts, store, node: 'node' })
    await expect(ledger.reserve(charge(id, 3))).rejects.toMatchObject({ type: 'storage_unavailable', retryAfterS: 5 })
    expect(await balance(id)).toEqual({ credits: 7, used: 0 })
    await parts.outcomes.drain()
    expect(await balance(id)).toEqual({ credits: 10, used: 0 })
  })
})
