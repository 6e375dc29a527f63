/** Recognizes consecutive paragraphs that are code or list items but aren't tagged as such. */

import { continuesList, type Marker, markerOf } from '../layout/markers.ts'
import type { Block, ItemBlock, TextBlock } from '../text/block.ts'
import { asItem } from '../text/blocks.ts'
import { codeOf } from '../text/code.ts'

const isPlain = (block: Block | undefined): block is TextBlock =>
  block?.kind === 'text' && block.level === null && block.note === null

/** Paragraphs in a monospaced font are code. */
export function withCode(blocks: readonly Block[]): Block[] {
  const found: Block[] = []
  for (let at = 0; at < blocks.length; ) {
    let end = at
    while (isCode(blocks[end])) end++
    if (end === at) {
      const block = blocks[at++]
      if (block) found.push(block)
      continue
    }
    const lines = blocks.slice(at, end).flatMap((block) => (block.kind === 'text' ? block.lines : []))
    found.push({ kind: 'code', text: codeOf(lines) })
    at = end
  }
  return found
}

const isCode = (block: Block | undefined) => isPlain(block) && block.lines.every((line) => line.isMonospaced)

/** Maximum number of paragraphs between an item and the next one. */
const nearItems = 3

/** Paragraphs that start with bullets or with consecutive numbers are items. */
export function withItems(blocks: readonly Block[]): Block[] {
  const markers = blocks.map((block) => (isPlain(block) ? markerOf(block.lines[0]?.text ?? '') : null))
  const left = Math.min(...blocks.flatMap((block) => (isPlain(block) ? (block.lines[0]?.left ?? 0) : [])))
  return blocks.map((block, at) => {
    const marker = markers[at]
    if (!marker || !isPlain(block) || !isItem(markers, at, block)) return block
    return itemOf(block, marker, left) ?? block
  })
}

function isItem(markers: readonly (Marker | null)[], at: number, block: TextBlock): boolean {
  const marker = markers[at]
  const [first] = block.lines
  if (!marker || !first || first.text.length <= marker.length) return false
  if (marker.kind === 'bullet') return !/^[-–—*]/.test(first.text) || isNear(markers, at)
  return !first.isBold && isNear(markers, at)
}

function isNear(markers: readonly (Marker | null)[], at: number): boolean {
  const own = markers[at]
  if (!own) return false
  for (let step = 1; step <= nearItems; step++) {
    const [before, after] = [markers[at - step], markers[at + step]]
    if ((before && continuesList(before, own)) || (after && continuesList(own, after))) return true
  }
  return false
}

function itemOf(block: TextBlock, marker: Marker, left: number): ItemBlock | null {
  const item = asItem(block, marker)
  const [sign, text] = [block.lines[0], item?.lines[0]]
  return item && sign && text ? { ...item, indent: sign.left - left, textIndent: text.left - left } : null
}
