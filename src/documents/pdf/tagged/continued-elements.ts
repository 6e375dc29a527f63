/** Joins content that continues across pages: an element has the same number on each page that shows a part of it. */

import type { Block, BlockPart, ListBlock, StatedItem, TableBlock, TextBlock } from '../text/block.ts'

/** Joins the blocks of pages in place. Each array is a page; it is empty if the page wasn't read using its structure tree. */
export function joinOverPages(pages: readonly Block[][]): void {
  let table: TableBlock | null = null
  let list: ListBlock | null = null
  let text: TextBlock | null = null
  for (const blocks of pages) {
    const nextTable = blocks.find((block) => isTable(block) && isPartOf(block.part, table?.part))
    if (table && isTable(nextTable)) {
      joinTables(table, nextTable)
      blocks.splice(blocks.indexOf(nextTable), 1)
    }
    const nextList = blocks.find((block) => isList(block) && isPartOf(block.part, list?.part))
    if (list && isList(nextList) && goesOn(list.part, nextList.part)) {
      joinItems(list, nextList)
      if (nextList.items.length === 0) blocks.splice(blocks.indexOf(nextList), 1)
    }
    const nextText = blocks.find((block) => isText(block) && isSame(text?.element, block.element))
    if (text && isText(nextText)) {
      joinTexts(text, nextText)
      blocks.splice(blocks.indexOf(nextText), 1)
    }
    table = blocks.findLast(isTable) ?? (nextTable ? table : null)
    list = blocks.findLast(isList) ?? (nextList ? list : null)
    text = lastText(blocks) ?? (nextText ? text : null)
  }
}

const isTable = (block: Block | undefined): block is TableBlock => block?.kind === 'table'
const isList = (block: Block | undefined): block is ListBlock => block?.kind === 'list'
const isText = (block: Block | undefined): block is TextBlock => block?.kind === 'text' && block.note === null

const isSame = (a: number | undefined, b: number | undefined) => a !== undefined && a === b

const isPartOf = (part: BlockPart | undefined, before: BlockPart | undefined) => isSame(before?.element, part?.element)

/** True if a part starts with the row or item that the previous one ends with. */
const goesOn = (before: BlockPart | undefined, part: BlockPart | undefined) => isSame(before?.last, part?.first)

/** The last text of a page, before its notes. */
function lastText(blocks: readonly Block[]): TextBlock | null {
  return (blocks.findLast((block) => isText(block) && block.element !== undefined) as TextBlock | null) ?? null
}

function joinTables(before: TableBlock, { table, part }: TableBlock): void {
  const [first = [], ...others] = table.rows
  const last = before.table.rows.at(-1) ?? []
  const isSameRow = goesOn(before.part, part) && first.length === last.length
  if (isSameRow) for (const [at, cell] of first.entries()) last[at]?.lines.push(...cell.lines)
  before.table.rows.push(...(isSameRow ? others : table.rows))
  if (before.part && part) before.part = { ...before.part, last: part.last }
}

/** Merges the first item of the list with the last one of the previous list. */
function joinItems(before: ListBlock, list: ListBlock): void {
  const last = before.items.at(-1)
  const first = list.items.shift()
  if (last && first) joinBlocks(last, first)
  list.part = { ...list.part, first: undefined }
  if (list.items.length === 0) before.part = { ...before.part, last: list.part.last }
}

function joinBlocks(item: StatedItem, { blocks: [first, ...others] }: StatedItem): void {
  const last = item.blocks.at(-1)
  if (isText(last) && isText(first) && isSame(last.element, first.element)) joinTexts(last, first)
  else if (isList(last) && isList(first) && isPartOf(last.part, first.part)) {
    if (goesOn(last.part, first.part)) joinItems(last, first)
    last.items.push(...first.items)
  } else if (first) item.blocks.push(first)
  item.blocks.push(...others)
}

function joinTexts(before: TextBlock, text: TextBlock): void {
  before.breaks = new Set([...before.breaks, ...text.breaks])
  before.lines = [...before.lines, ...text.lines]
}
