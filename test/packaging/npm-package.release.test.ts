import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { npmEntry } from '../../scripts/packaging/install-lines.ts'
import { type Collector, openCollector } from '../interfaces/monitoring/traces/collector.ts'
import { answers as answersChat } from '../model/openai/chat-replies.ts'
import { answers, openScriptedModel, type ScriptedModel, testKey } from '../model/scripted-model.ts'
import { readFirstKey } from '../program.ts'
import { until } from '../waits.ts'
import { away, cleanEnv, npm, openRegistry, type Packed, packService, registryEnv } from './registry.ts'
import { expectBothTools, openTestWeb, start, type TestWeb } from './started.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The only files in an installation. */
const maxPackages = 70
const maxMegabytes = 90

let folder: string
let web: TestWeb
let packed: Packed
let missing: string | null
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-npm-'))
  web = await openTestWeb()
  packed = await packService(folder)
  missing = await npm(['view', 'zod', 'version']).then(() => null, away)
}, 120_000)
afterAll(async () => {
  await web.close()
  rmSync(folder, { recursive: true })
}, 120_000)

describe('the npm package', () => {
  describe('installed from its tarball into an empty folder', () => {
    let cwd: string
    let env: Record<string, string>
    let collector: Collector
    let models: [ScriptedModel, ScriptedModel]
    beforeAll(async () => {
      if (missing !== null) return
      cwd = join(folder, 'empty')
      mkdirSync(cwd)
      env = { ...cleanEnv(), ...web.env, GLEANER_DATA_DIR: join(cwd, 'data') }
      await npm(['install', '--no-audit', '--no-fund', '--prefer-offline', packed.file], { cwd, env })
      collector = await openCollector()
      models = [await openScriptedModel([answers('Hold.')]), await openScriptedModel([answersChat('Chat.')])]
    }, 180_000)
    afterAll(async () => {
      await Promise.all([collector, ...(models ?? [])].map((server) => server?.close()))
    })
    beforeEach(({ skip }) => skip(missing !== null, missing ?? ''))

    const npx = (...words: string[]) => npm(['exec', '--no', '--', 'gleaner', ...words], { cwd, env })

    it('installs few packages, and none with an install script', () => {
      const { packages } = JSON.parse(readFileSync(join(cwd, 'node_modules/.package-lock.json'), 'utf8'))
      const installed = Object.entries<{ hasInstallScript?: true; optional?: true }>(packages)
      expect(installed.length).toBeLessThanOrEqual(maxPackages)
      const withScript = installed.filter(([, { hasInstallScript, optional }]) => hasInstallScript && !optional)
      expect(withScript.map(([path]) => path)).toEqual([])
      const kilobytes = Number.parseInt(execFileSync('du', ['-sk', 'node_modules'], { cwd, encoding: 'utf8' }), 10)
      expect(kilobytes).toBeLessThanOrEqual(maxMegabytes * 1000)
    })

    it('starts every interface with npx', async () => {
      const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
      expect(await npx('--version')).toBe(`${version}\n`)
      expect(await npx('scrape', `${web.origin.url}/`)).toContain('An oak is a tree.')
      await expectBothTools(await start({ command: 'npx', args: ['--no', 'gleaner', 'stdio'] }, { env, cwd }), web)
    }, 180_000)

    it('serves with traces and with both kinds of models', async () => {
      const settings = {
        ...{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, GLEANER_MODELS: 'openai/qwen3' },
        ...{ ANTHROPIC_API_KEY: testKey, ANTHROPIC_BASE_URL: models[0].url, OPENAI_BASE_URL: models[1].url },
      }
      const service = spawn('npx', ['--no', 'gleaner', 'serve', '--port', '0'], { cwd, env: { ...env, ...settings } })
      onTestFinished(() => void service.kill('SIGKILL'))
      let printed = ''
      service.stdout.on('data', (text) => {
        printed += text
      })
      await until('the service to start', () => printed.includes('curl'))
      const [url = ''] = /http:\/\/127[\d.]+:\d+/.exec(printed) ?? []
      const key = readFirstKey(join(cwd, 'data'))
      const scrape = async (parameters: Record<string, string> = {}) => {
        const query = new URLSearchParams({ url: `${web.origin.url}/`, ...parameters })
        return (await fetch(`${url}/v1/scrape?${query}`, { headers: { authorization: `Bearer ${key}` } })).json()
      }
      expect(await scrape()).toMatchObject({ title: 'Oak' })
      expect(await scrape({ prompt: 'What?' })).toMatchObject({ content: 'Hold.' })
      expect(await scrape({ prompt: 'What?', model: 'openai/qwen3' })).toMatchObject({ content: 'Chat.' })
      expect((await fetch(`${url}/docs`)).status).toBe(200)
      service.kill('SIGTERM')
      await once(service, 'exit')
      await until('the end of the service', () =>
        fetch(url).then(
          () => false,
          () => true,
        ),
      )
      await until('the traces', () => collector.spans.length > 0)
    }, 180_000)
  })

  it('has a manifest without development scripts and packages', () => {
    const manifest = JSON.parse(readFileSync(join(folder, 'package/package.json'), 'utf8'))
    expect(manifest).not.toHaveProperty('scripts')
    expect(manifest).not.toHaveProperty('devDependencies')
    expect(manifest.engines).toEqual({ node: '>=22.19' })
  })

  it('has a README for its users, which needs no file outside the package', () => {
    const readme = readFileSync(join(folder, 'package/README.md'), 'utf8')
    expect(readme).toContain('Node 22.19 or newer')
    expect(readme).not.toMatch(/Node 20|npm ci/)
    const changelog = readFileSync(join(folder, 'package/CHANGELOG.md'), 'utf8')
    for (const text of [readme, changelog]) expect(text).not.toMatch(/\]\((?!https:)/)
  })

  it('contains only the built program and its documents', () => {
    const paths = packed.files.map(({ path }) => path)
    expect(paths).toContain('dist/main.js')
    expect(paths).toEqual(expect.arrayContaining(['dist/assets/docs/index.html', 'dist/assets/docs/licenses.txt']))
    expect(paths.filter((path) => !/^dist\/(.+\.js$|assets\/)/.test(path)).sort()).toEqual([
      ...['CHANGELOG.md', 'LICENSE', 'README.md', 'bin/gleaner.mjs'],
      ...[
        'dist/documents/pdf/predefined-cmaps.br',
        'dist/documents/pdf/predefined-cmaps.license.txt',
        'dist/licenses.txt',
      ],
      ...['mcp.json', 'package.json'],
    ])
    expect(packed.files.find(({ path }) => path === 'bin/gleaner.mjs')?.mode).toBe(0o755)
    expect(packed.size).toBeLessThan(5_200_000)
  })

  it('can be installed by a plugin outside of a clone, and started with the entry in docs/mcp.md', async ({ skip }) => {
    skip(missing !== null, missing ?? '')
    const home = join(folder, 'home')
    mkdirSync(home)
    const registry = await openRegistry(packed)
    const env = { ...(await registryEnv(registry.url, home)), ...web.env }
    try {
      cpSync(join(root, 'plugin'), join(home, 'plugin'), { recursive: true })
      const { gleaner } = JSON.parse(readFileSync(join(home, 'plugin/.mcp.json'), 'utf8')).mcpServers
      const args = gleaner.args.map((arg: string) => arg.replace(/^\$\{CLAUDE_PLUGIN_ROOT\}/, join(home, 'plugin')))
      await expectBothTools(await start({ ...gleaner, args }, { env, cwd: home }), web)
      expect(registry.requests).toContain('/gleaner')
      // Nothing is stored over stdio.
      expect(existsSync(join(home, 'gleaner-data'))).toBe(false)
    } finally {
      await registry.close()
    }
    // npx installs into an ordinary folder, and starts an installed package without using the registry.
    const installed = join(home, 'npm-cache/_npx')
    const cwd = join(installed, readdirSync(installed)[0] ?? '')
    await expectBothTools(await start(npmEntry, { env, cwd }), web)
  }, 180_000)
})
