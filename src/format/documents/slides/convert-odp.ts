/** Presentations of OpenDocument → HTML: each shown slide under its title, with its notes. @see OpenDocument 1.3, part 3, §10 */

import { type Archive, openArchive, requiredText } from '../archive/archive.ts'
import type { Converter } from '../converted/converted-document.ts'
import { createHtmlMeter } from '../converted/html-meter.ts'
import { textHtml } from '../converted/text-html.ts'
import { htmlDocument } from '../converted/write-html.ts'
import { tableHtml } from '../flow/table-writer.ts'
import { OdtBlockReader } from '../odt/block-reader.ts'
import { OdtDocument } from '../odt/odt-document.ts'
import { rowsOf } from '../odt/table-rows.ts'
import { refuseLocked } from '../parts/locked.ts'
import { openDocumentProperties } from '../parts/properties.ts'
import {
  childOf,
  childrenOf,
  eachChildOf,
  elementsIn,
  isXmlElement,
  parseXml,
  type XmlElement,
  type XmlNode,
} from '../xml/xml-tree.ts'
import { type DeckSlide, deckHtml, deckWarnings } from './deck.ts'

/** Slides that are hidden are left out. Throws invalid_response for a presentation that is broken, locked or too large. */
export const convertOdp: Converter = async ({ body }) => {
  const archive = openArchive(body)
  refuseLocked(archive)
  const xml = requiredText(archive, 'content.xml')
  const document = new OdtDocument(archive, xml)
  const charts = createCharts(archive)
  const hidden = hiddenStyles(xml)
  const slides: DeckSlide[] = []
  const meter = createHtmlMeter()
  let number = 0
  eachChildOf(xml, 'office:presentation', (page) => {
    if (page.name !== 'draw:page') return
    number++
    if (hidden.has(page.attributes['draw:style-name'] ?? '')) return
    const slide = readSlide(page, document, charts)
    meter(slide.html + slide.notes)
    slides.push({ number, ...slide })
  })
  const content = deckHtml(slides) + document.notes.end()
  const properties = openDocumentProperties(archive)
  const title = properties.title ?? slides[0]?.title
  const language = properties.language ?? document.language
  return { html: htmlDocument({ ...properties, title, language }, content), warnings: deckWarnings(slides) }
}

function hiddenStyles(xml: string): Set<string> {
  const hidden = new Set<string>()
  eachChildOf(xml, 'office:automatic-styles', (style) => {
    const properties = childOf(style, 'style:drawing-page-properties')
    if (properties?.attributes['presentation:visibility'] === 'hidden') hidden.add(style.attributes['style:name'] ?? '')
  })
  return hidden
}

/** What is repeated on every slide, and the picture of the slide among its notes. */
const furniture = new Set(['date-time', 'footer', 'header', 'page-number', 'page'])

function readSlide(page: XmlElement, document: OdtDocument, charts: ChartsOf): Omit<DeckSlide, 'number'> {
  const reader = new OdtBlockReader(document)
  const slide = { title: '', notes: '' }
  for (const shape of shapesOf(page)) {
    const role = shape.attributes['presentation:class'] ?? ''
    if (shape.name === 'presentation:notes') slide.notes += notesHtml(shape, document)
    else if (role === 'title' && slide.title === '') slide.title = textLine(shape)
    else if (!furniture.has(role) && shape.attributes['presentation:placeholder'] !== 'true') {
      const chart = charts(shape)
      if (chart === null) reader.block(shape)
      else reader.html(chart)
    }
  }
  return { ...slide, html: reader.end() }
}

/** Those that are shown. Shapes of a group with objects stand beside the others: one may be a chart. */
function* shapesOf(element: XmlElement): Generator<XmlElement> {
  for (const shape of childrenOf(element)) {
    if (/^(?:none|printer)$/.test(shape.attributes['draw:display'] ?? '')) continue
    if (shape.name === 'draw:g' && !elementsIn(shape, 'draw:object').next().done) yield* shapesOf(shape)
    else yield shape
  }
}

function notesHtml(notes: XmlElement, document: OdtDocument): string {
  const reader = new OdtBlockReader(document)
  for (const shape of childrenOf(notes)) if (shape.attributes['presentation:class'] === 'notes') reader.block(shape)
  return reader.end()
}

/** HTML of the chart that a shape is; null for a shape that is none. */
type ChartsOf = (shape: XmlElement) => string | null

/** Many shapes may show one object: each is read once. */
function createCharts(archive: Archive): ChartsOf {
  const known = new Map<string, string | null>()
  return (shape) => {
    const path = childOf(shape, 'draw:object')?.attributes['xlink:href']?.replace(/^\.\//, '')
    if (path === undefined) return null
    const found = known.get(path)
    if (found !== undefined) return found
    const html = chartHtmlOf(archive.readText(`${path}/content.xml`))
    known.set(path, html)
    return html
  }
}

/** Its title and the values that it was drawn of. */
function chartHtmlOf(xml: string | null): string | null {
  const [chart] = xml?.includes('office:chart') ? elementsIn(parseXml(xml), 'chart:chart') : []
  if (!chart) return null
  const title = textLine(childOf(chart, 'chart:title'))
  const table = childOf(chart, 'table:table')
  const values = table ? tableHtml(rowsOf(table, (cell) => textHtml(textLine(cell)))) : ''
  return (title === '' ? '' : `<p>${textHtml(title)}</p>\n`) + values
}

/** Its words in one line. */
function textLine(element: XmlElement | undefined): string {
  return element ? wordsOf(element).replace(/\s+/g, ' ').trim() : ''
}

const notWords = new Set(['svg:title', 'svg:desc', 'office:annotation', 'text:note', 'text:number'])

function wordsOf(node: XmlNode): string {
  if (!isXmlElement(node)) return node
  if (notWords.has(node.name)) return ''
  const words = node.children.map(wordsOf).join('')
  return /^text:(?:p|h|s|tab|line-break)$/.test(node.name) ? `${words} ` : words
}
