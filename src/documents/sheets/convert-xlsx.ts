/** Converts Excel workbooks to HTML: each visible sheet under its name. @see ECMA-376, part 1, §18 */

import type { Converter } from '../converted/converted-document.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { textInFont } from '../converted/flow/symbol-font.ts'
import { isInvisible, white } from '../converted/hidden-text.ts'
import { textHtml } from '../converted/write-html.ts'
import { type Archive, openArchive } from '../office/archive/archive.ts'
import { type ColourScheme, drawnColour, readColourScheme, shapeFill } from '../office/drawings/drawing-colours.ts'
import { graphicHtml, textBodyLine, textOfRun, unreadGraphic } from '../office/drawings/graphic.ts'
import { formatCodes, formattedText } from '../office/parts/number-formats.ts'
import { officeProperties } from '../office/parts/properties.ts'
import { type Relations, relatedPart, relatedText, relationsOf } from '../office/parts/relations.ts'
import { isTrue, type XmlAttributes } from '../office/xml/read-xml.ts'
import {
  childOf,
  childrenOf,
  eachChildOf,
  elementsIn,
  parseXml,
  readTrees,
  type XmlElement,
  xmlText,
} from '../office/xml/xml-tree.ts'
import { type CellLooks, isInvisibleCell, readCellLooks, readSheetRules } from './cell-looks.ts'
import { addPrinted, readCellComments, readPersons, runsOf, type TextRun, withoutFormatEscapes } from './cell-text.ts'
import { Formulas, hyperlinkOf, parseCell, parseRange } from './formulas.ts'
import { Sheet } from './sheet.ts'
import { Workbook } from './workbook.ts'

