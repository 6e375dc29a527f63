/** Reads the XML of a worksheet as a stream: cells as displayed, merged cells, links. */

import type { DocumentMeter } from '../converted/document-meter.ts'
import type { DroppedText } from '../converted/hidden-text.ts'
import { textHtml } from '../converted/text-html.ts'
import type { Relations } from '../office/parts/relations.ts'
import { isTrue, readXml, type XmlAttributes } from '../office/xml/read-xml.ts'
import { type CellLooks, isInvisibleCell } from './cell-looks.ts'
import { parseCell, parseRange } from './cell-reference.ts'
import type { NumberFormats } from './number-formats.ts'
import type { SheetRules } from './range-rules.ts'
import { RichText, type TextRun, withoutFormatEscapes } from './rich-text.ts'
import { createSheet, type Sheet } from './sheet.ts'

interface WorksheetContext {
  name: string
  strings: readonly (readonly TextRun[])[]
  looks: CellLooks
  rules: SheetRules
  hidden: DroppedText
  formats: NumberFormats
  meter: DocumentMeter
  relations: Relations
}

/** Returns the shared strings, which cells refer to by index. Leaves out phonetic readings of East Asian words. */
export function readSharedStrings(xml: string, { colourOf }: CellLooks): (readonly TextRun[])[] {
  const strings: (readonly TextRun[])[] = []
  let text = new RichText(colourOf)
  readXml(xml, {
    open(name, attributes) {
      if (name === 'x:si') text = new RichText(colourOf)
      else text.open(name, attributes)
    },
    close(name) {
      if (name === 'x:si') strings.push(text.end())
      else text.close(name)
    },
    text: (data) => text.text(data),
  })
  return strings
}

interface OpenCell {
  row: number
  column: number
  type: string
  style: number
  value: string
  inline: RichText | null
}

/** Columns narrower than a pixel and rows too low for legible text are treated as hidden. */
const minWidth = 0.1
const minHeight = 2

export function readWorksheet(xml: string, context: WorksheetContext): Sheet {
  const { name, strings, formats, meter, relations, looks, rules, hidden } = context
  const { sheet, setCell, linkCell, merge, hideRow, hideColumns } = createSheet(name, meter)
  let place = { row: -1, column: -1 }
  let cell: OpenCell | null = null
  let isValue = false

  const opened = new Map<string, (attributes: XmlAttributes) => void>(
    Object.entries({
      'x:row'({ r, ht, hidden: isHidden }: XmlAttributes) {
        place = { row: r === undefined ? place.row + 1 : Number(r) - 1, column: -1 }
        if (isTrue(isHidden) || Number(ht ?? minHeight) < minHeight) hideRow(place.row)
      },
      'x:c'({ r, t = 'n', s }: XmlAttributes) {
        place = (r === undefined ? null : parseCell(r)) ?? { row: place.row, column: place.column + 1 }
        cell = { ...place, type: t, style: Number(s ?? 0), value: '', inline: null }
      },
      'x:is'() {
        if (cell) cell.inline = new RichText(looks.colourOf)
      },
      'x:v'() {
        isValue = true
      },
      'x:col'({ min, max, width = String(minWidth), hidden: isHidden }: XmlAttributes) {
        if (isTrue(isHidden) || Number(width) < minWidth) hideColumns(Number(min) - 1, Number(max) - 1)
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

  function runsOf({ type, style, value, inline }: OpenCell): readonly TextRun[] {
    if (type === 's') return strings[Number(value)] ?? []
    if (type === 'inlineStr') return inline?.end() ?? []
    if (type === 'b' && value !== '') return [{ text: isTrue(value) ? 'TRUE' : 'FALSE' }]
    const number = numberOf(type, value)
    return [{ text: number === null ? withoutFormatEscapes(value) : formats.text(style, number) }]
  }

  function shownText(shown: OpenCell): string {
    const { row, column, style, type, value } = shown
    const own = looks.cells[style]
    const runs = runsOf(shown)
    if (!own) return runs.map(({ text }) => text).join('')
    const cellText = {
      number: numberOf(type, value),
      rule: rules.lookAt(row, column),
      isGroundUnknown: () => rules.isGroundUnknown(row, column),
    }
    const seen = runs.filter((run) => {
      const isHidden = isInvisibleCell(own, { ...run, ...cellText })
      if (isHidden) hidden.add(run.text)
      return !isHidden
    })
    return seen.map(({ text }) => text).join('')
  }

  readXml(xml, {
    open(element, attributes) {
      opened.get(element)?.(attributes)
      cell?.inline?.open(element, attributes)
    },
    close(element) {
      isValue = false
      cell?.inline?.close(element)
      if (element !== 'x:c' || !cell) return
      setCell(cell.row, cell.column, textHtml(shownText(cell).trim(), meter))
      cell = null
    },
    text(data) {
      if (cell && isValue) cell.value += data
      else cell?.inline?.text(data)
    },
  })
  return sheet
}

/** Returns null for a cell that isn't a number. */
function numberOf(type: string, value: string): number | null {
  const number = type === 'n' && value.trim() !== '' ? Number(value) : Number.NaN
  return Number.isNaN(number) ? null : number
}
