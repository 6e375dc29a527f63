/** Finds the footnotes of a page: links that are footnote marks, and the notes they point to. */

import type { Element } from 'domhandler'
import { isHeadingElement } from '../../../html/elements.ts'
import { closest, isElement, nextElement, textOf } from '../../../html/traverse.ts'
import type { FragmentLink, PageAnchors } from './page-anchors.ts'

export interface PageFootnotes {
  /** Maps a mark (a link, or the `sup` around it) to the label of its note. */
  marks: ReadonlyMap<Element, string>
  notes: ReadonlyMap<Element, string>
  /** Lists that hold only notes. */
  lists: ReadonlySet<Element>
  /** Headings and terms that only label the note after them. */
  labels: ReadonlySet<Element>
}

// Ids that generators give to notes: `fn1`, `cite_note-2`, `_ftn3`, `footnote-4`, `sdfootnote5sym`.
const noteName =
  /^(?:user-content-)?(?:_?ftn|fn(?!ref)|cite_note|note|footnote(?!-?(?:ref|anchor))|_footnotedef|footdef|foot\d|endnote|easy-footnote-bottom|r(?:ef)?\d|bib|sdfootnote\d+sym)/i
const backName = /(?:fn|ftn|note|cite_?|foot)[-_:]?ref|ref(?!s?[-_]?\d)|anc$|back|anchor|^docf\d|^fr-/i
const markClass = /(?:^|[\s_-])(?:footnote|fn|noteref|footnoteref|footnote-ref(?:erence)?)(?:[\s_-]|$)/i
const backClass = /back|return/i

/** True for the name of a mark, as used by links back from a note: `fnref1`, `cite_ref-2`. */
export function isBackName(name: string): boolean {
  return backName.test(name)
}

/**
 * Finds notes and their marks. A mark is a link with a number or a sign as its text. It leads to an element on the same page that is named
 * like a note.
 */
export function findFootnotes(anchors: PageAnchors): PageFootnotes {
  const { links } = anchors
  const marks = new Map<Element, string>()
  const notes = new Map<Element, string>()
  const lists = new Set<Element>()
  const labels = new Set<Element>()
  const noteOfLabel = new Map<string, Element>()
  const backLinks = new Map(links.filter(({ name }) => isBackName(name)).map(({ link, name }) => [name, link]))
  for (const fragmentLink of links) {
    const label = labelOf(fragmentLink)
    if (!label) continue
    const { link, name } = fragmentLink
    // Word doesn't name its notes, but starts each with a link back to its mark: `_ftn1` → `_ftnref1`.
    const target = anchors.byName().get(name) ?? backLinks.get(name.replace(/(\d+)$/, 'ref$1'))
    const note = target && noteAt(target, labels)
    if (!note || closest(link, (around) => around === note)) continue
    if ((noteOfLabel.get(label) ?? note) !== note || (notes.get(note) ?? label) !== label) continue
    noteOfLabel.set(label, note)
    marks.set(markAround(link), label)
    notes.set(note, label)
    const { parent } = note
    if (parent && isElement(parent) && /^(?:ol|ul|dl)$/.test(parent.name)) lists.add(parent)
  }
  for (const list of lists) {
    const isMixed = list.children.some((child) => isElement(child) && child.name === 'li' && !notes.has(child))
    if (isMixed) lists.delete(list)
  }
  return { marks, notes, lists, labels }
}

const numberText = /^[[(]?\s*((?:\p{L}{1,8}\s)?\d{1,6})\s*[\])]?$/u
const signText = /^[[(]?\s*([a-z]{1,2}|[*†‡§‖¶]{1,3})\s*[\])]?$/iu

/** Returns the label of the note that a mark points to, in a form that GFM accepts; null if the link isn't a mark. */
function labelOf(fragmentLink: FragmentLink): string | null {
  const { link, name } = fragmentLink
  if (isBackName(name)) return null
  const { attribs, parent } = link
  const className = attribs.class ?? ''
  const isNamedNote = noteName.test(name)
  const isStatedMark =
    attribs.role === 'doc-noteref' ||
    attribs['data-footnote-ref'] !== undefined ||
    (markClass.test(className) && !backClass.test(className))
  if ((!isNamedNote && !isStatedMark) || !fragmentLink.isOwnPage()) return null
  const text = textOf(link).slice(0, 16)
  const isRaised = parent !== null && isElement(parent) && parent.name === 'sup'
  const label = numberText.exec(text)?.[1] ?? (isStatedMark || isRaised ? signText.exec(text)?.[1] : undefined)
  return label?.replace(/\s+/g, '-') ?? null
}

/** Returns the `sup` around a mark if it holds nothing else. The brackets of `<sup>[<a>1</a>]</sup>` belong to the mark. */
function markAround(link: Element): Element {
  const { parent } = link
  if (!parent || !isElement(parent) || parent.name !== 'sup') return link
  return numberText.test(textOf(parent)) || signText.test(textOf(parent)) ? parent : link
}

const noteElements = new Set(['li', 'p', 'div', 'aside', 'dd', 'section'])

/** Returns the list item, paragraph or block around a named element. If the element only labels the note, returns the element after it. */
function noteAt(target: Element, labels: Set<Element>): Element | null {
  let element: Element | null = target
  for (let level = 0; element && level < 4; level++) {
    if (noteElements.has(element.name)) return element
    if (element.name === 'dt' || isHeadingElement(element)) {
      const note = nextElement(element)
      if (note) labels.add(element)
      return note
    }
    element = element.parent && isElement(element.parent) ? element.parent : null
  }
  return null
}
