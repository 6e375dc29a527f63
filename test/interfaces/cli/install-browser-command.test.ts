import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type InstallBrowserOptions,
  type InstallMethod,
  runInstallBrowser,
} from '../../../src/interfaces/cli/install-browser-command.ts'
import { until } from '../../waits.ts'

const node = process.execPath

/** True if a process with that id exists. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** An installation method with one command, which exits with this code. */
function method(name: string, code: number, more: Partial<InstallMethod> = {}): InstallMethod {
  return { name, commands: [{ program: node, args: ['-e', `process.exit(${code})`], limitMs: 30_000 }], ...more }
}

/**
 * Runs the command. `found` lists the browsers found on each search. Node replaces the browser, because it also prints its
 * version on request.
 */
async function run(found: (string | null)[], options: Partial<InstallBrowserOptions> = {}) {
  let [out, err] = ['', '']
  const code = await runInstallBrowser({
    find: async () => found.shift() ?? null,
    configuredPath: null,
    argv: [],
    signal: new AbortController().signal,
    out: (text) => (out += text),
    err: (text) => (err += text),
    methods: [],
    ...options,
  })
  return { code, out, err }
}

describe('install-browser', () => {
  it('does nothing if a working browser exists', async () => {
    const { code, out } = await run([node], { methods: [method('never', 0)] })
    expect([code, out]).toEqual([0, `Already installed: ${node} (${process.version})\n`])
  })

  it('continues with the next method when one fails, and prints which one', async () => {
    const { code, out } = await run([null, node], {
      methods: [method('download', 3), method('package', 0), method('never', 0)],
    })
    expect(code).toBe(0)
    expect(out).toMatch(/^download …\ndownload: failed, .*exit code 3\npackage …\npackage: installed /)
    expect(out).not.toContain('never')
  })

  it('ends with instructions if every method fails', async () => {
    const { code, err } = await run([], { methods: [method('package', 1)] })
    expect(code).toBe(4)
    expect(err).toContain('sudo apt-get install chromium-headless-shell')
    expect(err).toContain('everything else works')
  })

  it('fails after an installation that provides no browser, or one that does not start', async () => {
    const methods = [method('download', 0), method('package', 0)]
    const { code, out } = await run([null, null, '/bin/false'], { methods })
    expect(code).toBe(4)
    expect(out.match(/failed, no browser starts afterwards/g)).toHaveLength(2)
  })

  it('stops a method at its time limit, and reports a missing program', async () => {
    const slow = { program: node, args: ['-e', 'setInterval(() => {}, 1000)'], limitMs: 50 }
    const missing = { program: '/no/such/program', args: [], limitMs: 30_000 }
    const methods = [method('slow', 0, { commands: [slow] }), method('missing', 0, { commands: [missing] })]
    const { code, out } = await run([], { methods })
    expect(code).toBe(4)
    expect(out).toMatch(/slow: failed, .*it took too long\n/)
    expect(out).toMatch(/missing: failed, program : .*ENOENT\n/)
  })

  it('passes on its own environment and that of a command', async () => {
    const script = `process.exit(process.env.GLEANER_TRIED === 'yes' && process.env.PATH ? 0 : 3)`
    const command = { program: node, args: ['-e', script], limitMs: 30_000, environment: { GLEANER_TRIED: 'yes' } }
    const { code, out } = await run([null, node], { methods: [method('download', 0, { commands: [command] })] })
    expect([code, out]).toEqual([0, expect.stringContaining('download: installed')])
  })

  it('stops when the signal aborts, along with the processes it started', async () => {
    const controller = new AbortController()
    const folder = mkdtempSync(join(tmpdir(), 'gleaner-install-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const pidFile = join(folder, 'pid')
    const script = 'setInterval(() => {}, 1000); fs.writeFileSync(process.argv[1], String(process.pid))'
    const slow = { program: node, args: ['-e', script, pidFile], limitMs: 30_000 }
    const running = run([], { signal: controller.signal, methods: [method('slow', 0, { commands: [slow] })] })
    const started = () => (existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0)
    await until('the command to start', () => started() > 0)
    controller.abort(new Error('stopped'))
    await expect(running).rejects.toThrow('stopped')
    await until('the end of the command', () => !isRunning(started()))
  })

  it('installs nothing if a browser is configured', async () => {
    const { code, err } = await run([null], { configuredPath: '/no/browser', methods: [method('never', 0)] })
    expect([code, err]).toEqual([4, expect.stringContaining('/no/browser')])
  })

  it('takes no arguments', async () => {
    expect((await run([], { argv: ['--now'] })).code).toBe(2)
  })
})

describe('scripts/ensure-browser.mjs, before the tests', () => {
  const ensure = (environment: NodeJS.ProcessEnv) =>
    spawnSync(node, ['scripts/ensure-browser.mjs'], { encoding: 'utf8', env: { ...process.env, ...environment } })

  it('prints what is missing and lets the tests continue', () => {
    const { status, stdout, stderr } = ensure({
      GLEANER_BROWSER_PATH: '/no/browser',
      PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '',
    })
    expect([status, stdout, stderr]).toEqual([0, '', expect.stringContaining("is /no/browser, which can't be run")])
  })

  it('does not search if the download is disabled', () => {
    const { status, stderr } = ensure({ GLEANER_BROWSER_PATH: '/no/browser', PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' })
    expect([status, stderr]).toEqual([0, expect.stringContaining('no browser is looked for')])
  })
})
