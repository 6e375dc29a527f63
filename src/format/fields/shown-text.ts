/** The text of an element that a visitor is shown, on one line. */

import type { Element } from 'domhandler'
import { skippedElements } from '../../html/elements.ts'
import { isElement, isText, walk } from '../../html/traverse.ts'
import { withoutInvisible } from '../../html/visibility/invisible-characters.ts'
import type { PageView } from '../../html/visibility/page-view.ts'
import { collapseAndTrim } from '../../html/white-space.ts'

/** Elements whose text stands apart from the text beside them: all others are parts of a line. @see HTML standard, 15.3 */
const apart = new Set(
  (
    'address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup option p plaintext pre search ' +
    'section summary table tbody td tfoot th thead tr ul xmp'
  ).split(' '),
)

/** Elements without text of the page. Of one that was asked for itself, such as `title` or `option`, the text is read. */
const withoutText = new Set([...skippedElements.mainContent, 'noscript', 'template'])

/**
 * White space is collapsed, and blocks are a space apart. The element itself is read whatever it is; what is hidden in it is left out.
 * `step` is called for each node.
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
