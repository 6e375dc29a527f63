/** Turns slides into HTML, and the visible shapes of one: its title, and the blocks of all other shapes in order. @see ECMA-376, part 1, §19.3.1 */

import type { Notes } from '../converted/comments.ts'
import { withPageStart } from '../converted/converted-document.ts'
import { type DocumentMeter, noText } from '../converted/document-meter.ts'
import { type DroppedText, type Grounds, white } from '../converted/hidden-text.ts'
import { escapeHtml, type FlowRow, linkHtml, pictureHtml, tableHtml, textHtml } from '../converted/write-html.ts'
import type { Archive } from '../office/archive/archive.ts'
import { statedFill } from '../office/drawings/drawing-colours.ts'
import { graphicHtml, textBodyLine, unreadGraphic, unreadInk } from '../office/drawings/graphic.ts'
import { isTrue } from '../office/xml/read-xml.ts'
import { childOf, childrenOf, elementsIn, type XmlElement, xmlText } from '../office/xml/xml-tree.ts'
import {
  boxAround,
  groundsBelow,
  inReadingOrder,
  isCovered,
  isOutside,
  type PaintedBox,
  type PlacedShape,
} from './shape-places.ts'
import { isHiddenName, placedShapes, placeholderOf, propertiesOf, wordsOfShapes } from './shapes.ts'
import { type SlideLook, shownBody } from './slide-looks.ts'
import { type CommentMarks, linkOf, type TextContext, textBodyHtml } from './slide-text.ts'

export interface SlideContext extends TextContext, SlideLook {
  archive: Archive
  /** Background of all shapes on the slide: the slide's background and the shapes of its layout. */
  page: Grounds
  below: readonly PlacedShape[]
  commentMarks: CommentMarks
  /** True if animations make shapes appear or disappear. */
  isAnimated: boolean
}

function isTitle(shape: XmlElement): boolean {
  return /^(?:title|ctrTitle)$/.test(placeholderOf(shape).type ?? '')
}

/** Placeholders for content repeated on every slide. */
const furniture = new Set(['dt', 'ftr', 'hdr', 'sldNum'])

const inkHtml = `<p>${unreadInk}</p>`

/** A slide with more shapes is a drawing, and all its shapes are read. */
const maxShapes = 1000

/** Leaves out invisible shapes and text. The title has no line breaks, and is empty for a slide without one. `tree`: `p:spTree`. */
export function slideContent(tree: XmlElement, context: SlideContext) {
  const all = placedShapes(tree, context)
  const placed = all.length > maxShapes ? [] : all
  const places = new Map(placed.map(({ shape }, at) => [shape, at]))
  const blocks: string[] = []
  let title = ''
  read(tree)
  blocks.push(context.commentMarks(null))
  return { title, html: blocks.filter(Boolean).join('\n') }

  function read(group: XmlElement): void {
    for (const shape of inReadingOrder(childrenOf(group), boxOf)) {
      const at = places.get(shape) ?? placed.length
      const { box = null, fill = null } = placed[at] ?? {}
      const isOff = box && isOutside(box, context.size)
      const isBelow = box && !context.isAnimated && isCovered(box, placed.slice(at + 1))
      if (isOff || isBelow || isHiddenName(shape)) context.hidden.add(wordsOfShapes(shape))
      else if (shape.name === 'p:grpSp') read(shape)
      else {
        const isClear = fill === 'none' || shape.name === 'p:graphicFrame'
        const below = () => groundsBelow(box, [...context.below, ...placed.slice(0, at)], context.page)
        readShape(shape, at === placed.length ? context.page : isClear ? below() : [fill])
        blocks.push(context.commentMarks(propertiesOf(shape)?.attributes.id ?? ''))
      }
    }
  }

  function boxOf(shape: XmlElement): PaintedBox | null {
    if (shape.name === 'p:grpSp') return boxAround(childrenOf(shape).map(boxOf))
    const words = shape.name === 'p:pic' ? propertiesOf(shape)?.attributes.descr : wordsOfShapes(shape).trim()
    const isEmpty = !words && shape.name !== 'p:graphicFrame'
    return isEmpty || isTitle(shape) ? null : (placed[places.get(shape) ?? -1]?.box ?? null)
  }

  function readShape(shape: XmlElement, grounds: Grounds): void {
    if (shape.name === 'p:pic') blocks.push(pictureOf(shape, context))
    else if (shape.name === 'p:graphicFrame') blocks.push(frameHtml(shape, context, grounds))
    // Each ink stroke is a separate shape.
    else if (shape.name === 'p:contentPart' && blocks.findLast(Boolean) !== inkHtml) blocks.push(inkHtml)
    if (shape.name !== 'p:sp') return
    const placeholder = placeholderOf(shape)
    const body = shownBody(childOf(shape, 'p:txBody'), shape, grounds, context)
    if (isTitle(shape) && body && title === '') title = textBodyLine(body)
    else if (furniture.has(placeholder.type ?? '')) context.hidden.addRunning(body ? textBodyLine(body) : '')
    else blocks.push(textBodyHtml(body, context, (level) => context.inherited.mark(placeholder, level)))
  }
}

