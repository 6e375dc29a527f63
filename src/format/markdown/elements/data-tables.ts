/** Distinguishes data tables from tables that lay out a page. */

import type { AnyNode, Element } from 'domhandler'
import { isHeadingElement, roleName } from '../../../html/elements.ts'
import { isElement, isText, walk } from '../../../html/traverse.ts'
import type { RuleFindings } from '../syntax/markdown-rule.ts'

/** True for a data table. */
export function holdsData(table: Element, { dataTables }: RuleFindings): boolean {
  const known = dataTables.get(table) ?? isData(table)
  dataTables.set(table, known)
  return known
}

const layoutElements = new Set(['form', 'iframe', 'article', 'section', 'nav', 'header', 'footer'])
/** A highlighter's table of code and line numbers. */
const codeTable = /(?:^|\s)(?:highlighttable|rouge-table|lntable|hljs-ln|codehilitetable|syntaxhighlighter)(?:\s|$)/
const maxCharsPerCell = 400

/** Stops at the first nested table, so that nested tables take linear time. */
function isData(table: Element): boolean {
  const { role, class: classes = '' } = table.attribs
  if (role === 'presentation' || role === 'none' || codeTable.test(classes)) return false
  let [rows, cells, cellsInRow, maxCells, headers, layoutBlocks, chars] = [0, 0, 0, 0, 0, 0, 0]
  let isNested = false
  // A heading that fills its cell is a column header. A heading followed by text is one of the page's headings.
  let heading: 'none' | 'open' | 'closed' = 'none'
  const enter = (node: AnyNode): boolean => {
    if (isText(node)) {
      const { length } = node.data.trim()
      chars += length
      if (length > 0 && heading === 'closed') layoutBlocks++
    }
    if (isNested || !isElement(node)) return !isNested
    const name = roleName(node)
    isNested = name === 'table'
    if (name === 'tr') {
      rows++
      cellsInRow = 0
    } else if (name === 'td' || name === 'th') {
      cells++
      maxCells = Math.max(maxCells, ++cellsInRow)
      heading = 'none'
    } else if (isHeadingElement(node)) heading = 'open'
    if (name === 'th' || name === 'caption') headers++
    if (layoutElements.has(name)) layoutBlocks++
    return !isNested
  }
  walk(table, enter, (node) => {
    if (isElement(node) && isHeadingElement(node)) heading = 'closed'
  })
  if (isNested || cells === 0) return false
  if (headers > 0) return true
  return rows > 1 && maxCells > 1 && layoutBlocks === 0 && chars / cells < maxCharsPerCell
}
