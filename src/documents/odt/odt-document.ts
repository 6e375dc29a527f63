/** State shared by all parts of an OpenDocument text: its styles, lists, notes and objects. */

import { type Comment, Comments } from '../converted/comments.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { Notes } from '../converted/flow/notes.ts'
import { type FlowCell, tableHtml } from '../converted/flow/table-writer.ts'
import { DroppedText } from '../converted/hidden-text.ts'
import { textHtml } from '../converted/text-html.ts'
import { escapeHtml } from '../converted/write-html.ts'
import type { Archive } from '../office/archive/archive.ts'
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
import { type ListStyle, readListStyle, withAllLevels } from './list-styles.ts'
import { type OdfAround, pageAround } from './page-around.ts'
import { declaredLanguage, OdtStyles } from './styles.ts'
import { rowsOf } from './table-rows.ts'
import { textLine } from './text-line.ts'

export class OdtDocument {
  readonly styles = new OdtStyles()
  readonly hidden = new DroppedText()
  readonly notes = new Notes()
  readonly language: string | null
  readonly outline: ListStyle
  /** The first paragraph with a title style. */
  title: string | null = null
  readonly #listStyles = new Map<string, ListStyle>()
  readonly #archive: Archive
  readonly #objects = new Map<string, string>()
  readonly meter: DocumentMeter
  readonly #comments: Comments
  /** Names of comments on a range of text, and the comments whose ranges are open. */
  readonly #ranges: ReadonlySet<string>
  readonly #open = new Map<string, Comment>()

  readonly around: OdfAround
  /** `office:document-styles`. */
  readonly pageStyles: XmlElement | undefined

  constructor(archive: Archive, content: string, meter: DocumentMeter, comments = new Comments(meter)) {
    this.meter = meter
    this.#comments = comments
    this.#ranges = new Set([...content.matchAll(rangeEnd)].map(([, name = '']) => name))
    this.#archive = archive
    const styles = childOf(parseXml(archive.readText('styles.xml') ?? ''), 'office:document-styles')
    const root = childOf(styles, 'office:styles')
    this.pageStyles = styles
    for (const style of childrenOf(root)) {
      this.styles.add(style)
      this.#addListStyle(style)
    }
    eachChildOf(content, 'office:automatic-styles', (style) => {
      this.styles.addAutomatic(style)
      this.#addListStyle(style)
    })
    const outline = childOf(root, 'text:outline-style')
    this.outline = outline ? readListStyle(outline) : new Map()
    const text = this.styles.defaultOf('paragraph', 'text')
    this.language = declaredLanguage(text)
    this.around = { ...pageAround(styles, content), text }
  }

  listStyle(name: string | null): ListStyle | null {
    return name === null ? null : (this.#listStyles.get(name) ?? null)
  }

  /** Returns the HTML of an embedded object; empty if it isn't a formula, chart or sheet. Several frames may show the same object. */
  objectHtml(object: XmlElement): string {
    const inside = childOf(object, 'math:math')
    if (inside) return mathHtml(inside)
    const path = (object.attributes['xlink:href'] ?? '').replace(/^\.\/|\/$/g, '')
    const html = this.#objects.get(path) ?? this.#readObject(path)
    this.#objects.set(path, html)
    this.meter.html(html)
    return html
  }

  /** Returns the HTML of a reference to a comment; empty if its range ends later. `element`: `office:annotation`. */
  commentMark({ attributes, children }: XmlElement, readBlocks: (element: XmlElement) => string): string {
    const name = attributes['office:name'] ?? ''
    const text = { name: '', attributes: {}, children }
    const comment = { author: xmlText(childOf(text, 'dc:creator')), html: readBlocks(text) }
    this.#comments.found()
    if (!this.#ranges.has(name)) return this.#comments.mark(comment, this.notes)
    this.#open.set(name, comment)
    return ''
  }

  /** Returns the HTML of the reference at the end of a comment's range. */
  commentEnd({ attributes }: XmlElement): string {
    const name = attributes['office:name'] ?? ''
    const comment = this.#open.get(name)
    this.#open.delete(name)
    return comment ? this.#comments.mark(comment, this.notes) : ''
  }

  #readObject(path: string): string {
    const isFolder = path !== '' && !this.#archive.names.includes(path)
    const xml = isFolder ? this.#archive.statedText(`${path}/content.xml`) : null
    if (xml === null) return ''
    const root = parseXml(xml)
    const math = childOf(root, 'math:math')
    return math ? mathHtml(math) : tableObjectHtml(root, this.meter)
  }

  #addListStyle(element: XmlElement): void {
    const name = element.attributes['style:name'] ?? ''
    if (element.name === 'text:list-style') this.#listStyles.set(name, withAllLevels(readListStyle(element)))
  }
}

const rangeEnd = /<office:annotation-end\b[^>]{0,500}?\boffice:name="([^"]*)"/g

const keptAttributes = ['display', 'linethickness', 'open', 'close', 'separators', 'mathvariant', 'notation']
const maxNodes = 5000
const maxChars = 50_000
const maxAttributeChars = 50

/** Returns the HTML of `math:math`; empty if the element is too large to be a formula. */
function mathHtml(math: XmlElement): string {
  if (xmlText(math).length > maxChars) return ''
  const budget = { nodes: maxNodes }
  const html = nodeHtml(math, budget)
  return budget.nodes < 0 ? '' : html
}

function nodeHtml(node: XmlNode, budget: { nodes: number }): string {
  if (--budget.nodes < 0) return ''
  if (!isXmlElement(node)) return escapeHtml(node)
  const name = node.name.replace(/^math:/, '')
  if (!/^[a-z]{1,20}$/.test(name) || name === 'annotation') return ''
  const attributes = keptAttributes.flatMap((key) => {
    const value = node.attributes[key] ?? node.attributes[`math:${key}`]
    return value === undefined ? [] : [` ${key}="${escapeHtml(value.slice(0, maxAttributeChars))}"`]
  })
  return `<${name}${attributes.join('')}>${node.children.map((child) => nodeHtml(child, budget)).join('')}</${name}>`
}

const isFilled = ({ html }: FlowCell) => html !== ''

/**
 * Returns the HTML of an object's titles and table. Leaves out empty rows, and empty cells at the end of a row. `root`: the tree of the
 * object's content. `isCopy`: the values repeat a table's cells, so only the names of the series are written.
 */
export function tableObjectHtml(root: XmlElement, meter: DocumentMeter, isCopy = false): string {
  const [chart] = elementsIn(root, 'chart:chart')
  const titles = ['chart:title', 'chart:subtitle'].flatMap((name) => [...elementsIn(chart, name)].map(textLine))
  const [table] = elementsIn(root, 'table:table')
  const rows = table ? rowsOf(table, meter, (cell) => textHtml(textLine(cell), meter)) : []
  const filled = rows.map((row) => ({ ...row, cells: row.cells.slice(0, row.cells.findLastIndex(isFilled) + 1) }))
  const names = filled[0]?.cells.map(({ html }) => html).filter(Boolean) ?? []
  const values = isCopy ? `<p>${names.join(', ')}</p>` : tableHtml(filled.filter(({ cells }) => cells.length > 0))
  return titles.map((title) => (title === '' ? '' : `<p>${textHtml(title, meter)}</p>\n`)).join('') + values
}
