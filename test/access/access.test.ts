import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createAccess } from '../../src/access/access.ts'
import { noShare } from '../../src/base/share.ts'
import { createMemoryLimiter } from '../../src/store/memory/limits.ts'
import { createOutcomeJournal } from '../../src/store/outcome-journal.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'

/** Opens access on one folder. Each call simulates another process. */
function openProcesses() {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-access-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return async () => {
    const limits = { limiter: createMemoryLimiter() }
    const rest = { serverLimit: { limit: 1, windowS: 1 }, keyConcurrency: 32, sweepEveryMs: 20 }
    const store = await openSqlite(folder)
    return {
      store,
      access: createAccess({
        store,
        secrets: ['a secret for these tests'],
        journal: createOutcomeJournal(folder),
        ...limits,
        ...rest,
      }),
    }
  }
}

describe('a running process', () => {
  it('keeps its reservations, and another process releases them after it dies', async () => {
    const open = openProcesses()
    const [first, second] = [await open(), await open()]
    for (const { access } of [first, second]) access.start()
    const { id } = await first.access.issue('key', { credits: 10 })
    await first.access.ledger.reserve({ keyId: id, credits: 4, requestId: 'left', operation: 'scrape' })
    const balance = async () => (await second.access.keys.find(id))?.credits
    const minBeats = async () => Math.min(...(await second.store.ledger.beats()).values())
    await expect.poll(minBeats).toBeGreaterThan(20)
    expect(await balance()).toBe(6)
    await first.access.close()
    await expect.poll(balance).toBe(10)
    await second.access.close()
  })
})

describe('an Idempotency-Key whose claim reaches the database after the connection broke', () => {
  it('can be used again once no statement can still arrive', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { access, store } = await openProcesses()()
    const { id: keyId } = await access.issue('key')
    const ask = () =>
      access.idempotency.open({ keyId, name: 'once', operation: 'scrape', input: { url: 'x' }, share: noShare })
    const state = () =>
      ask().then(
        ({ ...found }) => Object.keys(found)[0],
        ({ type }) => type,
      )
    const { open } = store.claims
    let arrive: () => Promise<unknown> = async () => null
    store.claims.open = async (claim) => {
      arrive = () => open(claim)
      return { state: 'unsure' }
    }
    expect(await state()).toBe('storage_unavailable')
    store.claims.open = open
    await vi.advanceTimersByTimeAsync(5000)
    await store.check()
    await arrive()
    expect(await state()).toBe('idempotency_in_progress')
    await vi.advanceTimersByTimeAsync(60_000)
    await expect.poll(state).toBe('claim')
    await access.close()
  })
})

describe('a key', () => {
  it('stays valid during the overlap after it is rotated', async () => {
    const { access } = await openProcesses()()
    const old = await access.issue('key')
    const next = await access.rotate(old.id, 60_000)
    for (const key of [old.key, next?.key]) expect(await access.authenticate(`Bearer ${key}`)).toBe(old.id)
    const last = await access.rotate(old.id, 0)
    await expect(access.authenticate(`Bearer ${next?.key}`)).rejects.toMatchObject({ type: 'unauthorized' })
    expect(await access.authenticate(`Bearer ${last?.key}`)).toBe(old.id)
    expect(await access.rotate('nothing', 0)).toBeNull()
    await access.close()
  })

  it('is refused once it has expired', async () => {
    const { access } = await openProcesses()()
    const { key } = await access.issue('key', { expiresAt: '2020-01-01T00:00:00.000Z' })
    await expect(access.authenticate(`Bearer ${key}`)).rejects.toMatchObject({ type: 'unauthorized' })
    await access.close()
  })
})

describe('a purpose-specific secret', () => {
  it('is the same in every process, and differs by purpose', async () => {
    const open = openProcesses()
    const [first, second] = [await open(), await open()]
    expect(first.access.secretsFor('mcp-session')).toEqual(second.access.secretsFor('mcp-session'))
    expect(first.access.secretsFor('mcp-session')).not.toEqual(first.access.secretsFor('other'))
    for (const { access } of [first, second]) await access.close()
  })
})
