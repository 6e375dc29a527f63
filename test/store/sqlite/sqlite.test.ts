import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { createKey } from '../../../src/access/keys.ts'
import { openSqlite } from '../../../src/store/sqlite/sqlite.ts'
import { describeAccessStore } from '../access-store-suite.ts'
import { describeClaims } from '../claim-store-suite.ts'
import { describeOAuth } from '../oauth-store-suite.ts'
import { describeRollUp } from '../roll-up-suite.ts'

const folder = mkdtempSync(join(tmpdir(), 'gleaner-sqlite-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('SQLite', () => {
  describeAccessStore(() => openSqlite(folder))
  describeClaims(() => openSqlite(folder))
  describeOAuth(() => openSqlite(folder))
  describeRollUp({
    open: () => openSqlite(folder),
    async run(sql) {
      const database = new DatabaseSync(join(folder, 'gleaner.db'), { timeout: 10_000 })
      try {
        return database.prepare(sql).all()
      } finally {
        database.close()
      }
    },
    at: (days) => `${Date.now()} - ${days} * 86400000`,
  })

  it('rejects changes and deletions of movements', () => {
    const database = new DatabaseSync(join(folder, 'gleaner.db'))
    expect(() => database.exec('UPDATE movement SET delta = 1')).toThrow('movements stay')
    expect(() => database.exec('DELETE FROM movement')).toThrow('movements stay')
    database.close()
  })

  it('is refused and left unchanged if a newer version wrote it', async () => {
    const path = mkdtempSync(join(folder, 'newer-'))
    await (await openSqlite(path)).close()
    const newer = new DatabaseSync(join(path, 'gleaner.db'))
    newer.exec('PRAGMA user_version = 999')
    await expect(openSqlite(path)).rejects.toThrow('newer version')
    expect(newer.prepare('PRAGMA user_version').get()).toEqual({ user_version: 999 })
    newer.close()
  })

  it('is refused and left unchanged if a version that is too old wrote it', async () => {
    const path = mkdtempSync(join(folder, 'old-'))
    await (await openSqlite(path)).close()
    const old = new DatabaseSync(join(path, 'gleaner.db'))
    for (const version of [1, 2]) {
      old.exec(`PRAGMA user_version = ${version}`)
      await expect(openSqlite(path)).rejects.toMatchObject({
        type: 'storage_unavailable',
        message: 'The database was created by a version of Gleaner that is too old',
      })
      expect(old.prepare('PRAGMA user_version').get()).toEqual({ user_version: version })
    }
    old.close()
  })

  it('keeps keys across a restart, in a file that only this user can read', async () => {
    const path = mkdtempSync(join(folder, 'restart-'))
    const { record } = createKey('n', 'a secret for these tests', { credits: 5 })
    const first = await openSqlite(path)
    await first.keys.add(record)
    await first.close()
    const second = await openSqlite(path)
    expect(await second.keys.find(record.id)).toEqual(record)
    await second.close()
    expect(statSync(join(path, 'gleaner.db')).mode & 0o077).toBe(0)
  })

  it('adds a key only together with the movement of its credits', async () => {
    const path = mkdtempSync(join(folder, 'movements-'))
    const { record } = createKey('n', 'a secret for these tests', { credits: 5 })
    const store = await openSqlite(path)
    const database = new DatabaseSync(join(path, 'gleaner.db'))
    const refusal = "BEFORE INSERT ON movement BEGIN SELECT raise(abort, 'not today'); END"
    database.exec(`CREATE TRIGGER refusal ${refusal}`)
    await expect(store.keys.add(record)).rejects.toThrow()
    expect(await store.keys.list()).toEqual([])
    database.exec('DROP TRIGGER refusal')
    await store.keys.add(record)
    expect(database.prepare('SELECT key_id, kind, delta FROM movement').all()).toEqual([
      { key_id: record.id, kind: 'grant', delta: 5 },
    ])
    database.close()
    await store.close()
  })

  const unusable: [string, (path: string) => string][] = [
    [
      'a folder that is a file',
      (path) => {
        writeFileSync(join(path, 'file'), '')
        return join(path, 'file')
      },
    ],
    ['a folder that cannot be created', () => '/proc/nope'],
    [
      'a file that is not a database',
      (path) => {
        writeFileSync(join(path, 'gleaner.db'), 'no database, but long enough to be taken for one'.repeat(50))
        return path
      },
    ],
  ]
  it.each(unusable)('fails with storage_unavailable for %s', async (_, prepare) => {
    const path = prepare(mkdtempSync(join(folder, 'unusable-')))
    await expect(openSqlite(path)).rejects.toMatchObject({ type: 'storage_unavailable' })
  })
})
