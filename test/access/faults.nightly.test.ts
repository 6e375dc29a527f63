import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAccess } from '../../src/access/access.ts'
import { createMemoryLimiter } from '../../src/store/memory/limits.ts'
import { createOutcomeJournal } from '../../src/store/outcome-journal.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import { lacks } from '../needs.ts'
import { type Origin, openOrigin } from '../origin.ts'
import { jsonOf, openTestService, type TestService, typesOf } from '../service.ts'
import { lacksPostgres, openPostgresServer, type Service } from '../services.ts'

let origin: Origin
const openResponses: (() => void)[] = []
beforeAll(async () => {
  origin = await openOrigin({
    '/': { body: '<p>Hello</p>' },
    '/slow': (_, response) => void openResponses.push(() => response.end('<p>late</p>')),
  })
})
afterAll(() => origin.close())

async function withKey(service: TestService, credits = 10) {
  const { key, id } = await service.access.issue('key', { credits })
  const headers = { authorization: `Bearer ${key}` }
  return {
    send: (path: string, parameters: Record<string, string> = {}) =>
      service.get('/v1/scrape', { url: origin.url + path, ...parameters }, { headers }),
    /** Balance and usage of the key. Null while the database isn't responding. */
    account: async () => {
      const found = await service.access.keys.find(id).catch(() => null)
      return found ? { credits: found.credits, used: found.used } : null
    },
  }
}

/** Starts a request for the slow page and resolves once the page has been requested. */
async function begin(send: (path: string, parameters?: Record<string, string>) => Promise<Response>, parameters = {}) {
  const before = openResponses.length
  const response = send('/slow', parameters)
  await expect.poll(() => openResponses.length).toBe(before + 1)
  return { response, release: () => openResponses.pop()?.() }
}

async function expectUnavailable(response: Response): Promise<void> {
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('5')
  const body = await jsonOf(response)
  expect(typesOf(body)).toEqual(['storage_unavailable'])
  expect(body).toMatchObject({ retryable: true, credits_charged: 0 })
}

describe.skipIf(lacksPostgres)('a database that stops', () => {
  let server: Service
  let service: TestService
  beforeAll(async () => {
    server = await openPostgresServer()
    service = await openTestService({ GLEANER_DATABASE_URL: server.url, GLEANER_SECRET: 'a secret for these tests' })
  })
  afterAll(async () => {
    await service.close()
    await server.close()
  })

  it('causes a 503 without a fetch if it stops before a request, and needs no restart when it is back', async () => {
    const { send, account } = await withKey(service)
    const before = origin.requests.length
    await server.kill()
    await expectUnavailable(await send('/'))
    expect((await fetch(`${service.url}/readyz`)).status).toBe(503)
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
    expect(origin.requests.length).toBe(before)
    await server.start()
    await expect.poll(async () => (await send('/')).status).toBe(200)
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
    expect(await account()).toEqual({ credits: 9, used: 1 })
  })

  it('lets a running request finish, and records the charge once when it is back', async () => {
    const { send, account } = await withKey(service)
    const { response, release } = await begin(send)
    await server.kill()
    release()
    expect((await response).status).toBe(200)
    expect(await jsonOf(response)).toMatchObject({ content: 'late', credits_charged: 1, credits_remaining: 9 })
    expect(readdirSync(join(service.config.GLEANER_DATA_DIR, 'outcomes'))).toHaveLength(1)
    await server.start()
    await expect.poll(account).toEqual({ credits: 9, used: 1 })
    await expect.poll(() => readdirSync(join(service.config.GLEANER_DATA_DIR, 'outcomes'))).toEqual([])
    expect(await account()).toEqual({ credits: 9, used: 1 })
  })

  it('releases all credits of a running request that fails', async () => {
    const { send, account } = await withKey(service)
    const { response, release } = await begin(send, { css_selector: '#none' })
    expect(await account()).toEqual({ credits: 9, used: 0 })
    await server.kill()
    release()
    expect(typesOf(await jsonOf(response))).toEqual(['selector_not_matched'])
    await server.start()
    await expect.poll(account).toEqual({ credits: 10, used: 0 })
  })
})

