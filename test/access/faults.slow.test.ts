import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAccess } from '../../src/access/access.ts'
import { createMemoryLimiter, createMemorySlots } from '../../src/store/memory/limits.ts'
import { createOutcomeJournal } from '../../src/store/outcome-journal.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import { lacks } from '../needs.ts'
import { type Origin, openOrigin } from '../origin.ts'
import { jsonOf, openTestService, type TestService, typesOf } from '../service.ts'
import { lacksPostgres, openPostgresServer, type Service } from '../services.ts'

let origin: Origin
const waiting: (() => void)[] = []
beforeAll(async () => {
  origin = await openOrigin({
    '/': { body: '<p>Hello</p>' },
    '/slow': (_, response) => void waiting.push(() => response.end('<p>late</p>')),
  })
})
afterAll(() => origin.close())

async function withKey(house: TestService, credits = 10) {
  const { key, id } = await house.access.issue('key', { credits })
  const headers = { authorization: `Bearer ${key}` }
  return {
    ask: (path: string, parameters: Record<string, string> = {}) =>
      house.get('/v1/scrape', { url: origin.url + path, ...parameters }, { headers }),
    /** What the database says, once it answers. */
    account: async () => {
      const found = await house.access.keys.find(id).catch(() => null)
      return found ? { credits: found.credits, used: found.used } : null
    },
  }
}

/** Starts a request to the slow page and resolves once the page was asked for. */
async function begin(ask: (path: string, parameters?: Record<string, string>) => Promise<Response>, parameters = {}) {
  const before = waiting.length
  const answer = ask('/slow', parameters)
  await expect.poll(() => waiting.length, { timeout: 20_000 }).toBe(before + 1)
  return { answer, release: () => waiting.pop()?.() }
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
  let house: TestService
  beforeAll(async () => {
    server = await openPostgresServer()
    house = await openTestService({ GLEANER_DATABASE_URL: server.url, GLEANER_SECRET: 'a secret for these tests' })
  })
  afterAll(async () => {
    await house.close()
    await server.close()
  })

  it('before a request is a 503 without a request to the page, and no restart is needed when it is back', async () => {
    const { ask, account } = await withKey(house)
    const before = origin.requests.length
    await server.kill()
    await expectUnavailable(await ask('/'))
    expect((await fetch(`${house.url}/readyz`)).status).toBe(503)
    expect((await fetch(`${house.url}/healthz`)).status).toBe(200)
    expect(origin.requests.length).toBe(before)
    await server.start()
    await expect.poll(async () => (await ask('/')).status, { timeout: 20_000 }).toBe(200)
    expect((await fetch(`${house.url}/readyz`)).status).toBe(200)
    expect(await account()).toEqual({ credits: 9, used: 1 })
  })

  it('during a request lets it end, and charges it once when it is back', async () => {
    const { ask, account } = await withKey(house)
    const { answer, release } = await begin(ask)
    await server.kill()
    release()
    const response = await answer
    expect(response.status).toBe(200)
    expect(await jsonOf(response)).toMatchObject({ content: 'late', credits_charged: 1, credits_remaining: 9 })
    expect(readdirSync(join(house.config.GLEANER_DATA_DIR, 'outcomes'))).toHaveLength(1)
    await server.start()
    await expect.poll(account, { timeout: 20_000 }).toEqual({ credits: 9, used: 1 })
    await expect
      .poll(() => readdirSync(join(house.config.GLEANER_DATA_DIR, 'outcomes')), { timeout: 20_000 })
      .toEqual([])
    expect(await account()).toEqual({ credits: 9, used: 1 })
  })

  it('during a request that fails gives all its credits back', async () => {
    const { ask, account } = await withKey(house)
    const { answer, release } = await begin(ask, { css_selector: '#none' })
    expect(await account()).toEqual({ credits: 9, used: 0 })
    await server.kill()
    release()
    expect(typesOf(await jsonOf(answer))).toEqual(['selector_not_matched'])
    await server.start()
    await expect.poll(account, { timeout: 20_000 }).toEqual({ credits: 10, used: 0 })
  })
})

