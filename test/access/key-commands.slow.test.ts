import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readLedger } from '../../bench/torture/ledger-audit.ts'
import { composeAccess } from '../../src/compose/access.ts'
import { readConfig } from '../../src/config/config.ts'
import { type Origin, openOrigin } from '../origin.ts'
import { runProgram, startProgram } from '../program.ts'
import { type Json, jsonOf } from '../service.ts'
import { lacksPostgres, openPostgresServer, type Service } from '../services.ts'
import { raceKeyCommands } from './key-commands.ts'

let folder: string
let origin: Origin
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-commands-'))
  origin = await openOrigin({ '/': { body: '<p>Hello</p>' } })
})
afterAll(async () => {
  await origin.close()
  rmSync(folder, { recursive: true })
})

describe('concurrent key commands and a running service', () => {
  it('lose no key, grant or charge with SQLite', async () => {
    await raceKeyCommands(() => composeAccess(readConfig({}, { GLEANER_DATA_DIR: join(folder, 'raced') })))
  })

  it('lose nothing as separate programs either, and the service notices immediately', async () => {
    const settings = { GLEANER_DATA_DIR: join(folder, 'served') }
    const service = startProgram(['serve', '--port', '0'], settings)
    let printed = ''
    service.stdout?.on('data', (chunk) => {
      printed += chunk
    })
    await expect.poll(() => printed).toContain('curl')
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? ''
    const keys = async (...argv: string[]): Promise<Json> => {
      const { code, stdout, stderr } = await runProgram(['keys', ...argv, '--json'], settings)
      expect([code, stderr]).toEqual([0, ''])
      return JSON.parse(stdout)
    }
    const status = async (key: unknown) =>
      (await fetch(`${url}/v1/account`, { headers: { authorization: `Bearer ${key}` } })).status
    const spender = await keys('create', '--name', 'spender', '--credits', '50')
    const headers = { authorization: `Bearer ${spender.key}` }
    let isDone = false
    const spending = (async () => {
      let charged = 0
      while (!isDone && charged < 50) {
        const response = await fetch(`${url}/v1/scrape?url=${encodeURIComponent(`${origin.url}/`)}`, { headers })
        charged += Number((await jsonOf(response)).credits_charged)
      }
      return charged
    })()
    const id = String(spender.key_id)
    const [made, other, next] = await Promise.all([
      keys('create', '--name', 'a', '--credits', '3'),
      keys('create', '--name', 'b'),
      keys('rotate', id),
      keys('grant', id, '7'),
      keys('grant', id, '7'),
    ])
    isDone = true
    const charged = await spending
    expect(charged).toBeGreaterThan(0)
    for (const { key } of [made, other, next, spender]) expect(await status(key)).toBe(200)
    expect(await keys('show', id)).toMatchObject({ credits_remaining: 64 - charged, credits_used: charged })
    await keys('revoke', String(other.key_id))
    expect(await status(other.key)).toBe(401)
    service.kill('SIGTERM')
    await once(service, 'close')
    const { keys: rows, movements } = await readLedger(settings.GLEANER_DATA_DIR, null)
    for (const row of rows.filter(({ credits }) => credits !== null)) {
      const own = movements.filter(({ keyId }) => keyId === row.id)
      expect(own.reduce((sum, { delta }) => sum + delta, 0)).toBe(row.credits)
    }
  })

  describe.skipIf(lacksPostgres)('with PostgreSQL', () => {
    let server: Service
    beforeAll(async () => {
      server = await openPostgresServer()
    })
    afterAll(() => server.close())

    it('lose no key, grant or charge', async () => {
      const settings = { GLEANER_DATABASE_URL: server.url, GLEANER_SECRET: 'one secret for all of them' }
      await raceKeyCommands(() => composeAccess(readConfig({}, settings)))
    })
  })
})
