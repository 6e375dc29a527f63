/** Measures how much rolling up old credit movements slows down requests that charge credits. `npm run bench -- roll-up [ROWS] [sqlite]` */

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { AccessStore } from '../src/access/access.ts'
import { createKey } from '../src/access/keys.ts'
import { createRollUp } from '../src/access/sweeper.ts'
import { openPostgres } from '../src/store/postgres/postgres.ts'
import { openSqlite } from '../src/store/sqlite/sqlite.ts'
import { openPostgresServer } from '../test/services.ts'
import { median } from './rig/figures.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const rows = Number(process.argv[2] ?? 3_000_000)
const isSqlite = process.argv[3] === 'sqlite'
const windowMs = 5000
const keys = 20
const clients = 16

interface Bench {
  store: AccessStore
  fill(): Promise<void>
  facts(): Promise<string>
  close(): Promise<void>
}

const values = (number: string) =>
  `${number} % ${keys}, 'old-' || ${number} / 2, CASE ${number} % 2 WHEN 0 THEN 'reserve' ELSE 'settle' END, -1, ${number} % 2,
   'scrape', 'request-' || ${number} / 2`

async function openPostgresBench(): Promise<Bench> {
  const server = await openPostgresServer()
  const store = await openPostgres(server.url)
  const client = new pg.Client({ connectionString: server.url, options: '-c search_path=gleaner' })
  await client.connect()
  const one = async (sql: string) => (await client.query(sql)).rows[0]
  return {
    store,
    async fill() {
      await client.query(`INSERT INTO movement (key_id, hold_id, kind, delta, charged, operation, request_id, at)
        SELECT k.id, hold, kind, delta, charged, operation, request, now() - (91 + n / 600000) * interval '1 day'
        FROM (SELECT n, v.* FROM generate_series(1, ${rows}) n,
              LATERAL (SELECT ${values('n')}) v(key, hold, kind, delta, charged, operation, request)) old
        JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS number FROM api_key) k ON k.number = old.key ORDER BY n`)
      await client.query('VACUUM ANALYZE movement')
    },
    async facts() {
      const { n, days, size, table } = await one(`SELECT (SELECT count(*) FROM movement) AS n,
        (SELECT count(*) FROM movement_day) AS days, pg_total_relation_size('movement') AS size,
        pg_total_relation_size('movement_day') AS table`)
      return `${n} movements in ${megabytes(size)} with indexes; ${days} sums in ${megabytes(table)}`
    },
    async close() {
      await client.end()
      await store.close()
      await server.close()
    },
  }
}

async function openSqliteBench(): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-bench-'))
  const store = await openSqlite(folder)
  const path = join(folder, 'gleaner.db')
  const client = new DatabaseSync(path, { timeout: 60_000 })
  return {
    store,
    async fill() {
      client.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
        INSERT INTO movement (key_id, hold_id, kind, delta, charged, operation, request_id, at)
        SELECT k.id, hold, kind, delta, charged, operation, request, ${Date.now()} - (91 + i / 600000) * 86400000
        FROM (SELECT i, i % ${keys} AS key, 'old-' || i / 2 AS hold, CASE i % 2 WHEN 0 THEN 'reserve' ELSE 'settle' END AS kind,
                     -1 AS delta, i % 2 AS charged, 'scrape' AS operation, 'request-' || i / 2 AS request FROM n)
        JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS number FROM api_key) k ON k.number = key;
        PRAGMA wal_checkpoint(TRUNCATE)`)
    },
    async facts() {
      const row = client
        .prepare(`SELECT (SELECT count(*) FROM movement) AS n, (SELECT count(*) FROM movement_day) AS days,
        freelist_count * page_size AS free FROM pragma_freelist_count, pragma_page_size`)
        .get()
      return `${row?.n} movements, ${row?.days} sums; a file of ${megabytes(statSync(path).size)}, of which ${megabytes(row?.free)} are free`
    },
    async close() {
      client.close()
      await store.close()
      rmSync(folder, { recursive: true })
    },
  }
}

const megabytes = (bytes: unknown) => `${Math.round(Number(bytes) / 2 ** 20).toLocaleString('en-US')} MiB`

/** Charges credits from several clients, and resolves with the requests per second. */
async function charge(store: AccessStore, ids: readonly string[]): Promise<number> {
  const until = performance.now() + windowMs
  let done = 0
  const client = async (n: number) => {
    while (performance.now() < until) {
      const keyId = ids[(n + done) % ids.length] ?? ''
      const hold = { node: 'bench', keyId, credits: 1, operation: 'scrape', requestId: `r-${n}-${done}` }
      const held = { ...hold, id: crypto.randomUUID() }
      await store.ledger.reserve(held)
      await store.ledger.end({ ...held, isHeld: true, charged: 1, claim: null }, null)
      done++
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, n) => client(n)))
  return done / (windowMs / 1000)
}

/** Rolls up for one round of the service, which takes a second, or continuously. */
async function rollUpFor(store: AccessStore, isContinuous: boolean): Promise<number> {
  let moved = 0
  const counted = { rollUp: async (days: number) => add(await store.ledger.rollUp(days)) }
  const add = (count: number) => {
    moved += count
    return count
  }
  const until = performance.now() + windowMs - 1500
  const round = createRollUp(counted, 90)
  do await round()
  while (isContinuous && performance.now() < until)
  return moved
}

async function main(): Promise<void> {
  const bench = isSqlite ? await openSqliteBench() : await openPostgresBench()
  const { store } = bench
  const ids: string[] = []
  for (let n = 0; n < keys; n++) {
    const { record } = createKey(`key ${n}`, 'a secret for the bench', { credits: 1_000_000_000 })
    await store.keys.add(record)
    ids.push(record.id)
  }
  const startedAt = performance.now()
  await bench.fill()
  say(`filled in ${Math.round((performance.now() - startedAt) / 1000)} s: ${await bench.facts()}`)
  await charge(store, ids)
  const ratios: Record<string, number[]> = { 'as the service does': [], continuously: [] }
  let before = await charge(store, ids)
  for (let round = 0; round < 5; round++) {
    for (const [name, list] of Object.entries(ratios)) {
      const [rate, moved] = await Promise.all([charge(store, ids), rollUpFor(store, name === 'continuously')])
      const after = await charge(store, ids)
      list.push((2 * rate) / (before + after))
      before = after
      const perSecond = Math.round(moved / (windowMs / 1000))
      say(`  ${name.padEnd(20)} ${Math.round(rate)} requests/s, ${perSecond} movements/s; ${Math.round(after)} without`)
    }
  }
  for (const [name, list] of Object.entries(ratios))
    say(`${name.padEnd(22)} ${median(list).toFixed(3)} of the rate without`)
  const restAt = performance.now()
  let rest = 0
  for (let moved = 1; moved > 0; rest += moved) moved = await store.ledger.rollUp(90)
  say(`the rest: ${rest} in ${((performance.now() - restAt) / 1000).toFixed(1)} s`)
  await wait(1000)
  say(await bench.facts())
  await bench.close()
}

await main()
