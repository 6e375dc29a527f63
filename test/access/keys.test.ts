import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Access, type AccessStore, createAccess } from '../../src/access/access.ts'
import { createKey, readKeyId } from '../../src/access/keys.ts'
import { storageUnavailable } from '../../src/access/storage-unavailable.ts'
import { noShare } from '../../src/base/share.ts'
import { createMemoryLimiter } from '../../src/store/memory/limits.ts'
import { createOutcomeJournal } from '../../src/store/outcome-journal.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'

const secret = 'a secret for these tests'
let folder: string
let store: AccessStore

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-keys-'))
  store = await openSqlite(folder)
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const accessWith = (opened: AccessStore, ...secrets: string[]) =>
  createAccess({
    store: opened,
    secrets: [secrets[0] ?? secret, ...secrets.slice(1)],
    journal: createOutcomeJournal(folder),
    limiter: createMemoryLimiter(),
    serverLimit: { limit: 6000, windowS: 60 },
    keyConcurrency: 32,
  })

describe('a key', () => {
  it('has the form glnr_<id>_<secret><checksum> in letters and digits', () => {
    const { key, record } = createKey('test', secret)
    expect(key).toMatch(/^glnr_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}$/)
    expect(readKeyId(key)).toBe(record.id)
  })

  it('is recognized as mistyped by its checksum, without a lookup', () => {
    const { key } = createKey('test', secret)
    const last = key.at(-1) === 'a' ? 'b' : 'a'
    expect(readKeyId(key.slice(0, -1) + last)).toBeNull()
  })

  it('authenticates with a bearer header', async () => {
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

  it('is refused after revocation like an unknown key, with a message that depends only on the header format', async () => {
    const access = accessWith(store)
    const { key, id } = await access.issue('test')
    expect(await store.keys.revoke(id, new Date().toISOString())).toBe(true)
    const messagesOf = async (...headers: (string | undefined)[]) => {
      const refusals = headers.map((header) => access.authenticate(header).catch(({ message }) => message))
      return [...new Set(await Promise.all(refusals))]
    }
    expect(await messagesOf(`Bearer ${key}`, `Bearer ${createKey('other', secret).key}`)).toEqual([
      'The API key is not valid: it may be unknown, revoked or expired',
    ])
    expect(await messagesOf('', key, `Basic ${key}`)).toEqual([
      'The Authorization header must be "Bearer", a space and the API key',
    ])
    expect(await messagesOf('Bearer', 'Bearer ')).toEqual(['The Authorization header has no key after "Bearer"'])
    expect(await messagesOf('Bearer x', `Bearer ${key.slice(0, -1)}`)).toEqual([
      'The Authorization header has no complete API key after "Bearer"',
    ])
    expect(await messagesOf(undefined)).toEqual(['No API key was given'])
  })

  it('is not valid under another server secret', async () => {
    const { key } = await accessWith(store).issue('test')
    await expect(accessWith(store, 'another server secret').authenticate(`Bearer ${key}`)).rejects.toMatchObject({
      type: 'unauthorized',
    })
  })
})

describe('a change of the server secret', () => {
  const next = 'the next secret for these tests'
  const works = async (access: Access, key: string) =>
    access.authenticate(`Bearer ${key}`).then(
      () => true,
      () => false,
    )

  it('leaves every key valid during the overlap, and keys used during it valid afterwards', async () => {
    const before = accessWith(store)
    const [used, unused] = [await before.issue('used'), await before.issue('unused')]
    const rotated = await before.rotate(used.id, 60_000)
    const keys = [used.key, rotated?.key ?? '']
    const during = accessWith(store, next, secret)
    for (const key of keys) expect(await works(during, key)).toBe(true)
    const made = await during.issue('made in the overlap')
    const after = accessWith(store, next)
    for (const key of [...keys, made.key]) expect(await works(after, key)).toBe(true)
    expect(await works(after, unused.key)).toBe(false)
    expect(await works(before, used.key)).toBe(false)
  })

  it('locks out no process if all accept both secrets first, and then all hash with the new one', async () => {
    const { key } = await accessWith(store).issue('used')
    const [first, second] = [accessWith(store, secret, next), accessWith(store, next, secret)]
    for (let i = 0; i < 3; i++) for (const access of [first, second]) expect(await works(access, key)).toBe(true)
    expect(await works(accessWith(store, next), key)).toBe(true)
  })

  it('accepts neither a revoked key nor one with an expired overlap', async () => {
    const before = accessWith(store)
    const { key, id } = await before.issue('revoked')
    const rotated = await before.rotate(id, 0)
    const during = accessWith(store, next, secret)
    expect(await works(during, key)).toBe(false)
    expect(await works(during, rotated?.key ?? '')).toBe(true)
    await store.keys.revoke(id, new Date().toISOString())
    expect(await works(during, rotated?.key ?? '')).toBe(false)
  })

  it('accepts a key even if its new hash cannot be written', async () => {
    const { key } = await accessWith(store).issue('used')
    const full = { ...store, keys: { ...store.keys, rehash: () => Promise.reject(storageUnavailable()) } }
    expect(await works(accessWith(full, next, secret), key)).toBe(true)
  })

  it('repeats no work for an Idempotency-Key that was claimed before the change', async () => {
    const before = accessWith(store)
    const { id } = await before.issue('named')
    const request = { keyId: id, name: 'once', operation: 'scrape', input: {}, share: noShare }
    await before.idempotency.open(request)
    const during = accessWith(store, next, secret)
    await expect(during.idempotency.open(request)).rejects.toMatchObject({ type: 'idempotency_in_progress' })
  })
})

describe('the first key', () => {
  it('is created once when several processes start at the same time', async () => {
    const stores = await Promise.all(Array.from({ length: 4 }, () => openSqlite(folder)))
    const made = await Promise.all(stores.map((opened) => accessWith(opened).issueFirst('first')))
    await Promise.all(stores.map((opened) => opened.close()))
    expect(made.filter((issued) => issued !== null)).toHaveLength(1)
    expect(await store.keys.list()).toHaveLength(1)
  })

  it('is not created if a key exists, even a revoked one', async () => {
    const access = accessWith(store)
    const { id } = await access.issue('old')
    await store.keys.revoke(id, new Date().toISOString())
    expect(await access.issueFirst('first')).toBeNull()
  })
})
