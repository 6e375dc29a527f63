import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createKey } from '../../src/access/keys.ts'
import { readSecret } from '../../src/store/secret.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-store-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the SQLite store', () => {
  it('keeps keys over a restart', async () => {
    const { record } = createKey('n', 'a secret for these tests', { credits: 5 })
    const first = openSqlite(folder)
    await first.keys.add(record)
    await first.close()
    const second = openSqlite(folder)
    expect(await second.keys.find(record.id)).toEqual(record)
    expect(await second.keys.find('other')).toBeNull()
    await second.close()
  })

  it('does not touch a database of a newer program', async () => {
    await openSqlite(folder).close()
    const newer = new DatabaseSync(join(folder, 'gleaner.db'))
    newer.exec('PRAGMA user_version = 99')
    newer.close()
    expect(() => openSqlite(folder)).toThrowError(expect.objectContaining({ type: 'storage_unavailable' }))
    const kept = new DatabaseSync(join(folder, 'gleaner.db'))
    expect(kept.prepare('PRAGMA user_version').get()).toEqual({ user_version: 99 })
    kept.close()
  })

  it('is read by nobody else', async () => {
    await openSqlite(folder).close()
    expect(statSync(join(folder, 'gleaner.db')).mode & 0o077).toBe(0)
  })

  it('says storage_unavailable for a folder that is a file', () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect(() => openSqlite(file)).toThrowError(expect.objectContaining({ type: 'storage_unavailable' }))
  })

  it('says storage_unavailable where no folder can be made', () => {
    expect(() => openSqlite('/proc/nope')).toThrowError(expect.objectContaining({ type: 'storage_unavailable' }))
  })

  it('says storage_unavailable for a file that is no database', () => {
    writeFileSync(join(folder, 'gleaner.db'), 'no database at all, but long enough to be taken for one'.repeat(50))
    expect(() => openSqlite(folder)).toThrowError(expect.objectContaining({ type: 'storage_unavailable' }))
  })
})

describe('the server secret', () => {
  it('is made once and read by nobody else', () => {
    const made = readSecret(folder, undefined)
    expect(made.length).toBeGreaterThanOrEqual(43)
    expect(readSecret(folder, undefined)).toBe(made)
    expect(statSync(join(folder, 'secret')).mode & 0o077).toBe(0)
  })

  it('is not taken from a file that was emptied', () => {
    writeFileSync(join(folder, 'secret'), '\n')
    expect(() => readSecret(folder, undefined)).toThrowError(expect.objectContaining({ type: 'storage_unavailable' }))
  })

  it('is the configured one where there is one', () => {
    expect(readSecret(join(folder, 'not made'), 'configured secret')).toBe('configured secret')
  })
})
