/** Turns the lines of a column into paragraphs, list items and code. */

import { lineOf, type PdfLine, startOf } from '../layout/line.ts'
import { continuesList, type Marker, markerOf } from '../layout/markers.ts'
import { quantile } from '../page/neighbours.ts'
import { splitRun } from '../page/run.ts'
import type { Block, ItemBlock, TextBlock } from './block.ts'
import { codeBlockOf, isCodeLine, maxStepOfCode } from './code.ts'

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

function codeAt({ lines, left, leading, items }: Column, start: number): Found | null {
  const first = lines[start]
  if (!first || !isCodeLine(first) || items.has(first)) return null
  let next = start + 1
  for (; next < lines.length; next++) {
    const [before, line] = [lines[next - 1], lines[next]]
    if (!before || !line || !isCodeLine(line) || items.has(line)) break
    if (line.baseline - before.baseline > maxStepOfCode * line.size) break
    if (line.baseline < before.baseline || Math.abs(line.size - before.size) > 1) break
  }
  const before = lines[start - 1]
  const isAlone = next - start > 1 || !before || isGap(before, first, leading) || first.left > left + first.size
  return isAlone ? { block: codeBlockOf(lines.slice(start, next)), next } : null
}

function itemAt(column: Column, start: number): Found | null {
  const { lines, left, items } = column
  const first = lines[start]
  const marker = first && items.get(first)
  if (!first || !marker) return null
  const { label, rest } = withoutMarker(first, marker)
  const own: PdfLine[] = rest ? [rest] : []
  const textStart = rest ? startOf(rest) : startOf(first) + first.size
  const breaks = new Set<PdfLine>()
  let next = start + 1
  for (; next < lines.length; next++) {
    const [before, line] = [lines[next - 1], lines[next]]
    if (!before || !line || items.has(line) || line.isMonospaced !== first.isMonospaced) break
    if (isGap(before, line, column.leading) || isOtherStyle(before, line)) break
    const hangs = startOf(line) > textStart - line.size * 0.6
    if (!hangs && (fits(before, line, column) || startOf(line) < startOf(first) - line.size * 0.6)) break
    if (hangs && fits(before, line, column) && endsSentence(before) && /^\p{Lu}/u.test(line.text)) {
      const last = own.at(-1)
      if (last) breaks.add(last)
    }
    own.push(line)
  }
  const block: ItemBlock = {
    kind: 'item',
    marker,
    label,
    lines: own,
    breaks,
    indent: first.isRightToLeft ? column.right - first.right : first.left - left,
  }
  return { block, next }
}

/** Returns the line without its marker. */
export function withoutMarker(line: PdfLine, marker: Marker): { label: string; rest: PdfLine | null } {
  let open = line.text.slice(0, marker.length).replace(/\s/g, '').length
  const runs = [...line.runs]
  while (open > 0) {
    const run = runs.shift()
    if (!run) break
    const chars = run.text.replace(/\s/g, '').length
    if (chars > open) {
      let at = 0
      for (let left = open; left > 0; at++) if (/\S/.test(run.text[at] ?? ' ')) left--
      runs.unshift(splitRun(run, at)[1])
      open = 0
    } else open -= chars
  }
  return { label: line.text.slice(0, marker.length).trim(), rest: runs.length > 0 ? lineOf(runs) : null }
}

function textAt(column: Column, start: number, bodySize: number): Found {
  const { lines, left, right, leading, items } = column
  const first = lines[start] as PdfLine
  const above = lines[start - 1]
  const breaks = new Set<PdfLine>()
  let next = start + 1
  for (; next < lines.length; next++) {
    const [before, line] = [lines[next - 1], lines[next]]
    if (!before || !line || items.has(line) || isGap(before, line, leading) || isOtherStyle(before, line)) break
    if (line.isMonospaced && line.left > left + line.size && !before.isMonospaced) break
    if (line.size > bodySize * 1.08 || isCentred(before, line, left, right)) continue
    const isIndented = line.left > before.left + line.size * 0.8 && line.left < before.left + line.size * 4
    if (isIndented && (next - start > 1 || endsSentence(before)) && !line.isRightToLeft) break
    if (!fits(before, line, column) || /^\p{Ll}/u.test(line.text)) continue
    if (endsSentence(before)) break
    breaks.add(before)
  }
  const block: TextBlock = {
    kind: 'text',
    lines: lines.slice(start, next),
    breaks,
    indent: first.left - left,
    isApart: !above || isGap(above, first, leading),
    level: null,
    note: null,
  }
  return { block, next }
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
