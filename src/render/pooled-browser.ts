/** A browser with the pages that it serves: some prepared ahead, a limit on its life and on its memory. */

import type { EgressProxy } from '../fetch/egress/proxy.ts'
import type { RunningBrowser } from './browser/running-browser.ts'
import { openTab, type Tab } from './tab/tab.ts'

export interface PooledBrowser {
  readonly running: RunningBrowser
  /** An unused page, which its taker returns. Throws TabLost. */
  takeTab(): Promise<Tab>
  /** Closes a page that was taken. A page that cannot be closed ends the browser, whose other pages begin anew then. */
  returnTab(tab: Tab): Promise<void>
  /** Closes the browser, by force when it does not follow. */
  end(): Promise<void>
}

export interface PooledBrowserOptions {
  egress: EgressProxy
  /** Pages in flight at most. */
  maxPages: number
  /** A browser is replaced after this many pages, 500 by default. */
  recyclePages?: number
  /** A browser is replaced when it holds more than this and no page needs it; at twice that its largest page ends. */
  recycleBytes: number
  /** A browser that has served no page for so long is ended; null for one that is kept. */
  idleLimitMs?: number | null
}

/** Bounds what pages leave behind in a browser whose memory can't be measured: one of another machine or without /proc. */
const defaultRecyclePages = 500

/** Pages prepared ahead; each is a process of some 30 MB. */
const maxPrepared = 4
const memoryCheckMs = 1000

/** `onRetire` is called once, when the browser takes no new page any more; it ends when its last page is returned. */
export function createPooledBrowser(
  running: RunningBrowser,
  options: PooledBrowserOptions,
  onRetire: () => void,
): PooledBrowser {
  const { egress, maxPages, recyclePages = defaultRecyclePages, recycleBytes, idleLimitMs = null } = options
  const prepared: Promise<Tab>[] = []
  /** Pages in use, being opened or being closed. */
  let pages = 0
  let served = 0
  let isRetired = false
  let idle: NodeJS.Timeout | undefined

  const memoryCheck = setInterval(checkMemory, memoryCheckMs)
  memoryCheck.unref()
  void running.gone.then(() => {
    clearInterval(memoryCheck)
    clearTimeout(idle)
    retire()
  })

  function retire(): void {
    if (!isRetired) {
      isRetired = true
      onRetire()
      for (const tab of prepared.splice(0)) tab.then((ready) => ready.close()).catch(() => {})
    }
    if (pages === 0) void running.end()
  }

  function checkMemory(): void {
    if (process.platform !== 'linux') return
    const bytes = running.memory()
    if (bytes > 2 * recycleBytes) running.killLargestChild()
    if (bytes > recycleBytes) retire()
  }

  function prepareTab(): void {
    if (isRetired || prepared.length >= Math.min(maxPrepared, maxPages)) return
    const tab = openTab(running, egress)
    tab.catch(() => {
      const at = prepared.indexOf(tab)
      if (at >= 0) prepared.splice(at, 1)
    })
    prepared.push(tab)
  }

  function releasePage(): void {
    pages--
    if (isRetired) retire()
    else if (pages === 0 && idleLimitMs !== null) idle = setTimeout(retire, idleLimitMs).unref()
  }

  return {
    running,
    async takeTab() {
      served++
      pages++
      clearTimeout(idle)
      const opening = prepared.shift() ?? openTab(running, egress)
      prepareTab()
      if (served >= recyclePages) retire()
      try {
        return await opening
      } catch (error) {
        releasePage()
        throw error
      }
    },
    async returnTab(tab) {
      prepareTab()
      if (!(await tab.close())) running.kill()
      releasePage()
    },
    async end() {
      isRetired = true
      await running.end()
    },
  }
}
