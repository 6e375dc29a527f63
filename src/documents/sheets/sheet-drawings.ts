/** Reads the charts and text boxes on a worksheet. @see ECMA-376, part 1, §20.5 */

import type { DocumentMeter } from '../converted/document-meter.ts'
import { type DroppedText, isInvisible, white } from '../converted/hidden-text.ts'
import { textHtml } from '../converted/text-html.ts'
import type { Archive } from '../office/archive/archive.ts'
import { chartHtml } from '../office/drawings/chart.ts'
import { type ColourScheme, drawnColour, shapeFill } from '../office/drawings/drawing-colours.ts'
import { textBodyLine, textOfRun } from '../office/drawings/drawing-text.ts'
import { type Relations, relatedPart, relatedTree, relationsOf } from '../office/parts/relations.ts'
import { isTrue } from '../office/xml/read-xml.ts'
import { childOf, childrenOf, elementsIn, parseXml, type XmlElement } from '../office/xml/xml-tree.ts'

interface SheetDrawings {
  archive: Archive
  meter: DocumentMeter
  /** Names of the sheets whose cells are shown. */
  shown: ReadonlySet<string>
  scheme: ColourScheme
  hidden: DroppedText
}

/** Returns the text boxes, and the charts: their titles, and their series as names or, if the cells aren't shown, as a table. */
export function readDrawings(ofSheet: Relations, context: SheetDrawings): string[] {
  const { archive, meter, shown } = context
  const path = relatedPart(ofSheet, 'drawing')
  const relations = path === null ? new Map() : relationsOf(archive, path)
  // Some writers refer to drawings that don't exist.
  const drawing = parseXml((path === null ? null : archive.readText(path)) ?? '')
  const boxes = [...elementsIn(drawing, 'xdr:sp')].map((shape) => boxHtml(shape, context))
  const charts = [...elementsIn(drawing, 'xdr:graphicFrame')].map((frame) => {
    if (isTrue(childOf(frame, 'xdr:nvGraphicFramePr', 'xdr:cNvPr')?.attributes.hidden)) return ''
    const chart = childOf(frame, 'a:graphic', 'a:graphicData', 'c:chart')
    const part = relatedTree(archive, relations, chart?.attributes['r:id'])
    return part ? chartHtml(part, meter, (range) => shown.has(sheetOf(range))) : ''
  })
  return [...boxes, ...charts].filter(Boolean)
}

/** Returns the sheet's name in a range such as `'Sheet 1'!$A$1:$A$9`. */
function sheetOf(range: string): string {
  return range
    .replace(/![^!]*$/, '')
    .replace(/^'(.*)'$/, '$1')
    .replaceAll("''", "'")
}

/** Returns the visible paragraphs of a shape. */
function boxHtml(shape: XmlElement, { meter, scheme, hidden }: SheetDrawings): string {
  const fill = shapeFill(childOf(shape, 'xdr:spPr'), childOf(shape, 'xdr:style'), scheme)
  const isHidden = isTrue(childOf(shape, 'xdr:nvSpPr', 'xdr:cNvPr')?.attributes.hidden)
  const isSeen = (run: XmlElement) => {
    const properties = childOf(run, 'a:rPr')
    const own = childOf(properties, 'a:solidFill') ?? childOf(shape, 'xdr:style', 'a:fontRef')
    const points = Number(properties?.attributes.sz ?? 1000) / 100
    const isUnseen =
      isHidden || isInvisible({ ...drawnColour(own, scheme), grounds: [fill === 'none' ? white : fill], points })
    if (isUnseen) hidden.add(textOfRun(run))
    return !isUnseen
  }
  const lines = childrenOf(childOf(shape, 'xdr:txBody'), 'a:p').map((paragraph) => {
    return textBodyLine({ ...shape, children: [{ ...paragraph, children: childrenOf(paragraph).filter(isSeen) }] })
  })
  return lines.map((line) => line && `<p>${textHtml(line, meter)}</p>`).join('')
}
