/** Opens OpenDocument files, and holds what their parts share: styles, lists, notes, comments and objects. @see OpenDocument 1.3 */

import { type Comment, Comments, Notes } from '../converted/comments.ts'
import { type DocumentMeter, lockedDocument } from '../converted/document-meter.ts'
import { DroppedText, type Grounds, white } from '../converted/hidden-text.ts'
import { escapeHtml, type FlowCell, tableHtml, textHtml } from '../converted/write-html.ts'
import { type Archive, openArchive } from '../office/archive/archive.ts'
import { titleHtml } from '../office/drawings/graphic.ts'
import { odfGroundsOf, points, statedProperties } from '../office/parts/odf-styles.ts'
import type { XmlAttributes } from '../office/xml/read-xml.ts'
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
import { type ListStyle, OdtStyles, readListStyle, withAllLevels } from './styles.ts'
import { rowsOf } from './table-rows.ts'

/** Properties that an element inherits from its surroundings. */
export interface OdfAround {
  grounds: Grounds
  /** Possible backgrounds of unfilled shapes, which may be on top of something else. */
  shapeGrounds: Grounds
  text: XmlAttributes
  page: OdfPage
  isHidden?: boolean
}

/** In points. */
export interface OdfPage {
  width: number
  height: number
  /** Maximum distance of the coordinate origin from the edge of the page. */
  margin: number
  hiddenLayers: ReadonlySet<string>
}

export class OpenDocument {
  readonly archive: Archive
  /** The content of the document. */
  readonly xml: string
  readonly meter: DocumentMeter
  readonly comments: Comments
  readonly styles = new OdtStyles()
  readonly hidden = new DroppedText()
  readonly notes = new Notes()
  readonly language: string | null
  readonly outline: ListStyle
  readonly around: OdfAround
  /** `office:document-styles`. */
  readonly pageStyles: XmlElement | undefined
  /** The first paragraph with a title style. */
  title: string | null = null
  readonly listStyles = new Map<string, ListStyle>()
  readonly #objects = new Map<string, string>()
  /** Names of comments on a range of text, and the comments whose ranges are open. */
  readonly #ranges: ReadonlySet<string>
  readonly #open = new Map<string, Comment>()

  /** Throws invalid_response if the document is broken, too large or password-protected. */
  constructor(body: Uint8Array, meter: DocumentMeter, comments = new Comments(meter)) {
    const archive = openArchive(body, meter)
    const isLocked = /<(?:[\w-]+:)?encryption-data\b/.test(archive.readText('META-INF/manifest.xml') ?? '')
    if (isLocked || archive.names.includes('encrypted-package')) throw lockedDocument()
    this.archive = archive
    this.xml = archive.requiredText('content.xml')
    this.meter = meter
    this.comments = comments
    this.#ranges = new Set([...this.xml.matchAll(rangeEnd)].map(([, name = '']) => name))
    this.pageStyles = childOf(parseXml(archive.readText('styles.xml') ?? ''), 'office:document-styles')
    const root = childOf(this.pageStyles, 'office:styles')
    for (const style of childrenOf(root)) {
      this.styles.add(style)
      this.#addListStyle(style)
    }
    const untilStyles = this.xml.slice(0, Math.max(0, this.xml.lastIndexOf('automatic-styles')))
    eachChildOf(untilStyles, 'office:automatic-styles', (style) => {
      this.styles.addAutomatic(style)
      this.#addListStyle(style)
    })
    const outline = childOf(root, 'text:outline-style')
    this.outline = outline ? readListStyle(outline) : new Map()
    const text = this.styles.defaultOf('paragraph', 'text')
    this.language = declaredLanguage(text)
    this.around = { ...pageAround(this.pageStyles, this.xml), text }
  }

  /** Returns the HTML of an embedded object; empty if it isn't a formula, chart or sheet. Several frames may show the same object. */
  objectHtml(object: XmlElement): string {
    const inside = childOf(object, 'math:math')
    if (inside) return mathHtml(inside)
    const path = object.attributes['xlink:href'] ?? ''
    const html = this.#objects.get(path) ?? this.#readObject(object)
    this.#objects.set(path, html)
    this.meter.html(html)
    return html
  }

  /** Returns the tree of an embedded object's content; null if it isn't an OpenDocument. */
  objectTree({ attributes }: XmlElement): XmlElement | null {
    const path = (attributes['xlink:href'] ?? '').replace(/^\.\/|\/$/g, '')
    const isFolder = path !== '' && !this.archive.names.includes(path)
    const xml = isFolder ? this.archive.statedText(`${path}/content.xml`) : null
    return xml === null ? null : parseXml(xml)
  }

