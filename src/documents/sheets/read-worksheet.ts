/** Reads the XML of a worksheet as a stream: cells as displayed, merged cells, links. */

import type { DocumentMeter } from '../converted/document-meter.ts'
import type { DroppedText } from '../converted/hidden-text.ts'
import { textHtml } from '../converted/text-html.ts'
import { formattedText } from '../office/parts/number-formats.ts'
import type { Relations } from '../office/parts/relations.ts'
import { isTrue, type XmlAttributes } from '../office/xml/read-xml.ts'
import { childOf, childrenOf, eachChildOf, readTrees, type XmlElement, xmlText } from '../office/xml/xml-tree.ts'
import { type CellLooks, isInvisibleCell } from './cell-looks.ts'
import { Formulas, hyperlinkOf, parseCell, parseRange } from './formulas.ts'
import type { SheetRules } from './range-rules.ts'
import { addPrinted, runsOf, type TextRun, withoutFormatEscapes } from './rich-text.ts'
import { Sheet } from './sheet.ts'

interface WorksheetContext {
  name: string
  /** Returns a shared string, or reports that it is missing. */
  stringAt(index: number): readonly TextRun[]
  looks: CellLooks
  rules: SheetRules
  hidden: DroppedText
  /** Format codes by style. */
  codes: readonly string[]
  is1904: boolean
  meter: DocumentMeter
  relations: Relations
}

/** Returns the shared strings, which cells refer to by index. */
export function readSharedStrings(xml: string, { colourOf }: CellLooks): (readonly TextRun[])[] {
  const strings: (readonly TextRun[])[] = []
  eachChildOf(xml, 'x:sst', (element) => {
    if (element.name === 'x:si') strings.push(runsOf(element, colourOf))
  })
  return strings
}

/** Columns narrower than a pixel, and rows too short for legible text, count as hidden. */
const minWidth = 0.1
const minHeight = 2

export function readWorksheet(xml: string, context: WorksheetContext): Sheet {
  const { name, stringAt, codes, is1904, meter, relations, looks, rules, hidden } = context
  const sheet = new Sheet(name, meter)
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
    const { row, column } = place
    const own = looks.cells[Number(s)]
    const formatted = (shown: number | string) => formattedText(codes[Number(s)] ?? 'General', shown, is1904)
    const stored = childOf(cell, 'x:v')
    const value = xmlText(stored)
    // An empty string is a result. Other types have no empty results.
    const isComputed = value !== '' || (type === 'str' && stored !== undefined)
    const number = numberOf(type, value)
    const only = number !== null ? formatted(number) : isComputed ? '' : formulaText()
    const runs = only === '' ? runsIn(cell, type, value) : [{ text: only }]
    const cellText = {
      number,
      rule: rules.lookAt(row, column),
      isGroundUnknown: () => rules.isGroundUnknown(row, column),
    }
    const seen = runs.filter((run) => {
      const isHidden = own !== undefined && isInvisibleCell(own, { ...run, ...cellText })
      if (isHidden) hidden.add(run.text)
      return !isHidden
    })
    const text = seen.map(({ text }) => text).join('')
    return number === null ? formatted(text) : text
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

function numberOf(type: string, value: string): number | null {
  const number = type === 'n' && value.trim() !== '' ? Number(value) : Number.NaN
  return Number.isNaN(number) ? null : number
}
