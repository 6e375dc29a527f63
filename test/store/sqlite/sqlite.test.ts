import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { openSqlite } from '../../../src/store/sqlite/sqlite.ts'
import { describeAccessStore } from '../access-store-suite.ts'

const folder = mkdtempSync(join(tmpdir(), 'gleaner-sqlite-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('SQLite', () => {
  describeAccessStore(() => openSqlite(folder))

  it('lets nobody change or remove a movement', () => {
    const database = new DatabaseSync(join(folder, 'gleaner.db'))
    expect(() => database.exec('UPDATE movement SET delta = 1')).toThrow('movements stay')
    expect(() => database.exec('DELETE FROM movement')).toThrow('movements stay')
    database.close()
  })

  it('is refused when a newer version made it', async () => {
    const other = mkdtempSync(join(folder, 'newer-'))
    await openSqlite(other).close()
    const database = new DatabaseSync(join(other, 'gleaner.db'))
    database.exec('PRAGMA user_version = 999')
    database.close()
    expect(() => openSqlite(other)).toThrow('newer version')
  })

  it('takes over the keys of the first version', async () => {
    const old = mkdtempSync(join(folder, 'old-'))
    const database = new DatabaseSync(join(old, 'gleaner.db'))
    database.exec(`CREATE TABLE api_key (id TEXT PRIMARY KEY, name TEXT NOT NULL, hash BLOB NOT NULL UNIQUE,
                                         created_at TEXT NOT NULL, revoked_at TEXT) STRICT;
                   INSERT INTO api_key VALUES ('id', 'name', x'0102', '2026-01-01', NULL);
                   PRAGMA user_version = 1`)
    database.close()
    const store = openSqlite(old)
    expect(await store.keys.find('id')).toMatchObject({ name: 'name', credits: null, used: 0, rateLimit: null })
    await store.close()
  })
})
