/** The suite for reverting migrations; every database passes it. */

import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { AccessStore } from '../../src/access/access.ts'
import { createKey } from '../../src/access/keys.ts'
import type { StoreMaintenance } from '../../src/access/maintenance.ts'

const secret = 'a secret for these tests'

interface MigratedDatabase {
  open(): AccessStore | Promise<AccessStore>
  maintenance: StoreMaintenance
  /** All rows of the key and credit tables. */
  rows(): Promise<unknown>
  /** Columns and functions. */
  schema(): Promise<unknown>
}

/** `create` creates a new, empty database. */
export function describeMigrations(create: () => Promise<MigratedDatabase>): void {
  it('up, down and up again keep every row, every balance and the tables', async () => {
    const { open, maintenance, rows, schema } = await create()
    const store = await open()
    const { record } = createKey('spender', secret, { credits: 100 })
    await store.keys.add(record)
    const hold = (credits: number) => ({
      ...{ id: randomUUID(), node: 'node', keyId: record.id, credits, operation: 'scrape', requestId: randomUUID() },
    })
    const end = { isHeld: true, claim: null }
    for (const [credits, charged, isFailed] of [
      [6, 6, false],
      [6, 5, true],
      [10, 0, false],
      [5, null, false],
    ] as const) {
      const made = hold(credits)
      await store.ledger.reserve(made)
      await store.ledger.end({ ...made, ...end, charged, isFailed }, null)
    }
    await store.ledger.reserve(hold(7))
    await store.ledger.grant(record.id, 11)
    const claim = { keyId: record.id, name: 'name', token: randomUUID() }
    await store.claims.open({ ...claim, fingerprint: 'f', node: 'node', earlier: [], maxAgeMs: 60_000 })
    await expect(maintenance.downgrade()).rejects.toMatchObject({
      ...{ type: 'value_error', message: expect.stringContaining('in use') },
    })
    await store.close()

    const [rowsBefore, schemaBefore] = [await rows(), await schema()]
    const { version } = await maintenance.downgrade()
    expect(version).toBeGreaterThan(0)
    expect(await rows()).toEqual(rowsBefore)
    expect(await schema()).not.toEqual(schemaBefore)
    await (await open()).close()
    expect(await rows()).toEqual(rowsBefore)
    expect(await schema()).toEqual(schemaBefore)

    const again = await open()
    expect(await again.keys.find(record.id)).toMatchObject({ credits: 93, used: 11 })
    const made = hold(6)
    await again.ledger.reserve(made)
    const failed = { ...made, ...end, charged: 5, isFailed: true }
    expect(await again.ledger.end(failed, null)).toEqual({ charged: 5, remaining: 88 })
    await again.close()
  })

  it('cannot go back further than the previous version', async () => {
    const { open, maintenance, rows } = await create()
    await (await open()).close()
    await maintenance.downgrade()
    const before = await rows()
    await expect(maintenance.downgrade()).rejects.toMatchObject({
      ...{ type: 'value_error', message: expect.stringContaining("can't be reverted") },
    })
    expect(await rows()).toEqual(before)
  })
}
