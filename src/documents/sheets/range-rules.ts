/** Reads the formatting of cell ranges in a worksheet: conditional formatting rules, tables, a background image. */

import type { Archive } from '../office/archive/archive.ts'
import type { Relations } from '../office/parts/relations.ts'
import { childOf, childrenOf, elementsIn, parseXml, type XmlElement, xmlText } from '../office/xml/xml-tree.ts'
import type { CellLook } from './cell-looks.ts'
import { parseRange } from './formulas.ts'
import type { MergedCell } from './sheet.ts'

export interface SheetRules {
  /** Returns the look that a rule always gives to the cell. */
  lookAt(row: number, column: number): CellLook | undefined
  /** True if the background of the cell may differ from its fill. */
  isGroundUnknown(row: number, column: number): boolean
}

interface RuleRange extends MergedCell {
  look: CellLook | null
}

const maxRanges = 500
const alwaysTrue = /^(?:TRUE(?:\(\))?|1(?:=1)?|LEN\(.{1,40}\)>0|NOT\(ISBLANK\(.{1,40}\)\))$/i

/** `xml`: the worksheet. `looks`: looks that rules refer to by index. */
export function readSheetRules(
  xml: string,
  { looks, relations, archive }: { looks: readonly CellLook[]; relations: Relations; archive: Archive },
): SheetRules {
  const sheet = behindCells(xml)
  const ranges: RuleRange[] = tablesOf(relations, archive)
  for (const formatting of childrenOf(sheet, 'x:conditionalFormatting')) {
    const rules = childrenOf(formatting, 'x:cfRule')
    const holding = rules.find((rule) => {
      return rule.attributes.type === 'notContainsBlanks' || alwaysTrue.test(xmlText(childOf(rule, 'x:formula')).trim())
    })
    const look = looks[Number(holding?.attributes.dxfId ?? -1)] ?? null
    const mayFill = rules.some(({ attributes }) => looks[Number(attributes.dxfId ?? -1)]?.fill !== undefined)
    const isScale = rules.some(({ attributes }) => attributes.type === 'colorScale')
    if (look === null && !mayFill && !isScale) continue
    for (const reference of (formatting.attributes.sqref ?? '').split(' ').slice(0, maxRanges)) {
      const range = parseRange(reference)
      if (range && ranges.length < maxRanges) ranges.push({ ...range, look })
    }
  }
  const always = ranges.filter(({ look }) => look).slice(0, maxAlways)
  const uncertain = ranges.filter(({ look }) => look === null)
  const isUnknown = childOf(sheet, 'x:picture') !== undefined || ranges.length === maxRanges
  return {
    lookAt: (row, column) => always.find((range) => holds(range, row, column))?.look ?? undefined,
    isGroundUnknown: (row, column) => isUnknown || uncertain.some((range) => holds(range, row, column)),
  }
}

const maxAlways = 20

function holds(range: MergedCell, row: number, column: number): boolean {
  return isWithin(row, range.row, range.rows) && isWithin(column, range.column, range.columns)
}

const isWithin = (at: number, from: number, length: number) => at >= from && at < from + length

function behindCells(xml: string): XmlElement | undefined {
  const end = xml.lastIndexOf('sheetData')
  const tail = end < 0 ? '' : xml.slice(xml.indexOf('>', end) + 1)
  if (!/<(?:\w+:)?(?:conditionalFormatting|picture)\b/.test(tail)) return undefined
  const [root = ''] = /<(?:\w+:)?worksheet\b[^>]*>/.exec(xml.slice(0, 10_000)) ?? []
  return childOf(parseXml(root + tail), 'x:worksheet')
}

function tablesOf(relations: Relations, archive: Archive): RuleRange[] {
  return [...relations.values()].flatMap(({ type, target }) => {
    const xml = /^(?:table|pivotTable)$/.test(type) ? archive.readText(target) : null
    const [table] = xml === null ? [] : childrenOf(parseXml(xml))
    const [location] = elementsIn(table, 'x:location')
    const range = parseRange((location ?? table)?.attributes.ref ?? '')
    return range ? [{ ...range, look: null }] : []
  })
}
