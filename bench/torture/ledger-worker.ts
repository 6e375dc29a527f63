/** One process of the ledger torture test. It reserves and settles credits until it is killed, and records every outcome. */

import { randomUUID } from 'node:crypto'
import { openSync, writeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { createAccess } from '../../src/access/access.ts'
import { ServiceError } from '../../src/base/errors.ts'
import { createMemoryLimiter } from '../../src/store/memory/limits.ts'
import { createOutcomeJournal } from '../../src/store/outcome-journal.ts'
import { openTorturedStore, type TortureTask, tortureSecret, tortureSweepMs, unavailable } from './ledger-world.ts'
import { createRandom } from './random.ts'

const task = JSON.parse(process.argv[2] ?? '{}') as TortureTask
const random = createRandom(task.seed)
const recordFile = openSync(task.recordFile, 'a')

// The database itself may be down at the moment. Another process is started later.
const store = await openTorturedStore(task).catch((error) => {
  if (error instanceof ServiceError) process.exit(unavailable)
  throw error
})

const access = createAccess({
  store,
  secrets: [tortureSecret],
  journal: createOutcomeJournal(task.folder),
  limiter: createMemoryLimiter(),
  serverLimit: { limit: 1, windowS: 1 },
  keyConcurrency: 32,
  sweepEveryMs: tortureSweepMs,
})
access.start()

// The parent has exited.
process.once('disconnect', () => process.exit())

let isReady = false

/** Returns when the record is in the operating system's page cache, which outlives the process. */
function record(kind: 'asked' | 'settled' | 'failed', requestId: string, charged: number): void {
  writeSync(recordFile, `${kind} ${requestId} ${charged}\n`)
  if (kind === 'asked' || isReady) return
  isReady = true
  process.send?.('ready')
}

async function work(): Promise<never> {
  for (;;) {
    const keyId = task.keyIds[Math.floor(random() * task.keyIds.length)] ?? ''
    const credits = 1 + Math.floor(random() * 10)
    const requestId = randomUUID()
    record('asked', requestId, credits)
    try {
      const reservation = await access.ledger.reserve({ keyId, credits, requestId, operation: 'scrape' })
      if (random() < 0.7) await wait(random() * 10)
      if (random() < 0.2) {
        const { charged } = await reservation.fail(random() < 0.5 ? 0 : Math.floor(random() * (credits + 1)))
        record('failed', requestId, charged)
      } else {
        const { charged } = await reservation.settle(Math.floor(random() * (credits + 1)))
        record('settled', requestId, charged)
      }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      // If there are no credits or the database is down, the caller is refused and must not be charged.
      record('failed', requestId, 0)
      await wait(5)
    }
  }
}

await Promise.all(Array.from({ length: task.loops }, work))
