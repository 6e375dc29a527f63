/** Reads the XML of a worksheet as it comes: cells as they are shown, merged cells, links. */

import { textHtml } from '../converted/text-html.ts'
import type { Relations } from '../parts/relations.ts'
import { isTrue, readXml, type XmlAttributes } from '../xml/read-xml.ts'
import { parseCell, parseRange } from './cell-reference.ts'
import type { NumberFormats } from './number-formats.ts'
import { type CellMeter, createSheet, type Sheet } from './sheet.ts'

export interface WorksheetContext {
  name: string
  strings: readonly string[]
  formats: NumberFormats
  meter: CellMeter
  relations: Relations
}

/** The texts that cells name by number. Runs of rich text are joined, readings of East Asian words left out. */
export function readSharedStrings(xml: string): string[] {
  const strings: string[] = []
  let text = ''
  let isText = false
  let readings = 0
  readXml(xml, {
    open(name) {
      if (name === 'x:si') text = ''
      else if (name === 'x:rPh') readings++
      isText = name === 'x:t' && readings === 0
    },
    close(name) {
      if (name === 'x:si') strings.push(withoutEscapes(text))
      else if (name === 'x:rPh') readings--
      isText = false
    },
    text(data) {
      if (isText) text += data
    },
  })
  return strings
}

/** `_x000D_` stands for a character that XML can't have or would change. @see ECMA-376, part 1, §22.9.2.19 */
function withoutEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code) => {
    const char = String.fromCharCode(Number.parseInt(code, 16))
    return char < ' ' && char !== '\n' && char !== '\t' ? '' : char
  })
}

interface OpenCell {
  row: number
  column: number
  type: string
  style: number
  value: string
  inline: string
}

export function readWorksheet(xml: string, { name, strings, formats, meter, relations }: WorksheetContext): Sheet {
  const { sheet, setCell, linkCell, merge, hideRow, hideColumns } = createSheet(name, meter)
  let place = { row: -1, column: -1 }
  let cell: OpenCell | null = null
  let part: 'value' | 'inline' | null = null
  let readings = 0

  const opened = new Map<string, (attributes: XmlAttributes) => void>(
    Object.entries({
      'x:row'({ r, hidden }: XmlAttributes) {
        place = { row: r === undefined ? place.row + 1 : Number(r) - 1, column: -1 }
        if (isTrue(hidden)) hideRow(place.row)
      },
      'x:c'({ r, t = 'n', s }: XmlAttributes) {
        place = (r === undefined ? null : parseCell(r)) ?? { row: place.row, column: place.column + 1 }
        cell = { ...place, type: t, style: Number(s ?? 0), value: '', inline: '' }
      },
      'x:v'() {
        part = 'value'
      },
      'x:t'() {
        part = readings === 0 ? 'inline' : null
      },
      'x:rPh'() {
        readings++
      },
      'x:col'({ min, max, hidden }: XmlAttributes) {
        if (isTrue(hidden)) hideColumns(Number(min) - 1, Number(max) - 1)
      },
      'x:mergeCell'({ ref = '' }: XmlAttributes) {
        const range = parseRange(ref)
        if (range) merge(range)
      },
      'x:hyperlink'({ ref = '', 'r:id': id = '' }: XmlAttributes) {
        const { target = '', isExternal } = relations.get(id) ?? {}
        const first = parseRange(ref)
        if (first && isExternal) linkCell(first.row, first.column, target)
      },
    }),
  )

  function shownText({ type, style, value, inline }: OpenCell): string {
    if (type === 's') return strings[Number(value)] ?? ''
    if (type === 'inlineStr') return withoutEscapes(inline)
    if (type === 'b' && value !== '') return isTrue(value) ? 'TRUE' : 'FALSE'
    const number = type === 'n' && value.trim() !== '' ? Number(value) : Number.NaN
    return Number.isNaN(number) ? withoutEscapes(value) : formats(style, number)
  }

  readXml(xml, {
    open: (element, attributes) => opened.get(element)?.(attributes),
    close(element) {
      part = null
      if (element === 'x:rPh') readings--
      if (element !== 'x:c' || !cell) return
      setCell(cell.row, cell.column, textHtml(shownText(cell).trim()))
      cell = null
    },
    text(data) {
      if (cell && part) cell[part] += data
    },
  })
  return sheet
}
