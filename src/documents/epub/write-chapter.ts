/** Writes a chapter as part of the book's HTML. Ids are unique, links within the book lead only to notes, images become descriptions. */

import type { AnyNode, Element, Text } from 'domhandler'
import { closest, hasElement, isElement, isText, textOf, walk } from '../../html/traverse.ts'
import { escapeHtml, linkedText, outsideAddress, pictureHtml } from '../converted/write-html.ts'
import type { Book, Chapter } from './book.ts'

const leftOut = new Set(['script', 'style', 'link', 'meta', 'title', 'base', 'template', 'iframe', 'object', 'embed'])
const contents = /(?:^|\s)(?:toc|landmarks|page-list|pagebreak)(?:\s|$)/
const note = /(?:^|\s)(?:foot|end|rear)?notes?(?:\s|$)/
const voidElements = new Set(['br', 'hr', 'img', 'wbr', 'col', 'area', 'input', 'source', 'track', 'param'])
/** Attributes that affect how a chapter is read. None of them contains a URL. */
const kept = new Set(
  (
    'class lang dir role title colspan rowspan headers scope start reversed value type checked cite datetime abbr align open display ' +
    'linethickness mathvariant encoding alttext'
  ).split(' '),
)

/** Returns the HTML of everything in the body except the hidden parts. */
export function chapterHtml({ body, view }: Chapter, book: Book): string {
  const parts: string[] = []
  const isHidden = (node: AnyNode) => view.leavesOut(node) && !(isElement(node) && isNote(node, book))
  if (isHidden(body) || (body.parent && isElement(body.parent) && isHidden(body.parent))) {
    book.hidden.add(textOf(body))
    return ''
  }
  walk(
    body,
    (node) => {
      if (!isHidden(node)) return enter(node, book, parts)
      if (!isElement(node) || !leftOut.has(node.name)) book.hidden.add(textOf(node))
      return false
    },
    (node) => {
      if (isElement(node) && !isUnwrapped(node, book)) parts.push(`</${tagOf(node, book)}>`)
    },
  )
  return `<section>${parts.join('')}</section>\n`
}

/** True for an element that contains referenced notes. Reading systems can open such an element even if a style hides it. */
function isNote(element: Element, { notes }: Book): boolean {
  const isStated = note.test(element.attribs['epub:type'] ?? '')
  return notes.has(element) || (isStated && hasElement(element, (one) => notes.has(one), maxNodes))
}

const maxNodes = 2000

function enter(node: AnyNode, book: Book, parts: string[]): boolean {
  if (isText(node)) parts.push(wordsOf(node, book))
  if (!isElement(node)) return true
  const { name, attribs } = node
  const type = attribs['epub:type'] ?? ''
  if (leftOut.has(name) || contents.test(type) || attribs.role === 'doc-pagebreak') return false
  if (name === 'img' || name === 'image') {
    book.meter.text(attribs.alt ?? '')
    parts.push(pictureOf(node))
    return false
  }
  const link = book.links.get(node)
  if (link?.kind === 'mark') parts.push(`<sup><a href="#${link.id}" role="doc-noteref">${link.number}</a></sup>`)
  if (link?.kind === 'number') parts.push(anchorOf(node, book) + noteSign)
  if (link && link.kind !== 'outside' && link.kind !== 'words') return false
  if (isUnwrapped(node, book)) {
    parts.push(anchorOf(node, book))
    return true
  }
  const href = link?.kind === 'outside' ? ` href="${escapeHtml(link.href)}"` : ''
  parts.push(`<${tagOf(node, book)}${idOf(node, book)}${href}${attributesOf(node, book)}>`)
  if (book.notes.get(node)?.hasNumber === false) parts.push(noteSign)
  return !voidElements.has(name)
}

/** Turns URLs in text into links, except inside links and code. */
function wordsOf(text: Text, { meter }: Book): string {
  meter.text(text.data)
  const html = linkedText(text.data)
  return html.includes('<area ') && closest(text, ({ name }) => unlinked.has(name)) ? escapeHtml(text.data) : html
}

const unlinked = new Set(['a', 'code', 'pre', 'kbd', 'samp', 'tt', 'math', 'svg'])

function tagOf(element: Element, book: Book): string {
  const level = book.headings.get(element)
  return level === undefined ? element.name : `h${level}`
}

/** True for elements that are replaced by their content, such as links within the book. */
function isUnwrapped(element: Element, book: Book): boolean {
  // Only converters may add page marks.
  return element.name === 'page-mark' || (element.name === 'a' && book.links.get(element)?.kind !== 'outside')
}

function anchorOf(element: Element, book: Book): string {
  const id = idOf(element, book)
  return id === '' ? '' : `<a${id}></a>`
}

function idOf(element: Element, book: Book): string {
  const note = book.notes.get(element)
  return note === undefined ? '' : ` id="${note.id}"`
}

/** Marks the start of a note for the markdown writer, which would otherwise read a number there as the note's own number. */
const noteSign = '^ '

function attributesOf({ attribs }: Element, { meter }: Book): string {
  let written = ''
  for (const name in attribs) {
    if (!kept.has(name)) continue
    const value = attribs[name] as string
    meter.text(value)
    written += ` ${name}="${escapeHtml(value)}"`
  }
  return written
}

/** Images on other servers keep their URLs. They aren't fetched. */
function pictureOf({ attribs }: Element): string {
  const address = /^https?:/i.test(attribs.src ?? '') ? outsideAddress(attribs.src) : null
  if (address !== null) return `<img src="${escapeHtml(address)}" alt="${escapeHtml(attribs.alt ?? '')}">`
  return pictureHtml(attribs.alt)
}
