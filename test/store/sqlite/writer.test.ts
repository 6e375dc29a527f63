import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSqliteWriter, inTransaction } from '../../../src/store/sqlite/writer.ts'

function open() {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-writer-'))
  const path = join(folder, 'test.db')
  const database = new DatabaseSync(path, { timeout: 5 })
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE number (value INTEGER PRIMARY KEY)')
  onTestFinished(() => {
    database.close()
    rmSync(folder, { recursive: true })
  })
  const insert = database.prepare('INSERT INTO number VALUES (?)')
  const values = () =>
    database
      .prepare('SELECT value FROM number')
      .all()
      .map(({ value }) => value)
  return { path, database, writer: createSqliteWriter(database), insert, values }
}

describe('writes of one turn', () => {
  it('resolve with their values, in their order', async () => {
    const { writer, insert, values } = open()
    const done = await Promise.all(
      [1, 2, 3].map((value) => writer.write(() => Number(insert.run(value).changes) * value * 10)),
    )
    expect([done, values()]).toEqual([
      [10, 20, 30],
      [1, 2, 3],
    ])
  })

  it('do not fail with one of them, of which nothing is left', async () => {
    const { writer, insert, values } = open()
    const writes = [1, 2, 3].map((value) =>
      writer.write(() => {
        insert.run(value)
        if (value === 2) insert.run(1)
      }),
    )
    const results = await Promise.allSettled(writes)
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(results[1]).toMatchObject({ reason: { type: 'storage_unavailable' } })
    expect(values()).toEqual([1, 3])
  })
})

describe('a write', () => {
  it('waits while another connection has locked the database', async () => {
    const { path, writer, insert, values } = open()
    const other = new DatabaseSync(path)
    other.exec('BEGIN IMMEDIATE')
    const write = writer.write(() => void insert.run(1))
    let isDone = false
    void write.then(() => {
      isDone = true
    })
    // Two attempts later it still waits.
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(isDone).toBe(false)
    other.exec('ROLLBACK')
    other.close()
    await write
    expect(values()).toEqual([1])
  })
})

describe('a transaction', () => {
  it('is rolled back by any error', () => {
    const { database, insert, values } = open()
    const failure = new Error('failure')
    const work = () => {
      insert.run(1)
      throw failure
    }
    expect(() => inTransaction(database, work)).toThrow(failure)
    expect(values()).toEqual([])
  })
})
