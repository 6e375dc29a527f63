/** Finds the notes of an EPUB: links that are declared as note references or look like references, and their backlinks. */

import type { Element } from 'domhandler'
import { isElement, textOf } from '../../html/traverse.ts'
import type { BookLink, InnerLink } from './links.ts'

export interface BookNote {
  /** Unique within the whole document. */
  id: string
  /** True if the note starts with the number of its reference. */
  hasNumber: boolean
}

/** The text of a reference: `3`, `[3]`, `†`. */
const shortSign = /^[[(]?\s*(?:\d{1,4}|[*†‡§‖¶]{1,3})\s*[\])]?$/

/** Returns notes keyed by the element in which each starts, numbered in reference order. Updates the entries for their links in `links`. */
export function numberNotes(inner: readonly InnerLink[], links: Map<Element, BookLink>): Map<Element, BookNote> {
  const notes = new Map<Element, BookNote>()
  const numbers = new Map<Element, number>()
  const marks = new Set<Element>()
  for (const { element, order, target } of inner) {
    const isStated = isNoteLink(element)
    if (!isStated && !(target.order > order && isRaised(element) && shortSign.test(textOf(element).trim()))) continue
    const number = numbers.get(target.element) ?? numbers.size + 1
    numbers.set(target.element, number)
    const id = `fn${number}`
    if (!notes.has(target.element))
      notes.set(target.element, { id, hasNumber: beginsAs(target.element, textOf(element)) })
    links.set(element, { kind: 'mark', number, id })
    for (const around of nearest(element)) marks.add(around)
  }
  for (const { element, target } of inner) {
    const leadsBack = links.get(element)?.kind === 'words' && nearest(target.element, 1).some((one) => marks.has(one))
    if (!leadsBack) continue
    if (shortSign.test(textOf(element).trim()) && beginsBlock(element)) links.set(element, { kind: 'number' })
    else if (!/[\p{L}\p{N}]/u.test(textOf(element))) links.set(element, { kind: 'dropped' })
  }
  return notes
}

function beginsAs(note: Element, mark: string): boolean {
  const number = /\d{1,4}|[*†‡§‖¶]+/.exec(mark)?.[0]
  const own = /^[[(]?(\d{1,9}|[*†‡§‖¶]+)/.exec(textOf(note).trim())?.[1]
  return number !== undefined && own === number
}

function isNoteLink({ attribs }: Element): boolean {
  return attribs.role === 'doc-noteref' || /(?:^|\s)noteref(?:\s|$)/.test(attribs['epub:type'] ?? '')
}

function isRaised(element: Element): boolean {
  const [only] = element.children.filter(isElement)
  const parent = element.parent && isElement(element.parent) ? element.parent.name : ''
  return parent === 'sup' || only?.name === 'sup' || /note/i.test(element.attribs.class ?? '')
}

const blocks = new Set(['p', 'li', 'div', 'aside', 'section', 'dd', 'dt', 'td', 'body'])

function beginsBlock(element: Element): boolean {
  for (let one: Element | null = element; one && !blocks.has(one.name); ) {
    for (let before = one.prev; before; before = before.prev) if (textOf(before).trim() !== '') return false
    one = one.parent && isElement(one.parent) ? one.parent : null
  }
  return true
}

function nearest(element: Element, levels = 2): Element[] {
  const found = [element]
  let up = element.parent
  for (let i = 0; i < levels && up && isElement(up) && up.name !== 'body'; i++) {
    found.push(up)
    up = up.parent
  }
  return found
}
