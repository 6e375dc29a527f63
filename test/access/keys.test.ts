import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AccessStore, createAccess } from '../../src/access/access.ts'
import { createKey, readKeyId } from '../../src/access/keys.ts'
import { createMemoryLimiter, createMemorySlots } from '../../src/store/memory/limits.ts'
import { createOutcomeJournal } from '../../src/store/outcome-journal.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'

const secret = 'a secret for these tests'
let folder: string
let store: AccessStore

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-keys-'))
  store = openSqlite(folder)
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const accessWith = (opened: AccessStore, serverSecret = secret) =>
  createAccess({
    store: opened,
    secret: serverSecret,
    journal: createOutcomeJournal(folder),
    limiter: createMemoryLimiter(),
    slots: createMemorySlots(),
    serverLimit: { limit: 6000, windowS: 60 },
    keyConcurrency: 32,
  })

describe('a key', () => {
  it('has the form glnr_<id>_<secret><checksum> in letters and digits', () => {
    const { key, record } = createKey('test', secret)
    expect(key).toMatch(/^glnr_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}$/)
    expect(readKeyId(key)).toBe(record.id)
  })

  it('is recognised as mistyped by its checksum alone', () => {
    const { key } = createKey('test', secret)
    const last = key.at(-1) === 'a' ? 'b' : 'a'
    expect(readKeyId(key.slice(0, -1) + last)).toBeNull()
  })

  it('is authenticated by its bearer header', async () => {
    const access = accessWith(store)
    const { key, id } = await access.issue('test')
    await expect(access.authenticate(`Bearer ${key}`)).resolves.toBe(id)
    await expect(access.authenticate(`bearer ${key}`)).resolves.toBe(id)
  })

  it('is not stored in the database', async () => {
    const { key } = await accessWith(store).issue('test')
    const kept = JSON.stringify((await store.keys.list()).map((record) => ({ ...record, hash: [...record.hash] })))
    expect(kept).not.toContain(key.slice(18))
  })

  it('is refused after its revocation with the message for an unknown one', async () => {
    const access = accessWith(store)
    const { key, id } = await access.issue('test')
    expect(await store.keys.revoke(id, new Date().toISOString())).toBe(true)
    const refusals = [
      `Bearer ${key}`,
      undefined,
      '',
      'Bearer ',
      'Bearer x',
      `Basic ${key}`,
      `Bearer ${createKey('other', secret).key}`,
    ].map((header) => access.authenticate(header).catch(({ type, message }) => `${type}: ${message}`))
    expect(new Set(await Promise.all(refusals))).toEqual(new Set(['unauthorized: No valid API key was given']))
  })

  it('is not valid under another server secret', async () => {
    const { key } = await accessWith(store).issue('test')
    await expect(accessWith(store, 'another server secret').authenticate(`Bearer ${key}`)).rejects.toMatchObject({
      type: 'unauthorized',
    })
  })
})

describe('the first key', () => {
  it('is made once when several processes start at the same time', async () => {
    const stores = Array.from({ length: 4 }, () => openSqlite(folder))
    const made = await Promise.all(stores.map((opened) => accessWith(opened).issueFirst('first')))
    await Promise.all(stores.map((opened) => opened.close()))
    expect(made.filter((issued) => issued !== null)).toHaveLength(1)
    expect(await store.keys.list()).toHaveLength(1)
  })

  it('is not made where a key exists, even if it was revoked', async () => {
    const access = accessWith(store)
    const { id } = await access.issue('old')
    await store.keys.revoke(id, new Date().toISOString())
    expect(await access.issueFirst('first')).toBeNull()
  })
})
