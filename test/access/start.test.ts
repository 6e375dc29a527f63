import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccess } from '../../src/access/access.ts'
import { createMemoryLimiter, createMemorySlots } from '../../src/store/memory/limits.ts'
import { createOutcomeJournal } from '../../src/store/outcome-journal.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import { runProgram } from '../program.ts'
import { testSettings } from '../service.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-start-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Drivers that are loaded after `script` has run in a process of its own. */
function driversAfter(script: string): string[] {
  const text = `
    import { createRequire } from 'node:module'
    import { composeAccess, composeRuntime } from '${root}dist/compose.js'
    import { readConfig } from '${root}dist/config.js'
    const config = readConfig()
    ${script}
    const paths = Object.keys(createRequire('${root}').cache)
    const drivers = ['pg', 'ioredis', 'rate-limiter-flexible']
    console.log(JSON.stringify(drivers.filter((name) => paths.some((path) => path.includes('/node_modules/' + name + '/')))))
    process.exit(0)`
  const env = { PATH: process.env.PATH, ...testSettings, GLEANER_DATA_DIR: folder }
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', text], { env, cwd: root })
  return JSON.parse(out.toString().trim().split('\n').at(-1) ?? '')
}

describe('the start', () => {
  it('with SQLite loads no driver of PostgreSQL or Redis', () => {
    expect(driversAfter('await composeAccess(config)')).toEqual(['rate-limiter-flexible'])
    expect(driversAfter("await import('pg'); await import('ioredis')")).toEqual(['pg', 'ioredis'])
  })

  it('of the doors without keys loads neither limits nor databases', () => {
    const script = `const runtime = composeRuntime(config, { keepsSnapshots: true })
      await runtime.warm()`
    expect(driversAfter(script)).toEqual([])
  })

  it('with PostgreSQL needs the secret, and says so', async () => {
    const settings = { GLEANER_DATA_DIR: folder, GLEANER_DATABASE_URL: 'postgres://127.0.0.1:1/x' }
    const { code, stderr } = await runProgram(['keys', 'list'], settings)
    expect(code).toBe(2)
    expect(stderr).toContain('GLEANER_SECRET: needed with GLEANER_DATABASE_URL')
    const refused = await runProgram(['keys', 'list'], { ...settings, GLEANER_DATABASE_URL: 'mysql://127.0.0.1' })
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('GLEANER_DATABASE_URL') })
  })
})

describe('a process that lives', () => {
  it('keeps its reservations however often the others look; what it leaves behind is released', async () => {
    const own = mkdtempSync(join(folder, 'two-'))
    const open = () => {
      const limits = { limiter: createMemoryLimiter(), slots: createMemorySlots() }
      const rest = { secret: 'a secret for these tests', serverLimit: { limit: 1, windowS: 1 }, sweepEveryMs: 20 }
      const store = openSqlite(own)
      const access = createAccess({ store, journal: createOutcomeJournal(own), ...limits, ...rest })
      access.start()
      return { store, access }
    }
    const [first, second] = [open(), open()]
    const { id } = await first.access.issue('key', { credits: 10 })
    await first.access.ledger.reserve({ keyId: id, credits: 4, requestId: 'left', operation: 'scrape' })
    const balance = async () => (await second.access.keys.find(id))?.credits
    const fewestBeats = async () => Math.min(...(await second.store.ledger.beats()).values())
    await expect.poll(fewestBeats, { timeout: 20_000 }).toBeGreaterThan(20)
    expect(await balance()).toBe(6)
    await first.access.close()
    await expect.poll(balance, { timeout: 20_000 }).toBe(10)
    await second.access.close()
  })
})
