/** Converts OpenDocument presentations to HTML: each visible slide under its title, with its notes. @see OpenDocument 1.3, part 3, §10 */

import type { Converter } from '../converted/converted-document.ts'
import { type Grounds, white } from '../converted/hidden-text.ts'
import { OdtReader } from '../odt/odt-reader.ts'
import { OpenDocument, textLine } from '../odt/open-document.ts'
import { visibleOdfText } from '../odt/without-hidden-text.ts'
import { OdfStyles, odfGroundsOf, points, statedProperties } from '../office/parts/odf-styles.ts'
import { officeProperties } from '../office/parts/properties.ts'
import { childOf, childrenOf, eachChildOf, elementsIn, type XmlElement, xmlText } from '../office/xml/xml-tree.ts'
import {
  boxAround,
  groundsBelow,
  inReadingOrder,
  isCovered,
  type PaintedBox,
  type PlacedShape,
} from './shape-places.ts'
import { convertedDeck, type DeckSlide } from './slide-shapes.ts'

/** Leaves out hidden slides. Throws invalid_response if the presentation is broken, locked or too large. */
export const convertOdp: Converter = async ({ body }, meter, { includesPage, comments }) => {
  const document = new OpenDocument(body, meter, comments)
  const shown = createShownPages(document)
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
    if (includesPage(number)) slides.push({ number, ...readSlide(shown(page), document) })
  })
  const { archive, language } = document
  const properties = officeProperties(archive, { title: slides[0]?.title, language })
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
  return function textBoxOf(shape): PaintedBox | null {
    let box = known.get(shape)
    if (box === undefined) {
      const isText = () => shape.attributes['presentation:class'] !== 'title' && textLine(shape) !== ''
      box = shape.name === 'draw:g' ? boxAround(childrenOf(shape).map(textBoxOf)) : isText() ? boxOf(shape) : null
      known.set(shape, box)
    }
    return box
  }
}

function notesHtml(notes: XmlElement, document: OpenDocument): string {
  const reader = new OdtReader(document)
  const shown = visibleOdfText(notes, document, document.around)
  for (const shape of childrenOf(shown)) if (shape.attributes['presentation:class'] === 'notes') reader.block(shape)
  return reader.end()
}

const maxShapes = 1000

/** Returns a function that removes what a slide hides. */
function createShownPages(document: OpenDocument): (page: XmlElement) => XmlElement {
  const { styles, hidden, pageStyles } = document
  const text = styles.defaultOf('graphic', 'text')
  const ofMasters = new OdfStyles()
  for (const name of ['office:styles', 'office:automatic-styles']) {
    for (const style of childrenOf(childOf(pageStyles, name))) ofMasters.add(style)
  }
  const masters = new Map<string, ReturnType<typeof readMaster>>()

  return (page) => {
    const name = page.attributes['draw:master-page-name'] ?? ''
    const master = masters.get(name) ?? readMaster(document, name, ofMasters)
    masters.set(name, master)
    const own = styles.of('drawing-page', page.attributes['draw:style-name'], 'drawing-page')
    const grounds = odfGroundsOf(own, master.grounds)
    const placed = placedShapes(page, styles)
    const isAnimated = childrenOf(page).some(({ name }) => /^(?:anim:|presentation:animations$)/.test(name))
    if (placed.length > maxShapes) return page
    const places = new Map(placed.map(({ shape }, at) => [shape, at]))
    return shownIn(page)

    function shownIn(element: XmlElement): XmlElement {
      const children = childrenOf(element).flatMap((child): readonly XmlElement[] => {
        const at = places.get(child)
        if (at === undefined) return child.name === 'draw:g' ? [shownIn(child)] : [child]
        const { box = null } = placed[at] ?? {}
        if (box && !isAnimated && isCovered(box, placed.slice(at + 1))) {
          hidden.add(xmlText(child))
          return []
        }
        const below = groundsBelow(box, [...master.below, ...placed.slice(0, at)], grounds)
        const around = { text, page: master.page, grounds: below, shapeGrounds: below }
        return childrenOf(visibleOdfText({ ...element, children: [child] }, document, around))
      })
      return { ...element, children }
    }
  }
}
/** In points. */
const usualSize = { width: 794, height: 596 }

function readMaster({ pageStyles, around }: OpenDocument, name: string, styles: OdfStyles) {
  const named = (kind: string, wanted: string | undefined) =>
    [...elementsIn(pageStyles, kind)].find(({ attributes }) => attributes['style:name'] === wanted)
  const page = named('style:master-page', name)
  const layout = named('style:page-layout', page?.attributes['style:page-layout-name'])
  const { 'fo:page-width': width, 'fo:page-height': height } = statedProperties(layout, 'page-layout')
  const size = { width: points(width) ?? usualSize.width, height: points(height) ?? usualSize.height }
  const look = styles.of('drawing-page', page?.attributes['draw:style-name'], 'drawing-page')
  const shapes = page ? placedShapes(page, styles) : []
  return {
    page: { ...around.page, ...size, margin: 0 },
    grounds: odfGroundsOf(look, [white]),
    below: shapes.filter(({ shape }) => shape.attributes['presentation:placeholder'] !== 'true'),
  }
}

const clear: Grounds = []

function placedShapes(parent: XmlElement, styles: OdfStyles): PlacedShape[] {
  return childrenOf(parent).flatMap((shape): PlacedShape[] => {
    if (shape.name === 'draw:g') return placedShapes(shape, styles)
    if (!/^draw:(?:frame|custom-shape|rect|ellipse|circle|polygon|path)$/.test(shape.name)) return []
    const { attributes } = shape
    const box = boxOf(shape)
    const filled = odfGroundsOf(styles.ofShape(attributes, 'graphic') ?? {}, clear)
    const isImage = childrenOf(shape).some(({ name }) => /^draw:(?:image|object|plugin)$/.test(name))
    const fill = isImage ? null : filled === clear ? 'none' : (filled[0] ?? null)
    const form = childOf(shape, 'draw:enhanced-geometry')?.attributes['draw:type'] ?? ''
    const isWhole = /^draw:(?:rect|frame)$/.test(shape.name) || /^(?:rectangle|ooxml-rect)$/.test(form)
    return [{ shape, box, fill, isWhole }]
  })
}

/** Returns the place of a shape that isn't turned, in points. */
function boxOf({ attributes }: XmlElement): PaintedBox | null {
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map(
    (name) => points(attributes[`svg:${name}`]) ?? undefined,
  )
  return x === undefined || y === undefined || !width || !height ? null : { x, y, width, height }
}
