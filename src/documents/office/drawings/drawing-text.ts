/** Words of Office's drawings. @see ECMA-376, part 1, §21.1.2 */

import { childOf, childrenOf, type XmlElement, xmlText } from '../xml/xml-tree.ts'

/** The words of a text in one line. `body`: `a:p` are its children. */
export function textBodyLine(body: XmlElement | undefined): string {
  const lines = childrenOf(body, 'a:p').map((paragraph) =>
    childrenOf(paragraph)
      .map((run) => (run.name === 'a:br' ? ' ' : textOfRun(run)))
      .join(''),
  )
  return lines.join(' ').replace(/\s+/g, ' ').trim()
}

/** Of `a:r`, `a:fld`. */
export function textOfRun(run: XmlElement): string {
  return xmlText(childOf(run, 'a:t'))
}
