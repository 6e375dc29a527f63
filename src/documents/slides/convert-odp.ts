/** Converts OpenDocument presentations to HTML: each visible slide under its title, with its notes. @see OpenDocument 1.3, part 3, §10 */

import type { Page } from '../../page/page.ts'
import type { ConvertedDocument, ReadOptions } from '../converted/converted-document.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { OdtBlockReader } from '../odt/block-reader.ts'
import { OdtDocument } from '../odt/odt-document.ts'
import { textLine } from '../odt/text-line.ts'
import { visibleOdfText } from '../odt/without-hidden-text.ts'
import { openOdf } from '../office/parts/open-odf.ts'
import { openDocumentProperties } from '../office/parts/properties.ts'
import { childrenOf, eachChildOf, type XmlElement } from '../office/xml/xml-tree.ts'
import { type DeckSlide, deckHtml, deckWarnings } from './deck.ts'
import { boxAround, type PaintedBox } from './painted.ts'
import { inReadingOrder } from './reading-order.ts'
import { boxOf, ShownPages } from './shown-page.ts'

/** Leaves out hidden slides. Throws invalid_response if the presentation is broken, locked or too large. */
export async function convertOdp(
  { body }: Page,
  meter: DocumentMeter,
  { includesPage, comments }: ReadOptions,
): Promise<ConvertedDocument> {
  const { archive, xml } = openOdf(body, meter)
  const document = new OdtDocument(archive, xml, meter, comments)
  const pages = new ShownPages(document)
  const slides: DeckSlide[] = []
  let number = 0
  eachChildOf(xml, 'office:presentation', (page) => {
    if (page.name !== 'draw:page') return
    const look = document.styles.of('drawing-page', page.attributes['draw:style-name'], 'drawing-page')
    if (look['presentation:visibility'] === 'hidden') {
      document.hidden.add(textLine(page))
      return
    }
    number++
    if (includesPage(number)) slides.push({ number, ...readSlide(pages.shown(page), document) })
  })
  const content = deckHtml(slides, meter) + document.notes.end()
  const properties = openDocumentProperties(archive, { title: slides[0]?.title, language: document.language })
  const warnings = [...deckWarnings(slides), ...document.hidden.warnings]
  return { properties, html: content, pageCount: number, warnings }
}

/** Placeholders for content repeated on every slide, and for the slide thumbnail on the notes page. */
const furniture = new Set(['date-time', 'footer', 'header', 'page-number', 'page'])

function readSlide(page: XmlElement, document: OdtDocument): Omit<DeckSlide, 'number'> {
  const reader = new OdtBlockReader(document)
  const slide = { title: '', notes: '' }
  const comments = childrenOf(page, 'office:annotation')
  for (const shape of shapesOf(page)) {
    const role = shape.attributes['presentation:class'] ?? ''
    if (shape.name === 'presentation:notes') slide.notes += notesHtml(shape, document)
    else if (role === 'title' && slide.title === '') slide.title = textLine(shape)
    else if (furniture.has(role)) document.hidden.addRunning(textLine(shape))
    else if (shape.attributes['presentation:placeholder'] !== 'true') reader.block(shape)
  }
  reader.block({ name: 'text:p', attributes: {}, children: comments })
  return { ...slide, html: reader.end() }
}

function shapesOf(around: XmlElement): XmlElement[] {
  const shapes = inReadingOrder(childrenOf(around), textBoxOf)
  return shapes.map((shape) => (shape.name === 'draw:g' ? { ...shape, children: shapesOf(shape) } : shape))
}

/** Returns the place of a shape with text other than the title. */
function textBoxOf(shape: XmlElement): PaintedBox | null {
  if (shape.name === 'draw:g') return boxAround(childrenOf(shape).map(textBoxOf))
  return shape.attributes['presentation:class'] === 'title' || textLine(shape) === '' ? null : boxOf(shape)
}

function notesHtml(notes: XmlElement, document: OdtDocument): string {
  const reader = new OdtBlockReader(document)
  const shown = visibleOdfText(notes, document, document.around)
  for (const shape of childrenOf(shown)) if (shape.attributes['presentation:class'] === 'notes') reader.block(shape)
  return reader.end()
}
