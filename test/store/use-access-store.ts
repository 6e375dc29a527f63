/** Provides a database with keys, a ledger and claims to a test file, with helpers that write to it. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import type { AccessStore } from '../../src/access/access.ts'
import { createKey, type KeyTerms } from '../../src/access/keys.ts'
import type { Hold, ReservationOutcome } from '../../src/access/ledger.ts'

const secret = 'a secret for these tests'

/** Opens the database before the tests and closes it after them. */
export function useAccessStore(open: () => AccessStore | Promise<AccessStore>) {
  let store: AccessStore
  beforeAll(async () => {
    store = await open()
  })
  afterAll(() => store.close())

  async function addKey(terms: Partial<KeyTerms> = {}) {
    const { record } = createKey('test', secret, terms)
    await store.keys.add(record)
    return record
  }
  const holdOf = (keyId: string, credits: number, node = 'node'): Hold => ({
    ...{ id: randomUUID(), node, keyId, credits, operation: 'scrape', requestId: randomUUID() },
  })
  const outcomeOf = (
    hold: Hold,
    charged: number | null,
    more: Partial<ReservationOutcome> = {},
  ): ReservationOutcome => ({
    ...{ ...hold, isHeld: true, charged, claim: null, ...more },
  })
  const balance = async (keyId: string) => (await store.keys.find(keyId))?.credits
  const used = async (keyId: string) => (await store.keys.find(keyId))?.used
  const today = new Date().toISOString().slice(0, 10)
  const usage = (keyId: string) => store.ledger.usage({ keyId, from: today, to: '9999-12-31' })
  return { store: () => store, addKey, holdOf, outcomeOf, balance, used, usage, today }
}
