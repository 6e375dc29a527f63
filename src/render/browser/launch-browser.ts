/** Starts a Chromium that leaves nothing behind: in a process group of its own, on a pipe that ends with us. */

import type { Browser } from 'playwright'
import { succeedsWithin } from '../../deadline.ts'
import { ServiceError } from '../../errors.ts'
import { fenceFlags } from './browser-flags.ts'
import { processTree, residentBytes } from './process-tree.ts'
import { openTargets, type Targets } from './targets.ts'

export interface RunningBrowser {
  readonly browser: Browser
  readonly targets: Targets
  /** The browser's own process, which leads its group. */
  readonly pid: number
  /** Resolves when the browser is gone, however that came. */
  readonly gone: Promise<void>
  readonly isGone: boolean
  /** Called when the browser is gone; the function that comes back forgets it. A promise would keep every page till then. */
  onGone(listener: () => void): () => void
  /** Resident bytes of all its processes; 0 where the system does not tell. */
  memory(): number
  /** Ends the child process that holds the most memory, and with it its page. False when there was none. */
  killLargestChild(): boolean
  /** Whether `kill` was called. */
  readonly wasKilled: boolean
  /** Ends all of its processes at once. */
  kill(): void
}

export interface LaunchOptions {
  executablePath: string
  proxyServer: string
  /** How pages and their workers name themselves. */
  userAgent: string
}

/** Less than a request's own time by default, so that it hears what is wrong. */
const launchLimitMs = 15_000

const speedFlags = [
  // A context is one page that nobody is signed in to: one process for all its frames holds nothing worth keeping apart.
  '--disable-site-isolation-trials',
  '--disable-gpu',
  '--no-default-browser-check',
  '--lang=en-US',
  '--accept-lang=en-US,en',
  '--js-flags=--max-old-space-size=1024',
]

/** Throws browser_unavailable when it does not start. */
export async function launchBrowser({
  executablePath,
  proxyServer,
  userAgent,
}: LaunchOptions): Promise<RunningBrowser> {
  const { chromium } = await import('playwright')
  let browser: Browser
  try {
    browser = await chromium.launch({
      executablePath,
      args: [...fenceFlags(proxyServer), ...speedFlags, `--user-agent=${userAgent}`],
      // The full browser then keeps pop-ups shut that no visitor asked for.
      ignoreDefaultArgs: ['--disable-popup-blocking'],
      // Chromium refuses to run in its sandbox as root.
      chromiumSandbox: process.getuid?.() !== 0,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: launchLimitMs,
    })
  } catch (error) {
    throw new ServiceError('browser_unavailable', `The browser ${executablePath} does not start`, { cause: error })
  }
  try {
    return await follow(browser)
  } catch (error) {
    await succeedsWithin(closeLimitMs, browser.close())
    throw new ServiceError('browser_unavailable', `The browser ${executablePath} ended as it started`, { cause: error })
  }
}

const closeLimitMs = 2000

async function follow(browser: Browser): Promise<RunningBrowser> {
  let isGone = !browser.isConnected()
  const listeners = new Set<() => void>()
  const gone = new Promise<void>((resolve) => {
    const leave = () => {
      isGone = true
      for (const listener of listeners) listener()
      resolve()
    }
    if (isGone) leave()
    else browser.once('disconnected', leave)
  })
  let wasKilled = false
  const pid = await readPid(browser)
  // A distribution may start it by a script: then the script leads the group. It is never ours.
  const group = groupOf(pid) ?? pid
  if (group === groupOf(process.pid)) throw new Error('The browser has no group of its own')

  return {
    browser,
    targets: await openTargets(browser),
    pid,
    gone,
    get isGone() {
      return isGone
    },
    onGone(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    get wasKilled() {
      return wasKilled
    },
    memory: () => residentBytes(pid),
    killLargestChild() {
      const children = processTree(pid).filter((child) => child.pid !== pid && child.group === group)
      const largest = children.sort((a, b) => b.privateBytes - a.privateBytes)[0]
      return largest !== undefined && signalProcess(largest.pid)
    },
    kill() {
      if (isGone) return
      wasKilled = true
      if (!signalGroup(group)) signalProcess(pid)
    },
  }
}

function groupOf(pid: number): number | undefined {
  return processTree(pid)[0]?.group
}

function signalGroup(group: number): boolean {
  return process.platform !== 'win32' && signalProcess(-group)
}

/** Ends it for good. False when there is none. */
function signalProcess(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    return false
  }
}

async function readPid(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const own = processInfo.find(({ type }) => type === 'browser')
  if (!own) throw new Error('The browser does not tell its process')
  return own.id
}
