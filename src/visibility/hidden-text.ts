/** How the search for content that becomes visible later judges the elements of one document. */

import type { Element } from 'domhandler'

export interface HiddenText {
  isHidden(element: Element): boolean
  styleOf(element: Element): string
  /** Elements whose text is no text of the page, whatever their style: scripts, templates and the like. */
  isSkipped(element: Element): boolean
}
