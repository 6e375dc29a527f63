/** An EPUB as trees: its chapters, and the links, notes and headings of the whole book. */

import { type AnyNode, type Element, Text } from 'domhandler'
import type { Document } from '../../html/document.ts'
import { isHeadingElement } from '../../html/elements.ts'
import { parseDocument } from '../../html/parse/parse.ts'
import { closest, isElement, isText, textOf } from '../../html/traverse.ts'
import { type PageView, viewDocument } from '../../html/visibility/page-view.ts'
import { collapseAndTrim } from '../../html/white-space.ts'
import { type DocumentMeter, tooLargeToRead } from '../converted/document-meter.ts'
import { DroppedText } from '../converted/hidden-text.ts'
import type { Archive } from '../office/archive/archive.ts'
import { childOf, childrenOf, elementsIn, parseXml, type XmlElement, xmlText } from '../office/xml/xml-tree.ts'
import { type BookLink, type InnerLink, readLinks } from './links.ts'
import { type EpubPackage, resolvePlace } from './package.ts'

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
  const notes = numberNotes(read.inner, links)
  return { chapters, links, notes, headings: findHeadings(contents, read), hidden, meter }
}

/** A table of contents has at most this many characters that aren't links. */
const maxOwnChars = 200

const unlinkedChars = (node: AnyNode): number => {
  if (!isElement(node)) return isText(node) ? node.data.trim().length : 0
  return node.name === 'a' ? 0 : node.children.reduce((sum, child) => sum + unlinkedChars(child), 0)
}

/** Returns heading levels by paragraph. An entry's level goes to the paragraph that contains its target or, if none does, the next one. */
function findHeadings(
  entries: ReturnType<typeof readContents>,
  { places, paragraphs }: ReturnType<typeof readLinks>,
): Map<Element, number> {
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
  /** As written in the table of contents. */
  href: string
  /** Starting at 1. */
  level: number
}

const maxEntries = 5000

/** Reads the navigation document or, if it has no entries, the NCX. `place`: `OEBPS/c1.xhtml#part`, or the path and `#`. */
function readContents(archive: Archive, { nav, ncx }: EpubPackage): (ContentsEntry & { place: string })[] {
  const read = (file: string | null, addEntries: (xml: XmlElement, entries: ContentsEntry[]) => void) => {
    const entries: ContentsEntry[] = []
    addEntries(parseXml((file && archive.readText(file)) ?? ''), entries)
    return entries.map((entry) => {
      const { path, fragment } = resolvePlace(entry.href, file ?? '')
      return { ...entry, place: `${path}#${fragment}` }
    })
  }
  const isContents = ({ attributes }: XmlElement) => /(?:^|\s)toc(?:\s|$)/.test(attributes['epub:type'] ?? '')
  const found = read(nav, (xml, entries) => {
    for (const list of elementsIn(xml, 'html:nav')) if (isContents(list)) readNav(list, 0, entries)
  })
  if (found.length > 0) return found
  return read(ncx, (xml, entries) => readNcx(childOf(xml, 'ncx:ncx', 'ncx:navMap'), 1, entries))
}

function readNav(element: XmlElement, level: number, entries: ContentsEntry[]): void {
  for (const child of childrenOf(element)) {
    if (child.name === 'html:a') addEntry(entries, child, child.attributes.href, level)
    else readNav(child, child.name === 'html:ol' ? level + 1 : level, entries)
  }
}

function readNcx(element: XmlElement | undefined, level: number, entries: ContentsEntry[]): void {
  for (const point of childrenOf(element, 'ncx:navPoint')) {
    addEntry(entries, childOf(point, 'ncx:navLabel', 'ncx:text'), childOf(point, 'ncx:content')?.attributes.src, level)
    readNcx(point, level + 1, entries)
  }
}

function addEntry(entries: ContentsEntry[], label: XmlElement | undefined, href = '', level: number): void {
  const text = entries.length < maxEntries ? collapseAndTrim(xmlText(label)) : ''
  if (text !== '') entries.push({ text, href, level })
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

export interface Chapter {
  path: string
  body: Element
  /** The parts hidden by the chapter's own styles and the book's style sheets. */
  view: PageView
  linked: readonly string[]
}

const maxChars = 48 * 1024 * 1024

/** Returns the chapters that can be read; the meter reports the others. Throws invalid_response for a book that is too long. */
function readChapters(archive: Archive, paths: readonly string[], meter: DocumentMeter): Chapter[] {
  const chapters: Chapter[] = []
  const sheets = new Map<string, string>()
  let chars = 0
  for (const path of paths) {
    const source = archive.statedText(path)
    if (source === null) continue
    chars += source.length
    if (chars > maxChars) throw tooLargeToRead(`its chapters together have more than ${maxChars} characters`)
    const chapter = meter.part(path, () => {
      // URLs remain as written, because `epub:/` isn't a real base URL.
      const document = parseDocument(source, 'epub:/', { noscript: true, isXml: true })
      const body = document.elements.all.find(({ name }) => name === 'body')
      if (!body) return null
      // The text of drawings is usually left out, but a whole page may be a drawing.
      if (body.children.every((one) => (isElement(one) ? one.name === 'svg' : !isText(one) || !one.data.trim())))
        for (const one of document.elements.all) one.name = { svg: 'div', text: 'p' }[one.name] ?? one.name
      insertSheets(document, path, archive, sheets)
      const links = document.elements.named('a').flatMap(({ attribs: { href } }) => href ?? [])
      const linked = links.map((href) => resolvePlace(href, path).path)
      return { path, body, view: viewDocument(document, 'book'), linked }
    })
    if (chapter) chapters.push(chapter)
  }
  return chapters
}

const maxSheets = 500
const maxSheetChars = 1_000_000

/** Inlines the style sheets that a chapter links to. `known`: the book's style sheets, keyed by path. */
function insertSheets({ elements }: Document, path: string, archive: Archive, known: Map<string, string>): void {
  for (const element of elements.all) {
    const { rel = '', href = '' } = element.attribs
    if (element.name !== 'link' || !/^\s*stylesheet\s*$/i.test(rel)) continue
    const place = resolvePlace(href, path).path
    if (known.size > maxSheets && !known.has(place)) continue
    const css = known.get(place) ?? archive.readText(place)?.slice(0, maxSheetChars) ?? ''
    known.set(place, css)
    element.name = 'style'
    const text = new Text(css)
    text.parent = element
    element.children = [text]
  }
}
