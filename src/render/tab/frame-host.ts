/** A document's place in the browser, for settling and reading it: a page's main frame, or a frame within it. */

import type { PageSession } from '../browser/devtools-connection.ts'
import type { PageTraffic } from './page-traffic.ts'

export interface FrameHost {
  /** The frame that contains the document. */
  readonly mainFrameId: string
  readonly traffic: PageTraffic
  /** Worker threads that the document has started so far. */
  readonly workers: number
  send: PageSession['send']
  on: PageSession['on']
  off: PageSession['off']
}
