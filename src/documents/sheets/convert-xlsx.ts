/** Converts Excel workbooks to HTML: each visible sheet under its name. @see ECMA-376, part 1, §18 */

import type { Page } from '../../page/page.ts'
import type { ConvertedDocument, ReadOptions } from '../converted/converted-document.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { type DroppedText, isInvisible, white } from '../converted/hidden-text.ts'
import { textHtml } from '../converted/text-html.ts'
import { type Archive, openArchive } from '../office/archive/archive.ts'
import { type ColourScheme, drawnColour, readColourScheme, shapeFill } from '../office/drawings/drawing-colours.ts'
import { graphicHtml, textBodyLine, textOfRun, unreadGraphic } from '../office/drawings/graphic.ts'
import { formatCodes } from '../office/parts/number-formats.ts'
import { officeProperties } from '../office/parts/properties.ts'
import { type Relations, relatedPart, relatedText, relatedTree, relationsOf } from '../office/parts/relations.ts'
import { isTrue } from '../office/xml/read-xml.ts'
import { childOf, childrenOf, elementsIn, parseXml, type XmlElement, xmlText } from '../office/xml/xml-tree.ts'
import { readCellComments, readPersons } from './cell-comments.ts'
import { readCellLooks } from './cell-looks.ts'
import { readSheetRules } from './range-rules.ts'
import { readSharedStrings, readWorksheet } from './read-worksheet.ts'
import { Workbook } from './workbook.ts'

/** Leaves out hidden sheets, rows and columns. Throws invalid_response if the workbook is broken, locked or too large. */
export async function convertXlsx(page: Page, meter: DocumentMeter, options: ReadOptions): Promise<ConvertedDocument> {
  const archive = openArchive(page.body, meter)
  const path = relatedPart(relationsOf(archive), 'officeDocument') ?? 'xl/workbook.xml'
  const relations = relationsOf(archive, path)
  if (path.endsWith('.bin')) {
    const { convertXls } = await import('./convert-xls.ts')
    const scheme = readColourScheme(parseXml(relatedText(archive, relations, 'theme')))
    return convertXls(page, meter, options, (id, { shown, hidden }) => {
      const part = relations.get(id)?.target ?? ''
      const drawings = readDrawings(relationsOf(archive, part), { archive, meter, shown, scheme, hidden })
      return { drawings, part: archive.read(part) }
    })
  }
  const tree = parseXml(archive.requiredText(path))
  const styles = parseXml(relatedText(archive, relations, 'styles', 'xl/styles.xml'))
  const is1904 = isTrue(childOf(tree, 'x:workbook', 'x:workbookPr')?.attributes.date1904)
  const codes = formatCodes(styles)
  const scheme = readColourScheme(parseXml(relatedText(archive, relations, 'theme')))
  const looks = readCellLooks(styles, scheme, codes)
  const persons = readPersons(archive, relations)
  const stringsPart = relatedPart(relations, 'sharedStrings') ?? 'xl/sharedStrings.xml'
  const strings = readSharedStrings(archive.readText(stringsPart) ?? '', looks)
  const stringAt = (index: number) => {
    if (!strings[index]) meter.broken(stringsPart)
    return strings[index] ?? []
  }
  const workbook = new Workbook(meter, options)
  const { hidden } = workbook
  const context = { codes, is1904, looks, hidden, meter, stringAt }
  const all = [...elementsIn(tree, 'x:sheet')].map(({ attributes }, at) => {
    const { name = '', state = '', 'r:id': id = '' } = attributes
    const { type, target } = relations.get(id) ?? { type: 'worksheet', target: `xl/worksheets/sheet${at + 1}.xml` }
    return { name, type, target, isHidden: /hidden/i.test(state) }
  })
  const shown = new Set(all.flatMap(({ name, type, isHidden }) => (type === 'worksheet' && !isHidden ? name : [])))
  for (const { name, type, target, isHidden } of all) {
    if ((type !== 'worksheet' && type !== 'chartsheet') || !workbook.takes(isHidden)) continue
    const read = meter.part(`the sheet ${name}`, () => {
      const ofSheet = relationsOf(archive, target)
      const xml = archive.readText(target)
      if (!xml && type === 'worksheet') return null
      const rules = readSheetRules(xml ?? '', { looks: looks.rules, relations: ofSheet, archive })
      const sheet = readWorksheet(xml ?? '', { ...context, name, rules, relations: ofSheet })
      sheet.drawings.push(...readDrawings(ofSheet, { archive, meter, shown, scheme, hidden }))
      for (const comment of readCellComments(archive, ofSheet, persons)) workbook.comment(sheet, comment)
      return sheet
    })
    if (read) workbook.add(read)
  }
  return workbook.end(officeProperties(archive))
}

interface SheetDrawings {
  archive: Archive
  meter: DocumentMeter
  shown: ReadonlySet<string>
  scheme: ColourScheme
  hidden: DroppedText
}

/**
 * Returns the HTML of a sheet's text boxes, charts and form controls. A chart has its titles and the names of its series. If its cells
 * aren't shown, a table has the values of the series.
 */
function readDrawings(ofSheet: Relations, context: SheetDrawings): string[] {
  const { archive, meter, shown } = context
  const path = relatedPart(ofSheet, 'drawing')
  const relations = path === null ? new Map() : relationsOf(archive, path)
  // Some writers refer to drawings that don't exist.
  const drawing = parseXml((path === null ? null : archive.readText(path)) ?? '')
  const boxes = [...elementsIn(drawing, 'xdr:sp')].map((shape) => boxHtml(shape, context))
  const graphics = [...elementsIn(drawing, 'xdr:graphicFrame')].map((frame) => {
    if (isTrue(childOf(frame, 'xdr:nvGraphicFramePr', 'xdr:cNvPr')?.attributes.hidden)) return ''
    const data = childOf(frame, 'a:graphic', 'a:graphicData')
    const partOf = (id: string | undefined) => relatedTree(archive, relations, id)
    const unread = unreadGraphic(data)
    if (unread !== '') return `<p>${unread}</p>`
    return graphicHtml(data, partOf, meter, (range) => shown.has(sheetOf(range)))
  })
  const controls = controlsHtml(archive.readText(relatedPart(ofSheet, 'vmlDrawing') ?? '') ?? '', meter)
  return [...boxes, ...graphics, ...controls.filter((html) => !boxes.includes(html))].filter(Boolean)
}

/** Form controls of older programs. Comments have shapes there too. */
function controlsHtml(xml: string, meter: DocumentMeter): string[] {
  return [...elementsIn(parseXml(xml), 'v:shape')].flatMap((shape) => {
    const [data] = childrenOf(shape).filter(({ name }) => name.endsWith('ClientData'))
    const text = xmlText(childOf(shape, 'v:textbox')).replace(/\s+/g, ' ').trim()
    return data?.attributes.ObjectType === 'Note' || text === '' ? [] : [`<p>${textHtml(text, meter)}</p>`]
  })
}

/** Returns the sheet's name in a range such as `'Sheet 1'!$A$1:$A$9`. */
function sheetOf(range: string): string {
  return range
    .replace(/![^!]*$/, '')
    .replace(/^'(.*)'$/, '$1')
    .replaceAll("''", "'")
}

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
