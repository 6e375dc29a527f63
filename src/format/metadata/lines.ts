/** Splits the text of an element into lines, one per block. */

import type { Element } from 'domhandler'
import { skippedElements } from '../../html/elements.ts'
import { isElement, isText, walk } from '../../html/traverse.ts'
import { withoutInvisible } from '../../html/visibility/invisible-characters.ts'
import { collapseAndTrim } from '../../html/white-space.ts'

/** Elements that don't begin a new line. They include links (unlike in contact lists), because adjacent names are often links. */
const withinLine = new Set(
  'a abbr acronym b bdi bdo big cite code em font i ins mark nobr q s small span strike strong style sub sup time tt u wbr'.split(
    ' ',
  ),
)
const maxNodes = 500

/** Returns the non-empty lines, up to `maxChars` characters in total. */
export function linesIn(root: Element, maxChars: number): string[] {
  const parts: string[] = []
  let chars = 0
  let read = 0
  const breaksLine = (element: Element) => {
    if (!withinLine.has(element.name)) parts.push('\n')
  }
  walk(
    root,
    (node) => {
      if (chars > maxChars || ++read > maxNodes) return false
      if (isText(node)) {
        chars += node.data.trim().length
        parts.push(node.data.slice(0, maxChars).replace(/\s+/g, ' '))
      } else if (isElement(node)) {
        if (skippedElements.text.has(node.name) || node.name === 'svg' || node.attribs.hidden !== undefined)
          return false
        breaksLine(node)
      }
      return true
    },
    (node) => {
      if (isElement(node)) breaksLine(node)
    },
  )
  const text = withoutInvisible(parts.join('').slice(0, maxChars + 100))
  return text
    .split('\n')
    .map(collapseAndTrim)
    .filter((line) => line !== '')
}
