/** Reads the lists of the structure tree: items with their labels and content, nested lists, tables of contents. */

import { linesText, startOf } from '../layout/line.ts'
import { isMarkerAlone, markerOf } from '../layout/markers.ts'
import type { Table } from '../layout/tables/table.ts'
import { joined } from '../page/geometry.ts'
import type { Run } from '../page/run.ts'
import { isContent, kindOf, type StructureElement } from '../page/structure-tree.ts'
import type { Block, ListBlock, StatedItem } from '../text/block.ts'
import { withoutMarker } from '../text/blocks.ts'
import { elementLines } from './element-lines.ts'
import type { Piece } from './held-text.ts'

/** Reads the parts of lists and tables. */
export interface PartReader {
  /** Returns the blocks of an element, turning text directly in it into paragraphs. */
  blocks(element: StructureElement): Block[]
  /** Returns the blocks of an element, dividing text directly in it into blocks by position. */
  group(element: StructureElement): Block[]
  inline(element: StructureElement): Piece[]
  /** Returns the text of an element, which can still be read. */
  runsOf(element: StructureElement): Run[]
  ruled: readonly Table[]
}

/** Returns the list. If its first item continues from the previous page, the rest of that item comes first. */
export function readList(element: StructureElement, reader: PartReader): Block[] {
  const own = element.role === 'TOCI' ? { role: 'TOC', children: [element] } : element
  const [first, ...others] = own.children
  const isRest = first && !isContent(first) && first.isContinued
  const rest = isRest ? reader.blocks({ ...first, role: 'LBody' }) : []
  const read = itemsOf(isRest ? { ...own, children: others } : own, reader)
  const items = read.filter(({ blocks, label }) => blocks.length > 0 || label !== '')
  return items.length === 0 ? rest : [...rest, { kind: 'list', items }]
}

function itemsOf(element: StructureElement, reader: PartReader): StatedItem[] {
  const items: StatedItem[] = []
  for (const child of element.children) {
    const own = isContent(child) ? { role: 'LI', children: [child] } : child
    const last = items.at(-1)
    if (isItem(own)) items.push(itemOf(own, reader))
    else if (last && (kindOf(own) === 'list' || kindOf(own) === 'contents'))
      last.blocks.push(...reader.blocks({ role: 'LBody', children: [own] }))
    else if (own.children.some((one) => !isContent(one) && (isItem(one) || kindOf(one) === 'list')))
      items.push(...itemsOf(own, reader))
    else items.push(itemOf(own, reader))
  }
  return items
}

const isItem = ({ role }: StructureElement) => role === 'LI' || role === 'TOCI'

function itemOf(item: StructureElement, reader: PartReader): StatedItem {
  const element = item.role === 'TOCI' ? item : withLabel(item, reader)
  const isLabel = (child: StructureElement['children'][number]): child is StructureElement =>
    !isContent(child) && child.role === 'Lbl'
  const isEntry = element.role === 'TOCI'
  const labels = isEntry ? [] : element.children.filter(isLabel)
  const body = element.children.filter((child) => isEntry || !isLabel(child))
  const lines = elementLines(labels.flatMap((child) => reader.inline(child)))
  const blocks = reader.blocks({ role: 'LBody', children: body })
  const label = linesText(lines)
  const [first] = blocks
  const start = lines[0] ?? (first?.kind === 'text' ? first.lines[0] : undefined)
  return { ...(label !== '' || isEntry ? { ...signOf(label), blocks } : withOwnSign(blocks)), start }
}

/** Makes a label of a marker that is in the item's text, where WeasyPrint puts it last. */
function withLabel(item: StructureElement, reader: PartReader): StructureElement {
  const isText = (child: StructureElement['children'][number]) => isContent(child) || child.role !== 'Lbl'
  const [body] = item.children
  if (!body || isContent(body) || body.role !== 'LBody' || !item.children.every(isText)) return item
  const label = body.children.findLast((child) => {
    const text = isContent(child) ? reader.runsOf({ role: 'Lbl', children: [child] }).map((run) => run.text) : []
    return text.length > 0 && isMarkerAlone(text.join('').trim())
  })
  if (!label) return item
  const rest = { ...body, children: body.children.filter((child) => child !== label) }
  return { ...item, children: [{ role: 'Lbl', children: [label] }, rest, ...item.children.slice(1)] }
}

function signOf(label: string): Pick<StatedItem, 'number' | 'label'> {
  // In right-to-left text, the full stop is to the left of the number.
  const number = /^[(.]?(\d{1,9})[.):]?$/.exec(label)?.[1]
  if (number !== undefined) return { number: Number(number), label }
  // `o` and `§` are bullets in symbol fonts.
  const isBullet = /^[^\p{L}\p{N}]{1,3}$|^[o§]$/u.test(label)
  return { number: null, label: isBullet ? '' : label }
}

/** Finds a label in the text of an item that has no tagged label. */
function withOwnSign(blocks: Block[]): StatedItem {
  const [first, ...others] = blocks
  const [line, ...lines] = first?.kind === 'text' && first.level === null ? first.lines : []
  const marker = line ? markerOf(line.text) : null
  if (first?.kind !== 'text' || !line || !marker || marker.kind === 'letter') return { number: null, label: '', blocks }
  const { label, rest } = withoutMarker(line, marker)
  const own = rest ? [rest, ...lines] : lines
  return { ...signOf(label), blocks: own.length > 0 ? [{ ...first, lines: own }, ...others] : others }
}

/** Joins adjacent lists by indentation, because LibreOffice tags deep levels of a list as lists next to it. */
export function joinNeighbours(blocks: readonly Block[]): Block[] {
  return joined(blocks, (last, block) =>
    last.kind === 'list' && block.kind === 'list' ? joinLists(last, block) : null,
  )
}

/** Adds a list to the one above it, and returns that one; null if the list isn't below it, or is indented less. */
function joinLists(above: ListBlock, below: ListBlock): ListBlock | null {
  const start = below.items[0]?.start
  const end = above.items.at(-1)?.start
  if (!start || !end || start.baseline <= end.baseline) return null
  const indent = indentOf(below.items[0])
  const levels = levelsOf(above)
  const same = levels.findLast(({ items }) => Math.abs(indentOf(items.at(-1)) - indent) <= start.size * 0.6)
  if (same) same.items.push(...below.items)
  const outer = same ?? levels.findLast(({ items }) => indentOf(items.at(-1)) < indent)
  if (!same) outer?.items.at(-1)?.blocks.push(below)
  return outer ? above : null
}

/** Returns the list, and the lists at the end of its last items. */
function levelsOf(list: ListBlock): ListBlock[] {
  const last = list.items.at(-1)?.blocks.at(-1)
  return last?.kind === 'list' ? [list, ...levelsOf(last)] : [list]
}

function indentOf(item: StatedItem | undefined): number {
  return item?.start ? startOf(item.start) : 0
}
