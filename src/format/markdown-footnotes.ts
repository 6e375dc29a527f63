/** Which links are footnote marks, and which elements are the notes? Found once per document, by the marks that point at them. */

import type { Element } from 'domhandler'
import type { Document } from '../document/parse.ts'
import { isElement, textOf, walk } from '../document/traverse.ts'

export interface Footnotes {
  /** Label of the note that a mark (`a`) points at. */
  marks: ReadonlyMap<Element, string>
  /** Label of a note. */
  notes: ReadonlyMap<Element, string>
  /** Lists that hold nothing but notes. */
  lists: ReadonlySet<Element>
}

const found = new WeakMap<Document, Footnotes>()

/** Marks are numbers that link into the page, to what is named as a note: `#fn1`, `#cite_note-2`, `#_ftn3`. */
export function footnotesOf(document: Document): Footnotes {
  const known = found.get(document)
  if (known) return known
  const footnotes = findFootnotes(document)
  found.set(document, footnotes)
  return footnotes
}

const noteName =
  /^(?:user-content-)?(?:_?ftn|fn(?!ref)|cite_note|note|footnote|endnote|easy-footnote-bottom|r(?:ef)?\d|bib|sdfootnote\d+sym)/i
const backName = /ref(?!s?[-_]?\d)|anc$|back/i

function findFootnotes({ root }: Document): Footnotes {
  const links: { link: Element; label: string; id: string }[] = []
  const byId = new Map<string, Element>()
  walk(root, (node) => {
    if (!isElement(node)) return true
    const { name, attribs } = node
    const id = attribs.id ?? (name === 'a' ? attribs.name : undefined)
    if (id !== undefined && !byId.has(id)) byId.set(id, node)
    if (name === 'a' && attribs.href?.startsWith('#')) {
      const label = /^[[(]?\s*(\d{1,4})\s*[\])]?$/.exec(textOf(node).slice(0, 12))?.[1]
      const target = decode(attribs.href.slice(1))
      if (label && noteName.test(target) && !backName.test(target)) links.push({ link: node, label, id: target })
    }
    return true
  })
  const marks = new Map<Element, string>()
  const notes = new Map<Element, string>()
  const lists = new Set<Element>()
  const taken = new Map<string, Element>()
  for (const { link, label, id } of links) {
    const target = byId.get(id)
    const note = target && noteAround(target)
    if (!note || (taken.has(label) && taken.get(label) !== note)) continue
    taken.set(label, note)
    marks.set(link, label)
    notes.set(note, label)
    if (note.parent && isElement(note.parent) && (note.parent.name === 'ol' || note.parent.name === 'ul')) {
      lists.add(note.parent)
    }
  }
  for (const list of lists) {
    if (!list.children.filter(isElement).every((child) => notes.has(child) || child.name !== 'li')) lists.delete(list)
  }
  return { marks, notes, lists }
}

/** The list item, paragraph or block that an anchor names. */
function noteAround(target: Element): Element | null {
  let element: Element | null = target
  for (let level = 0; element && level < 3; level++) {
    if (['li', 'p', 'div', 'aside', 'dd', 'section'].includes(element.name)) return element
    element = element.parent && isElement(element.parent) ? element.parent : null
  }
  return null
}

function decode(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch (error) {
    if (error instanceof URIError) return id
    throw error
  }
}
