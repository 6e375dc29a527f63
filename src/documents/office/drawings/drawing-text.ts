/** Reads the text of Office drawings. @see ECMA-376, part 1, §21.1.2 */

import { childOf, childrenOf, elementsIn, type XmlElement, xmlText } from '../xml/xml-tree.ts'

/** Returns the text on one line. `body`: the parent of `a:p` elements. */
export function textBodyLine(body: XmlElement | undefined): string {
  const lines = childrenOf(body, 'a:p').map((paragraph) =>
    childrenOf(paragraph)
      .map((run) => (run.name === 'a:br' ? ' ' : textOfRun(run)))
      .join(''),
  )
  return lines.join(' ').replace(/\s+/g, ' ').trim()
}

/** Returns the text of an `a:r` or `a:fld` element, or the characters of an equation. */
export function textOfRun(run: XmlElement): string {
  return xmlText(childOf(run, 'a:t')) || [...elementsIn(run, 'm:t')].map(xmlText).join('')
}
