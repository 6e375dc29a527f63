/**
 * Finds streamed parts of a page. They are hidden or in a template, and each is followed by a script that moves it into place, as in
 * `<div hidden id="S:1">…</div><script>$RC("B:1","S:1")</script>` (React, Marko, Solid and others; seen November 2026).
 */

import type { AnyNode, Element } from 'domhandler'
import { childTextContent, isElement } from '../traverse.ts'
import { isStreamedByReact } from './hiding-rules.ts'

interface StreamedParts {
  /** In document order. */
  streamed: Element[]
  /** All hidden elements in document order, streamed or not. If this is empty, the page needs no further search. */
  hidden: ReadonlySet<Element>
}

/** `elements`: in document order, including all elements that a rule may hide or that React streams. */
export function findStreamed(elements: Iterable<Element>, isHidden: (element: Element) => boolean): StreamedParts {
  const streamed: Element[] = []
  const hidden = new Set<Element>()
  for (const element of elements) {
    const isHiddenElement = isHidden(element)
    if (isHiddenElement) hidden.add(element)
    if (element.attribs.id === undefined || element.attribs.id === '') continue
    if ((element.name === 'template' || isHiddenElement || isStreamedByReact(element)) && isPlacedByScript(element)) {
      streamed.push(element)
    }
  }
  return { streamed, hidden }
}

const maxSiblings = 3

/** True if one of the next elements is a script that names this element. */
function isPlacedByScript(element: Element): boolean {
  const id = element.attribs.id ?? ''
  const spellings = [`"${id}"`, `'${id}'`, `\`${id}\``, `#${id}"`, `#${id}'`]
  let next: AnyNode | null = element.next
  for (let looked = 0; next && looked < maxSiblings; next = next.next) {
    if (!isElement(next)) continue
    looked++
    if (next.name !== 'script') continue
    const code = childTextContent(next)
    if (spellings.some((spelling) => code.includes(spelling))) return true
  }
  return false
}
