/** Waits until a page is complete: its clock has run ahead, no request matters any more and the document is quiet. */

import type { FrameHost } from '../tab/frame-host.ts'
import { loadAll } from './load-all.ts'
import { describePendingWork } from './pending-work.ts'
import { runAhead } from './run-ahead.ts'
import { openSettlingPage, type SettleOptions, SettleTimeout } from './settling-page.ts'
import { watchUntilQuiet } from './watch.ts'

export interface SettleOutcome {
  isComplete: boolean
  /** What was still under way, in words; empty when complete. */
  pending: string[]
}

/** Throws what `check` throws, TabLost, and too_many_redirects when scripts lead on and on. */
export async function settle(tab: FrameHost, options: SettleOptions): Promise<SettleOutcome> {
  const page = openSettlingPage(tab, options)

  async function calm(): Promise<void> {
    if (!(await runAhead(page))) await watchUntilQuiet(page)
  }

  try {
    await calm()
    if (page.isReloading) return incomplete('the page reloads itself over and over')
    if (!(await (options.loadMore ?? loadAll)(page, calm))) return incomplete('a list that goes on as it is scrolled')
    return { isComplete: true, pending: [] }
  } catch (error) {
    if (!(error instanceof SettleTimeout)) throw error
    return incomplete(...describePendingWork(page))
  }
}

function incomplete(...pending: string[]): SettleOutcome {
  return { isComplete: false, pending }
}
