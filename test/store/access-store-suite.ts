/** The suite for databases with keys and a ledger. Every adapter passes it. */

import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AccessStore } from '../../src/access/access.ts'
import { useAccessStore } from './use-access-store.ts'

/** `open` always opens the same database. */
export function describeAccessStore(open: () => AccessStore | Promise<AccessStore>): void {
  const { addKey, holdOf, outcomeOf, balance, used, usage, today, ...opened } = useAccessStore(open)
  let store: AccessStore
  beforeAll(() => {
    store = opened.store()
  })

  describe('keys', () => {
    it('are read as they were stored', async () => {
      const rateLimit = { limit: 5, windowS: 10 }
      const terms = { credits: 7, expiresAt: '2030-01-01T00:00:00.000Z', rateLimit, concurrency: 2 }
      const record = await addKey(terms)
      expect(await store.keys.find(record.id)).toEqual(record)
      expect(await store.keys.find('nothing')).toBeNull()
      expect((await store.keys.list()).map(({ id }) => id)).toContain(record.id)
    })

    it('keep the time of their first revocation', async () => {
      const { id } = await addKey()
      expect(await store.keys.revoke(id, '2026-01-01')).toBe(true)
      expect(await store.keys.revoke(id, '2026-02-02')).toBe(true)
      expect((await store.keys.find(id))?.revokedAt).toBe('2026-01-01')
      expect(await store.keys.revoke('nothing', '2026-01-01')).toBe(false)
    })

    it('are added or replaced by put, which ends a revocation', async () => {
      const record = { ...(await addKey()), previousHash: null }
      await store.keys.rotate(record.id, new Uint8Array(32).fill(8), '2030-01-01')
      await store.keys.revoke(record.id, '2026-01-01')
      const replaced = { ...record, hash: new Uint8Array(32).fill(9) }
      await store.keys.put(replaced)
      expect(await store.keys.find(record.id)).toEqual(replaced)
      const added = { ...record, id: randomUUID(), hash: new Uint8Array(32).fill(10) }
      await store.keys.put(added)
      expect(await store.keys.find(added.id)).toEqual(added)
    })

    it('are rotated with the old hash kept as the previous one, unless they are revoked', async () => {
      const { id, hash } = await addKey()
      const next = new Uint8Array(32).fill(7)
      expect(await store.keys.rotate(id, next, '2030-01-01')).toBe(true)
      expect(await store.keys.find(id)).toMatchObject({ hash: next, previousHash: hash, previousUntil: '2030-01-01' })
      await store.keys.revoke(id, '2026-01-01')
      expect(await store.keys.rotate(id, next, '2030-01-01')).toBe(false)
    })
  })

  describe('credits', () => {
    it('are deducted by the reservation, and returned if they are not charged', async () => {
      const { id } = await addKey({ credits: 10 })
      const hold = holdOf(id, 6)
      expect(await store.ledger.reserve(hold)).toEqual({ remaining: 4 })
      expect(await balance(id)).toBe(4)
      expect(await store.ledger.end(outcomeOf(hold, 5), null)).toEqual({ charged: 5, remaining: 5 })
      expect([await balance(id), await used(id)]).toEqual([5, 5])
    })

    it('are returned in full if the request fails', async () => {
      const { id } = await addKey({ credits: 10 })
      const hold = holdOf(id, 6)
      await store.ledger.reserve(hold)
      expect(await store.ledger.end(outcomeOf(hold, null), null)).toEqual({ charged: 0, remaining: 10 })
      expect([await balance(id), await used(id)]).toEqual([10, 0])
    })

    it('are never overdrawn: with 10 credits, 10 of 40 concurrent reservations of 1 succeed', async () => {
      const { id } = await addKey({ credits: 10 })
      const all = await Promise.all(Array.from({ length: 40 }, () => store.ledger.reserve(holdOf(id, 1))))
      expect(all.filter((reserved) => reserved !== null)).toHaveLength(10)
      expect(await balance(id)).toBe(0)
    })

    it('cannot be reserved for a key that does not exist', async () => {
      expect(await store.ledger.reserve(holdOf('nothing', 1))).toBeNull()
    })

    it('are charged once, however often the outcome is written', async () => {
      const { id } = await addKey({ credits: 10 })
      const hold = holdOf(id, 6)
      await store.ledger.reserve(hold)
      const ended = await Promise.all([5, 5, 5].map((charged) => store.ledger.end(outcomeOf(hold, charged), null)))
      expect(ended.map(({ charged }) => charged)).toEqual([5, 5, 5])
      expect((await store.ledger.end(outcomeOf(hold, null), null)).charged).toBe(5)
      expect([await balance(id), await used(id)]).toEqual([5, 5])
      expect(await usage(id)).toMatchObject([{ requests: 1, failed: 0, credits: 5 }])
    })

    it('are counted rather than deducted for an unlimited key', async () => {
      const { id } = await addKey()
      const hold = holdOf(id, 6)
      expect(await store.ledger.reserve(hold)).toEqual({ remaining: null })
      const outcome = outcomeOf(hold, 6, { isHeld: false })
      expect(await store.ledger.end(outcome, null)).toEqual({ charged: 6, remaining: null })
      await store.ledger.end(outcome, null)
      await store.ledger.end(outcomeOf(holdOf(id, 6), null, { isHeld: false }), null)
      expect([await balance(id), await used(id)]).toEqual([null, 6])
      expect(await usage(id)).toEqual([
        { keyId: id, day: today, operation: 'scrape', requests: 1, failed: 1, credits: 6 },
      ])
    })

    it('are granted only to a key that has a balance', async () => {
      const { id } = await addKey({ credits: 1 })
      expect(await store.ledger.grant(id, 9)).toBe(10)
      expect(await store.ledger.grant((await addKey()).id, 9)).toBeNull()
      expect(await store.ledger.grant('nothing', 9)).toBeNull()
    })

    it('stay with the key if the connection of their reservation broke, even when it arrives after its release', async () => {
      const { id } = await addKey({ credits: 10 })
      const early = holdOf(id, 6)
      await store.ledger.reserve(early)
      await store.ledger.end(outcomeOf(early, null, { isUnsure: true }), null)
      const late = holdOf(id, 6)
      await store.ledger.end(outcomeOf(late, null, { isUnsure: true }), null)
      await expect(store.ledger.reserve(late)).rejects.toMatchObject({ type: 'storage_unavailable' })
      expect(await balance(id)).toBe(10)
    })
  })

  describe('a dead process', () => {
    it('has its reservations released once', async () => {
      const { id } = await addKey({ credits: 10 })
      const [dead, alive] = [randomUUID(), randomUUID()]
      await store.ledger.beat(dead)
      await store.ledger.beat(alive)
      for (const node of [dead, dead, alive]) await store.ledger.reserve(holdOf(id, 3, node))
      const beats = await store.ledger.beats()
      expect(beats.get(dead)).toBe(1)
      const swept = await Promise.all([store.ledger.sweep(dead, 1), store.ledger.sweep(dead, 1)])
      expect(swept.sort()).toEqual([0, 2])
      expect(await balance(id)).toBe(7)
      expect((await store.ledger.beats()).has(dead)).toBe(false)
    })

    it('is not assumed if the heartbeat has changed', async () => {
      const { id } = await addKey({ credits: 10 })
      const node = randomUUID()
      await store.ledger.beat(node)
      await store.ledger.reserve(holdOf(id, 3, node))
      await store.ledger.beat(node)
      expect(await store.ledger.sweep(node, 1)).toBe(0)
      expect(await balance(id)).toBe(7)
    })

    it('is detected even without a heartbeat', async () => {
      const { id } = await addKey({ credits: 10 })
      const node = randomUUID()
      await store.ledger.reserve(holdOf(id, 3, node))
      expect((await store.ledger.beats()).get(node)).toBe(-1)
      expect(await store.ledger.sweep(node, -1)).toBe(1)
      expect(await balance(id)).toBe(10)
    })

    it('charges late if it turns out to be alive, as far as the key then has credits', async () => {
      const { id } = await addKey({ credits: 10 })
      const node = randomUUID()
      const [first, second] = [holdOf(id, 5, node), holdOf(id, 5, node)]
      await store.ledger.reserve(first)
      await store.ledger.reserve(second)
      await store.ledger.sweep(node, -1)
      await store.ledger.reserve(holdOf(id, 4))
      expect(await store.ledger.end(outcomeOf(first, 5), null)).toEqual({ charged: 5, remaining: 1 })
      expect(await store.ledger.end(outcomeOf(first, 5), null)).toEqual({ charged: 5, remaining: 1 })
      expect(await store.ledger.end(outcomeOf(second, 5), null)).toEqual({ charged: 0, remaining: 1 })
      expect([await balance(id), await used(id)]).toEqual([1, 5])
    })
  })

  describe('several processes', () => {
    it('migrate the tables once when they start at the same time', async () => {
      const stores = await Promise.all(Array.from({ length: 6 }, () => open()))
      await Promise.all(stores.map((opened) => opened.check()))
      await Promise.all(stores.map((opened) => opened.close()))
      await store.check()
    })
  })
}
