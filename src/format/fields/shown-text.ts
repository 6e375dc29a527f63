/** Returns the text of an element as a visitor sees it, on one line. */

import type { Element } from 'domhandler'
import { skippedElements } from '../../html/elements.ts'
import { isElement, isText, walk } from '../../html/traverse.ts'
import { withoutInvisible } from '../../html/visibility/invisible-characters.ts'
import type { PageView } from '../../html/visibility/page-view.ts'
import { collapseAndTrim } from '../../html/white-space.ts'

/** Elements whose text is separate from the text around them. All others are inline. @see HTML standard, 15.3 */
const apart = new Set(
  (
    'address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup option p plaintext pre search ' +
    'section summary table tbody td tfoot th thead tr ul xmp'
  ).split(' '),
)

/** Elements whose text isn't page text. Their text is read only if such an element, for example `title` or `option`, was requested. */
const withoutText = new Set([...skippedElements.mainContent, 'noscript', 'template'])

/**
 * Returns the text with white space collapsed and a space between blocks. Reads the element itself regardless of its kind, and skips
 * hidden content in it. Calls `step` for each node.
 */
export function shownText(element: Element, view: PageView, step: () => void): string {
  const parts: string[] = []
  walk(
    element,
    (node) => {
      step()
      if (isText(node)) {
        if (!view.hidesText(node)) parts.push(node.data)
        return true
      }
      if (!isElement(node)) return true
      if (withoutText.has(node.name) || view.leavesOut(node)) return false
      if (apart.has(node.name)) parts.push(' ')
      return true
    },
    (node) => {
      if (isElement(node) && apart.has(node.name)) parts.push(' ')
    },
  )
  return collapseAndTrim(withoutInvisible(parts.join('')))
}
