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

  it('is replaced by the next write if it crashes, and unanswered reservations and claims are unsure', async () => {
    const { store, threads, hold, keyId } = await open()
    const claim = { keyId, name: 'name', token: 'token', node: 'node', fingerprint: 'f', earlier: [], maxAgeMs: 60_000 }
    const writes = [
      store.ledger.reserve(hold()),
      store.claims.open(claim),
      store.ledger.grant(keyId, 5).catch(({ type }) => type),
    ]
    await threads[0]?.terminate()
    expect(await Promise.all(writes)).toEqual(['unsure', { state: 'unsure' }, 'storage_unavailable'])
    await store.check()
    const before = (await store.keys.find(keyId))?.credits ?? 0
    expect(await store.ledger.grant(keyId, 5)).toBe(before + 5)
    expect(threads).toHaveLength(2)
  })

  it('commits a write between its crash and the closing of the store', async () => {
    const { store, threads, keyId } = await open()
    await threads[0]?.terminate()
    const write = store.ledger.grant(keyId, 5)
    await store.close()
    expect(await write).toBe(15)
    expect(threads.map(({ threadId }) => threadId)).toEqual([-1, -1])
  })
})
