/** Measures how many milliseconds keys, limits and credits add to a request. `npm run bench -- access` */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Access } from '../src/access/access.ts'
import { composeAccess } from '../src/compose/access.ts'
import { readConfig } from '../src/config/config.ts'
import { openOrigin } from '../test/origin.ts'
import { openTestService } from '../test/service.ts'
import { lacksPostgres, lacksRedis, openPostgresServer, openRedisServer } from '../test/services.ts'
import { median, quantile } from './rig/figures.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const rounds = Number(process.argv[2] ?? 3000)
const secret = 'a secret for the bench'

/** Measures the time to write one durable row without this project's code, which is a lower bound for any reservation. */
function measureDisk(): void {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-bench-'))
  const database = new DatabaseSync(join(folder, 'bare.db'))
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE bare (text TEXT)')
  const insert = database.prepare('INSERT INTO bare VALUES (?)')
  const times = Array.from({ length: rounds }, (_, i) => {
    const startedAt = performance.now()
    insert.run(`row ${i}`)
    return performance.now() - startedAt
  })
  say(`  ${'one row, committed to the disk, bare SQLite'.padEnd(44)}${figures(times)}`)
  database.close()
  rmSync(folder, { recursive: true })
}

/** Measures the checks before and after an operation (key, rate limit, reservation, settlement), but not the operation itself. */
async function measureChain(name: string, settings: Record<string, string>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-bench-'))
  const fixed = { GLEANER_DATA_DIR: folder, GLEANER_SECRET: secret, GLEANER_RATE_LIMIT: '10000000' }
  const access = await composeAccess(readConfig({}, { ...fixed, ...settings }))
  for (const [kind, credits] of [
    ['with a balance', 1_000_000_000],
    ['unlimited', null],
  ] as const) {
    const { key } = await access.issue('bench', { credits })
    const times: number[] = []
    for (let i = 0; i < rounds + 200; i++) {
      const time = await passThrough(access, key)
      if (i >= 200) times.push(time)
    }
    say(`  ${`${name}, key ${kind}`.padEnd(44)}${figures(times)}`)
  }
  await access.close()
  rmSync(folder, { recursive: true })
}

async function passThrough(access: Access, key: string): Promise<number> {
  const startedAt = performance.now()
  const request = { authorization: `Bearer ${key}`, address: '127.0.0.1', setHeaders: () => {} }
  const { keyId, enter } = await access.admit(request)
  const leave = await enter()
  const reservation = await access.ledger.reserve({ keyId, credits: 1, requestId: 'bench', operation: 'scrape' })
  await reservation.settle(1)
  await leave()
  return performance.now() - startedAt
}

/** Measures requests with and without keys, alternating between the two. */
async function measureRequests(settings: Record<string, string>, name: string): Promise<void> {
  const origin = await openOrigin({ '/': { body: '<p>Hello</p>' } })
  const limits = { GLEANER_RATE_LIMIT: '10000000', ...settings }
  const [keyed, open] = [await openTestService(limits), await openTestService(limits, { noAuth: true })]
  const { key } = await keyed.access.issue('bench', { credits: 1_000_000_000 })
  const ask = async (gleaner: typeof keyed) => {
    const startedAt = performance.now()
    const headers = { authorization: `Bearer ${key}` }
    const response = await gleaner.get('/v1/scrape', { url: `${origin.url}/` }, { headers })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`status ${response.status}`)
    return performance.now() - startedAt
  }
  const [withKeys, without]: [number[], number[]] = [[], []]
  for (let i = 0; i < rounds / 2 + 100; i++) {
    const pair = i % 2 === 0 ? [await ask(keyed), await ask(open)] : [await ask(open), await ask(keyed)].reverse()
    if (i < 100) continue
    withKeys.push(pair[0] ?? 0)
    without.push(pair[1] ?? 0)
  }
  say(`  ${`whole request, no keys`.padEnd(44)}${figures(without)}`)
  say(`  ${`whole request, keys with ${name}`.padEnd(44)}${figures(withKeys)}`)
  say(`  ${`difference of the medians, ${name}`.padEnd(44)}${(median(withKeys) - median(without)).toFixed(3)}`)
  await Promise.all([keyed.close(), open.close(), origin.close()])
}

/** Measures the time to refuse four kinds of invalid keys in turn. */
async function measureRefusals(settings: Record<string, string>, name: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-bench-'))
  const fixed = { GLEANER_DATA_DIR: folder, GLEANER_SECRET: secret }
  const access = await composeAccess(readConfig({}, { ...fixed, ...settings }))
  const revoked = await access.issue('revoked')
  await access.keys.revoke(revoked.id, new Date().toISOString())
  const expired = await access.issue('expired', { expiresAt: '2020-01-01T00:00:00.000Z' })
  const elsewhere = mkdtempSync(join(tmpdir(), 'gleaner-bench-'))
  const other = await composeAccess(readConfig({}, { ...fixed, GLEANER_DATA_DIR: elsewhere }))
  const unknown = await other.issue('unknown')
  await other.close()
  const mistyped = revoked.key.slice(0, -1) + (revoked.key.endsWith('a') ? 'b' : 'a')
  const kinds = Object.entries({
    ...{ 'wrong checksum': mistyped, unknown: unknown.key, revoked: revoked.key, expired: expired.key },
  })
  const times = kinds.map((): number[] => [])
  const count = rounds * 5
  for (let i = 0; i < count + 500; i++) {
    for (let turn = 0; turn < kinds.length; turn++) {
      const at = (turn + i) % kinds.length
      const startedAt = performance.now()
      await access.authenticate(`Bearer ${kinds[at]?.[1]}`).catch(() => {})
      if (i >= 500) times[at]?.push(performance.now() - startedAt)
    }
  }
  for (const [at, [kind]] of kinds.entries()) {
    say(`  ${`${kind}, ${name}`.padEnd(44)}${figures(times[at] ?? [], 4)}`)
  }
  await access.close()
  for (const made of [folder, elsewhere]) rmSync(made, { recursive: true })
}

function figures(times: readonly number[], digits = 3): string {
  const at = (share: number) => quantile(times, share).toFixed(digits)
  return `median ${at(0.5)}  p95 ${at(0.95)}  p99 ${at(0.99)}`
}

const postgres = lacksPostgres ? null : await openPostgresServer()
const redis = lacksRedis ? null : await openRedisServer()
const shared = postgres ? { GLEANER_DATABASE_URL: postgres.url, GLEANER_SECRET: secret } : null
try {
  say(`key → rate limit → reserve → settle, ${rounds} times one after the other, in ms`)
  measureDisk()
  await measureChain('SQLite', {})
  if (shared) await measureChain('PostgreSQL', shared)
  if (shared && redis) await measureChain('PostgreSQL and Redis', { ...shared, GLEANER_REDIS_URL: redis.url })
  say(`GET /v1/scrape of a small page on loopback, with keys and without alternately, in ms`)
  await measureRequests({}, 'SQLite')
  if (shared) await measureRequests(shared, 'PostgreSQL')
  say('a refused key, in ms')
  await measureRefusals({}, 'SQLite')
  if (shared) await measureRefusals(shared, 'PostgreSQL')
} finally {
  await Promise.all([postgres?.close(), redis?.close()])
}
