/** A browser that prepares some pages in advance, and is replaced when it reaches a limit on age or memory. */

import type { EgressProxy } from '../fetch/egress/proxy.ts'
import { type RunningBrowser, whenGone } from './browser/launch-browser.ts'
import { openTab, type Tab } from './tab/tab.ts'

export type PooledBrowser = ReturnType<typeof createPooledBrowser>

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

type TabKind = 'text' | 'image'

/** The clock of a page for an image follows real time. */
const kindOf = (isRealTime: boolean): TabKind => (isRealTime ? 'image' : 'text')

/** Number of pages to prepare in advance. Each is a process of about 30 MB. */
const maxPrepared: Record<TabKind, number> = { text: 4, image: 2 }
const memoryCheckMs = 1000

/** Calls `onRetire` once, when the browser accepts no more pages. The browser closes when its last page is returned. */
export function createPooledBrowser(running: RunningBrowser, options: PooledBrowserOptions, onRetire: () => void) {
  const { egress, maxPages, recyclePages = defaultRecyclePages, recycleBytes, idleLimitMs = null } = options
  const prepared: Record<TabKind, Promise<Tab>[]> = { text: [], image: [] }
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
      for (const tab of Object.values(prepared).flatMap((tabs) => tabs.splice(0)))
        tab.then((ready) => ready.close()).catch(() => {})
    }
    if (pages === 0) void running.end()
  }

  function checkMemory(): void {
    if (process.platform !== 'linux') return
    const bytes = running.memory()
    if (bytes > 2 * recycleBytes) running.killLargestChild()
    if (bytes > recycleBytes) retire()
  }

  function prepareTab(kind: TabKind): void {
    const tabs = prepared[kind]
    if (isRetired || tabs.length >= Math.min(maxPrepared[kind], maxPages)) return
    const tab = openTab(running, egress, kind === 'image')
    tab.catch(() => {
      const at = tabs.indexOf(tab)
      if (at >= 0) tabs.splice(at, 1)
    })
    tabs.push(tab)
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
    /** Returns an unused page, whose clock may follow real time and which the caller must give back. Throws TabLost. */
    async takeTab(isRealTime: boolean): Promise<Tab> {
      served++
      pages++
      clearTimeout(idle)
      const kind = kindOf(isRealTime)
      const opening = prepared[kind].shift() ?? openTab(running, egress, isRealTime)
      // Opening a page slows down the one that is loading.
      if (prepared[kind].length === 0) prepareTab(kind)
      if (served >= recyclePages) retire()
      try {
        return await opening
      } catch (error) {
        releasePage()
        throw error
      }
    },
    /**
     * Closes a page after use. If that fails, kills the browser, and its other pages start again. If the page is still being drawn, the
     * browser accepts no more pages.
     */
    async returnTab(tab: Tab): Promise<void> {
      if (tab.isDrawing) retire()
      prepareTab(kindOf(tab.budgets.isRealTime))
      if (!(await tab.close())) running.kill()
      releasePage()
    },
    /** Closes the browser, by force if necessary. */
    async end(): Promise<void> {
      isRetired = true
      await running.end()
    },
  }
}
