/** Measures how much rolling up old credit movements slows down requests that charge credits, and that it changes no sum. `npm run bench -- roll-up [ROWS] [sqlite]` */

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
/** The time between two rounds of the service, so that a window with one round has the service's share of rolling up. */
const windowMs = 10_000
const keys = 20
const clients = 16

interface Bench {
  store: AccessStore
  fill(): Promise<void>
  facts(): Promise<string>
  /** Balances, usage and the sums of all old movements, whether or not they are rolled up. */
  sums(): Promise<Record<string, string>>
  close(): Promise<void>
}

const perDay = 600_000
/** Rows that are filled in one transaction. */
const fillRows = 1_000_000

/** Every charge since the start, and every old movement by key and day: what rolling up must not change. */
const sums = {
  balances: `SELECT id, credits, used FROM api_key ORDER BY id`,
  usage: `SELECT key_id, day, operation, requests, failed, credits FROM usage ORDER BY 1, 2, 3`,
}

async function openPostgresBench(): Promise<Bench> {
  const server = await openPostgresServer()
  const store = await openPostgres(server.url)
  const client = new pg.Client({ connectionString: server.url, options: '-c search_path=gleaner' })
  await client.connect()
  const one = async (sql: string) => (await client.query(sql)).rows[0]
  return {
    store,
    async fill() {
      // Rows as those of real requests, without checking references, and with the index on random IDs built last, which is faster.
      await client.query(`SET session_replication_role = replica;
        ALTER TABLE movement DROP CONSTRAINT movement_hold_id_kind_key`)
      for (let from = 0; from < rows; from += fillRows)
        await client.query(`INSERT INTO movement (key_id, hold_id, kind, delta, charged, operation, request_id, at)
          SELECT ids[1 + n / 2 % ${keys}], md5('hold' || n / 2)::uuid::text,
                 CASE n % 2 WHEN 0 THEN 'reserve' ELSE 'settle' END, CASE n % 2 WHEN 0 THEN -1 ELSE 0 END, n % 2, 'scrape',
                 md5('request' || n / 2)::uuid::text, now() - (91 + (${rows} - n) / ${perDay}) * interval '1 day'
          FROM generate_series(${from}::bigint, ${Math.min(rows, from + fillRows) - 1}) n,
               (SELECT array_agg(id ORDER BY id) AS ids FROM api_key) k ORDER BY n`)
      await client.query(`SET maintenance_work_mem = '1GB'`)
      await client.query('ALTER TABLE movement ADD CONSTRAINT movement_hold_id_kind_key UNIQUE (hold_id, kind)')
      await client.query('VACUUM ANALYZE movement')
    },
    async sums() {
      const old = `SELECT key_id, day, kind, sum(movements) AS movements, sum(delta) AS delta, sum(charged) AS charged FROM (
          SELECT key_id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, kind, 1 AS movements, delta, charged FROM movement
            WHERE at < now() - interval '90 days'
          UNION ALL SELECT key_id, day, kind, movements, delta, charged FROM movement_day) m GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`
      const found: Record<string, string> = {}
      for (const [name, sql] of Object.entries({ ...sums, old }))
        found[name] = JSON.stringify((await client.query(sql)).rows)
      return found
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
      const id = (name: string) => `printf('%s-%016x-%016x', '${name}', i / 2 * 2654435761 % 4294967296, i / 2)`
      for (let from = 0; from < rows; from += fillRows)
        client.exec(`WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${Math.min(rows, from + fillRows) - 1})
          INSERT INTO movement (key_id, hold_id, kind, delta, charged, operation, request_id, at)
          SELECT k.id, ${id('h')}, CASE i % 2 WHEN 0 THEN 'reserve' ELSE 'settle' END, CASE i % 2 WHEN 0 THEN -1 ELSE 0 END, i % 2,
                 'scrape', ${id('r')}, ${Date.now()} - (91 + (${rows} - i) / ${perDay}) * 86400000
          FROM n JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS number FROM api_key) k ON k.number = i / 2 % ${keys}
          ORDER BY i;
          PRAGMA wal_checkpoint(TRUNCATE)`)
    },
    async sums() {
      const old = `SELECT key_id, day, kind, sum(movements) AS movements, sum(delta) AS delta, sum(charged) AS charged FROM (
          SELECT key_id, date(at / 1000, 'unixepoch') AS day, kind, 1 AS movements, delta, charged FROM movement
            WHERE at < ${Date.now() - 90 * 86_400_000}
          UNION ALL SELECT key_id, day, kind, movements, delta, charged FROM movement_day) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`
      const found: Record<string, string> = {}
      for (const [name, sql] of Object.entries({ ...sums, old }))
        found[name] = JSON.stringify(client.prepare(sql).all())
      return found
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

/** Rolls up for one round of the service, or continuously. */
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
  const old = (await bench.sums()).old
  await charge(store, ids)
  const untouched = [await charge(store, ids), await charge(store, ids), await charge(store, ids)]
  say(`before any rolling up: ${untouched.map((rate) => Math.round(rate)).join(', ')} requests/s`)
  const ratios: Record<string, number[]> = { 'as the service does': [], continuously: [] }
  await measure(store, ids, ratios)
  const balances = await bench.sums()
  const halfAt = performance.now()
  const half = await rollUpUntil(store, rows / 2)
  say(`half of the rest: ${half} in ${((performance.now() - halfAt) / 1000).toFixed(0)} s; ${await bench.facts()}`)
  await measure(store, ids, ratios)
  for (const [name, list] of Object.entries(ratios))
    say(`${name.padEnd(22)} ${median(list).toFixed(3)} of the rate without`)
  const before = await bench.sums()
  const restAt = performance.now()
  const rest = await rollUpUntil(store, Number.POSITIVE_INFINITY)
  say(`the rest: ${rest} in ${((performance.now() - restAt) / 1000).toFixed(1)} s`)
  await wait(1000)
  say(await bench.facts())
  const after = await bench.sums()
  const isEqual = before.balances === after.balances && before.usage === after.usage && old === after.old
  say(isEqual ? 'balances, usage and the sums of old movements are equal' : 'BROKEN: rolling up changed sums')
  if (!isEqual || balances.old !== old) process.exitCode = 1
  await bench.close()
}

/** Adds the ratios of rates with and without rolling up, which alternate. */
async function measure(store: AccessStore, ids: readonly string[], ratios: Record<string, number[]>): Promise<void> {
  let before = await charge(store, ids)
  for (let round = 0; round < 4; round++) {
    for (const [name, list] of Object.entries(ratios)) {
      const [rate, moved] = await Promise.all([charge(store, ids), rollUpFor(store, name === 'continuously')])
      const after = await charge(store, ids)
      list.push((2 * rate) / (before + after))
      before = after
      const perSecond = Math.round(moved / (windowMs / 1000))
      say(`  ${name.padEnd(20)} ${Math.round(rate)} requests/s, ${perSecond} movements/s; ${Math.round(after)} without`)
    }
  }
}

async function rollUpUntil(store: AccessStore, most: number): Promise<number> {
  let total = 0
  for (let moved = 1; moved > 0 && total < most; total += moved) moved = await store.ledger.rollUp(90)
  return total
}

await main()
