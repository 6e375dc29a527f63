/** Starts Chromium in the strictest containment that this machine allows, and makes sure that it leaves nothing behind. */

import { ServiceError } from '../../base/errors.ts'
import { browserFlags } from './browser-flags.ts'
import { type BrowserProcess, type ProcessOptions, StartFailed, startProcess } from './browser-process.ts'
import { type Containment, containmentsFor, weakerAfter } from './containment.ts'
import { egressFlags } from './egress-flags.ts'
import { messageBounds } from './message-bounds.ts'
import { followBrowser, type RunningBrowser } from './running-browser.ts'

interface LaunchOptions {
  executablePath: string
  /** `EgressProxy.server`: the browser's only way out. */
  proxyServer: string
  /** The User-Agent of pages and their workers. */
  userAgent: string
  /** Limit on a document, in bytes. It also sets how much the browser may report about a page. */
  maxBodyBytes: number
  /** The containments to try, best first. By default, those that this system supports. */
  containments?: readonly Containment[]
  /** Returns the flags that make the proxy the only way out. Tests return other flags. */
  wayOut?: (proxyServer: string) => readonly string[]
}

/**
 * Returns a function that starts a browser. The first start finds out which containment this machine allows, and later ones use it.
 * The function throws browser_unavailable if the browser doesn't start.
 */
export function createLauncher(options: LaunchOptions): () => Promise<RunningBrowser> {
  const { executablePath, proxyServer, userAgent, maxBodyBytes, wayOut = egressFlags } = options
  const system = { platform: process.platform, isRoot: process.getuid?.() === 0 }
  const { maxPageBytes, ...limits } = messageBounds(maxBodyBytes)
  const choices = options.containments ?? containmentsFor(system)
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
    let started: BrowserProcess
    try {
      started = await start()
    } catch (error) {
      throw new ServiceError('browser_unavailable', `The browser ${executablePath} does not start`, { cause: error })
    }
    try {
      return await followBrowser(started, { maxPageBytes })
    } catch (error) {
      await started.removeProfile()
      throw new ServiceError('browser_unavailable', `The browser ${executablePath} exited while starting`, {
        cause: error,
      })
    }
  }
}
