/** Detects invisible tables in a Word document, and the formatting that a table style gives to cells. @see ECMA-376, part 1, §17.4 and §17.7.6 */

import { type Grounds, isOffPage } from '../converted/hidden-text.ts'
import type { Fill } from '../office/drawings/drawing-colours.ts'
import { isTrue } from '../office/xml/read-xml.ts'
import { childOf, type XmlElement } from '../office/xml/xml-tree.ts'
import { groundsOf, maxMargin, type RunProperties, twips, type WordSetting } from './looks.ts'

export interface TablePart {
  fill?: Fill
  run: RunProperties
}

/** Keyed by the name of the part: `wholeTable`, `firstRow`, `band1Horz`. */
export type TableParts = ReadonlyMap<string, TablePart>

const firstRowBit = 0x20

/** True if the style's formatting of first rows applies to a table. `properties`: `w:tblPr`. */
export function hasFirstRow(properties: XmlElement | undefined): boolean {
  const { 'w:firstRow': stated, 'w:val': bits = '04A0' } = childOf(properties, 'w:tblLook')?.attributes ?? {}
  return stated === undefined ? (Number.parseInt(bits, 16) & firstRowBit) !== 0 : isTrue(stated)
}

/** Returns the properties that the style gives to a cell. Bands and columns aren't located, so any cell may have their backgrounds. */
export function lookOfCell(
  parts: TableParts,
  isFirstRow: boolean,
  around: Grounds,
): { run: RunProperties; grounds: Grounds } {
  const first = isFirstRow ? parts.get('firstRow') : undefined
  const fills = [...parts].flatMap(([name, { fill }]) => (fill === undefined || name === 'firstRow' ? [] : [fill]))
  const grounds = groundsOf(first?.fill, [...around, ...fills.filter((fill) => fill !== 'none')])
  return { run: { ...parts.get('wholeTable')?.run, ...first?.run }, grounds }
}

/** `properties`: `w:tblPr`. */
export function isTableOffPage(properties: XmlElement | undefined, { width, height }: WordSetting['page']): boolean {
  const place = childOf(properties, 'w:tblpPr')?.attributes ?? {}
  const indent = twips(childOf(properties, 'w:tblInd')?.attributes['w:w'])
  return (
    isOffPage(indent, width, width, maxMargin) ||
    isOffPage(twips(place['w:tblpX']), width, width, maxMargin) ||
    isOffPage(twips(place['w:tblpY']), height, height, height)
  )
}
