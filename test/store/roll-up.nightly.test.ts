import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { AccessStore } from '../../src/access/access.ts'
import { createKey } from '../../src/access/keys.ts'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import { lacksPostgres, openPostgresServer } from '../services.ts'

const count = 150_000
const processes = fileOf('./roll-up-process.ts')

function fileOf(path: string): URL {
  return new URL(path, import.meta.url)
}

interface Place {
  /** Folder of SQLite or URL of PostgreSQL. */
  name: string
  store: AccessStore
  run(sql: string): Promise<Record<string, unknown>[]>
  at: string
}

/** Kills processes that roll up, two at a time, and compares the sums. */
async function expectExact({ name, store, run, at }: Place): Promise<void> {
  const { record: old } = createKey('old', 'a secret for these tests')
  const { record: charged } = createKey('charged', 'a secret for these tests')
  await store.keys.add(old)
  await store.keys.add(charged)
  await run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    INSERT INTO movement (key_id, hold_id, kind, delta, charged, operation, request_id, at)
    SELECT '${old.id}', 'old-' || i, 'settle', i % 11 - 5, i % 3, 'scrape', 'r', ${at} FROM n`)
  const sums = async (key: string) => {
    const [row] = await run(`SELECT sum(n) AS n, sum(delta) AS delta, sum(charged) AS charged FROM (
      SELECT key_id, 1 AS n, delta, charged FROM movement
      UNION ALL SELECT key_id, movements, delta, charged FROM movement_day) AS moved WHERE key_id = '${key}'`)
    return Object.values(row ?? {}).map(Number)
  }
  const left = async () => Number((await run(`SELECT count(*) AS n FROM movement WHERE key_id = '${old.id}'`))[0]?.n)
  const before = await sums(old.id)
  let kills = 0
  while ((await left()) > 0) {
    const pair = [0, 1].map(() =>
      fork(processes, [name, charged.id], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
    )
    await Promise.all(pair.map((child) => once(child, 'message')))
    for (const child of pair) child.send('start')
    await pause(5 + Math.random() * 30)
    for (const child of pair) {
      child.kill('SIGKILL')
      await once(child, 'exit')
      kills++
    }
    expect(await sums(old.id)).toEqual(before)
  }
  expect(kills).toBeGreaterThan(2)
  const figures = async () => {
    const [, , paid] = await sums(charged.id)
    const usage = await store.ledger.usage({ keyId: charged.id, from: '2000-01-01', to: '9999-12-31' })
    const used = (await store.keys.find(charged.id))?.used
    return new Set([paid, used, usage.reduce((sum, { credits }) => sum + credits, 0)]).size
  }
  // PostgreSQL may still be completing the last charge of a killed client.
  await expect.poll(figures).toBe(1)
}

describe('processes that are killed while they roll up', () => {
  it('leave exact sums in SQLite', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gleaner-roll-up-'))
    const store = await openSqlite(folder)
    const database = new DatabaseSync(join(folder, 'gleaner.db'), { timeout: 10_000 })
    onTestFinished(async () => {
      database.close()
      await store.close()
      rmSync(folder, { recursive: true })
    })
    const run = async (sql: string) => database.prepare(sql).all()
    await expectExact({ name: folder, store, run, at: `${Date.now()} - (95 + i % 5) * 86400000` })
  })

  it.skipIf(lacksPostgres)('leave exact sums in PostgreSQL', async () => {
    const server = await openPostgresServer()
    const store = await openPostgres(server.url)
    const client = new pg.Client({ connectionString: server.url, options: '-c search_path=gleaner' })
    await client.connect()
    onTestFinished(async () => {
      await client.end()
      await store.close()
      await server.close()
    })
    const run = async (sql: string) => (await client.query(sql)).rows
    await expectExact({ name: server.url, store, run, at: `now() - (95 + i % 5) * interval '1 day'` })
  })
})
