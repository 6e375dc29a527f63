import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createKey } from '../../../src/access/keys.ts'
import { openSqlite } from '../../../src/store/sqlite/sqlite.ts'

/** A store with one key, and the threads that it has started. */
async function open() {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-writer-'))
  const threads: Worker[] = []
  const onWorker = (worker: Worker) => void threads.push(worker)
  process.on('worker', onWorker)
  const store = await openSqlite(folder)
  onTestFinished(async () => {
    process.off('worker', onWorker)
    await store.close()
    rmSync(folder, { recursive: true })
  })
  const { record } = createKey('test', 'a secret for these tests', { credits: 10 })
  await store.keys.add(record)
  const hold = () => ({ id: randomUUID(), node: 'node', keyId: record.id, credits: 3, operation: 'o', requestId: 'r' })
  return { store, threads, keyId: record.id, hold, folder }
}

describe('the writer thread', () => {
  it('has committed every write by the time the store is closed', async () => {
    const { store, hold, keyId, folder } = await open()
    const writes = [store.ledger.reserve(hold()), store.ledger.grant(keyId, 5), store.ledger.reserve(hold())]
    await store.close()
    expect(await Promise.all(writes)).toEqual([{ remaining: 7 }, 12, { remaining: 9 }])
    const next = await openSqlite(folder)
    expect(await next.keys.find(keyId)).toMatchObject({ credits: 9 })
    await next.close()
    await expect(store.ledger.grant(keyId, 1)).rejects.toMatchObject({ type: 'storage_unavailable' })
  })

  it('fails all writes if it crashes, makes the store unavailable, and leaves the next process to release reservations', async () => {
    const { store, threads, hold, keyId, folder } = await open()
    const typeOf = (work: Promise<unknown>) => work.then(() => 'done').catch(({ type }) => type)
    const writes = [store.ledger.reserve(hold()), store.ledger.grant(keyId, 5)].map(typeOf)
    await threads[0]?.terminate()
    const failed = 'storage_unavailable'
    expect(await Promise.all([...writes, typeOf(store.ledger.grant(keyId, 5)), typeOf(store.check())])).toEqual([
      ...[failed, failed, failed, failed],
    ])
    const next = await openSqlite(folder)
    onTestFinished(() => next.close())
    for (const [node, beat] of await next.ledger.beats()) await next.ledger.sweep(node, beat)
    const { credits } = (await next.keys.find(keyId)) ?? {}
    expect([10, 15]).toContain(credits)
  })
})
