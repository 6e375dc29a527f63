/** Converts OpenDocument presentations to HTML: each visible slide under its title, with its notes. @see OpenDocument 1.3, part 3, §10 */

import type { Page } from '../../page/page.ts'
import type { ConvertedDocument, ReadOptions } from '../converted/converted-document.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { type Grounds, white } from '../converted/hidden-text.ts'
import { OdtReader } from '../odt/odt-reader.ts'
import { OpenDocument, textLine } from '../odt/open-document.ts'
import { visibleOdfText } from '../odt/without-hidden-text.ts'
import { OdfStyles, odfGroundsOf, points } from '../office/parts/odf-styles.ts'
import { openDocumentProperties } from '../office/parts/properties.ts'
import { childOf, childrenOf, eachChildOf, elementsIn, type XmlElement, xmlText } from '../office/xml/xml-tree.ts'
import { convertedDeck, type DeckSlide } from './deck.ts'
import {
  boxAround,
  groundsBelow,
  inReadingOrder,
  isCovered,
  type Painted,
  type PaintedBox,
  type PlacedShape,
} from './shape-places.ts'

/** Leaves out hidden slides. Throws invalid_response if the presentation is broken, locked or too large. */
export async function convertOdp(
  { body }: Page,
  meter: DocumentMeter,
  { includesPage, comments }: ReadOptions,
): Promise<ConvertedDocument> {
  const document = new OpenDocument(body, meter, comments)
  const pages = new ShownPages(document)
  const slides: DeckSlide[] = []
  let number = 0
  eachChildOf(document.xml, 'office:presentation', (page) => {
    if (page.name !== 'draw:page') return
    const look = document.styles.of('drawing-page', page.attributes['draw:style-name'], 'drawing-page')
    if (look['presentation:visibility'] === 'hidden') {
      document.hidden.add(textLine(page))
      return
    }
    number++
    if (includesPage(number)) slides.push({ number, ...readSlide(pages.shown(page), document) })
  })
  const { archive, language } = document
  const properties = openDocumentProperties(archive, { title: slides[0]?.title, language })
  return { properties, pageCount: number, ...convertedDeck(slides, document) }
}

/** Placeholders for content repeated on every slide, and for the slide thumbnail on the notes page. */
const furniture = new Set(['date-time', 'footer', 'header', 'page-number', 'page'])

