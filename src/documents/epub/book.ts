/** An EPUB as trees: its chapters, and the links, notes and headings of the whole book. */

import type { AnyNode, Element } from 'domhandler'
import { isHeadingElement } from '../../html/elements.ts'
import { closest, isElement, isText, textOf } from '../../html/traverse.ts'
import { collapseAndTrim } from '../../html/white-space.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { DroppedText } from '../converted/hidden-text.ts'
import type { Archive } from '../office/archive/archive.ts'
import { childOf, childrenOf, elementsIn, parseXml, type XmlElement, xmlText } from '../office/xml/xml-tree.ts'
import { type Chapter, readChapters } from './chapters.ts'
import { type BookLink, type BookLinks, type InnerLink, readLinks } from './links.ts'
import type { EpubPackage } from './package.ts'
import { resolvePlace } from './paths.ts'

export interface Book {
  chapters: readonly Chapter[]
  links: ReadonlyMap<Element, BookLink>
  /** Keyed by the element that is a note or that starts one. */
  notes: ReadonlyMap<Element, BookNote>
  /** Heading levels, keyed by the paragraphs that are headings according to the table of contents. */
  headings: ReadonlyMap<Element, number>
  hidden: DroppedText
  meter: DocumentMeter
}

/** Throws invalid_response for a book that is too long, or a chapter that is too complex. */
export function openBook(archive: Archive, stated: EpubPackage, meter: DocumentMeter): Book {
  const isContents = ({ path, body }: Chapter) => stated.contents.has(path) && unlinkedChars(body) < maxOwnChars
  const all = readChapters(archive, stated.chapters, meter).filter((chapter) => !isContents(chapter))
  const contents = readContents(archive, stated)
  const [passedOver, linear] = [true, false].map((is) => all.filter(({ path }) => stated.passedOver.has(path) === is))
  const reached = new Set([
    ...contents.map(({ place }) => place.slice(0, place.lastIndexOf('#'))),
    ...(linear ?? []).flatMap(({ linked }) => linked),
  ])
  const left = new Set(passedOver?.filter(({ path }) => !reached.has(path)))
  const hidden = new DroppedText()
  for (const { body } of left) hidden.add(textOf(body))
  const chapters = all.filter((chapter) => !left.has(chapter))
  const read = readLinks(chapters)
  const { links } = read
  return {
    chapters,
    links,
    notes: numberNotes(read.inner, links),
    headings: findHeadings(contents, read),
    hidden,
    meter,
  }
}

/** A table of contents has at most this many characters that aren't links. */
const maxOwnChars = 200

const unlinkedChars = (node: AnyNode): number => {
  if (!isElement(node)) return isText(node) ? node.data.trim().length : 0
  return node.name === 'a' ? 0 : node.children.reduce((sum, child) => sum + unlinkedChars(child), 0)
}

/** Returns heading levels by paragraph. An entry's level goes to the paragraph that contains its target or, if none does, the next one. */
function findHeadings(entries: readonly ContentsEntry[], { places, paragraphs }: BookLinks): Map<Element, number> {
  const headings = new Map<Element, number>()
  for (const { text, place, level } of entries) {
    const start = places.get(place)
    if (!start || closest(start.element, isHeadingElement) !== null) continue
    const around = closest(start.element, (one) => one === paragraphs[start.paragraphs - 1])
    const paragraph = around ?? paragraphs[start.paragraphs]
    if (!paragraph || isHeadingElement(paragraph) || headings.has(paragraph)) continue
    const words = collapseAndTrim(textOf(paragraph))
    if (words.toLowerCase() === text.toLowerCase()) headings.set(paragraph, Math.min(level, 6))
  }
  return headings
}

interface ContentsEntry {
  /** Without line breaks. */
  text: string
  /** `OEBPS/c1.xhtml#part`. If the link has no fragment, the path and `#`. */
  place: string
  /** Starting at 1. */
  level: number
}

const maxEntries = 5000

/** Reads the navigation document or, if it is missing, the NCX. */
function readContents(archive: Archive, { nav, ncx }: { nav: string | null; ncx: string | null }): ContentsEntry[] {
  const entries: ContentsEntry[] = []
  const add = (path: string, entry: { text: string; href: string; level: number }) => {
    const { path: to, fragment } = resolvePlace(entry.href, path)
    const text = collapseAndTrim(entry.text)
    if (text !== '' && entries.length < maxEntries)
      entries.push({ text, place: `${to}#${fragment}`, level: entry.level })
  }
  const navXml = nav === null ? null : archive.readText(nav)
  if (nav !== null && navXml !== null) {
    for (const list of elementsIn(parseXml(navXml), 'html:nav')) {
      if (/(?:^|\s)toc(?:\s|$)/.test(list.attributes['epub:type'] ?? '')) readNav(list, 0, (entry) => add(nav, entry))
    }
  }
  const ncxXml = ncx === null || entries.length > 0 ? null : archive.readText(ncx)
  if (ncx !== null && ncxXml !== null) {
    const map = childOf(parseXml(ncxXml), 'ncx:ncx', 'ncx:navMap')
    if (map) readNcx(map, 1, (entry) => add(ncx, entry))
  }
  return entries
}

type Add = (entry: { text: string; href: string; level: number }) => void

function readNav(element: XmlElement, level: number, add: Add): void {
  for (const child of childrenOf(element)) {
    if (child.name === 'html:ol') readNav(child, level + 1, add)
    else if (child.name === 'html:a') add({ text: xmlText(child), href: child.attributes.href ?? '', level })
    else readNav(child, level, add)
  }
}

function readNcx(element: XmlElement, level: number, add: Add): void {
  for (const point of childrenOf(element, 'ncx:navPoint')) {
    const label = childOf(point, 'ncx:navLabel', 'ncx:text')
    const href = childOf(point, 'ncx:content')?.attributes.src ?? ''
    if (label) add({ text: xmlText(label), href, level })
    readNcx(point, level + 1, add)
  }
}

interface BookNote {
  /** Unique within the whole document. */
  id: string
  /** True if the note starts with the number of its reference. */
  hasNumber: boolean
}

/** The text of a reference: `3`, `[3]`, `†`. */
const shortSign = /^[[(]?\s*(?:\d{1,4}|[*†‡§‖¶]{1,3})\s*[\])]?$/

/** Returns notes keyed by the element in which each starts, numbered in reference order. Updates the entries for their links in `links`. */
function numberNotes(inner: readonly InnerLink[], links: Map<Element, BookLink>): Map<Element, BookNote> {
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
