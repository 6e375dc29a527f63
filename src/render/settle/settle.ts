/** Waits until a page is complete: its clock has run ahead, no request matters any more, the document is quiet and has what the caller waits for. */

import type { FrameHost } from '../tab/frame-host.ts'
import { awaitMatch } from './await-match.ts'
import { loadAll } from './load-all.ts'
import { describePendingWork } from './pending-work.ts'
import { runAhead } from './run-until-quiet.ts'
import { openSettlingPage, type SettleOptions, SettleTimeout } from './settling-page.ts'
import { watchUntilQuiet } from './watch-until-quiet.ts'

interface SettleOutcome {
  isComplete: boolean
  /** What was still under way, in words; empty when complete, and when nothing but a match was missing. */
  pending: string[]
  /** Whether there is a match of what is waited for; missing where that is not known. */
  isMatched?: boolean
}

/** Throws what `check` throws, TabLost, too_many_redirects when scripts lead on and on, and value_error for a selector that the browser does not take. */
export async function settle(tab: FrameHost, options: SettleOptions): Promise<SettleOutcome> {
  const page = openSettlingPage(tab, options)
  const { waitFor, until } = options
  /** How the page stands while only a match is waited for. */
  let unmatched: SettleOutcome | null = null

  async function calm(): Promise<void> {
    if (!(await runAhead(page))) await watchUntilQuiet(page)
  }

  try {
    for (;;) {
      unmatched = null
      await calm()
      if (page.isReloading) return incomplete('the page reloads itself over and over')
      const isWhole = await (options.loadMore ?? loadAll)(page, calm)
      const outcome = isWhole ? complete : incomplete('a list that goes on as it is scrolled')
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
