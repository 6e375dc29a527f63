/** `gleaner install-browser`: installs a browser for render_js, with Playwright's download or else Debian's package. */

import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { childEnvironment, readConfig } from '../../config/config.ts'
import type { CommandContext, CommandOutput } from './command.ts'
import type { Manual } from './help/manual.ts'

export interface InstallBrowserOptions extends CommandOutput {
  /** Path of the installed browser, or null. */
  find(): Promise<string | null>
  /** GLEANER_BROWSER_PATH. If it is set, installing another browser would change nothing. */
  configuredPath: string | null
  argv: readonly string[]
  signal: AbortSignal
  /** Best first. Default: the methods that suit this system. */
  methods?: readonly InstallMethod[]
}

/** One way to install a browser. */
export interface InstallMethod {
  name: string
  /** Why it isn't possible here, or null. */
  obstacle: string | null
  /** Run in order until one fails. */
  commands: readonly InstallCommand[]
}

interface InstallCommand {
  program: string
  args: readonly string[]
  limitMs: number
  /** Environment variables in addition to this process's. */
  environment?: Readonly<Record<string, string>>
}

export const installBrowserManual: Manual = {
  about:
    "Installs a browser for render_js if none is found: Playwright's Chromium or, if the download fails and you are root on Debian, the package chromium-headless-shell. Everything except render_js works without a browser.",
  groups: [],
}

export async function runInstallBrowserCommand({ argv, signal, compose, out, err }: CommandContext): Promise<number> {
  const config = readConfig()
  const configuredPath = config.GLEANER_BROWSER_PATH ?? null
  return runInstallBrowser({ find: () => compose.locateBrowser(config), configuredPath, argv, signal, out, err })
}

/** Resolves with the exit code: 0 if there is a working browser at the end, 4 if not, 2 for arguments. */
export async function runInstallBrowser(options: InstallBrowserOptions): Promise<number> {
  const { find, configuredPath, argv, signal, out, err, methods = usualMethods() } = options
  if (argv.length > 0) {
    err('install-browser takes no arguments.\n')
    return 2
  }
  const there = await findStarting(find, signal, err)
  if (there) {
    out(`Already installed: ${there.path} (${there.version})\n`)
    return 0
  }
  if (configuredPath !== null) {
    err(`GLEANER_BROWSER_PATH is ${configuredPath}, which can't be run. Correct or unset it.\n`)
    return 4
  }
  for (const { name, obstacle, commands } of methods) {
    if (obstacle !== null) {
      out(`${name}: not possible, ${obstacle}\n`)
      continue
    }
    out(`${name} …\n`)
    const failure = await runAll(commands, signal, err)
    if (signal.aborted) throw signal.reason
    const found = failure === null ? await findStarting(find, signal, err) : null
    if (found) {
      out(`${name}: installed ${found.path} (${found.version})\n`)
      return 0
    }
    out(`${name}: failed, ${failure ?? 'no browser starts afterwards'}\n`)
  }
  err(hint)
  return 4
}

const hint = `No browser was installed, so render_js fails with browser_unavailable; everything else works. To fix this:
  on Debian           sudo apt-get install chromium-headless-shell
  with npm's network  npx playwright install --with-deps --only-shell chromium
  anywhere else       install Chrome, Chromium or Edge, or name one with GLEANER_BROWSER_PATH
`

const second = 1000
const minute = 60 * second

function usualMethods(): InstallMethod[] {
  const { platform, getuid } = process
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright/package.json')), 'cli.js')
  const isRoot = getuid?.() === 0
  const obstacle = platform !== 'linux' ? 'requires Debian' : isRoot ? null : 'requires root'
  const apt = (...args: string[]): InstallCommand => ({
    program: 'apt-get',
    args,
    limitMs: 5 * minute,
    environment: { DEBIAN_FRONTEND: 'noninteractive' },
  })
  // Recommended packages are only needed for printing and the like.
  const install = (name: string) => apt('install', '-y', '--no-install-recommends', name)
  const update: InstallCommand = { ...apt('update'), limitMs: 2 * minute }
  return [
    {
      name: "Playwright's download",
      obstacle: null,
      commands: [
        {
          program: process.execPath,
          args: [cli, 'install', '--only-shell', 'chromium'],
          limitMs: 5 * minute,
          // If a network drops all packets, the default timeout of 30 s elapses five times.
          environment: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: String(10 * second) },
        },
      ],
    },
    { name: "Debian's chromium-headless-shell", obstacle, commands: [update, install('chromium-headless-shell')] },
    { name: "Debian's chromium", obstacle, commands: [install('chromium')] },
  ]
}

/** Lines of Playwright and apt-get that show progress. The rest is noise, such as a stack trace for each attempt. */
const progressLine = /^(Downloading |\|.*% of |.* downloaded to |Get:|Unpacking |Setting up )/

/** The reason in the output of Playwright or apt-get. */
const reasonLine = /^(?:Error|E): (.+)$/m

/** Resolves with null, or with a message about the command that failed. */
async function runAll(commands: readonly InstallCommand[], signal: AbortSignal, err: (text: string) => void) {
  for (const command of commands) {
    const onLine = (line: string) => progressLine.test(line) && err(`  ${line}\n`)
    const { failure, output } = await run(command, { signal, onLine })
    if (failure === null) continue
    const [, reason] = reasonLine.exec(output) ?? []
    return `${basename(command.program)} ${command.args.join(' ')}: ${failure}${reason === undefined ? '' : `, ${reason}`}`
  }
  return null
}

/** Resolves with the installed browser if it starts, or null, for example if its libraries are missing. */
async function findStarting(find: () => Promise<string | null>, signal: AbortSignal, err: (text: string) => void) {
  const path = await find()
  if (path === null) return null
  // On Windows, --version opens a window and prints nothing.
  if (process.platform === 'win32') return { path, version: 'version unknown' }
  const { output, failure } = await run({ program: path, args: ['--version'], limitMs: 20 * second }, { signal })
  if (failure === null) return { path, version: output.trim().split('\n')[0] ?? '' }
  err(`${path} does not start: ${output.trim().split('\n').at(-1) || failure}\n`)
  return null
}

interface CommandOutcome {
  output: string
  /** How the command failed, or null. */
  failure: string | null
}

function run(
  command: InstallCommand,
  { signal, onLine }: { signal: AbortSignal; onLine?: (line: string) => void },
): Promise<CommandOutcome> {
  const { program, args, limitMs, environment = {} } = command
  const isUnix = process.platform !== 'win32'
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
  return new Promise((resolve) => {
    let output = ''
    // It leads a process group, because a download has child processes.
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: isUnix,
      env: childEnvironment(environment),
    })
    const end = () => {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
      if (isUnix) process.kill(-child.pid, 'SIGTERM')
      else child.kill()
    }
    const finish = (failure: string | null) => {
      limit.removeEventListener('abort', end)
      resolve({ output, failure })
    }
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        output += `${line}\n`
        onLine?.(line)
      })
    }
    child.on('error', (error) => finish(error.message))
    child.on('close', (code, reason) => {
      const how = code === null ? `killed by ${reason}` : `exit code ${code}`
      finish(limit.aborted ? 'it took too long' : code === 0 ? null : how)
    })
    limit.addEventListener('abort', end)
    if (limit.aborted) end()
  })
}
