/** Which links are footnote marks, and which elements are the notes? Found once per document, by the marks that point at them. */

import type { Element } from 'domhandler'
import { isElement, nextElement, textOf } from '../../../document/traverse.ts'
import type { PlaceLink, Places } from './page-places.ts'

export interface Footnotes {
  /** Label of the note that a mark (a link, or the `sup` around it) points at. */
  marks: ReadonlyMap<Element, string>
  /** Label of a note. */
  notes: ReadonlyMap<Element, string>
  /** Lists that hold nothing but notes. */
  lists: ReadonlySet<Element>
  /** What only names a note that stands beside it. */
  labels: ReadonlySet<Element>
}

const noteName =
  /^(?:user-content-)?(?:_?ftn|fn(?!ref)|cite_note|note|footnote(?!-?(?:ref|anchor))|_footnotedef|footdef|foot\d|endnote|easy-footnote-bottom|r(?:ef)?\d|bib|sdfootnote\d+sym)/i
const backName = /(?:fn|ftn|note|cite_?|foot)[-_:]?ref|ref(?!s?[-_]?\d)|anc$|back|anchor|^docf\d|^fr-/i
const markClass = /(?:^|[\s_-])(?:footnote|fn|noteref|footnoteref|footnote-ref(?:erence)?)(?:[\s_-]|$)/i
const backClass = /back|return/i

/** True for the name of a place that a note leads back to: `fnref1`, `cite_ref-2`. */
export function isBackName(name: string): boolean {
  return backName.test(name)
}

/** Marks are numbers that link into the page, to what is named as a note: `#fn1`, `#cite_note-2`, `#_ftn3`. */
export function findFootnotes({ byName, links }: Places): Footnotes {
  const marks = new Map<Element, string>()
  const notes = new Map<Element, string>()
  const lists = new Set<Element>()
  const labels = new Set<Element>()
  const taken = new Map<string, Element>()
  const backs = new Map(links.filter(({ name }) => isBackName(name)).map(({ link, name }) => [name, link]))
  for (const place of links) {
    const label = labelOf(place)
    if (!label) continue
    const target = byName.get(place.name) ?? backs.get(backNameOf(place.name))
    const note = target && noteAt(target, labels)
    if (!note || isInside(place.link, note)) continue
    if ((taken.get(label) ?? note) !== note || (notes.get(note) ?? label) !== label) continue
    taken.set(label, note)
    marks.set(markAround(place.link), label)
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

const number = /^[[(]?\s*((?:\p{L}{1,8}\s)?\d{1,4})\s*[\])]?$/u
const sign = /^[[(]?\s*([a-z]{1,2}|[*†‡§‖¶]{1,3})\s*[\])]?$/iu

/** What a mark says, as GFM can name a note; null when the link is none. */
function labelOf({ link, name, isOwnPage }: PlaceLink): string | null {
  if (!isOwnPage || isBackName(name)) return null
  const { attribs, parent } = link
  const className = attribs.class ?? ''
  const isNamed = noteName.test(name)
  const isSaid =
    attribs.role === 'doc-noteref' ||
    attribs['data-footnote-ref'] !== undefined ||
    (markClass.test(className) && !backClass.test(className))
  if (!isNamed && !isSaid) return null
  const text = textOf(link).slice(0, 16)
  const isRaised = parent !== null && isElement(parent) && parent.name === 'sup'
  const label = number.exec(text)?.[1] ?? (isSaid || isRaised ? sign.exec(text)?.[1] : undefined)
  return label?.replace(/\s+/g, '-') ?? null
}

/** Word names no note; it is where a link leads back to the mark from. */
function backNameOf(name: string): string {
  return name.replace(/(\d+)$/, 'ref$1')
}

/** `<sup>[<a>1</a>]</sup>`: the brackets belong to the mark. */
function markAround(link: Element): Element {
  const { parent } = link
  if (!parent || !isElement(parent) || parent.name !== 'sup') return link
  return number.test(textOf(parent)) || sign.test(textOf(parent)) ? parent : link
}

const noteElements = new Set(['li', 'p', 'div', 'aside', 'dd', 'section'])

/** The list item, paragraph or block that an anchor names; what follows it where the anchor is only the note's title. */
function noteAt(target: Element, labels: Set<Element>): Element | null {
  let element: Element | null = target
  for (let level = 0; element && level < 4; level++) {
    if (noteElements.has(element.name)) return element
    if (element.name === 'dt' || /^h[1-6]$/.test(element.name)) {
      const text = nextElement(element)
      if (text) labels.add(element)
      return text
    }
    element = element.parent && isElement(element.parent) ? element.parent : null
  }
  return null
}

function isInside(element: Element, ancestor: Element): boolean {
  for (let up = element.parent; up; up = up.parent) if (up === ancestor) return true
  return false
}
