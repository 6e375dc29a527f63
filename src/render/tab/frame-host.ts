/** A document's place in the browser as what settles and reads it sees it: a page's main frame, or a frame in it. */

import type { PageSession } from '../browser/devtools-connection.ts'
import type { PageTraffic } from './page-traffic.ts'

export interface FrameHost {
  /** The frame that the document is in. */
  readonly mainFrameId: string
  readonly traffic: PageTraffic
  /** Worker threads that it has started so far. */
  readonly workers: number
  send: PageSession['send']
  on: PageSession['on']
  off: PageSession['off']
}
