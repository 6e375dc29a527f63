/** Shows what a page hides until its scripts have run or a visitor has clicked: it is content like the rest. */

import type { AnyNode, Element } from 'domhandler'
import type { Document } from '../document/document.ts'
import { isElement, isText, walk } from '../document/traverse.ts'
import { findFolds } from './folds.ts'
import { isAllHidden, isHidden } from './hidden.ts'
import { findLate } from './late.ts'

/** Changes the tree: what it shows is hidden no more, whoever asks. */
export function showLater(document: Document): void {
  showStreamed(document)
  for (const element of findFolds(document)) unhide(element)
  const late = findLate(document)
  // A page that hides nearly all of itself is kept as it is, and says so.
  if (late.length > 0 && !isAllHidden(document)) for (const element of late) unhide(element)
}

export function unhide(element: Element): void {
  for (const name of ['hidden', 'popover', 'style']) delete element.attribs[name]
  if (element.name === 'dialog') element.attribs.open = ''
}

/**
 * Servers that stream a page send its late parts hidden, or in a template, each followed by a script that moves it into
 * place: `<div hidden id="S:1">…</div><script>$RC("B:1","S:1")</script>` (React, Marko, Solid and others; seen November 2026).
 */
function showStreamed({ root }: Document): void {
  const streamed: Element[] = []
  walk(root, (node) => {
    if (!isElement(node) || node.attribs.id === undefined || node.attribs.id === '') return
    if ((node.name === 'template' || isHidden(node) || /^S:\w+$/.test(node.attribs.id)) && isPlacedByScript(node)) {
      streamed.push(node)
    }
  })
  for (const element of streamed) {
    if (element.name === 'template') unpack(element)
    unhide(element)
  }
}

/** A template as a block that holds what stood in it: parsers keep that in a document of its own. */
function unpack(template: Element): void {
  const inner = template.children.flatMap((child) =>
    'children' in child && !isElement(child) ? child.children : [child],
  )
  template.name = 'div'
  template.children = inner as typeof template.children
  for (const [at, child] of inner.entries()) {
    child.parent = template
    child.prev = inner[at - 1] ?? null
    child.next = inner[at + 1] ?? null
  }
}

/** Whether one of the next elements is a script that names the element. */
function isPlacedByScript(element: Element): boolean {
  const id = element.attribs.id ?? ''
  let next: AnyNode | null = element.next
  for (let looked = 0; next && looked < 3; next = next.next) {
    if (!isElement(next)) continue
    looked++
    const code = next.name === 'script' ? next.children[0] : undefined
    if (
      code &&
      isText(code) &&
      [`"${id}"`, `'${id}'`, `\`${id}\``, `#${id}"`, `#${id}'`].some((name) => code.data.includes(name))
    ) {
      return true
    }
  }
  return false
}
