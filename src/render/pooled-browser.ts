/** A browser that prepares some pages in advance, and is replaced when it reaches a limit on age or memory. */

import type { EgressProxy } from '../fetch/egress/proxy.ts'
import { type RunningBrowser, whenGone } from './browser/running-browser.ts'
import { openTab, type Tab } from './tab/tab.ts'

export interface PooledBrowser {
  readonly running: RunningBrowser
  /** Returns an unused page, whose clock may follow real time and which the caller must give back. Throws TabLost. */
  takeTab(isRealTime: boolean): Promise<Tab>
  /** Closes a page after use. If that fails, kills the browser, and its other pages start again. */
  returnTab(tab: Tab): Promise<void>
  /** Closes the browser, by force if necessary. */
  end(): Promise<void>
}

export interface PooledBrowserOptions {
  egress: EgressProxy
  /** Maximum number of pages in use at each place. */
  maxPages: number
  /** A browser is replaced after this many pages, 500 by default. */
  recyclePages?: number
  /** A browser that uses more than this is replaced once it has no pages in use. At twice this, its largest page is killed. */
  recycleBytes: number
  /** A browser that has had no pages for this long is closed. Null keeps it open. */
  idleLimitMs?: number | null
}

/** Limits the memory that pages leak in browsers whose memory can't be measured: on other machines, or if there is no /proc. */
const defaultRecyclePages = 500

/** Number of pages to prepare in advance. Each is a process of about 30 MB. */
const maxPrepared = 4
const memoryCheckMs = 1000

/** Calls `onRetire` once, when the browser accepts no more pages. The browser closes when its last page is returned. */
export function createPooledBrowser(
  running: RunningBrowser,
  options: PooledBrowserOptions,
  onRetire: () => void,
): PooledBrowser {
  const { egress, maxPages, recyclePages = defaultRecyclePages, recycleBytes, idleLimitMs = null } = options
  const prepared: Promise<Tab>[] = []
  /** Number of pages that are opening, in use or closing. */
  let pages = 0
  let served = 0
  let isRetired = false
  let idle: NodeJS.Timeout | undefined

  const memoryCheck = setInterval(checkMemory, memoryCheckMs)
  memoryCheck.unref()
  awaitIdle()
  whenGone(running, () => {
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
    else if (pages === 0) awaitIdle()
  }

  function awaitIdle(): void {
    if (idleLimitMs !== null) idle = setTimeout(retire, idleLimitMs).unref()
  }

  return {
    running,
    async takeTab(isRealTime) {
      served++
      pages++
      clearTimeout(idle)
      const opening = (isRealTime ? undefined : prepared.shift()) ?? openTab(running, egress, isRealTime)
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