function readSlide(page: XmlElement, document: OpenDocument): Omit<DeckSlide, 'number'> {
  const reader = new OdtReader(document)
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

function shapesOf(around: XmlElement, textBoxOf = createTextBoxes()): XmlElement[] {
  const shapes = inReadingOrder(childrenOf(around), textBoxOf)
  return shapes.map((shape) => (shape.name === 'draw:g' ? { ...shape, children: shapesOf(shape, textBoxOf) } : shape))
}

/**
 * Returns a function that finds the place of a shape with text other than the title. It remembers each place, because a group's place is
 * needed at every level of nested groups.
 */
function createTextBoxes(): (shape: XmlElement) => PaintedBox | null {
  const known = new Map<XmlElement, PaintedBox | null>()
  function find(shape: XmlElement): PaintedBox | null {
    if (shape.name === 'draw:g') return boxAround(childrenOf(shape).map(textBoxOf))
    return shape.attributes['presentation:class'] === 'title' || textLine(shape) === '' ? null : boxOf(shape)
  }
  function textBoxOf(shape: XmlElement): PaintedBox | null {
    const box = known.get(shape)
    if (box !== undefined) return box
    const found = find(shape)
    known.set(shape, found)
    return found
  }
  return textBoxOf
}

function notesHtml(notes: XmlElement, document: OpenDocument): string {
  const reader = new OdtReader(document)
  const shown = visibleOdfText(notes, document, document.around)
  for (const shape of childrenOf(shown)) if (shape.attributes['presentation:class'] === 'notes') reader.block(shape)
  return reader.end()
}

interface Master {
  size: { width: number; height: number }
  grounds: Grounds
  below: readonly Painted[]
}

const usualSize = { width: 794, height: 596 }
const maxShapes = 1000
const clear: Grounds = []

export class ShownPages {
  readonly #document: OpenDocument
  readonly #styles = new OdfStyles()
  readonly #masters = new Map<string, Master>()

  constructor(document: OpenDocument) {
    this.#document = document
    for (const name of ['office:styles', 'office:automatic-styles']) {
      for (const style of childrenOf(childOf(document.pageStyles, name))) this.#styles.add(style)
    }
  }

  /** `page`: `draw:page`. */
  shown(page: XmlElement): XmlElement {
    const { styles, hidden, around } = this.#document
    const master = this.#masterOf(page.attributes['draw:master-page-name'] ?? '')
    const own = styles.of('drawing-page', page.attributes['draw:style-name'], 'drawing-page')
    const grounds = odfGroundsOf(own, master.grounds)
    const placed = placedShapes(page, styles)
    const isAnimated = childrenOf(page).some(
      ({ name }) => name.startsWith('anim:') || name === 'presentation:animations',
    )
    if (placed.length > maxShapes) return page
    const known = new Map(placed.map((one, at) => [one.shape, at]))
    const text = styles.defaultOf('graphic', 'text')
    const shownIn = (element: XmlElement): XmlElement => {
      const children = childrenOf(element).flatMap((child): readonly XmlElement[] => {
        const at = known.get(child)
        if (at === undefined) return child.name === 'draw:g' ? [shownIn(child)] : [child]
        const { box } = placed[at] as PlacedShape
        if (box && !isAnimated && isCovered(box, placed.slice(at + 1))) {
          hidden.add(xmlText(child))
          return []
        }
        const below = groundsBelow(box, [...master.below, ...placed.slice(0, at)], grounds)
        const page = { ...around.page, ...master.size, margin: 0 }
        return childrenOf(
          visibleOdfText({ ...element, children: [child] }, this.#document, {
            text,
            page,
            grounds: below,
            shapeGrounds: below,
          }),
        )
      })
      return { ...element, children }
    }
    return shownIn(page)
  }

  #masterOf(name: string): Master {
    const known = this.#masters.get(name)
    if (known) return known
    const { pageStyles } = this.#document
    const page = [...elementsIn(pageStyles, 'style:master-page')].find(
      ({ attributes }) => attributes['style:name'] === name,
    )
    const layout = [...elementsIn(pageStyles, 'style:page-layout')].find(({ attributes }) => {
      return attributes['style:name'] === page?.attributes['style:page-layout-name']
    })
    const { 'fo:page-width': width, 'fo:page-height': height } =
      childOf(layout, 'style:page-layout-properties')?.attributes ?? {}
    const own = this.#styles.of('drawing-page', page?.attributes['draw:style-name'], 'drawing-page')
    const master = {
      size: { width: points(width) ?? usualSize.width, height: points(height) ?? usualSize.height },
      grounds: odfGroundsOf(own, [white]),
      below: page
        ? placedShapes(page, this.#styles).filter(
            ({ shape }) => shape.attributes['presentation:placeholder'] !== 'true',
          )
        : [],
    }
    this.#masters.set(name, master)
    return master
  }
}

function placedShapes(parent: XmlElement, styles: OdfStyles): PlacedShape[] {
  return childrenOf(parent).flatMap((shape): PlacedShape[] => {
    if (shape.name === 'draw:g') return placedShapes(shape, styles)
    if (!/^draw:(?:frame|custom-shape|rect|ellipse|circle|polygon|path)$/.test(shape.name)) return []
    const { attributes } = shape
    const box = boxOf(shape)
    const kind = attributes['draw:style-name'] === undefined ? 'presentation' : 'graphic'
    const properties = styles.of(
      kind,
      attributes['draw:style-name'] ?? attributes['presentation:style-name'],
      'graphic',
    )
    const filled = odfGroundsOf(properties, clear)
    const isImage = childrenOf(shape).some(({ name }) => /^draw:(?:image|object|plugin)$/.test(name))
    const fill = isImage ? null : filled === clear ? 'none' : (filled[0] ?? null)
    return [
      { shape, box, fill, isWhole: shape.name === 'draw:rect' || shape.name === 'draw:frame' || isRectangle(shape) },
    ]
  })
}

/** Returns the place of a shape that isn't turned, in points. */
export function boxOf({ attributes }: XmlElement): PaintedBox | null {
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map(
    (name) => points(attributes[`svg:${name}`]) ?? undefined,
  )
  return x === undefined || y === undefined || !width || !height ? null : { x, y, width, height }
}

function isRectangle(shape: XmlElement): boolean {
  return /^(?:rectangle|ooxml-rect)$/.test(childOf(shape, 'draw:enhanced-geometry')?.attributes['draw:type'] ?? '')
}
