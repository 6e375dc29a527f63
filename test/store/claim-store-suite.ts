/** The suite for idempotency claims in a database. Every adapter passes it. */

import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AccessStore } from '../../src/access/access.ts'
import { useAccessStore } from './use-access-store.ts'

/** `open` always opens the same database. */
export function describeClaims(open: () => AccessStore | Promise<AccessStore>): void {
  const { addKey, holdOf, outcomeOf, balance, used, usage, ...opened } = useAccessStore(open)
  let store: AccessStore
  beforeAll(() => {
    store = opened.store()
  })

  describe('a claim', () => {
    const claimOf = (keyId: string, name: string, fingerprint = 'f', node = 'node') => ({
      ...{ keyId, name, token: randomUUID(), fingerprint, node, earlier: [], maxAgeMs: 60_000 },
    })
    const bytes = (text: string) => new Uint8Array(Buffer.from(text))

    it('is inserted once, stays running until its request finishes, and mismatches other parameters', async () => {
      const { id } = await addKey()
      const both = await Promise.all([store.claims.open(claimOf(id, 'a')), store.claims.open(claimOf(id, 'a'))])
      expect(both.map(({ state }) => state).sort()).toEqual(['new', 'running'])
      expect(await store.claims.open(claimOf(id, 'a', 'other'))).toEqual({ state: 'mismatch' })
      expect(await store.claims.open(claimOf((await addKey()).id, 'a'))).toEqual({ state: 'new' })
    })

    it('keeps the response that was charged', async () => {
      const { id } = await addKey({ credits: 10 })
      const claim = claimOf(id, 'a')
      await store.claims.open(claim)
      const hold = holdOf(id, 3)
      await store.ledger.reserve(hold)
      await store.ledger.end(outcomeOf(hold, 3, { claim }), bytes('the response'))
      const found = await store.claims.open(claimOf(id, 'a'))
      expect(found).toMatchObject({ state: 'done', charged: 3, remaining: 7 })
      expect(Buffer.from(('response' in found && found.response) || []).toString()).toBe('the response')
    })

    it('keeps the charge of a failed request, without a response', async () => {
      const { id } = await addKey({ credits: 10 })
      const claim = claimOf(id, 'a')
      await store.claims.open(claim)
      const hold = holdOf(id, 6)
      await store.ledger.reserve(hold)
      const failed = outcomeOf(hold, 5, { claim, isFailed: true })
      for (let i = 0; i < 2; i++) expect(await store.ledger.end(failed, null)).toEqual({ charged: 5, remaining: 5 })
      expect(await store.claims.open(claimOf(id, 'a'))).toMatchObject({ state: 'done', charged: 5, response: null })
      expect([await balance(id), await used(id)]).toEqual([5, 5])
      expect(await usage(id)).toMatchObject([{ requests: 0, failed: 1, credits: 5 }])
    })

    it('can be reused if its request cost nothing', async () => {
      const { id } = await addKey({ credits: 10 })
      const claim = claimOf(id, 'a')
      await store.claims.open(claim)
      const hold = holdOf(id, 3)
      await store.ledger.reserve(hold)
      await store.ledger.end(outcomeOf(hold, 0, { claim }), bytes('the response'))
      expect(await store.claims.open(claimOf(id, 'a', 'other'))).toEqual({ state: 'new' })
    })

    it('is found under its earlier names until it expires', async () => {
      const { id } = await addKey({ credits: 10 })
      await store.claims.open(claimOf(id, 'before'))
      await store.claims.open({ ...claimOf(id, 'expired'), maxAgeMs: -1 })
      const now = (earlier: { name: string; fingerprint: string }[]) =>
        store.claims.open({ ...claimOf(id, randomUUID(), 'now'), earlier })
      expect(await now([{ name: 'before', fingerprint: 'f' }])).toEqual({ state: 'running' })
      expect(await now([{ name: 'before', fingerprint: 'other' }])).toEqual({ state: 'mismatch' })
      expect(await now([{ name: 'expired', fingerprint: 'f' }])).toEqual({ state: 'new' })
    })

    it('can be reused when its request failed, it was dropped, or its process died', async () => {
      const { id } = await addKey({ credits: 10 })
      const failed = claimOf(id, 'failed')
      await store.claims.open(failed)
      const hold = holdOf(id, 3)
      await store.ledger.reserve(hold)
      await store.ledger.end(outcomeOf(hold, null, { claim: failed }), null)
      const dropped = claimOf(id, 'dropped')
      await store.claims.open(dropped)
      await store.claims.drop(dropped)
      const node = randomUUID()
      await store.claims.open(claimOf(id, 'died', 'f', node))
      expect((await store.ledger.beats()).get(node)).toBe(-1)
      await store.ledger.sweep(node, -1)
      for (const name of ['failed', 'dropped', 'died']) {
        expect(await store.claims.open(claimOf(id, name))).toEqual({ state: 'new' })
      }
    })

    it('does not lose its response when another key fills the store', async () => {
      const [attacker, victim] = [await addKey(), await addKey()]
      const keep = async (keyId: string, name: string, maxAgeMs: number) => {
        const claim = claimOf(keyId, name)
        await store.claims.open({ ...claim, maxAgeMs })
        await store.ledger.end(outcomeOf(holdOf(keyId, 1), 1, { isHeld: false, claim }), bytes('12345678'))
      }
      await store.claims.prune(0)
      await keep(victim.id, 'mine', 60_000)
      for (let i = 0; i < 5; i++) await keep(attacker.id, `${i}`, 70_000 + i)
      await store.claims.prune(24)
      const isKept = async (keyId: string, name: string) => {
        const found = await store.claims.open(claimOf(keyId, name))
        return found.state === 'done' && found.response !== null
      }
      expect(await isKept(victim.id, 'mine')).toBe(true)
      const own = await Promise.all(['0', '1', '2', '3', '4'].map((name) => isKept(attacker.id, name)))
      expect(own).toEqual([false, false, false, true, true])
    })

    it('is deleted once it expires, and its response when the store is full', async () => {
      // Otherwise, responses from other tests that expire in the same millisecond would be pruned instead.
      await store.claims.prune(0)
      const { id } = await addKey()
      await store.claims.open({ ...claimOf(id, 'old'), maxAgeMs: -1 })
      expect(await store.claims.open(claimOf(id, 'old'))).toEqual({ state: 'new' })
      for (const [name, maxAgeMs] of [
        ['first', 60_000],
        ['second', 70_000],
      ] as const) {
        const claim = claimOf(id, name)
        await store.claims.open({ ...claim, maxAgeMs })
        await store.ledger.end(outcomeOf(holdOf(id, 1), 1, { isHeld: false, claim }), bytes('12345678'))
      }
      await store.claims.prune(10)
      expect(await store.claims.open(claimOf(id, 'first'))).toMatchObject({ state: 'done', response: null })
      expect(await store.claims.open(claimOf(id, 'second'))).toMatchObject({
        state: 'done',
        response: expect.anything(),
      })
      await store.claims.prune(0)
    })
  })
}