describe('SQLite', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gleaner-faults-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('that another process holds is a 503 in time, and nothing else waits for it', async () => {
    const house = await openTestService({ GLEANER_DATA_DIR: folder })
    const { ask, account } = await withKey(house)
    const before = origin.requests.length
    const holder = new DatabaseSync(join(folder, 'gleaner.db'))
    holder.exec('BEGIN IMMEDIATE')
    let isAnswered = false
    const answer = ask('/').finally(() => {
      isAnswered = true
    })
    expect((await fetch(`${house.url}/healthz`)).status).toBe(200)
    expect(isAnswered).toBe(false)
    await expectUnavailable(await answer)
    expect(origin.requests.length).toBe(before)
    holder.exec('ROLLBACK')
    holder.close()
    expect((await ask('/')).status).toBe(200)
    expect(await account()).toEqual({ credits: 9, used: 1 })
    await house.close()
  })

  it('gets what a process had kept before it died, before its reservations are released', async () => {
    const open = (sweepEveryMs: number) => {
      const store = openSqlite(folder)
      const journal = createOutcomeJournal(folder)
      const limits = { limiter: createMemoryLimiter(), slots: createMemorySlots() }
      const rest = { ...limits, serverLimit: { limit: 6000, windowS: 60 }, sweepEveryMs }
      return { store, access: createAccess({ store, secret: 'a secret for these tests', journal, ...rest }) }
    }
    const dying = open(1_000_000)
    const { id } = await dying.access.issue('key', { credits: 10 })
    const charge = { keyId: id, credits: 3, operation: 'scrape' }
    const done = await dying.access.ledger.reserve({ ...charge, requestId: 'done' })
    await dying.access.ledger.reserve({ ...charge, requestId: 'lost' })
    await dying.store.close()
    expect(await done.settle(2)).toEqual({ charged: 2, remaining: 8 })
    // The process ends here, with one outcome on disk and one request that was never answered.
    expect(existsSync(join(folder, 'outcomes'))).toBe(true)

    const next = open(20)
    next.access.start()
    const account = async () => {
      const found = await next.access.keys.find(id)
      return { credits: found?.credits, used: found?.used }
    }
    await expect.poll(account, { timeout: 20_000 }).toEqual({ credits: 8, used: 2 })
    expect(readdirSync(join(folder, 'outcomes'))).toEqual([])
    await next.access.close()
  })

  it('keeps its promises while the clock is set back and forward', async () => {
    const house = await openTestService({ GLEANER_DATA_DIR: folder })
    const { ask, account } = await withKey(house)
    const { answer, release } = await begin(ask)
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      vi.setSystemTime(Date.now() - 86_400_000)
      expect((await ask('/')).status).toBe(200)
      vi.setSystemTime(Date.now() + 2 * 86_400_000)
      const other = openSqlite(folder)
      await other.claims.prune(Number.MAX_SAFE_INTEGER)
      await other.close()
      release()
      expect(await jsonOf(answer)).toMatchObject({ credits_charged: 1, credits_remaining: 8 })
    } finally {
      vi.useRealTimers()
    }
    expect((await ask('/')).status).toBe(200)
    expect(await account()).toEqual({ credits: 7, used: 3 })
    await house.close()
  })
})

/** A small disk of its own takes the right to mount. */
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
  it('is a 503 before the work, no loss after it, and no restart once there is room', async ({ skip }) => {
    const disk = mountSmallDisk()
    if (disk === null) return skip(lacks('a small disk', false))
    try {
      const house = await openTestService({ GLEANER_DATA_DIR: disk })
      const { ask, account } = await withKey(house)
      const { answer, release } = await begin(ask)
      const filler = join(disk, 'filler')
      fill(filler)
      const before = origin.requests.length
      await expectUnavailable(await ask('/'))
      expect(origin.requests.length).toBe(before)
      release()
      expect(await jsonOf(answer)).toMatchObject({ credits_charged: 1, credits_remaining: 9 })
      expect(await account()).toEqual({ credits: 9, used: 0 })
      rmSync(filler)
      await expect.poll(account, { timeout: 20_000 }).toEqual({ credits: 9, used: 1 })
      expect((await ask('/')).status).toBe(200)
      expect(await account()).toEqual({ credits: 8, used: 2 })
      await house.close()
    } finally {
      execFileSync('umount', ['-l', disk])
      rmSync(disk, { recursive: true })
    }
  })
})

/** Writes until nothing more fits, not even a byte. */
function fill(path: string): void {
  for (let size = 65_536; size >= 1; ) {
    try {
      writeFileSync(path, new Uint8Array(size), { flag: 'a' })
    } catch {
      size = Math.floor(size / 2)
    }
  }
}
