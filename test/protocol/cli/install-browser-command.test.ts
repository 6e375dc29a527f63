import { spawnSync } from 'node:child_process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type InstallBrowser, runInstallBrowser, type Way } from '../../../src/protocol/cli/install-browser-command.ts'

const node = process.execPath

/** A way of one command that ends with this code. */
function way(name: string, code: number, more: Partial<Way> = {}): Way {
  return {
    name,
    obstacle: null,
    commands: [{ program: node, args: ['-e', `process.exit(${code})`], limitMs: 30_000 }],
    ...more,
  }
}

/** Runs the command; `found` is what is found at the first look, at the second, and so on. Node stands for the browser: it tells its version too. */
async function run(found: (string | null)[], options: Partial<InstallBrowser> = {}) {
  let [out, err] = ['', '']
  const code = await runInstallBrowser({
    find: async () => found.shift() ?? null,
    configuredPath: null,
    argv: [],
    signal: new AbortController().signal,
    out: (text) => (out += text),
    err: (text) => (err += text),
    ways: [],
    ...options,
  })
  return { code, out, err }
}

describe('install-browser', () => {
  it('does nothing where a browser is there that starts', async () => {
    const { code, out } = await run([node], { ways: [way('never', 0)] })
    expect([code, out]).toEqual([0, `The browser is there: ${node} (${process.version})\n`])
  })

  it('goes on to the next way when one fails, and says which', async () => {
    const { code, out } = await run([null, node], { ways: [way('download', 3), way('package', 0), way('never', 0)] })
    expect(code).toBe(0)
    expect(out).toMatch(/^download …\ndownload: failed, .*exit code 3\npackage …\npackage: done\. The browser is /)
    expect(out).not.toContain('never')
  })

  it('passes over a way that may not be gone here, and ends with the lines that help', async () => {
    const { code, out, err } = await run([], { ways: [way('package', 0, { obstacle: 'that needs root' })] })
    expect([code, out]).toEqual([4, 'package: not here, that needs root\n'])
    expect(err).toContain('sudo apt-get install chromium-headless-shell')
    expect(err).toContain('everything else works')
  })

  it('does not believe an installation that leaves no browser, or one that does not start', async () => {
    const ways = [way('download', 0), way('package', 0)]
    const { code, out } = await run([null, null, '/bin/false'], { ways })
    expect(code).toBe(4)
    expect(out.match(/failed, there is no browser afterwards that starts/g)).toHaveLength(2)
  })

  it('gives a way its time and no more, and tells a program that is not there', async () => {
    const slow = { program: node, args: ['-e', 'setInterval(() => {}, 1000)'], limitMs: 50 }
    const missing = { program: '/no/such/program', args: [], limitMs: 30_000 }
    const ways = [way('slow', 0, { commands: [slow] }), way('missing', 0, { commands: [missing] })]
    const { code, out } = await run([], { ways })
    expect(code).toBe(4)
    expect(out).toMatch(/slow: failed, .*it took too long\n/)
    expect(out).toMatch(/missing: failed, program : .*ENOENT\n/)
  })

  it.each(['linux', 'win32'])('hands its environment and that of a command on, on %s', async (platform) => {
    const { platform: here } = process
    onTestFinished(() => void Object.defineProperty(process, 'platform', { value: here }))
    Object.defineProperty(process, 'platform', { value: platform })
    const script = `process.exit(process.env.GLEANER_TRIED === 'yes' && process.env.PATH ? 0 : 3)`
    const command = { program: node, args: ['-e', script], limitMs: 30_000, environment: { GLEANER_TRIED: 'yes' } }
    const { code, out } = await run([null, node], { ways: [way('download', 0, { commands: [command] })] })
    expect([code, out]).toEqual([0, expect.stringContaining('download: done.')])
  })

  it('ends with the signal, and what it started with it', async () => {
    const controller = new AbortController()
    const slow = { program: node, args: ['-e', 'setInterval(() => {}, 1000)'], limitMs: 30_000 }
    const running = run([], { signal: controller.signal, ways: [way('slow', 0, { commands: [slow] })] })
    setTimeout(() => controller.abort(new Error('stopped')), 100)
    await expect(running).rejects.toThrow('stopped')
  })

  it('installs nothing beside a browser that was named', async () => {
    const { code, err } = await run([null], { configuredPath: '/no/browser', ways: [way('never', 0)] })
    expect([code, err]).toEqual([4, expect.stringContaining('/no/browser')])
  })

  it('takes no words but --help', async () => {
    expect((await run([], { argv: ['--help'] })).code).toBe(0)
    expect((await run([], { argv: ['--now'] })).code).toBe(2)
  })
})

describe('scripts/ensure-browser.mjs, before every start', () => {
  const ensure = (environment: NodeJS.ProcessEnv) =>
    spawnSync(node, ['scripts/ensure-browser.mjs'], { encoding: 'utf8', env: { ...process.env, ...environment } })

  it('says what is missing and lets the start go on', () => {
    const { status, stdout, stderr } = ensure({
      GLEANER_BROWSER_PATH: '/no/browser',
      PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '',
    })
    expect([status, stdout, stderr]).toEqual([0, '', expect.stringContaining("names /no/browser, which can't be run")])
  })

  it('looks for nothing where it was told not to', () => {
    const { status, stderr } = ensure({ GLEANER_BROWSER_PATH: '/no/browser', PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' })
    expect([status, stderr]).toEqual([0, expect.stringContaining('no browser is looked for')])
  })
})
