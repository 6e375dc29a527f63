/** Finds diagrams and charts in SVG. Their labels are content; the single text of an icon, a logo or a map marker isn't. */

import type { Element } from 'domhandler'
import type { Document } from '../../../html/document.ts'
import { isForeign } from '../../../html/elements.ts'
import { elementsAround, textOf } from '../../../html/traverse.ts'

/** Finds the `svg` elements with several labels: `text`, or HTML in a `foreignObject`. */
export function findDiagrams({ elements }: Document): ReadonlySet<Element> {
  const labelled = new Set<Element>()
  const diagrams = new Set<Element>()
  for (const element of [...elements.named('text'), ...elements.named('foreignObject')]) {
    if (!isForeign(element) || !/\p{L}{2}/u.test(textOf(element))) continue
    const path = elementsAround(element)
    if (path.some(({ name }) => name === 'defs' || name === 'symbol')) continue
    for (const around of path) if (around.name === 'svg') (labelled.has(around) ? diagrams : labelled).add(around)
  }
  return diagrams
}
