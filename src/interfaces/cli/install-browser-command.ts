/** `gleaner install-browser`: installs a browser for render_js, from Playwright or else from Debian's package. */

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { childEnvironment, readConfig } from '../../config/config.ts'
import type { CommandContext, CommandOutput } from './command.ts'
import type { Manual } from './help/manual.ts'

export interface InstallBrowserOptions extends CommandOutput {
  /** Resolves with the path of the installed browser, or null. */
  find(): Promise<string | null>
  /** GLEANER_BROWSER_PATH. If it is set, installing another browser would have no effect. */
  configuredPath: string | null
  argv: readonly string[]
  signal: AbortSignal
  /** Methods, best first. Default: those that suit this system. */
  methods?: readonly InstallMethod[]
}

export interface InstallMethod {
  name: string
  /** Commands to run in order, until one fails. */
  commands: readonly InstallCommand[]
}

interface InstallCommand {
  program: string
  args: readonly string[]
  limitMs: number
  /** Environment variables to add to the variables of this process. */
  environment?: Readonly<Record<string, string>>
}

export const installBrowserManual: Manual = {
  about:
    "Installs a browser for render_js if none is found: Playwright's Chromium or, if the download fails and you are root on Debian, the package chromium-headless-shell. Everything except render_js works without a browser.",
}

export async function runInstallBrowserCommand({ argv, signal, compose, out, err }: CommandContext): Promise<number> {
  const config = readConfig()
  const configuredPath = config.GLEANER_BROWSER_PATH ?? null
  return runInstallBrowser({ find: () => compose.locateBrowser(config), configuredPath, argv, signal, out, err })
}

/** Resolves with the exit code: 0 if there is a working browser in the end, 4 if not, and 2 if there are arguments. */
export async function runInstallBrowser(options: InstallBrowserOptions): Promise<number> {
  const { find, configuredPath, argv, signal, out, err, methods = usualMethods() } = options
  if (argv.length > 0) {
    err('install-browser takes no arguments.\n')
    return 2
  }
  const there = await findStarting(find, signal, err)
  if (there) {
    out(`Already installed: ${there}\n`)
    return 0
  }
  if (configuredPath !== null) {
    err(`GLEANER_BROWSER_PATH is ${configuredPath}, which can't be run. Correct or unset it.\n`)
    return 4
  }
  for (const { name, commands } of methods) {
    out(`${name} …\n`)
    const failure = await runAll(commands, signal)
    if (signal.aborted) throw signal.reason
    const found = failure === null ? await findStarting(find, signal, err) : null
    if (found) {
      out(`${name}: installed ${found}\n`)
      return 0
    }
    out(`${name}: failed, ${failure ?? 'no browser starts afterwards'}\n`)
  }
  err(hint)
  return 4
}

const hint = `No browser was installed, so render_js fails with browser_unavailable; everything else works. To fix this:
  on Debian           sudo apt-get install chromium-headless-shell
  with npm access     npx playwright install --with-deps --only-shell chromium
  anywhere else       install Chrome, Chromium or Edge, or name one with GLEANER_BROWSER_PATH
`

const limitMs = 5 * 60_000

function usualMethods(): InstallMethod[] {
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright/package.json')), 'cli.js')
  const download = {
    program: process.execPath,
    args: [cli, 'install', '--only-shell', 'chromium'],
    limitMs,
    // On a network that drops all packets, the default timeout of 30 s would elapse five times.
    environment: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' },
  }
  const apt = (...args: string[]) => ({
    ...{ program: 'apt-get', args, limitMs, environment: { DEBIAN_FRONTEND: 'noninteractive' } },
  })
  // Recommended packages are needed only for features such as printing.
  const install = apt('install', '-y', '--no-install-recommends', 'chromium-headless-shell')
  const isRootOnLinux = process.platform === 'linux' && process.getuid?.() === 0
  return [
    { name: "Playwright's download", commands: [download] },
    ...(isRootOnLinux ? [{ name: "Debian's chromium-headless-shell", commands: [apt('update'), install] }] : []),
  ]
}

/** Resolves with null, or with a message about the command that failed. The commands' output goes to standard error. */
async function runAll(commands: readonly InstallCommand[], signal: AbortSignal): Promise<string | null> {
  for (const { program, args, limitMs: timeout, environment = {} } of commands) {
    const call = `${basename(program)} ${args.join(' ')}`
    const child = spawn(program, args, {
      ...{ stdio: ['ignore', 2, 2], env: childEnvironment(environment), signal, timeout },
    })
    try {
      const [code] = await once(child, 'close')
      if (code !== 0) return `${call}: ${code === null ? 'it took too long' : `exit code ${code}`}`
    } catch (error) {
      return `${call}: ${(error as Error).message}`
    }
  }
  return null
}

/** Resolves with the path and version of the installed browser, or null if it doesn't start, for example because libraries are missing. */
async function findStarting(find: () => Promise<string | null>, signal: AbortSignal, err: (text: string) => void) {
  const path = await find()
  if (path === null) return null
  // On Windows, --version opens a window and prints nothing.
  if (process.platform === 'win32') return path
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 20_000, signal })
    return `${path} (${stdout.trim()})`
  } catch (error) {
    err(`${path} does not start: ${(error as Error).message.trim().split('\n').at(-1)}\n`)
    return null
  }
}