describe('SQLite', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gleaner-faults-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('gives a timely 503 while another process has locked it, and delays no other request', async () => {
    const service = await openTestService({ GLEANER_DATA_DIR: folder })
    const { send, account } = await withKey(service)
    const before = origin.requests.length
    const locking = new DatabaseSync(join(folder, 'gleaner.db'))
    locking.exec('BEGIN IMMEDIATE')
    let isDone = false
    const response = send('/').finally(() => {
      isDone = true
    })
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
    expect(isDone).toBe(false)
    await expectUnavailable(await response)
    expect(origin.requests.length).toBe(before)
    locking.exec('ROLLBACK')
    locking.close()
    expect((await send('/')).status).toBe(200)
    expect(await account()).toEqual({ credits: 9, used: 1 })
    await service.close()
  })

  it('receives the journaled outcomes of a dead process before its reservations are released', async () => {
    const open = async (sweepEveryMs: number) => {
      const store = await openSqlite(folder)
      const journal = createOutcomeJournal(folder)
      const limits = { limiter: createMemoryLimiter() }
      const rest = { ...limits, serverLimit: { limit: 6000, windowS: 60 }, keyConcurrency: 32, sweepEveryMs }
      return { store, access: createAccess({ store, secrets: ['a secret for these tests'], journal, ...rest }) }
    }
    const dying = await open(1_000_000)
    const { id } = await dying.access.issue('key', { credits: 10 })
    const charge = { keyId: id, credits: 3, operation: 'scrape' }
    const done = await dying.access.ledger.reserve({ ...charge, requestId: 'done' })
    await dying.access.ledger.reserve({ ...charge, requestId: 'lost' })
    await dying.store.close()
    expect(await done.settle(2)).toEqual({ charged: 2, remaining: 8 })
    // The process stops here, with one outcome on disk and one request without a response.
    expect(existsSync(join(folder, 'outcomes'))).toBe(true)

    const next = await open(20)
    next.access.start()
    const account = async () => {
      const found = await next.access.keys.find(id)
      return { credits: found?.credits, used: found?.used }
    }
    await expect.poll(account).toEqual({ credits: 8, used: 2 })
    expect(readdirSync(join(folder, 'outcomes'))).toEqual([])
    await next.access.close()
  })

  it('charges correctly while the clock is set back and forward', async () => {
    const service = await openTestService({ GLEANER_DATA_DIR: folder })
    const { send, account } = await withKey(service)
    const { response, release } = await begin(send)
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      vi.setSystemTime(Date.now() - 86_400_000)
      expect((await send('/')).status).toBe(200)
      vi.setSystemTime(Date.now() + 2 * 86_400_000)
      const other = await openSqlite(folder)
      await other.claims.prune(Number.MAX_SAFE_INTEGER)
      await other.close()
      release()
      expect(await jsonOf(response)).toMatchObject({ credits_charged: 1, credits_remaining: 8 })
    } finally {
      vi.useRealTimers()
    }
    expect((await send('/')).status).toBe(200)
    expect(await account()).toEqual({ credits: 7, used: 3 })
    await service.close()
  })
})

/** A 2 MB tmpfs, or null where mounting isn't permitted. */
function mountSmallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'gleaner-test', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
}

describe('a full disk', () => {
  it('causes a 503 before any work, loses no outcome after it, and needs no restart once space is free', async ({
    skip,
  }) => {
    const disk = mountSmallDisk()
    if (disk === null) return skip(lacks('a small disk', false))
    try {
      const service = await openTestService({ GLEANER_DATA_DIR: disk })
      const { send, account } = await withKey(service)
      const { response, release } = await begin(send)
      const filler = join(disk, 'filler')
      fill(filler)
      const before = origin.requests.length
      await expectUnavailable(await send('/'))
      expect(origin.requests.length).toBe(before)
      release()
      expect(await jsonOf(response)).toMatchObject({ credits_charged: 1, credits_remaining: 9 })
      expect(await account()).toEqual({ credits: 9, used: 0 })
      rmSync(filler)
      await expect.poll(account).toEqual({ credits: 9, used: 1 })
      expect((await send('/')).status).toBe(200)
      expect(await account()).toEqual({ credits: 8, used: 2 })
      await service.close()
    } finally {
      execFileSync('umount', ['-l', disk])
      rmSync(disk, { recursive: true })
    }
  })
})

/** Writes until the disk is completely full. */
function fill(path: string): void {
  for (let size = 65_536; size >= 1; ) {
    try {
      writeFileSync(path, new Uint8Array(size), { flag: 'a' })
    } catch {
      size = Math.floor(size / 2)
    }
  }
}
