/** Tracks a farm's browser for the pool and returns it to the farm. The farm takes care of its processes and memory. */

import { succeedsWithin } from '../../base/deadline.ts'
import { openConnection } from '../browser/devtools-connection.ts'
import type { MessageLimits } from '../browser/message-reader.ts'
import type { RunningBrowser } from '../browser/running-browser.ts'
import { openTargets } from '../browser/targets.ts'
import type { FarmLink } from './farm-link.ts'

interface FarmBrowserOptions extends MessageLimits {
  /** Host and port of the farm. */
  name: string
  userAgent: string
  proxyServer: string
  /** Maximum bytes of messages per page. */
  maxPageBytes: number
}

/** Pings detect a silently lost connection, and stop load balancers from closing an idle one. */
const pingEveryMs = 15_000
const pingLimitMs = 10_000

/** Throws any error from the browser's first commands. */
export async function followFarmBrowser(link: FarmLink, options: FarmBrowserOptions): Promise<RunningBrowser> {
  const { name, userAgent, proxyServer, maxPageBytes } = options
  const connection = openConnection(link.pipe, options)
  const gone = new AbortController()
  let wasKilled = false
  const ping = setInterval(async () => {
    if (!(await succeedsWithin(pingLimitMs, connection.root.send('Browser.getVersion')))) kill()
  }, pingEveryMs)
  ping.unref()
  let closing: Promise<void> | null = null

  function leave(): void {
    clearInterval(ping)
    connection.end()
    gone.abort()
  }
  void link.closed.then(leave)

  function close(): Promise<void> {
    closing ??= link.close()
    leave()
    return closing
  }

  function kill(): void {
    if (gone.signal.aborted) return
    wasKilled = true
    void close()
  }

  const { root } = connection
  try {
    const { userAgent: own } = await root.send('Browser.getVersion')
    return {
      targets: await openTargets(connection, {
        ...{ maxPageBytes, onIgnored: kill, proxyServer },
      }),
      ...{ pid: null, farm: name, containment: `of the farm ${name}`, gone: gone.signal, kill },
      // A farm that ignores flags uses a different User-Agent.
      ownUserAgent: own === userAgent ? null : userAgent,
      get wasKilled() {
        return wasKilled
      },
      memory: () => 0,
      killLargestChild: () => false,
      end: close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
