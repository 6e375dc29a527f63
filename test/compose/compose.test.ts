import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runProgram } from '../program.ts'
import { testSettings } from '../service.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-compose-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const drivers = ['pg', 'ioredis', 'rate-limiter-flexible', 'prom-client', '@opentelemetry/sdk-trace']

/** Returns the drivers that are loaded after `script` has run in a separate process. */
function driversAfter(script: string): string[] {
  const urls = urlsAfter(script)
  return drivers.filter((name) => urls.some((url) => url.includes(`/node_modules/${name}/`)))
}

/** Returns the URLs of all modules loaded so far. */
function urlsAfter(script: string): string[] {
  const text = `
    import { registerHooks } from 'node:module'
    const urls = []
    registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) })
    const { composeRuntime } = await import('${root}src/compose/compose.ts')
    const { composeAccess } = await import('${root}src/compose/access.ts')
    const { readConfig } = await import('${root}src/config/config.ts')
    const config = readConfig()
    ${script}
    console.log(JSON.stringify(urls))
    process.exit(0)`
  const env = { PATH: process.env.PATH, ...testSettings, GLEANER_DATA_DIR: folder }
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', text], { env, cwd: root })
  return JSON.parse(out.toString().trim().split('\n').at(-1) ?? '')
}

describe('composition', () => {
  it('access with SQLite loads no PostgreSQL or Redis driver', () => {
    expect(driversAfter('await composeAccess(config)')).toEqual(['rate-limiter-flexible'])
    expect(driversAfter("await import('pg'); await import('ioredis')")).toEqual(['pg', 'ioredis'])
  })

  it('the runtime of interfaces without keys loads no limits or databases', () => {
    const script = `const runtime = composeRuntime(config, { keepsSnapshots: true })
      await runtime.warm()`
    expect(driversAfter(script)).toEqual([])
  })

  it('a process that looks for a browser does not load Playwright', () => {
    const script = `const { locateBrowser } = await import('${root}src/compose/compose.ts')
      await locateBrowser({ ...config, GLEANER_BROWSER_PATH: undefined })`
    expect(urlsAfter(script).filter((url) => url.includes('/node_modules/playwright'))).toEqual([])
  })

  it('a runtime loads the page store only if it keeps pages', () => {
    const keepersOf = (keepsSnapshots: boolean) => {
      const script = `await composeRuntime(config, { keepsSnapshots: ${keepsSnapshots} }).warm()`
      return urlsAfter(script).filter((url) => /snapshot\/(?:page-keeper|memory-stores)/.test(url)).length
    }
    expect([keepersOf(false), keepersOf(true)]).toEqual([0, 2])
  })

  it('only the HTTP service loads metrics, unless they are off', () => {
    const open = (
      options: string,
    ) => `const { openHttpInterface } = await import('${root}src/interfaces/service/serve.ts')
      const access = await composeAccess(config)
      const runtime = composeRuntime(config, { keepsSnapshots: true, access })
      const settings = { ...config, GLEANER_PORT: 0, ${options} }
      await openHttpInterface({ config: settings, runtime, access, noAuth: false })`
    expect(driversAfter(open(''))).toContain('prom-client')
    expect(driversAfter(open("GLEANER_METRICS: 'off'"))).not.toContain('prom-client')
    const commands = ['stdio', 'operation'].map(
      (name) => `await import('${root}src/interfaces/cli/${name}-command.ts')`,
    )
    expect(driversAfter(commands.join('\n'))).toEqual([])
  })

  it('only code that creates traces loads the tracing SDK', () => {
    const importing = (path: string) => driversAfter(`await import('${root}src/${path}')`)
    expect(importing('interfaces/monitoring/traces/traces.ts')).toEqual(['@opentelemetry/sdk-trace'])
    expect(importing('interfaces/cli/serve-command.ts')).toEqual([])
  })

  it('access with PostgreSQL needs GLEANER_SECRET', async () => {
    const settings = { GLEANER_DATA_DIR: folder, GLEANER_DATABASE_URL: 'postgres://127.0.0.1:1/x' }
    const { code, stderr } = await runProgram(['keys', 'list'], settings)
    expect(code).toBe(2)
    expect(stderr).toContain('GLEANER_SECRET: required with GLEANER_DATABASE_URL')
    const refused = await runProgram(['keys', 'list'], { ...settings, GLEANER_DATABASE_URL: 'mysql://127.0.0.1' })
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('GLEANER_DATABASE_URL') })
  })
})
