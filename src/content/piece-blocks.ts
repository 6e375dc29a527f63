/** Finds the blocks near a position in markdown and the units within a block, such as rows and items, for cutting pieces. */

import {
  atxHeading,
  blocksOf,
  closesFence,
  codeMarks,
  containerMarks,
  delimiterRow,
  endOfFrontMatter,
  fenceMark,
  linesFrom,
  type MarkdownBlock,
  thematicBreak,
} from './markdown-blocks.ts'

/** A row, an item, a paragraph or a line of code. */
export interface BlockUnit {
  start: number
  /** Start of its text, after the markers of a list or quote. */
  contentStart: number
  /** True if a piece may end before it. */
  mayCut: boolean
  isRow: boolean
  /** True for a heading and the fence of code, which aren't cut. */
  isFixed: boolean
}

/** Text is read up to these distances before and after a piece, in UTF-16 units. */
const charsBefore = 4096
const charsAfter = 1024
/** Front matter that ends further down isn't looked for. */
const maxMatterChars = 128 * 1024

const colon = /[:：]["'”’»)\]*_\\]*$/
const image = /^\[?!\[/
/** A line without an end of a sentence, or one that begins like `Table 1`, in any language. */
const caption = /^[^\n]*(?<![.!?…。！？]["'”’»)\]*_]*)$|^[*_]*\p{L}+\.?\s?\d[^\n]*$/u
const maxCaptionChars = 300

/** Returns the blocks from the one before `at` to the first one after `limit`. */
export function blocksNear(text: string, at: number, limit: number): MarkdownBlock[] {
  const near = text.slice(0, limit + charsAfter)
  const matter = endOfFrontMatter(near.slice(0, maxMatterChars))
  const blocks: MarkdownBlock[] = []
  if (at <= matter + 1 && matter > 0) blocks.push({ kind: 'indentedCode', start: 0, end: matter - 1, level: 0 })
  const from = Math.max(matter, blockStart(near, at, at - (limit - at) - charsBefore))
  for (const block of blocksOf(near, from, fenceAt(near, from))) {
    blocks.push(block)
    if (block.start > limit) break
  }
  return blocks
}

/** Returns the start of the last line before `at` that begins a block. Blocks can be read from there. Doesn't search far before `min`. */
function blockStart(text: string, at: number, min: number): number {
  for (let next = at; ; ) {
    const start = lineBefore(text, next)
    const isFirst =
      /^(?:#|[-*+][ \t])/.test(text.slice(start, start + 2)) || text.slice(lineBefore(text, start), start).trim() === ''
    if (start <= Math.max(0, min) || (isFirst && /\S/.test(text.charAt(start)))) return start
    next = start
  }
}

function lineBefore(text: string, at: number): number {
  return at < 2 ? 0 : text.lastIndexOf('\n', at - 2) + 1
}

function fenceAt(text: string, start: number): string | null {
  const before = text.slice(0, start)
  if (!before.includes('```') && !before.includes('~~~')) return null
  let fence: string | null = null
  for (const [line] of before.matchAll(/^ {0,3}(?:`{3}|~{3}).*/gm)) {
    const text = line.trim()
    if (fence === null) fence = fenceMark.exec(text)?.[0] ?? null
    else if (closesFence(text, fence)) fence = null
  }
  return fence
}

/** True if a piece must not end between the two blocks. The line above a table or image may be its caption. */
export function introduces(text: string, block: MarkdownBlock, next: MarkdownBlock | undefined): boolean {
  if (block.kind === 'heading') return true
  if (!next || !['text', 'list', 'quote'].includes(block.kind)) return false
  if (endsInColon(text.slice(Math.max(block.start, block.end - 80), block.end))) return true
  if (block.kind !== 'text' || block.end - block.start > maxCaptionChars) return false
  if (next.kind !== 'table' && !image.test(text.slice(next.start, next.start + 3))) return false
  const line = text.slice(block.start, block.end)
  return caption.test(line) && !image.test(line)
}

const endsInColon = (text: string) => colon.test(text.trimEnd())

/** Yields the units of a block. A line that continues a paragraph belongs to the unit before it. */
export function* unitsOf(text: string, { kind, start, end }: MarkdownBlock): Generator<BlockUnit> {
  if (kind === 'text' || kind === 'heading') {
    return yield { start, contentStart: start, mayCut: false, isRow: false, isFixed: kind === 'heading' }
  }
  const isCode = kind === 'fencedCode' || kind === 'indentedCode' || kind === 'html'
  let fence: string | null = null
  let before: Inner | null = null
  /** The last line that isn't blank. */
  let lead: Inner | null = null
  for (const line of linesFrom(text.slice(0, end), start)) {
    const inner: Inner = innerOf(text.slice(line.start, line.end), isCode || fence !== null)
    const { text: content, column, hasMarker } = inner
    const isFence = fenceMark.test(content)
    const unit = { start: line.start, contentStart: line.start + column, isRow: false, isFixed: isFence }
    if (isCode || fence !== null) {
      const isLast = fence === null ? isFence && line.end === end : closesFence(content, fence)
      yield { ...unit, mayCut: before !== null && content !== '' && !fenceMark.test(before.text) }
      if (isLast) fence = null
    } else if (content !== '' || hasMarker) {
      const isRow = kind === 'table' || content.startsWith('|')
      const isStart = !before || /^(?:#|$)/.test(before.text) || hasMarker || isRow || isFence
      const mayCut = before !== null && !isIntroduced(inner, lead, isRow)
      if (isStart) yield { ...unit, mayCut, isRow, isFixed: isFence || atxHeading.test(content) }
      if (isFence) fence = fenceMark.exec(content)?.[0] ?? null
      lead = inner
    }
    before = inner
  }
}

type Inner = ReturnType<typeof innerOf>

/** Returns a line's text without markers, and the position in the line where it starts. The text of a thematic break is blank. */
function innerOf(line: string, isCode: boolean) {
  const indent = codeMarks.exec(line)?.[0].length ?? 0
  const column = isCode ? indent : (containerMarks.exec(line)?.[0].length ?? 0)
  const text = line.slice(column).trim()
  const isBreak = !isCode && thematicBreak.test(text)
  return { text: isBreak ? '' : text, column, indent, hasMarker: /[^\s>]/.test(line.slice(indent, column)) }
}

/** True if a line belongs to the heading, the introduction or the table head before it. */
function isIntroduced({ text, indent }: Inner, before: Inner | null, isRow: boolean): boolean {
  if (!before) return false
  if (isRow && (delimiterRow.test(text) || delimiterRow.test(before.text))) return true
  return indent >= before.column && (atxHeading.test(before.text) || endsInColon(before.text.slice(-80)))
}
