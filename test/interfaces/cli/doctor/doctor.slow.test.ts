import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Result } from '../../../../src/interfaces/cli/doctor/check.ts'
import { browserCheck } from '../../../../src/interfaces/cli/doctor/settings-checks.ts'
import { findBrowser } from '../../../../src/render/browser/find-browser.ts'
import { lacks } from '../../../needs.ts'
import { startChromium } from '../../../render/farm/chromium-process.ts'
import { openBrowserless } from '../../../render/farm/farm-front.ts'
import { runMain } from '../../../run-main.ts'
import { lacksPostgres, lacksRedis, openPostgresServer, openRedisServer } from '../../../services.ts'
import { until } from '../../../waits.ts'
import { findingsOf } from './findings.ts'

const browserPath = await findBrowser()
const browserTest = it.skipIf(lacks('a browser', browserPath !== null))
const storesTest = it.skipIf(lacksPostgres || lacksRedis)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-doctor-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function doctor(settings: Record<string, string> = {}, ...flags: string[]) {
  const { code, stdout, stderr } = await runMain(['doctor', '--json', ...flags], {
    ...{ GLEANER_DATA_DIR: join(folder, 'data'), GLEANER_ALLOW_ADDRESSES: '', GLEANER_PORT: '0', ...settings },
  })
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: Result[] }
  return { code, ok, stderr, checks, find: (name: string) => checks.find((check) => check.name === name) }
}

describe('gleaner doctor', () => {
  browserTest('starts the browser, reports its containment, and writes nothing', async () => {
    const { checks, find, stderr } = await doctor()
    expect(find('browser')).toMatchObject({ finding: expect.stringMatching(/\(\S*Chrome\/\d+\S*\), .*sandboxed/) })
    expect(find('database')).toMatchObject({ state: 'ok', finding: 'SQLite, created on first start' })
    expect(checks.filter(({ state }) => state === 'failed')).toEqual([])
    expect(existsSync(join(folder, 'data'))).toBe(false)
    expect(stderr).toBe('')
  })

  it('exits with code 1 if a check failed, and names the fix', async () => {
    const settings = { GLEANER_BROWSER_PATH: '/no/browser', GLEANER_READERS: '0', GLEANER_PROT: '1' }
    const { code, ok, find } = await doctor(settings)
    expect([code, ok]).toEqual([1, false])
    expect(find('settings')).toMatchObject({ state: 'failed', remedy: expect.stringContaining('GLEANER_READERS') })
    expect(find('browser')).toMatchObject({ state: 'failed', finding: expect.stringContaining('/no/browser') })
  })

  it('detects a browser that does not start', async () => {
    const path = join(folder, 'browser')
    writeFileSync(path, '#!/bin/sh\necho "Failed to move to new namespace: Operation not permitted" >&2\nexit 1\n')
    chmodSync(path, 0o755)
    chmodSync(folder, 0o755)
    const [finding] = await findingsOf(browserCheck, { GLEANER_BROWSER_PATH: path })
    expect(finding).toMatchObject({ state: 'failed', remedy: expect.stringContaining('user') })
  })

  storesTest('checks PostgreSQL and Redis, and finds them unavailable', async () => {
    const [postgres, redis] = await Promise.all([openPostgresServer(), openRedisServer()])
    const settings = {
      ...{ GLEANER_DATABASE_URL: postgres.url, GLEANER_REDIS_URL: redis.url, GLEANER_SECRET: 'a secret of a test' },
      GLEANER_BROWSER_PATH: '/no/browser',
    }
    try {
      const empty = await doctor(settings)
      expect(empty.find('database')).toMatchObject({ state: 'ok', finding: expect.stringContaining('without tables') })
      await runMain(['keys', 'create', '--name', 'one'], { GLEANER_DATA_DIR: folder, ...settings })
      const full = await doctor(settings)
      expect(full.find('database')).toMatchObject({
        state: 'ok',
        finding: expect.stringMatching(/^PostgreSQL \d.*version \d/),
      })
      expect(full.find('keys')).toMatchObject({ state: 'ok', finding: '1 active, 0 revoked or expired' })
      expect(full.find('Redis')).toMatchObject({ state: 'ok', finding: expect.stringMatching(/^Redis \d/) })
      await Promise.all([postgres.kill(), redis.kill()])
      const gone = await doctor(settings)
      expect([gone.find('database')?.state, gone.find('Redis')?.state]).toEqual(['failed', 'failed'])
    } finally {
      await Promise.all([postgres.close(), redis.close()])
    }
  })

  it('prints a line for each check, and refuses arguments', async () => {
    const { stdout } = await runMain(['doctor'], { GLEANER_DATA_DIR: folder, GLEANER_BROWSER_PATH: '/no/browser' })
    expect(stdout).toMatch(/^ok {7}Node {9}\d+\.\d+\.\d+, .+\n/)
    expect(stdout).toMatch(/\nfailed {3}browser {6}.*\/no\/browser.*\n {22}→ /)
    expect(stdout).toMatch(/\n\d+ failed, \d+ with warnings, \d+ ok\n$/)
    expect(await runMain(['doctor', '--jso'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('did you mean --json?'),
    })
  })
})

describe('browser farms', () => {
  browserTest('are each checked, and those that leak or are unavailable fail without showing a token', async () => {
    await using good = await openBrowserless({ token: 'secret-token' })
    await using leaking = await startChromium()
    const farms = [
      `ws://127.0.0.1:${good.port}?token=secret-token`,
      `http://127.0.0.1:${leaking.port}`,
      'ws://127.0.0.1:1/?token=secret-token',
    ]
    const { checks, stderr } = await doctor({ GLEANER_BROWSER_WS: farms.join(',') })
    const found = checks.filter(({ name }) => name === 'browser')
    expect(found).toEqual([
      {
        name: 'browser',
        state: 'ok',
        finding: expect.stringMatching(/Chrome\/.*: its pages reach the network only through Gleaner's proxy/),
      },
      {
        name: 'browser',
        state: 'failed',
        finding: expect.stringContaining('UDP'),
        remedy: expect.stringContaining('docs'),
      },
      {
        name: 'browser',
        state: 'failed',
        finding: expect.stringContaining('127.0.0.1:1'),
        remedy: expect.any(String),
      },
    ])
    expect(JSON.stringify(checks) + stderr).not.toContain('secret')
    await until('the end of its browser', () => good.running === 0)
  })
})
