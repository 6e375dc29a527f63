/** The chapters of an EPUB as trees, and what their links lead to. */

import type { AnyNode, Element } from 'domhandler'
import { parseDocument } from '../../../document/parse/parse.ts'
import { isElement, textOf, walk } from '../../../document/traverse.ts'
import type { Archive } from '../archive/archive.ts'
import { tooLargeToRead } from '../converted/refusals.ts'
import { outsideAddress } from '../flow/addresses.ts'
import { type ContentsEntry, findHeadings, readContents } from './contents-headings.ts'
import type { EpubPackage } from './package.ts'
import { pathFrom } from './paths.ts'

export interface Chapter {
  path: string
  body: Element
}

/** What becomes of a link. */
export type LinkFate =
  /** It leads out of the book. */
  | { kind: 'outside'; href: string }
  /** A note's mark. */
  | { kind: 'mark'; number: number; id: string }
  /** It leads to a place in the book: its words are kept. */
  | { kind: 'words' }
  /** Back from a note, by a sign. */
  | { kind: 'dropped' }
  /** The same by the note's own number, with which it begins. */
  | { kind: 'number' }

export interface Book {
  chapters: readonly Chapter[]
  links: ReadonlyMap<Element, LinkFate>
  /** Notes, or what stands where one begins. */
  notes: ReadonlyMap<Element, BookNote>
  /** Level by paragraph, where the table of contents says that it is a heading. */
  headings: ReadonlyMap<Element, number>
}

export interface BookNote {
  /** In the whole document. */
  id: string
  /** It begins with the number of its mark. */
  hasNumber: boolean
}

const maxChars = 48 * 1024 * 1024

/** Throws invalid_response for a book that is too long, or a chapter that is too complex. */
export function openBook(archive: Archive, { chapters: paths, ...contents }: EpubPackage): Book {
  const chapters: Chapter[] = []
  let chars = 0
  for (const path of paths) {
    const source = archive.readText(path)
    if (source === null) continue
    chars += source.length
    if (chars > maxChars) throw tooLargeToRead(`its chapters have more than ${maxChars} characters`)
    // Without a document around them, addresses stay as they are written.
    const { root } = parseDocument(source, 'epub:/', { noscript: true, isXml: true })
    const body = bodyOf(root.children)
    if (body) chapters.push({ path, body })
  }
  return { chapters, ...readLinks(chapters, readContents(archive, contents)) }
}

function bodyOf(nodes: readonly AnyNode[]): Element | null {
  for (const node of nodes) {
    if (!isElement(node)) continue
    if (node.name === 'body') return node
    const found = node.name === 'html' ? bodyOf(node.children) : null
    if (found) return found
  }
  return null
}

interface Place {
  element: Element
  /** In the book. */
  order: number
}

interface InnerLink extends Place {
  target: Place
}

function readLinks(chapters: readonly Chapter[], contents: readonly ContentsEntry[]): Omit<Book, 'chapters'> {
  const places = new Map<string, Place>()
  const found: { element: Element; order: number; path: string }[] = []
  let order = 0
  for (const { path, body } of chapters) {
    places.set(`${path}#`, { element: body, order })
    walk(body, (node) => {
      if (!isElement(node)) return
      order++
      const { id, name, href } = node.attribs
      const key = id ?? (node.name === 'a' ? name : undefined)
      if (key !== undefined && !places.has(`${path}#${key}`)) places.set(`${path}#${key}`, { element: node, order })
      if (node.name === 'a' && href !== undefined) found.push({ element: node, order, path })
    })
  }
  const links = new Map<Element, LinkFate>()
  const inner: InnerLink[] = []
  for (const { element, order: at, path } of found) {
    const href = element.attribs.href?.trim() ?? ''
    const { path: to, fragment } = pathFrom(path.slice(0, path.lastIndexOf('/') + 1), href || '#')
    const target = places.get(`${href.startsWith('#') ? path : to}#${fragment}`)
    const outside = target ? null : outsideOf(href)
    links.set(element, outside === null ? { kind: 'words' } : { kind: 'outside', href: outside })
    if (target) inner.push({ element, order: at, target })
  }
  const headings = findHeadings(contents, (place) => places.get(place)?.element)
  return { links, notes: numberNotes(inner, links), headings }
}

/** A relative address leads to a file of the book that is no chapter. */
function outsideOf(href: string): string | null {
  return /^[a-z][a-z\d+.-]*:/i.test(href) ? outsideAddress(href) : null
}

const shortSign = /^[[(]?\s*(?:\d{1,4}|[*†‡§‖¶]{1,3})\s*[\])]?$/

function numberNotes(inner: readonly InnerLink[], links: Map<Element, LinkFate>): Map<Element, BookNote> {
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

/** Whether a note begins with the text of its mark. */
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

/** Whether no text stands before it in its block. */
function beginsBlock(element: Element): boolean {
  for (let one: Element | null = element; one && !blocks.has(one.name); ) {
    for (let before = one.prev; before; before = before.prev) if (textOf(before).trim() !== '') return false
    one = one.parent && isElement(one.parent) ? one.parent : null
  }
  return true
}

/** An element and those right around it. */
function nearest(element: Element, levels = 2): Element[] {
  const found = [element]
  let up = element.parent
  for (let i = 0; i < levels && up && isElement(up) && up.name !== 'body'; i++) {
    found.push(up)
    up = up.parent
  }
  return found
}
