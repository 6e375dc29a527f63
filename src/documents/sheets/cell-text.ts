/** The text of cells, comments, headers and footers in workbooks. */

import type { DroppedText } from '../converted/hidden-text.ts'
import type { OpenDocument } from '../odt/open-document.ts'
import type { Archive } from '../office/archive/archive.ts'
import { type Relations, relatedText } from '../office/parts/relations.ts'
import {
  childOf,
  childrenOf,
  eachChildOf,
  elementsIn,
  isXmlElement,
  parseXml,
  type XmlElement,
  type XmlNode,
  xmlText,
} from '../office/xml/xml-tree.ts'
import { type ColourReader, type FontLook, fontLook } from './cell-looks.ts'
import { parseCell } from './formulas.ts'
import type { CellComment } from './workbook.ts'

/** A run, with the font that it specifies. */
export interface TextRun {
  text: string
  font?: FontLook
}

/** `text`: `x:si` or `x:is`. Leaves out phonetic readings of East Asian words. */
export function runsOf(text: XmlElement | undefined, colourOf: ColourReader): TextRun[] {
  return childrenOf(text).flatMap((child): TextRun[] => {
    if (child.name === 'x:t') return [{ text: withoutFormatEscapes(xmlText(child)) }]
    if (child.name !== 'x:r') return []
    const words = withoutFormatEscapes(xmlText(childOf(child, 'x:t')))
    return [{ text: words, font: fontLook(childOf(child, 'x:rPr'), colourOf) }]
  })
}

/** Decodes `_x000D_` escapes, which represent characters that XML can't contain or would alter. @see ECMA-376, part 1, §22.9.2.19 */
export function withoutFormatEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code) => {
    const char = String.fromCharCode(Number.parseInt(code, 16))
    return char < ' ' && char !== '\n' && char !== '\t' ? '' : char
  })
}

const codes = /&(?:"[^"]*"|K(?:[\dA-F]{6}|\d\d[+-]\d{3})|\d+|[\s\S])/gi
const signs = new Map(Object.entries({ '&&': '&', '&L': '\n', '&C': '\n', '&R': '\n', '&P': '\ue000', '&N': '\ue001' }))
const pageNumber = /(?:\p{L}+\.?\s*)?\ue000(?:\s*(?:\p{L}+|[/|-])\s*\ue001)?/gu

/** Adds the lines of a printed header or footer, without page numbers. @see ECMA-376, part 1, §18.3.1.46 */
export function addPrinted(text: string, hidden: DroppedText): void {
  const plain = text.replace(codes, (code) => signs.get(code.toUpperCase()) ?? '').replace(pageNumber, '')
  for (const line of plain.replaceAll('\ue001', '').split('\n')) hidden.addRunning(line)
}

/** Adds the headers and footers of the pages on which the sheets of an OpenDocument are printed. */
export function addHeaders({ pageStyles, xml }: OpenDocument, hidden: DroppedText): void {
  const used = new Set([...xml.matchAll(/\sstyle:master-page-name="([^"]*)"/g)].map(([, name]) => name))
  const pages = [...elementsIn(pageStyles, 'style:master-page')]
  const parts = pages.flatMap((page) => (used.has(page.attributes['style:name']) ? childrenOf(page) : []))
  for (const part of parts) {
    if (!/^style:(?:header|footer)/.test(part.name) || part.attributes['style:display'] === 'false') continue
    for (const line of elementsIn(part, 'text:p')) addPrinted(codedText(line), hidden)
  }
}

const fields: Readonly<Record<string, string>> = { 'page-number': '&P', 'page-count': '&N', s: ' ', tab: ' ' }

/** Returns text with the codes that Excel has for page numbers. */
function codedText(node: XmlNode): string {
  if (!isXmlElement(node)) return node.replaceAll('&', '&&')
  const kind = node.name.replace('text:', '')
  const isField = /^(?:sheet-name|date|time|title|file-name)$/.test(kind)
  return fields[kind] ?? (isField ? '' : node.children.map(codedText).join(''))
}

/** Returns the names of the authors of threads by id. `relations`: the relations of the workbook. */
export function readPersons(archive: Archive, relations: Relations): Map<string, string> {
  const list = parseXml(relatedText(archive, relations, 'person'))
  const persons = childrenOf(list).flatMap((root) => childrenOf(root))
  return new Map(persons.map(({ attributes: { id = '', displayName = '' } }) => [id, displayName]))
}

/** Returns notes, and threads in order. @see ECMA-376, part 1, §18.7; MS-XLSX, §2.6.205. `relations`: the relations of the worksheet. */
export function readCellComments(archive: Archive, relations: Relations, persons: ReadonlyMap<string, string>) {
  const comments: CellComment[] = []
  const add = (reference: string | undefined, author: string, text: string) => {
    const place = parseCell(reference ?? '')
    if (place) comments.push({ ...place, author, text })
  }
  const authors: string[] = []
  const notes = relatedText(archive, relations, 'comments')
  const threads = relatedText(archive, relations, 'threadedComment')
  eachChildOf(notes, 'x:authors', (author) => authors.push(xmlText(author)))
  eachChildOf(notes, 'x:commentList', (comment) => {
    const author = authors[Number(comment.attributes.authorId)] ?? ''
    // For older programs, a thread also has a note.
    if (author.startsWith('tc=') && threads !== '') return
    const runs = runsOf(childOf(comment, 'x:text'), () => null)
    add(comment.attributes.ref, author, noteText(runs.map(({ text }) => text).join(''), author))
  })
  eachChildOf(threads, 'xtc:ThreadedComments', (comment) => {
    const { ref, personId = '' } = comment.attributes
    add(ref, persons.get(personId) ?? '', xmlText(childOf(comment, 'xtc:text')))
  })
  return comments
}

/** Returns the text of a note without the name of its author, with which Excel begins it. */
export function noteText(text: string, author: string): string {
  return author !== '' && text.startsWith(`${author}:`) ? text.slice(author.length + 1) : text
}