  #readObject(object: XmlElement): string {
    const root = this.objectTree(object)
    const math = childOf(root, 'math:math')
    return math ? mathHtml(math) : tableObjectHtml(root, this.meter)
  }

  /** Returns the HTML of a reference to a comment; empty if its range ends later. `element`: `office:annotation`. */
  commentMark({ attributes, children }: XmlElement, readBlocks: (element: XmlElement) => string): string {
    const name = attributes['office:name'] ?? ''
    const text = { name: '', attributes: {}, children }
    const comment = { author: xmlText(childOf(text, 'dc:creator')), html: readBlocks(text) }
    this.comments.found()
    if (!this.#ranges.has(name)) return this.comments.mark(comment, this.notes)
    this.#open.set(name, comment)
    return ''
  }

  /** Returns the HTML of the reference at the end of a comment's range. */
  commentEnd({ attributes }: XmlElement): string {
    const name = attributes['office:name'] ?? ''
    const comment = this.#open.get(name)
    this.#open.delete(name)
    return comment ? this.comments.mark(comment, this.notes) : ''
  }

  #addListStyle(element: XmlElement): void {
    const { 'style:name': name } = element.attributes
    if (name && element.name === 'text:list-style') this.listStyles.set(name, withAllLevels(readListStyle(element)))
  }
}

const rangeEnd = /<office:annotation-end\b[^>]{0,500}?\boffice:name="([^"]*)"/g

/** Returns the language of text with these properties; null if they don't specify a language. */
function declaredLanguage({ 'fo:language': language, 'fo:country': country }: XmlAttributes): string | null {
  if (!language || language === 'none' || language === 'zxx') return null
  return country && country !== 'none' ? `${language}-${country}` : language
}

/** The longer side of A4 and the widest margin, in points. */
const usualSize = 842
const maxMargin = 216

/** Returns the page size, and the background of the text. */
function pageAround(styles: XmlElement | undefined, content: string): Omit<OdfAround, 'text'> {
  const layouts = [...elementsIn(styles, 'style:page-layout')].map((one) => statedProperties(one, 'page-layout'))
  const used = layouts.flatMap((one) => odfGroundsOf(one, [white]))
  const isBacked = /run-through="background"/.test(content)
  const grounds = [...(layouts.length === 0 ? [white] : used), ...(isBacked ? [null] : [])]
  const sizes = layouts.flatMap((one) => [points(one['fo:page-width']), points(one['fo:page-height'])])
  const size = Math.max(...sizes.map((one) => one ?? 0), 0) || usualSize
  const shapes = content.match(/<draw:(?:frame|custom-shape|rect|ellipse|path|polygon)\b/g)?.length ?? 0
  const layers = [...elementsIn(styles, 'draw:layer')].filter(({ attributes }) =>
    /^(?:none|printer)$/.test(attributes['draw:display'] ?? ''),
  )
  const hiddenLayers = new Set(layers.map(({ attributes }) => attributes['draw:name'] ?? ''))
  return {
    grounds,
    shapeGrounds: shapes > 1 ? [...grounds, null] : grounds,
    page: { width: size, height: size, margin: maxMargin, hiddenLayers },
  }
}

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
export function tableObjectHtml(root: XmlElement | null, meter: DocumentMeter, isCopy = false): string {
  const [chart] = elementsIn(root, 'chart:chart')
  const titles = ['chart:title', 'chart:subtitle'].flatMap((name) => [...elementsIn(chart, name)].map(textLine))
  const [table] = elementsIn(root, 'table:table')
  const rows = table ? rowsOf(table, meter, (cell) => textHtml(textLine(cell), meter)) : []
  const filled = rows.map((row) => ({ ...row, cells: row.cells.slice(0, row.cells.findLastIndex(isFilled) + 1) }))
  const names = filled[0]?.cells.map(({ html }) => html).filter(Boolean) ?? []
  const values = isCopy ? `<p>${names.join(', ')}</p>` : tableHtml(filled.filter(({ cells }) => cells.length > 0))
  return titles.map((title) => titleHtml(title, meter)).join('') + values
}

/** Returns short text, such as a slide or chart title, on one line. */
export function textLine(element: XmlElement | undefined): string {
  return element ? wordsOf(element).replace(/\s+/g, ' ').trim() : ''
}

const notWords = new Set(['svg:title', 'svg:desc', 'office:annotation', 'text:note', 'text:number'])

function wordsOf(node: XmlNode): string {
  if (!isXmlElement(node)) return node
  if (notWords.has(node.name)) return ''
  const words = node.children.map(wordsOf).join('')
  return /^text:(?:p|h|s|tab|line-break)$/.test(node.name) ? `${words} ` : words
}