function pictureOf(shape: XmlElement, { relations }: SlideContext): string {
  const properties = propertiesOf(shape)
  const picture = pictureHtml(properties?.attributes.descr)
  const href = linkOf(childOf(properties, 'a:hlinkClick'), relations)
  return picture && `<p>${linkHtml(picture, href)}</p>`
}

function frameHtml(shape: XmlElement, context: SlideContext, grounds: Grounds): string {
  const data = childOf(shape, 'a:graphic', 'a:graphicData')
  const table = childOf(data, 'a:tbl')
  if (table) return slideTable(table, context, grounds)
  const html = graphicHtml(data, context) || pictureOf(shape, context)
  const name = html === '' ? unreadGraphic(data) : ''
  return name === '' ? html : `<p>${textHtml(name, context.meter)}</p>`
}

/** Table styles with see-through cells: no style, or a style with only grid lines. */
const unfilledTables = /^(?:|\{(?:2D5ABB26-0587-4C30-8999-92F81FD0307C|5940675A-B579-460E-94D1-54222C63F5DA)\})$/i

function slideTable(table: XmlElement, context: SlideContext, grounds: Grounds): string {
  const hasHeader = isTrue(childOf(table, 'a:tblPr')?.attributes.firstRow)
  const isStyled = !unfilledTables.test(xmlText(childOf(table, 'a:tblPr', 'a:tableStyleId')).trim())
  const rows = childrenOf(table, 'a:tr').map((row, i): FlowRow => {
    const cells = childrenOf(row, 'a:tc').filter(({ attributes: a }) => !isTrue(a.hMerge) && !isTrue(a.vMerge))
    return {
      isHeader: hasHeader && i === 0,
      cells: cells.map((cell) => {
        const fill = statedFill(childOf(cell, 'a:tcPr'), context.scheme) ?? (isStyled ? null : 'none')
        const body = shownBody(childOf(cell, 'a:txBody'), cell, fill === 'none' ? grounds : [fill], context)
        const { gridSpan = 1, rowSpan = 1 } = cell.attributes
        return { html: textBodyHtml(body, context), columns: Number(gridSpan), rows: Number(rowSpan) }
      }),
    }
  })
  return tableHtml(rows)
}

/** Returns the text of a slide's notes, from the placeholder that contains it. */
export function notesHtml(tree: XmlElement, context: TextContext & SlideLook): string {
  const shapes = [...elementsIn(tree, 'p:sp')].filter((shape) => placeholderOf(shape).type === 'body')
  const bodies = shapes.map((shape) => shownBody(childOf(shape, 'p:txBody'), shape, [white], context))
  return bodies.map((body) => textBodyHtml(body, context)).join('')
}

export interface DeckSlide {
  /** Position among the slides that aren't hidden, counted from 1. */
  number: number
  /** Empty for a slide without a title. */
  title: string
  html: string
  notes: string
}

/** Writes each slide under its title. A slide without a title is written under its number. Leaves out empty slides. */
export function convertedDeck(
  slides: readonly DeckSlide[],
  { hidden, notes, meter }: { hidden: DroppedText; notes: Notes; meter: DocumentMeter },
) {
  const filled = slides.filter(({ title, html, notes }) => title !== '' || html !== '' || notes !== '')
  const pages = filled.map(({ number, title, html, notes }) => {
    const heading = `<h2>${textHtml(title === '' ? `Slide ${number}` : title, meter)}</h2>`
    const parts = [heading, html, notes && `<blockquote><p>Notes:</p>\n${notes}</blockquote>`].filter(Boolean)
    return withPageStart(number, parts.join('\n'))
  })
  // Titles that are only slide numbers aren't part of the presentation's text.
  const text = slides.map(({ title, html, notes }) => escapeHtml(title) + html + notes).join('')
  return { html: pages.join('\n') + notes.end(), warnings: [...noText(text), ...hidden.warnings] }
}
