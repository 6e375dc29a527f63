import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createCommitQueue } from '../../../src/store/sqlite/commit-queue.ts'
import { inTransaction } from '../../../src/store/sqlite/database.ts'
import type { EndedWrite, RequestedWrite, WriteName } from '../../../src/store/sqlite/writes.ts'

/** A queue with writes that insert the given numbers. */
function open({ waitMs = 5000 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-commits-'))
  const path = join(folder, 'test.db')
  const database = new DatabaseSync(path, { timeout: 5 })
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE number (value INTEGER PRIMARY KEY)')
  onTestFinished(() => {
    database.close()
    rmSync(folder, { recursive: true })
  })
  const insert = database.prepare('INSERT INTO number VALUES (?)')
  const reports: EndedWrite[][] = []
  const run = ({ args }: RequestedWrite) => args.map((value) => Number(insert.run(Number(value)).changes) * 10)
  const queue = createCommitQueue({ database, run, waitMs, report: (ended) => reports.push(ended) })
  const write = (id: number, ...args: number[]): RequestedWrite => ({ id, name: 'end' satisfies WriteName, args })
  const values = () =>
    database
      .prepare('SELECT value FROM number ORDER BY rowid')
      .all()
      .map(({ value }) => value)
  return { path, database, queue, write, reports, insert, values }
}

describe('writes that have arrived', () => {
  it('are committed together, in order', async () => {
    const { queue, write, reports, values } = open()
    queue.add([write(1, 10), write(2, 20)])
    queue.add([write(3, 30)])
    await queue.drained()
    expect(reports).toEqual([[1, 2, 3].map((id) => ({ id, value: [10] }))])
    expect(values()).toEqual([10, 20, 30])
  })

  it('survive a failed write, which leaves nothing behind', async () => {
    const { queue, write, reports, values } = open()
    queue.add([write(1, 1), write(2, 2, 1), write(3, 3)])
    await queue.drained()
    expect(reports.flat()).toEqual([
      { id: 1, value: [10] },
      { id: 2, error: expect.objectContaining({ message: expect.stringContaining('UNIQUE') }) },
      { id: 3, value: [10] },
    ])
    expect(values()).toEqual([1, 3])
  })
})

describe('a write', () => {
  it('waits while another connection has locked the database', async () => {
    const { path, queue, write, reports, values } = open()
    const other = new DatabaseSync(path)
    other.exec('BEGIN IMMEDIATE')
    queue.add([write(1, 1)])
    // After two more attempts, the write is still waiting.
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(reports).toEqual([])
    other.exec('ROLLBACK')
    other.close()
    await queue.drained()
    expect([reports, values()]).toEqual([[[{ id: 1, value: [10] }]], [1]])
  })

  it('fails if that takes too long, without failing others', async () => {
    const { path, queue, write, reports, values } = open({ waitMs: 30 })
    const other = new DatabaseSync(path)
    other.exec('BEGIN IMMEDIATE')
    queue.add([write(1, 1)])
    await queue.drained()
    expect(reports).toEqual([[{ id: 1, error: expect.objectContaining({ errcode: 5 }) }]])
    queue.add([write(2, 2)])
    other.exec('ROLLBACK')
    other.close()
    await queue.drained()
    expect(values()).toEqual([2])
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