/** Leaves out hidden sheets, rows and columns. Throws invalid_response if the workbook is broken, locked or too large. */
export const convertXlsx: Converter = async (page, meter, options) => {
  const archive = openArchive(page.body, meter)
  const path = relatedPart(relationsOf(archive), 'officeDocument') ?? 'xl/workbook.xml'
  const relations = relationsOf(archive, path)
  if (path.endsWith('.bin')) {
    const { convertXls } = await import('./convert-xls.ts')
    const scheme = readColourScheme(parseXml(relatedText(archive, relations, 'theme')))
    return convertXls(page, meter, options, (id, workbook) => {
      const part = relations.get(id)?.target ?? ''
      const drawings = readDrawings(relationsOf(archive, part), { archive, scheme, workbook })
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
  const strings: (readonly TextRun[])[] = []
  eachChildOf(archive.readText(stringsPart) ?? '', 'x:sst', (element) => {
    if (element.name === 'x:si') strings.push(runsOf(element, looks.colourOf))
  })
  const stringAt = (index: number) => {
    if (!strings[index]) meter.broken(stringsPart)
    return strings[index] ?? []
  }
  const all = [...elementsIn(tree, 'x:sheet')].map(({ attributes }, at) => {
    const { name = '', state = '', 'r:id': id = '' } = attributes
    const { type, target } = relations.get(id) ?? { type: 'worksheet', target: `xl/worksheets/sheet${at + 1}.xml` }
    return { name, type, target, isHidden: /hidden/i.test(state) }
  })
  const shown = all.flatMap(({ name, type, isHidden }) => (type === 'worksheet' && !isHidden ? name : []))
  const workbook = new Workbook(meter, options, shown)
  const context = { archive, codes, is1904, looks, stringAt, workbook }
  for (const { name, type, target, isHidden } of all) {
    if ((type !== 'worksheet' && type !== 'chartsheet') || !workbook.takes(isHidden)) continue
    const read = meter.part(`the sheet ${name}`, () => {
      const ofSheet = relationsOf(archive, target)
      const xml = archive.readText(target)
      if (!xml && type === 'worksheet') return null
      const sheet = readWorksheet(xml ?? '', { ...context, name, relations: ofSheet })
      sheet.drawings.push(...readDrawings(ofSheet, { archive, scheme, workbook }))
      for (const comment of readCellComments(archive, ofSheet, persons)) workbook.comment(sheet, comment)
      return sheet
    })
    if (read) workbook.add(read)
  }
  return workbook.end(officeProperties(archive))
}

interface WorksheetContext {
  archive: Archive
  name: string
  /** Returns a shared string, or reports that it is missing. */
  stringAt(index: number): readonly TextRun[]
  looks: CellLooks
  /** Format codes by style. */
  codes: readonly string[]
  is1904: boolean
  relations: Relations
  workbook: Workbook
}

/** Columns narrower than a pixel, and rows too short for legible text, count as hidden. */
const minWidth = 0.1
const minHeight = 2

function readWorksheet(xml: string, context: WorksheetContext): Sheet {
  const { name, stringAt, codes, is1904, relations, looks } = context
  const { meter, hidden } = context.workbook
  const sheet = new Sheet(name, meter)
  const rules = readSheetRules(xml, looks.rules, context)
  const formulas = new Formulas()
  let place = { row: -1, column: -1 }

  const opened = new Map<string, (attributes: XmlAttributes) => void>(
    Object.entries({
      'x:row'({ r, ht, hidden: isHidden }: XmlAttributes) {
        place = { row: r === undefined ? place.row + 1 : Number(r) - 1, column: -1 }
        if (isTrue(isHidden) || Number(ht ?? minHeight) < minHeight) sheet.hideRow(place.row)
      },
      'x:col'({ min, max, width = String(minWidth), hidden: isHidden }: XmlAttributes) {
        if (isTrue(isHidden) || Number(width) < minWidth) sheet.hideColumns(Number(min) - 1, Number(max) - 1)
      },
      'x:mergeCell'({ ref = '' }: XmlAttributes) {
        const range = parseRange(ref)
        if (range) sheet.merge(range)
      },
      'x:hyperlink'({ ref = '', 'r:id': id = '' }: XmlAttributes) {
        const { target = '', isExternal } = relations.get(id) ?? {}
        const first = parseRange(ref)
        if (first && isExternal) sheet.linkCell(first.row, first.column, target)
      },
    }),
  )

  function runsIn(cell: XmlElement, type: string, value: string): readonly TextRun[] {
    if (type === 's') return value === '' ? [] : stringAt(Number(value))
    if (type === 'inlineStr') return runsOf(childOf(cell, 'x:is'), looks.colourOf)
    if (type === 'b' && value !== '') return [{ text: isTrue(value) ? 'TRUE' : 'FALSE' }]
    return [{ text: withoutFormatEscapes(value) }]
  }

  /** `formulaText`: what to show if no result is stored. */
  function shownText(cell: XmlElement, formulaText: () => string): string {
    const { t: type = 'n', s = '0' } = cell.attributes
    const own = looks.cells[Number(s)]
    const formatted = (shown: number | string) => formattedText(codes[Number(s)] ?? 'General', shown, is1904)
    const stored = childOf(cell, 'x:v')
    const value = xmlText(stored)
    // An empty string is a result. Other types have no empty results.
    const isComputed = value !== '' || (type === 'str' && stored !== undefined)
    const parsed = type === 'n' && value.trim() !== '' ? Number(value) : Number.NaN
    const number = Number.isNaN(parsed) ? null : parsed
    const only = number !== null ? formatted(number) : isComputed ? '' : formulaText()
    // A format such as `;;;` hides numbers.
    if (number && only === '') hidden.add(value)
    const runs = number === null && only === '' ? runsIn(cell, type, value) : [{ text: only }]
    const cellText = {
      number,
      rule: rules.lookAt(place),
      isGroundUnknown: () => rules.isGroundUnknown(place),
    }
    const seen = runs.filter((run) => {
      const isHidden = own !== undefined && isInvisibleCell(own, { ...run, ...cellText })
      if (isHidden) hidden.add(run.text)
      return !isHidden
    })
    if (number !== null) return seen.map(({ text }) => text).join('')
    return formatted(seen.map(({ text, font }) => textInFont(font?.name ?? own?.font.name ?? '', text)).join(''))
  }

  readTrees(xml, {
    open(element, attributes) {
      opened.get(element)?.(attributes)
      return element === 'x:c' || element === 'x:headerFooter'
    },
    close() {},
    tree(cell) {
      if (cell.name === 'x:headerFooter') {
        for (const line of childrenOf(cell)) addPrinted(xmlText(line), hidden)
        return
      }
      const { r } = cell.attributes
      place = (r === undefined ? null : parseCell(r)) ?? { row: place.row, column: place.column + 1 }
      const formula = formulas.read(childOf(cell, 'x:f'), place)
      const link = formula?.isHyperlink ? hyperlinkOf(formula.text()) : null
      const text = shownText(cell, () => link?.text ?? formula?.text() ?? '')
      sheet.setCell(place.row, place.column, textHtml(text.trim(), meter))
      if (link) sheet.linkCell(place.row, place.column, link.href)
    },
  })
  return sheet
}

interface SheetDrawings {
  archive: Archive
  scheme: ColourScheme
  workbook: Workbook
}

/**
 * Returns the HTML of a sheet's text boxes, charts and form controls. A chart has its titles and the names of its series. If its cells
 * aren't shown, a table has the values of the series.
 */
function readDrawings(ofSheet: Relations, context: SheetDrawings): string[] {
  const { archive, workbook } = context
  const { meter, shown } = workbook
  const path = relatedPart(ofSheet, 'drawing')
  const relations = path === null ? new Map() : relationsOf(archive, path)
  // Some writers refer to drawings that don't exist.
  const drawing = parseXml((path === null ? null : archive.readText(path)) ?? '')
  const boxes = [...elementsIn(drawing, 'xdr:sp')].map((shape) => boxHtml(shape, context))
  const graphics = [...elementsIn(drawing, 'xdr:graphicFrame')].map((frame) => {
    if (isTrue(childOf(frame, 'xdr:nvGraphicFramePr', 'xdr:cNvPr')?.attributes.hidden)) return ''
    const data = childOf(frame, 'a:graphic', 'a:graphicData')
    const unread = unreadGraphic(data)
    if (unread !== '') return `<p>${unread}</p>`
    return graphicHtml(data, { archive, relations, meter }, (range) => shown.has(sheetOf(range)))
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

function boxHtml(shape: XmlElement, { scheme, workbook: { meter, hidden } }: SheetDrawings): string {
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
