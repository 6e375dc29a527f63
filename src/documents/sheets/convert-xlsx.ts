/** Converts Excel workbooks to HTML: each visible sheet under its name. @see ECMA-376, part 1, §18 */

import type { Page } from '../../page/page.ts'
import { Comments } from '../converted/comments.ts'
import { type ConvertedDocument, type ReadOptions, withPageStart } from '../converted/converted-document.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { Notes } from '../converted/flow/notes.ts'
import { DroppedText, isInvisible, white } from '../converted/hidden-text.ts'
import { noText } from '../converted/refusals.ts'
import { textHtml } from '../converted/text-html.ts'
import { type Archive, openArchive } from '../office/archive/archive.ts'
import { type ColourScheme, drawnColour, readColourScheme, shapeFill } from '../office/drawings/drawing-colours.ts'
import { textBodyLine, textOfRun } from '../office/drawings/drawing-text.ts'
import { graphicHtml, unreadGraphic } from '../office/drawings/graphic.ts'
import { officeProperties } from '../office/parts/properties.ts'
import { type Relations, relatedPart, relatedTree, relationsOf } from '../office/parts/relations.ts'
import { isTrue } from '../office/xml/read-xml.ts'
import { childOf, childrenOf, elementsIn, parseXml, type XmlElement, xmlText } from '../office/xml/xml-tree.ts'
import { markComment, readCellComments, readPersons } from './cell-comments.ts'
import { readCellLooks } from './cell-looks.ts'
import { createNumberFormats } from './number-formats.ts'
import { readSheetRules } from './range-rules.ts'
import { readSharedStrings, readWorksheet } from './read-worksheet.ts'
import { sheetHtml } from './write-sheet.ts'

/** Leaves out hidden sheets, rows and columns. Throws invalid_response if the workbook is broken, locked or too large. */
export async function convertXlsx(page: Page, meter: DocumentMeter, options: ReadOptions): Promise<ConvertedDocument> {
  const { body } = page
  const { includesPage, comments = new Comments(meter) } = options
  const archive = openArchive(body, meter)
  const path = relatedPart(relationsOf(archive), 'officeDocument') ?? 'xl/workbook.xml'
  const relations = relationsOf(archive, path)
  if (path.endsWith('.bin')) {
    const { convertBinary } = await import('./convert-xls.ts')
    const scheme = readColourScheme(parseXml(textOf(archive, relatedPart(relations, 'theme'))))
    return convertBinary(page, meter, options, (id, { shown, hidden }) => {
      const part = relations.get(id)?.target ?? ''
      const drawings = readDrawings(relationsOf(archive, part), { archive, meter, shown, scheme, hidden })
      return { drawings, part: archive.read(part) }
    })
  }
  const workbook = parseXml(archive.requiredText(path))
  const styles = parseXml(textOf(archive, relatedPart(relations, 'styles') ?? usualPart(archive, 'xl/styles.xml')))
  const is1904 = isTrue(childOf(workbook, 'x:workbook', 'x:workbookPr')?.attributes.date1904)
  const formats = createNumberFormats(styles, is1904)
  const scheme = readColourScheme(parseXml(textOf(archive, relatedPart(relations, 'theme'))))
  const looks = readCellLooks(styles, scheme, formats.codeOf)
  const hidden = new DroppedText()
  const notes = new Notes()
  const persons = readPersons(archive, relations)
  const stringsPart = relatedPart(relations, 'sharedStrings') ?? 'xl/sharedStrings.xml'
  const strings = readSharedStrings(archive.readText(stringsPart) ?? '', looks)
  const stringAt = (index: number) => {
    if (!strings[index]) meter.broken(stringsPart)
    return strings[index] ?? []
  }
  const context = { formats, looks, hidden, meter, stringAt }
  const all = [...elementsIn(workbook, 'x:sheet')].map(({ attributes }, at) => {
    const { name = '', state = '', 'r:id': id = '' } = attributes
    const { type, target } = relations.get(id) ?? { type: 'worksheet', target: `xl/worksheets/sheet${at + 1}.xml` }
    return { name, type, target, isHidden: /hidden/i.test(state) }
  })
  const shown = new Set(all.flatMap(({ name, type, isHidden }) => (type === 'worksheet' && !isHidden ? name : [])))
  let number = 0
  const sheets = all.map(({ name, type, target, isHidden }) => {
    if (type !== 'worksheet' && type !== 'chartsheet') return ''
    if (isHidden) {
      hidden.addSheet()
      return ''
    }
    number++
    if (!includesPage(number)) return ''
    const html = meter.part(`the sheet ${name}`, () => {
      const ofSheet = relationsOf(archive, target)
      const xml = archive.readText(target)
      if (!xml && type === 'worksheet') return null
      const rules = readSheetRules(xml ?? '', { looks: looks.rules, relations: ofSheet, archive })
      const sheet = readWorksheet(xml ?? '', { ...context, name, rules, relations: ofSheet })
      sheet.drawings.push(...readDrawings(ofSheet, { archive, meter, shown, scheme, hidden }))
      for (const comment of readCellComments(ofSheet, { archive, persons, meter }))
        markComment(sheet, comment, { comments, notes })
      return sheetHtml(sheet, hidden)
    })
    return withPageStart(number, html ?? '')
  })
  const html = sheets.filter(Boolean).join('\n') + notes.end()
  return {
    properties: officeProperties(archive),
    html,
    pageCount: number,
    warnings: [...noText(html), ...hidden.warnings],
  }
}

function textOf(archive: Archive, part: string | null): string {
  return (part !== null && archive.statedText(part)) || ''
}

function usualPart({ names }: Archive, path: string): string | null {
  return names.includes(path) ? path : null
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
