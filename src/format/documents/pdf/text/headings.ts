/** Which blocks of a document are headings, and of which level: by size, weight and bookmarks, over all pages. */

import type { Block, TextBlock } from './block.ts'
import type { Outline } from './outline.ts'

/** A page's blocks. */
export interface PageBlocks {
  number: number
  blocks: Block[]
}

const longestText = 220
const mostLines = 4

interface Candidate {
  block: TextBlock
  style: string
  size: number
  isBold: boolean
  depth: number | null
}

/** Sets the levels of the blocks that are headings. */
export function markHeadings(pages: readonly PageBlocks[], bodySize: number, outline: Outline): void {
  const candidates: Candidate[] = []
  let chars = 0
  for (const { number, blocks } of pages) {
    for (const [at, block] of blocks.entries()) {
      if (block.kind !== 'text') {
        if (block.kind === 'item') chars += block.lines.reduce((sum, { text }) => sum + text.length, 0)
        continue
      }
      const text = textOf(block)
      chars += text.length
      const depth = text.length <= longestText ? outline.depthOf(number, text) : null
      const candidate = candidateOf(block, text, bodySize, depth)
      if (candidate && (depth !== null || isFollowed(blocks, at, candidate, bodySize))) candidates.push(candidate)
    }
  }
  const styles = groupBy(candidates, ({ style }) => style)
  const levels = levelsOf(styles, chars)
  for (const { block, style, depth } of candidates) {
    block.level = levels.get(style) ?? (depth === null ? null : Math.min(6, depth + 2))
  }
}

const textOf = ({ lines }: TextBlock) => lines.map(({ text }) => text).join(' ')

function candidateOf(block: TextBlock, text: string, bodySize: number, depth: number | null): Candidate | null {
  const [first] = block.lines
  if (!first || block.note !== null || text.length > longestText || block.lines.length > mostLines) return null
  if (!/\p{L}/u.test(text) || text.length < 2) return null
  const size = Math.round(first.size * 2) / 2
  const isBold = block.lines.every((line) => line.isBold)
  const isLarge = first.size >= bodySize * 1.12
  if (depth === null) {
    if (!isLarge && (!isBold || first.size < bodySize * 0.93 || !block.isApart)) return null
    if (/[,;]$/.test(text) || (/[.:]$/.test(text) && !isLarge)) return null
    if (!isLarge && (block.lines.length > 2 || text.length > 120)) return null
    if (isLarge && first.size < bodySize * 1.2 && !isBold && block.lines.length > 2) return null
    if (/^[\p{Lu}\p{Ll}]?$/u.test(text)) return null
  }
  const isItalic = block.lines.every((line) => line.isItalic)
  const style = `${size}${isBold || size > bodySize * 1.3 ? 'b' : ''}${isItalic && !isLarge ? 'i' : ''}`
  return { block, style, size, isBold, depth }
}

/** A heading of the size of the text has text below it on its page, or another heading; at the end of a page it has what follows. */
function isFollowed(blocks: readonly Block[], at: number, { size }: Candidate, bodySize: number): boolean {
  if (size >= bodySize * 1.12) return true
  const next = blocks[at + 1]
  return next !== undefined
}

function groupBy<Value>(values: readonly Value[], keyOf: (value: Value) => string): Map<string, Value[]> {
  const groups = new Map<string, Value[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}

/** Levels of the styles: larger ones first, bold before plain; one level for styles that bookmarks name at one depth. */
function levelsOf(styles: ReadonlyMap<string, readonly Candidate[]>, chars: number): Map<string, number> {
  const ranked = [...styles]
    .filter(
      ([, own]) => own.reduce((sum, { block }) => sum + textOf(block).length, 0) < chars * 0.35 || own.length === 1,
    )
    .map(([style, own]) => ({
      style,
      size: own[0]?.size ?? 0,
      isBold: style.includes('b'),
      isItalic: style.includes('i'),
      depth: usualDepth(own),
    }))
    .sort((a, b) => b.size - a.size || Number(b.isBold) - Number(a.isBold) || Number(a.isItalic) - Number(b.isItalic))
  const levels = new Map<string, number>()
  let level = 0
  let before: { size: number; depth: number | null } | null = null
  for (const { style, size, depth } of ranked) {
    const isSame =
      before !== null && (depth !== null && before.depth !== null ? before.depth >= depth : before.size - size < 0.3)
    if (!isSame) level++
    levels.set(style, Math.min(6, Math.max(1, level)))
    before = { size, depth }
  }
  return levels
}

function usualDepth(candidates: readonly Candidate[]): number | null {
  const counts = new Map<number, number>()
  for (const { depth } of candidates) if (depth !== null) counts.set(depth, (counts.get(depth) ?? 0) + 1)
  let [found, most]: [number | null, number] = [null, 0]
  for (const [depth, count] of counts) if (count > most) [found, most] = [depth, count]
  return most * 2 >= candidates.length ? found : null
}
