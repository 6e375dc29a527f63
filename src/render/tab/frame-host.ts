/** A document's place in the browser, for settling and reading it: a page's main frame, or a frame within it. */

import type { PageSession } from '../browser/devtools-connection.ts'
import type { PageTraffic } from './page-traffic.ts'

export interface FrameHost {
  readonly mainFrameId: string
  readonly traffic: PageTraffic
  /** Worker threads that the document has started so far. */
  readonly workers: number
  /** The time budgets of the session's clock. A budget can't be cancelled, and stops the clock when it expires. */
  readonly budgets: ClockBudgets
  send: PageSession['send']
  on: PageSession['on']
  off: PageSession['off']
}

interface ClockBudgets {
  /**
   * True if the page's clock follows real time, as screenshots require. Otherwise, Chromium may never draw a frame (version 156, November
   * 2026).
   */
  isRealTime: boolean
  /** Number of budgets that have been granted and, as far as is known, haven't expired. */
  open: number
}
