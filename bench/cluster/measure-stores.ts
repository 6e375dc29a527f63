/**
 * Measures the load on the shared stores: the PostgreSQL ledger's requests per second by number of keys, its bytes per request, and the
 * Redis commands per request. `npm run bench -- stores [--seconds N]`
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Redis } from 'ioredis'
import pg from 'pg'
import { composeAccess } from '../../src/compose/access.ts'
import { readConfig } from '../../src/config/config.ts'
import { openOrigin } from '../../test/origin.ts'
import { openTestService } from '../../test/service.ts'
import { openPostgresServer, openRedisServer } from '../../test/services.ts'
import { inParallel } from '../render/engine.ts'
import { printTable, say } from '../rig/report.ts'
import { openRandom } from '../torture/random.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '10' } } })
const forMs = Number(values.seconds) * 1000
const secret = 'a secret for the bench'
const atOnce = 64

async function sizeOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const sum =
    "SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class WHERE relnamespace = 'gleaner'::regnamespace AND relkind = 'r'"
  const { rows } = await client.query<{ bytes: string }>(sum)
  await client.end()
  return Number(rows[0]?.bytes)
}

/** Measures settled reservations per second for this many keys, which share 64 concurrent requests. */
async function measureLedger(keyCount: number): Promise<(string | number)[]> {
  const postgres = await openPostgresServer()
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-bench-'))
  const access = await composeAccess(
    readConfig({}, { GLEANER_DATA_DIR: folder, GLEANER_SECRET: secret, GLEANER_DATABASE_URL: postgres.url }),
  )
  const keys = await Promise.all(
    Array.from({ length: keyCount }, () => access.issue('bench', { credits: 1_000_000_000 })),
  )
  const sizeBefore = await sizeOf(postgres.url)
  let done = 0
  const startedAt = performance.now()
  await inParallel(
    Array.from({ length: atOnce }, (_, at) => keys[at % keyCount]?.id ?? ''),
    async (keyId) => {
      while (performance.now() - startedAt < forMs) {
        const reservation = await access.ledger.reserve({
          keyId,
          credits: 1,
          requestId: `bench-${done}`,
          operation: 'scrape',
        })
        await reservation.settle(1)
        done++
      }
    },
    atOnce,
  )
  const seconds = (performance.now() - startedAt) / 1000
  const bytes = (await sizeOf(postgres.url)) - sizeBefore
  await access.close()
  await postgres.close()
  rmSync(folder, { recursive: true })
  return [keyCount, Math.round(done / seconds), Math.round(bytes / done)]
}

/** Counts the Redis commands that one request for a small page sends, and the bytes that it leaves in Redis. */
async function measureRedis(): Promise<void> {
  const redis = await openRedisServer()
  const random = openRandom(1)
  // Uses a vocabulary of two thousand words, so that a page compresses about as well as a real one.
  const words = () =>
    Array.from({ length: 1600 }, () => random.integer(0, 1999).toString(36).padStart(5, 'e')).join(' ')
  const origin = await openOrigin({
    '/': (_, response) => response.setHeader('content-type', 'text/html').end(`<p>${words()}</p>`),
  })
  const service = await openTestService({ GLEANER_REDIS_URL: redis.url, GLEANER_RATE_LIMIT: '1000000' })
  const client = new Redis(redis.url)
  const infoOf = async () => {
    const stats = await client.info('all')
    const number = (name: string) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(stats)?.[1])
    const cpuMs = (number('used_cpu_user') + number('used_cpu_sys')) * 1000
    return { commands: number('total_commands_processed'), memory: number('used_memory'), cpuMs }
  }
  const count = 500
  const ask = async (parameters: Record<string, string>) => {
    for (let i = 0; i < 20; i++)
      await (await service.get('/v1/scrape', { url: `${origin.url}/`, ...parameters })).text()
    const before = await infoOf()
    for (let i = 0; i < count; i++) {
      const response = await service.get('/v1/scrape', { url: `${origin.url}/?${i}`, ...parameters })
      await response.text()
      if (!response.ok) throw new Error(`status ${response.status}`)
    }
    // The response may be sent before the result and the page are stored.
    await pause(500)
    const after = await infoOf()
    return [
      ((after.commands - before.commands - 1) / count).toFixed(1),
      ((after.cpuMs - before.cpuMs) / count).toFixed(3),
      Math.round((after.memory - before.memory) / count),
    ]
  }
  say('\nRedis, for one request for a page of 10 kB')
  printTable([
    ['', 'commands', 'CPU ms', 'bytes that stay'],
    ['stores its result and page', ...(await ask({}))],
    ['with max_age_s, without a kept page', ...(await ask({ max_age_s: '60', locale: 'de' }))],
    ['with max_age_s, with a kept page', ...(await ask({ max_age_s: '60' }))],
  ])
  client.disconnect()
  await service.close()
  await origin.close()
  await redis.close()
}

say(`Ledger in PostgreSQL, ${atOnce} requests at once of one process, ${values.seconds} s each`)
const rows: (string | number)[][] = [['keys', 'requests/s', 'bytes a request']]
for (const keys of [1, 8, 64]) rows.push(await measureLedger(keys))
printTable(rows)
await measureRedis()
process.exit()
