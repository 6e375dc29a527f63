/** A process that rolls up old credit movements and charges a key until it is killed. The test starts and kills it. */

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'

const [place = '', keyId = ''] = process.argv.slice(2)
const store = await (place.startsWith('postgres:') ? openPostgres(place) : openSqlite(place))
// Both processes start together, however long each took to open the store.
const started = once(process, 'message')
process.send?.('ready')
await started

async function rollUp(): Promise<void> {
  for (;;) await store.ledger.rollUp(90)
}

async function charge(): Promise<void> {
  for (;;) {
    const hold = { id: randomUUID(), node: 'killed', keyId, credits: 1, operation: 'scrape', requestId: randomUUID() }
    await store.ledger.end({ ...hold, isHeld: false, charged: 1, claim: null }, null)
  }
}

await Promise.all([rollUp(), charge()])
