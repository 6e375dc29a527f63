/** Tracks a running browser and its memory, and makes sure that it stops. */

import { succeedsWithin } from '../../base/deadline.ts'
import type { BrowserProcess } from './browser-process.ts'
import { processTree, residentBytes } from './process-tree.ts'
import { openTargets, type Targets } from './targets.ts'

export interface RunningBrowser {
  readonly targets: Targets
  /** ID of the browser's own process, or null for a browser from a farm. */
  readonly pid: number | null
  /** Host and port of the browser's farm, or null for a browser on this machine. */
  readonly farm: string | null
  /** The User-Agent to set for each page, or null if the browser already has it from a flag. */
  readonly ownUserAgent: string | null
  /** Describes how the browser is isolated from this machine. */
  readonly containment: string
  /** Aborts when the browser is gone for any reason. */
  readonly gone: AbortSignal
  /** Returns the resident bytes of all the browser's processes, or 0 if the system has no /proc. */
  memory(): number
  /** Kills the child process that uses the most memory, along with its page. Returns false if there are no child processes. */
  killLargestChild(): boolean
  /** True if `kill` was called. */
  readonly wasKilled: boolean
  /** Kills all its processes immediately. */
  kill(): void
  /** Asks the browser to exit, and kills it if it doesn't. Resolves when nothing is left, including its files on disk. */
  end(): Promise<void>
}

/** Calls the listener once the browser is gone, even if it is gone already. */
export function whenGone({ gone }: Pick<RunningBrowser, 'gone'>, listener: () => void): void {
  if (gone.aborted) queueMicrotask(listener)
  else gone.addEventListener('abort', listener, { once: true })
}

const endLimitMs = 2000
const exitLimitMs = 1000

/** Throws an Error if the browser exits in the meantime or shares our process group. */
export async function followBrowser(
  started: BrowserProcess,
  { maxPageBytes }: { maxPageBytes: number },
): Promise<RunningBrowser> {
  const { connection, containment } = started
  const gone = new AbortController()
  void started.ended.then(() => {
    connection.end()
    gone.abort()
  })
  let wasKilled = false
  const pid = await readPid(connection.root)
  // A distribution may start the browser through a script, which then leads the group.
  const group = groupOf(pid) ?? pid
  if (group === groupOf(process.pid)) throw new Error('The browser does not have a separate process group')
  const killAtExit = () => killGroup(group)
  process.on('exit', killAtExit)
  const removed = started.ended.then(async () => {
    await succeedsWithin(exitLimitMs, started.exited)
    process.off('exit', killAtExit)
    await started.removeProfile()
  })

  function kill(): void {
    if (gone.signal.aborted) return
    wasKilled = true
    if (!killGroup(group)) killProcess(pid)
  }

  return {
    targets: await openTargets(connection, { maxPageBytes, onIgnored: kill }),
    ...{ pid, farm: null, ownUserAgent: null, containment, gone: gone.signal, kill },
    get wasKilled() {
      return wasKilled
    },
    memory: () => residentBytes(pid),
    killLargestChild() {
      const children = processTree(pid).filter((child) => child.pid !== pid && child.group === group)
      const largest = children.sort((a, b) => b.privateBytes - a.privateBytes)[0]
      return largest !== undefined && killProcess(largest.pid)
    },
    async end() {
      connection.root.send('Browser.close').catch(() => {})
      if (!(await succeedsWithin(endLimitMs, started.ended))) kill()
      await removed
    },
  }
}

function groupOf(pid: number): number | undefined {
  return processTree(pid)[0]?.group
}

function killGroup(group: number): boolean {
  return process.platform !== 'win32' && killProcess(-group)
}

function killProcess(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    return false
  }
}

async function readPid({ send }: BrowserProcess['connection']['root']): Promise<number> {
  const { processInfo } = await send('SystemInfo.getProcessInfo')
  const own = processInfo.find(({ type }) => type === 'browser')
  if (!own) throw new Error('The browser does not report its process ID')
  return own.id
}
