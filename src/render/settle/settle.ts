/** Waits until a page is complete: its clock has run ahead, relevant requests are done, the document is quiet, and `waitFor` matches. */

import type { FrameHost } from '../tab/frame-host.ts'
import { awaitMatch } from './await-match.ts'
import { loadAll } from './load-on-scroll.ts'
import { describePendingWork } from './pending-work.ts'
import { runAhead } from './run-until-quiet.ts'
import { openSettlingPage, type SettleOptions, SettleTimeout } from './settling-page.ts'
import { watchUntilQuiet } from './watch-until-quiet.ts'

interface SettleOutcome {
  isComplete: boolean
  /** Descriptions of the work still in progress. Empty if the page is complete or only lacks a match. */
  pending: string[]
  /** True if `waitFor` has a match. Absent if unknown. */
  isMatched?: boolean
}

/** Throws any error from `check`, TabLost, too_many_redirects if scripts keep navigating, and value_error for an unsupported selector. */
export async function settle(tab: FrameHost, options: SettleOptions): Promise<SettleOutcome> {
  const page = openSettlingPage(tab, options)
  const { waitFor, until } = options
  /** The outcome if only the match is missing. */
  let unmatched: SettleOutcome | null = null

  async function calm(): Promise<void> {
    if (!(await runAhead(page))) await watchUntilQuiet(page)
  }

  try {
    for (;;) {
      unmatched = null
      await calm()
      if (page.isReloading) return incomplete('the page keeps reloading')
      const isWhole = await (options.loadMore ?? loadAll)(page, calm)
      const outcome = isWhole ? complete : incomplete('a list that keeps growing as it is scrolled')
      if (waitFor === undefined) return outcome
      unmatched = { ...outcome, isComplete: false, isMatched: false }
      if (!(await awaitMatch(page, waitFor, until))) return { ...outcome, isMatched: true }
    }
  } catch (error) {
    if (!(error instanceof SettleTimeout)) throw error
    return unmatched ?? incomplete(...describePendingWork(page))
  } finally {
    page.clock.close()
  }
}

const complete: SettleOutcome = { isComplete: true, pending: [] }

function incomplete(...pending: string[]): SettleOutcome {
  return { isComplete: false, pending }
}
