/** The suite for rolling up old credit movements. Every database with a ledger passes it. */

import { beforeAll, describe, expect, it } from 'vitest'
import type { AccessStore } from '../../src/access/access.ts'
import { useAccessStore } from './use-access-store.ts'

interface RollUpDatabase {
  open(): AccessStore | Promise<AccessStore>
  /** Runs a statement on the tables without the store, and resolves with its rows. */
  run(sql: string): Promise<Record<string, unknown>[]>
  /** Returns SQL for the time that is this many days ago. `days` is SQL too. */
  at(days: string): string
}

const keptDays = 90
const count = 12_000

export function describeRollUp({ open, run, at }: RollUpDatabase): void {
  const { addKey, holdOf, outcomeOf, balance, used, usage, ...opened } = useAccessStore(open)
  let store: AccessStore
  beforeAll(() => {
    store = opened.store()
  })

  /** Adds movements of the last hundred and five days, five days of which are old. */
  const addOld = (keyId: string) =>
    run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
         INSERT INTO movement (key_id, hold_id, kind, delta, charged, operation, request_id, at)
         SELECT '${keyId}', '${keyId}-' || i, CASE i % 2 WHEN 0 THEN 'reserve' ELSE 'settle' END, i % 11 - 5, i % 3,
                CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN 'scrape' ELSE 'convert' END, 'r', ${at(`(${keptDays} + 1 + i % 5)`)}
         FROM n`)

  /** Sums of the movements, also of those that are rolled up, by key and kind. */
  async function sums(): Promise<string[]> {
    const rows = await run(`SELECT key_id, kind, sum(n) AS n, sum(delta) AS delta, sum(charged) AS charged FROM (
        SELECT key_id, kind, 1 AS n, delta, charged FROM movement
        UNION ALL SELECT key_id, kind, movements, delta, charged FROM movement_day) AS moved
      GROUP BY key_id, kind ORDER BY key_id, kind`)
    return rows.map((row) => JSON.stringify(Object.values(row).map(String)))
  }
  const numberOf = async (sql: string) => Number((await run(`SELECT count(*) AS n FROM ${sql}`))[0]?.n)
  async function rollUp(by = store): Promise<number> {
    let total = 0
    for (let moved = 1; moved > 0; total += moved) moved = await by.ledger.rollUp(keptDays)
    return total
  }

  describe('movements older than the last days', () => {
    it('are replaced by sums by key, day, operation and kind', async () => {
      const { id } = await addKey({ credits: 10 })
      await addOld(id)
      const before = await sums()
      expect(await rollUp()).toBe(count)
      expect(await sums()).toEqual(before)
      expect(await numberOf(`movement WHERE key_id = '${id}'`)).toBe(1)
      const days = await run(`SELECT * FROM movement_day WHERE key_id = '${id}'`)
      // Even numbers are reservations, with two operations, and so are odd ones.
      expect(days).toHaveLength(5 * 4)
      expect(new Set(days.map(({ operation }) => operation))).toEqual(new Set(['', 'scrape', 'convert']))
      expect(await rollUp()).toBe(0)
      expect([await balance(id), await used(id), await usage(id)]).toEqual([10, 0, []])
    })

    it('are rolled up once by several processes, while others charge credits', async () => {
      const { id } = await addKey({ credits: 1000 })
      const unlimited = await addKey()
      await addOld(unlimited.id)
      const before = (await sums()).filter((row) => row.includes(unlimited.id))
      const second = await open()
      const charge = async (keyId: string, isHeld: boolean) => {
        const hold = holdOf(keyId, 5)
        if (isHeld) await store.ledger.reserve(hold)
        await store.ledger.end(outcomeOf(hold, 3, { isHeld }), null)
      }
      const charges = async () => {
        for (let round = 0; round < 20; round++)
          await Promise.all(Array.from({ length: 10 }, (_, n) => charge(n % 2 ? id : unlimited.id, n % 2 === 1)))
      }
      await Promise.all([rollUp(), rollUp(second), rollUp(), charges()])
      await rollUp(second)
      await second.close()
      expect(await numberOf("movement_day WHERE day >= '2999'")).toBe(0)
      const after = (await sums()).filter((row) => row.includes(unlimited.id))
      const added = (row: string) => {
        const [key, kind, n, delta, charged] = JSON.parse(row)
        return JSON.stringify([key, kind, String(Number(n) + 100), delta, String(Number(charged) + 300)])
      }
      expect(after).toEqual(before.map((row) => (row.includes('settle') ? added(row) : row)))
      expect([await balance(id), await used(id), await used(unlimited.id)]).toEqual([700, 300, 300])
      expect(await usage(id)).toMatchObject([{ requests: 100, failed: 0, credits: 300 }])
      const [row] = await run(`SELECT sum(delta) AS delta FROM movement WHERE key_id = '${id}'`)
      expect(Number(row?.delta)).toBe(700)
    })

    it('stay if a whole day has not passed, and an outcome that is written again still counts once', async () => {
      const { id } = await addKey()
      const hold = holdOf(id, 5)
      const outcome = outcomeOf(hold, 5, { isHeld: false })
      await store.ledger.end(outcome, null)
      const kept = await numberOf('movement')
      expect(await rollUp()).toBe(0)
      expect(await store.ledger.rollUp(0)).toBe(0)
      await store.ledger.end(outcome, null)
      expect([await numberOf('movement'), await used(id)]).toEqual([kept, 5])
    })

    it('leave a reservation open, whose end is counted', async () => {
      const { id } = await addKey({ credits: 10 })
      const hold = holdOf(id, 6)
      await store.ledger.reserve(hold)
      await addOld(id)
      await rollUp()
      expect(await store.ledger.end(outcomeOf(hold, 5), null)).toEqual({ charged: 5, remaining: 5 })
    })

    it('are the only ones that can be deleted', async () => {
      await expect(run('DELETE FROM movement')).rejects.toThrow('movements stay')
    })
  })
}
