/** Turns the shapes of a slide into HTML: its title, and the blocks of all other shapes in order. @see ECMA-376, part 1, §19.3.1 */

import { type FlowRow, tableHtml } from '../converted/flow/table-writer.ts'
import { pictureHtml } from '../converted/picture-html.ts'
import { linkHtml } from '../converted/text-html.ts'
import { textBodyLine } from '../office/drawings/drawing-text.ts'
import { graphicHtml, type PartOf } from '../office/drawings/graphic.ts'
import { isTrue } from '../office/xml/read-xml.ts'
import { childOf, childrenOf, elementsIn, type XmlElement } from '../office/xml/xml-tree.ts'
import { type Inherited, type Placeholder, placeholderOf } from './placeholders.ts'
import { linkOf, type TextContext, textBodyHtml } from './slide-text.ts'

interface SlideContext extends TextContext {
  inherited: Inherited
  partOf: PartOf
}

interface SlideContent {
  /** Without line breaks; empty for a slide without a title. */
  title: string
  html: string
}

/** Placeholders for content repeated on every slide. */
const furniture = new Set(['dt', 'ftr', 'hdr', 'sldNum'])

/** `tree`: the slide's `p:spTree` without hidden content. */
export function slideContent(tree: XmlElement, context: SlideContext): SlideContent {
  const content = { title: '', blocks: [] as string[] }
  readShapes(tree, context, content)
  return { title: content.title, html: content.blocks.filter(Boolean).join('\n') }
}

function readShapes(group: XmlElement, context: SlideContext, content: { title: string; blocks: string[] }): void {
  for (const shape of childrenOf(group)) {
    if (shape.name === 'p:grpSp') readShapes(shape, context, content)
    else if (shape.name === 'p:sp') {
      const placeholder = placeholderOf(shape)
      const isTitle = placeholder.type === 'title' || placeholder.type === 'ctrTitle'
      const body = childOf(shape, 'p:txBody')
      if (isTitle && body && content.title === '') content.title = textBodyLine(body)
      else content.blocks.push(shapeHtml(body, placeholder, context))
    } else if (shape.name === 'p:pic') content.blocks.push(pictureOf(shape, context))
    else if (shape.name === 'p:graphicFrame') content.blocks.push(frameHtml(shape, context))
  }
}

function shapeHtml(body: XmlElement | undefined, placeholder: Placeholder, context: SlideContext): string {
  if (furniture.has(placeholder.type ?? '')) return ''
  return textBodyHtml(body, context, (level) => context.inherited.mark(placeholder, level))
}

function pictureOf(shape: XmlElement, { relations }: SlideContext): string {
  const properties = propertiesOf(shape)
  const picture = pictureHtml(properties?.attributes.descr)
  const href = linkOf(childOf(properties, 'a:hlinkClick'), relations)
  return picture && `<p>${linkHtml(picture, href)}</p>`
}

/** Returns the HTML of a table, chart or diagram, or the alternative text of another frame. */
function frameHtml(shape: XmlElement, context: SlideContext): string {
  const data = childOf(shape, 'a:graphic', 'a:graphicData')
  const table = childOf(data, 'a:tbl')
  if (table) return slideTable(table, context)
  return graphicHtml(data, context.partOf, context.meter) || pictureOf(shape, context)
}

function slideTable(table: XmlElement, context: SlideContext): string {
  const hasHeader = isTrue(childOf(table, 'a:tblPr')?.attributes.firstRow)
  const rows = childrenOf(table, 'a:tr').map((row, i): FlowRow => {
    const cells = childrenOf(row, 'a:tc').filter(
      ({ attributes }) => !isTrue(attributes.hMerge) && !isTrue(attributes.vMerge),
    )
    return {
      isHeader: hasHeader && i === 0,
      cells: cells.map((cell) => {
        const body = childOf(cell, 'a:txBody')
        const { gridSpan = 1, rowSpan = 1 } = cell.attributes
        return { html: textBodyHtml(body, context), columns: Number(gridSpan), rows: Number(rowSpan) }
      }),
    }
  })
  return tableHtml(rows)
}

/** Returns the name, alternative text and link of any kind of shape. */
function propertiesOf(shape: XmlElement): XmlElement | undefined {
  for (const child of childrenOf(shape)) {
    if (!child.name.startsWith('p:nv')) continue
    const found = childOf(child, 'p:cNvPr')
    if (found) return found
  }
  return undefined
}

/** Returns the text of a slide's notes, from the placeholder that contains it. */
export function notesHtml(tree: XmlElement, context: TextContext): string {
  const bodies = [...elementsIn(tree, 'p:sp')].filter((shape) => placeholderOf(shape).type === 'body')
  return bodies.map((shape) => textBodyHtml(childOf(shape, 'p:txBody'), context)).join('')
}
