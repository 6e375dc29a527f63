/** Turns the lines of a column into paragraphs, list items and code. */

import { lineOf, type PdfLine, startOf } from '../layout/line.ts'
import { continuesList, type Marker, markerOf } from '../layout/markers.ts'
import { quantile } from '../page/geometry.ts'
import { splitRun } from '../page/run.ts'
import type { Block } from './block.ts'
import { codeBlockOf, continuesCode, isCodeLine } from './code.ts'

interface Column {
  lines: readonly PdfLine[]
  left: number
  right: number
  /** Distance between the lines of a paragraph, in ems. */
  leading: number
  items: ReadonlyMap<PdfLine, Marker>
}

/** `left` and `right`: left and right edges of the column. */
export function columnBlocks(
  { lines, left, right }: Pick<Column, 'lines' | 'left' | 'right'>,
  bodySize: number,
): Block[] {
  const column: Column = { lines, left, right, leading: leadingOf(lines), items: findItems(lines, bodySize) }
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; ) {
    const block = codeAt(column, at) ?? itemAt(column, at) ?? textAt(column, at, bodySize)
    blocks.push(block.block)
    at = block.next
  }
  return blocks
}

function leadingOf(lines: readonly PdfLine[]): number {
  const steps: number[] = []
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1]
    if (!before || Math.abs(before.size - line.size) > line.size * 0.1) continue
    const step = (line.baseline - before.baseline) / line.size
    if (step > 0.8 && step < 2.6) steps.push(step)
  }
  return Math.min(1.7, quantile(steps, 0.3) ?? 1.25)
}

function isGap(before: PdfLine, line: PdfLine, leading: number): boolean {
  const size = Math.max(before.size, line.size)
  const step = line.baseline - before.baseline
  return step > leading * size * 1.28 + 0.5 || step < 0
}

/** Returns lines that start with a marker, if there is other evidence that they are items. */
function findItems(lines: readonly PdfLine[], bodySize: number): Map<PdfLine, Marker> {
  const marked = lines.flatMap((line, at) => {
    const marker = markerOf(line.text)
    return marker ? [{ line, marker, at }] : []
  })
  const isItem = ({ line, marker, at }: (typeof marked)[number], n: number) => {
    const isBullet = marker.kind === 'bullet'
    if (isBullet && !/^[-–—*+]/.test(line.text)) return true
    const { text, size } = line
    const isInCapitals = !/\p{Ll}/u.test(text) && /\p{Lu}{4}/u.test(text)
    const isHeading = size > bodySize * 1.08 || (!isBullet && (line.isBold || isInCapitals))
    if (text.length <= marker.length || isHeading) return false
    const isNear = (other: PdfLine) => Math.abs(startOf(other) - startOf(line)) < size * 1.2
    const [before, after] = [marked.slice(Math.max(0, n - 12), n), marked.slice(n + 1, n + 13)]
    if (before.some((other) => isNear(other.line) && continuesList(other.marker, marker))) return true
    if (after.some((other) => isNear(other.line) && continuesList(marker, other.marker))) return true
    const next = lines[at + 1]
    if (!next || isGap(line, next, 1.3) || markerOf(next.text)) return false
    return startOf(next) > startOf(line) + size * 0.7
  }
  return new Map(marked.filter(isItem).map(({ line, marker }) => [line, marker]))
}

interface Found {
  block: Block
  next: number
}

/** Returns the index after the last line of a block. `goesOn`: true for a line that belongs to the block of the line before it. */
function endOf(lines: readonly PdfLine[], start: number, goesOn: (before: PdfLine, line: PdfLine) => boolean): number {
  let end = start + 1
  while (end < lines.length && goesOn(lines[end - 1] as PdfLine, lines[end] as PdfLine)) end++
  return end
}

function codeAt({ lines, left, leading, items }: Column, start: number): Found | null {
  const [before, first] = [lines[start - 1], lines[start]]
  if (!first || !isCodeLine(first) || items.has(first)) return null
  const next = endOf(lines, start, (above, line) => isCodeLine(line) && !items.has(line) && continuesCode(above, line))
  const isAlone = next - start > 1 || !before || isGap(before, first, leading) || first.left > left + first.size
  return isAlone ? { block: codeBlockOf(lines.slice(start, next)), next } : null
}

