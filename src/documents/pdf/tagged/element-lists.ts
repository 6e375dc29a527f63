/** Reads the lists of the structure tree: items with their labels and content, nested lists, tables of contents. */

import { type Marker, markerOf } from '../layout/markers.ts'
import { kindOf } from '../page/roles.ts'
import { isContent, type StructureElement } from '../page/structure-tree.ts'
import type { Block, StatedItem } from '../text/block.ts'
import { withoutMarker } from '../text/blocks.ts'
import { elementLines } from './element-lines.ts'
import type { Piece } from './held-text.ts'

/** Reads the parts of a list. */
export interface ListReader {
  /** Returns the blocks of an element, with its own text as paragraphs. */
  blocks(element: StructureElement): Block[]
  inline(element: StructureElement): Piece[]
}

/** Returns the list after its caption; empty if it has no text. */
export function readList(element: StructureElement, reader: ListReader): Block[] {
  const captions: Block[] = []
  const items = itemsOf(element, reader, captions).filter(({ blocks, label }) => blocks.length > 0 || label !== '')
  if (items.length === 0) return captions
  const part = { element: element.id, first: items[0]?.element, last: items.at(-1)?.element }
  return [...captions, { kind: 'list', items, part }]
}

function itemsOf(element: StructureElement, reader: ListReader, captions: Block[]): StatedItem[] {
  const items: StatedItem[] = []
  for (const child of element.children) {
    if (isContent(child)) {
      items.push({ marker: null, label: '', blocks: reader.blocks({ ...element, role: 'LBody', children: [child] }) })
      continue
    }
    const kind = kindOf(child)
    const last = items.at(-1)
    if (kind === 'item' || child.role === 'TOCI') items.push(itemOf(child, reader))
    else if (kind === 'caption') captions.push(...reader.blocks(child))
    else if (kind === 'list' || kind === 'contents') {
      if (last) last.blocks.push(...reader.blocks({ role: 'LBody', children: [child] }))
      else items.push(...itemsOf(child, reader, captions))
    } else if (holdsItems(child)) items.push(...itemsOf(child, reader, captions))
    else items.push(itemOf(child, reader))
  }
  return items
}

const holdsItems = ({ children }: StructureElement) =>
  children.some((child) => !isContent(child) && (kindOf(child) === 'item' || kindOf(child) === 'list'))

function itemOf(element: StructureElement, reader: ListReader): StatedItem {
  const { id, role } = element
  if (role !== 'LI') return { ...withOwnSign(reader.blocks(element), role === 'TOCI'), element: id }
  const isLabel = (child: StructureElement['children'][number]): child is StructureElement =>
    !isContent(child) && child.role === 'Lbl'
  const signs = element.children.filter(isLabel).flatMap((child) => reader.inline(child))
  const body = element.children.filter((child) => !isLabel(child))
  const blocks = reader.blocks({ ...element, role: 'LBody', children: body })
  const lines = elementLines(signs)
  const label = lines.map(({ text }) => text).join(' ')
  if (label === '') return { ...withOwnSign(blocks, false), element: id }
  return { ...signOf(label), blocks, start: lines[0], element: id }
}

/** Keeps numbers as numbers and other labels as text, and drops bullets. */
function signOf(label: string): Pick<StatedItem, 'marker' | 'label'> {
  const marker: Marker | null = markerOf(`${label} `)
  if (marker?.kind === 'number' && marker.length >= label.length) return { marker, label }
  const plain = /^\(?(\d{1,9})[.):]?$/.exec(label)?.[1]
  if (plain !== undefined)
    return { marker: { kind: 'number', length: label.length, number: Number(plain), form: '1' }, label }
  // `o` and `§` are bullets in symbol fonts.
  const isBullet = /^[^\p{L}\p{N}]{1,3}$|^[o§]$/u.test(label)
  return { marker: null, label: isBullet ? '' : label }
}

/** Finds a label in the text of an item that isn't tagged as one. */
function withOwnSign(blocks: Block[], isEntry: boolean): StatedItem {
  const [first, ...others] = blocks
  const [line, ...lines] = first?.kind === 'text' && first.level === null ? first.lines : []
  const marker = line && !isEntry ? markerOf(line.text) : null
  if (first?.kind !== 'text' || !line || !marker || marker.kind === 'letter') {
    return { marker: null, label: '', blocks, start: line }
  }
  const { label, rest } = withoutMarker(line, marker)
  const own = rest ? [rest, ...lines] : lines
  return { ...signOf(label), start: line, blocks: own.length > 0 ? [{ ...first, lines: own }, ...others] : others }
}
