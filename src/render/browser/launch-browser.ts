/** Starts Chromium in the strictest containment that this machine allows, and makes sure that it leaves nothing behind. */

import { succeedsWithin } from '../../base/deadline.ts'
import { ServiceError } from '../../base/errors.ts'
import { browserFlags, egressFlags } from './browser-flags.ts'
import {
  type BrowserProcess,
  type Containment,
  containmentsFor,
  type ProcessOptions,
  StartFailed,
  startProcess,
  weakerAfter,
} from './browser-process.ts'
import { messageBounds } from './messages.ts'
import { killGroup, killProcess, processTree, residentBytes } from './process-tree.ts'
import { openTargets, type Targets } from './targets.ts'

export interface LaunchOptions {
  executablePath: string
  /** `EgressProxy.server`: the browser's only way out. */
  proxyServer: string
  /** The User-Agent of pages and their workers. */
  userAgent: string
  /** Limit on a document in bytes, both before and after its scripts run. It also sets how much the browser may report about a page. */
  maxBodyBytes: number
  /** Returns the flags that make the proxy the only way out. Tests return other flags. */
  wayOut?: (proxyServer: string) => readonly string[]
}

/**
 * Returns a function that starts a browser. The first start finds out which containment this machine allows, and later ones use it.
 * The function throws browser_unavailable if the browser doesn't start.
 */
export function createLauncher(options: LaunchOptions): () => Promise<RunningBrowser> {
  const { executablePath, proxyServer, userAgent, maxBodyBytes, wayOut = egressFlags } = options
  const { maxPageBytes, ...limits } = messageBounds(maxBodyBytes)
  const choices = containmentsFor(process.platform, process.getuid?.() === 0)
  let best = choices[0] as Containment

  async function start(): Promise<BrowserProcess> {
    const request: Omit<ProcessOptions, 'containment'> = {
      executablePath,
      flags: [...browserFlags, ...wayOut(proxyServer), `--user-agent=${userAgent}`],
      ...limits,
    }
    for (let containment = best; ; ) {
      try {
        const started = await startProcess({ ...request, containment })
        best = containment
        return started
      } catch (error) {
        const weaker = error instanceof StartFailed ? weakerAfter(containment, choices, error.message) : null
        if (!weaker) throw error
        containment = weaker
      }
    }
  }

  return async () => {
    const started = await start().catch((error: unknown) => {
      throw new ServiceError('browser_unavailable', `The browser ${executablePath} does not start`, { cause: error })
    })
    try {
      return await followBrowser(started, maxPageBytes)
    } catch (error) {
      await started.removeProfile()
      throw new ServiceError('browser_unavailable', `The browser ${executablePath} exited while starting`, {
        cause: error,
      })
    }
  }
}

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
  /** Kills the child process that uses the most memory, along with its page. */
  killLargestChild(): void
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
async function followBrowser(started: BrowserProcess, maxPageBytes: number): Promise<RunningBrowser> {
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
      if (largest) killProcess(largest.pid)
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

async function readPid({ send }: BrowserProcess['connection']['root']): Promise<number> {
  const { processInfo } = await send('SystemInfo.getProcessInfo')
  const own = processInfo.find(({ type }) => type === 'browser')
  if (!own) throw new Error('The browser does not report its process ID')
  return own.id
}