function itemAt(column: Column, start: number): Found | null {
  const { lines, left, right, items } = column
  const first = lines[start]
  const marker = first && items.get(first)
  if (!first || !marker) return null
  const { label, rest } = withoutMarker(first, marker)
  const textStart = rest ? startOf(rest) : startOf(first) + first.size
  const hangs = (line: PdfLine) => startOf(line) > textStart - line.size * 0.6
  const next = endOf(lines, start, (before, line) => {
    if (items.has(line) || line.isMonospaced !== first.isMonospaced) return false
    if (isGap(before, line, column.leading) || isOtherStyle(before, line)) return false
    return hangs(line) || (!fits(before, line, column) && startOf(line) >= startOf(first) - line.size * 0.6)
  })
  const own = [...(rest ? [rest] : []), ...lines.slice(start + 1, next)]
  const isBreak = (line: PdfLine, after: PdfLine | undefined) =>
    after && hangs(after) && fits(line, after, column) && endsSentence(line) && /^\p{Lu}/u.test(after.text)
  const breaks = new Set(own.filter((line, at) => isBreak(line, own[at + 1])))
  const indent = first.isRightToLeft ? right - first.right : first.left - left
  return { block: { kind: 'item', marker, label, lines: own, breaks, indent }, next }
}

/** Returns the line without its marker. */
export function withoutMarker(line: PdfLine, marker: Marker): { label: string; rest: PdfLine | null } {
  const label = line.text.slice(0, marker.length).trim()
  let open = label.replace(/\s/g, '').length
  const runs = line.runs.flatMap((run) => {
    if (open === 0) return run
    let at = 0
    for (; open > 0 && at < run.text.length; at++) if (/\S/.test(run.text[at] ?? '')) open--
    return /\S/.test(run.text.slice(at)) ? splitRun(run, at)[1] : []
  })
  return { label, rest: runs.length > 0 ? lineOf(runs) : null }
}

function textAt(column: Column, start: number, bodySize: number): Found {
  const { lines, left, right, leading, items } = column
  const [above, first] = [lines[start - 1], lines[start] as PdfLine]
  const breaks = new Set<PdfLine>()
  const next = endOf(lines, start, (before, line) => {
    if (items.has(line) || isGap(before, line, leading) || isOtherStyle(before, line)) return false
    if (line.isMonospaced && line.left > left + line.size && !before.isMonospaced) return false
    if (line.size > bodySize * 1.08 || isCentred(before, line, left, right)) return true
    const isIndented = line.left > before.left + line.size * 0.8 && line.left < before.left + line.size * 4
    if (isIndented && (before !== first || endsSentence(before)) && !line.isRightToLeft) return false
    if (!fits(before, line, column) || /^\p{Ll}/u.test(line.text)) return true
    if (endsSentence(before)) return false
    breaks.add(before)
    return true
  })
  const isApart = !above || isGap(above, first, leading)
  const own = { lines: lines.slice(start, next), breaks, indent: first.left - left }
  return { block: { kind: 'text', ...own, isApart, level: null, note: null }, next }
}

function isOtherStyle(before: PdfLine, line: PdfLine): boolean {
  if (Math.abs(before.size - line.size) > Math.max(before.size, line.size) * 0.07) return true
  return before.isBold !== line.isBold && (before.isBold ? isWhole(before) : isWhole(line))
}

/** True if a line is long enough to represent the style of a block. */
const isWhole = ({ text }: PdfLine) => text.length > 2

const endsSentence = ({ text }: PdfLine) => /[.!?:;…。！？؟]["'”’)\]]*$/.test(text)

function isCentred(before: PdfLine, line: PdfLine, left: number, right: number): boolean {
  const middle = (left + right) / 2
  const isInMiddle = ({ left: from, right: to }: PdfLine) => Math.abs((from + to) / 2 - middle) < 4
  return isInMiddle(before) && isInMiddle(line) && line.left > left + 4 && before.left > left + 4
}

/** True if the first word of a line would have fit at the end of the previous line. */
export function fits(before: PdfLine, line: PdfLine, { left, right }: Pick<Column, 'left' | 'right'>): boolean {
  const word = /^\S+/.exec(line.text)?.[0].length ?? 1
  const width = (line.right - line.left) * ((word + 1) / Math.max(line.text.length, word + 1)) + line.size * 0.6
  return line.isRightToLeft ? before.left - width > left : before.right + width < right
}
