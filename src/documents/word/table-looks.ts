/** Detects invisible tables and table cells in a Word document. @see ECMA-376, part 1, §17.4 */

import { isOffPage } from '../converted/hidden-text.ts'
import { childOf, type XmlElement } from '../office/xml/xml-tree.ts'
import { maxMargin, twips, type WordSetting } from './looks.ts'

const minCellWidth = 40

/** True if a cell is too narrow to show text. Valid only for tables with fixed column widths. */
export function isHiddenCell(cell: XmlElement): boolean {
  const { 'w:type': type, 'w:w': width } = childOf(cell, 'w:tcPr', 'w:tcW')?.attributes ?? {}
  return type === 'dxa' && twips(width) < minCellWidth
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
