/** Follows a browser that was started: when it is gone, what memory it holds, and how to end it for good. */

import type { Browser } from 'playwright'
import { processTree, residentBytes } from './process-tree.ts'
import { openTargets, type Targets } from './targets.ts'

export interface RunningBrowser {
  readonly browser: Browser
  readonly targets: Targets
  /** The browser's own process. */
  readonly pid: number
  /** Resolves when the browser is gone, for whatever reason. */
  readonly gone: Promise<void>
  readonly isGone: boolean
  /** Calls the listener when the browser is gone. Returns a function that removes it: a promise would keep every page until then. */
  onGone(listener: () => void): () => void
  /** Resident bytes of all its processes; 0 where the system has no /proc. */
  memory(): number
  /** Ends the child process that holds the most memory, and its page with it. False when there was none. */
  killLargestChild(): boolean
  /** Whether `kill` was called. */
  readonly wasKilled: boolean
  /** Ends all of its processes at once. */
  kill(): void
}

/** Throws an Error when the browser ends meanwhile or shares our process group. */
export async function followBrowser(browser: Browser): Promise<RunningBrowser> {
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
  // A distribution may start it by a script, which leads the group then.
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
      return largest !== undefined && killProcess(largest.pid)
    },
    kill() {
      if (isGone) return
      wasKilled = true
      if (!killGroup(group)) killProcess(pid)
    },
  }
}

function groupOf(pid: number): number | undefined {
  return processTree(pid)[0]?.group
}

function killGroup(group: number): boolean {
  return process.platform !== 'win32' && killProcess(-group)
}

/** False when there is no such process. */
function killProcess(pid: number): boolean {
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
  if (!own) throw new Error('The browser does not name its process')
  return own.id
}
