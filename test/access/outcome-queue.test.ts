import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ReservationOutcome } from '../../src/access/ledger.ts'
import { createOutcomeQueue } from '../../src/access/outcome-queue.ts'
import { subscribe } from '../../src/base/events.ts'
import { openLedger } from './open-ledger.ts'

const outcomeOf = (keyId: string, charged: number): ReservationOutcome => ({
  ...{ id: randomUUID(), node: 'node', keyId, credits: charged, operation: 'scrape', requestId: 'r-1' },
  ...{ isHeld: false, charged, claim: null },
})

describe('an outcome that cannot be written', () => {
  it('is saved to disk immediately, and written and removed when the database is back', async () => {
    const { outcomes, journal, addKey, balance, setAway } = await openLedger()
    const id = await addKey()
    const outcome = outcomeOf(id, 2)
    setAway(true)
    outcomes.add(outcome)
    expect(journal.read('node')).toEqual([outcome])
    expect(await outcomes.drain()).toBe(false)
    expect(outcomes.size()).toBe(1)
    setAway(false)
    expect(await outcomes.drain()).toBe(true)
    expect(await balance(id)).toMatchObject({ used: 2 })
    expect([outcomes.size(), journal.nodes()]).toEqual([0, []])
  })

  it('is retried automatically', async () => {
    const { outcomes, addKey, balance, setAway } = await openLedger({ retryMs: 5 })
    const id = await addKey()
    setAway(true)
    outcomes.add(outcomeOf(id, 2))
    setAway(false)
    await expect.poll(() => balance(id)).toMatchObject({ used: 2 })
  })

  it('waits for the next start when the process closes while the database is unavailable', async () => {
    const { store, outcomes, journal, addKey, balance, setAway } = await openLedger()
    const id = await addKey()
    setAway(true)
    outcomes.add(outcomeOf(id, 2))
    await outcomes.close()
    setAway(false)
    const next = createOutcomeQueue({ store, journal, node: 'next' })
    expect(next.orphans()).toEqual(['node'])
    await next.adopt('node')
    expect(next.orphans()).toEqual([])
    expect(await balance(id)).toMatchObject({ used: 2 })
  })

  it('stays in memory, and is reported, when the disk is full', async () => {
    const { store, journal, addKey, balance } = await openLedger()
    const events: string[] = []
    onTestFinished(subscribe('gleaner:lifecycle', ({ event, detail }) => events.push(`${event} ${detail}`)))
    const full = () => {
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    }
    const outcomes = createOutcomeQueue({ store, journal: { ...journal, append: full }, node: 'node' })
    const id = await addKey()
    outcomes.add(outcomeOf(id, 2))
    expect(events).toContain('outcome_not_on_disk ENOSPC')
    await outcomes.drain()
    expect(await balance(id)).toMatchObject({ used: 2 })
  })

  it('is reported and does not block the others if the database rejects it', async () => {
    const { store, journal, addKey, balance } = await openLedger()
    const reported: unknown[] = []
    onTestFinished(subscribe('gleaner:fault', ({ error }) => reported.push(error)))
    const rejection = new Error('rejected')
    const end: typeof store.end = (outcome, response) =>
      outcome.charged === 1 ? Promise.reject(rejection) : store.end(outcome, response)
    const outcomes = createOutcomeQueue({ store: { end }, journal, node: 'node' })
    const id = await addKey()
    for (const charged of [1, 2]) outcomes.add(outcomeOf(id, charged))
    expect(await outcomes.drain()).toBe(true)
    expect(reported).toEqual([rejection])
    expect(await balance(id)).toMatchObject({ used: 2 })
  })
})
