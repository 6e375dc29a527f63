/** A line of text, or the part of it between two wide gaps. */

import { type Box, groupsOf } from '../page/geometry.ts'
import { modeOf, type Run } from '../page/run.ts'

export interface PdfLine extends Box {
  baseline: number
  size: number
  /** In reading order. */
  runs: Run[]
  /** Plain text with spaces between words. */
  text: string
  isBold: boolean
  isItalic: boolean
  isMonospaced: boolean
  isRightToLeft: boolean
}

/** Returns where a line starts; a greater number is farther from the edge of the page. */
export const startOf = ({ isRightToLeft, left, right }: PdfLine) => (isRightToLeft ? -right : left)

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu
const leftToRight = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/gu

/** Creates a line from runs in any order. */
export function lineOf(runs: readonly Run[]): PdfLine {
  const sizes: [number, number][] = []
  let [bold, italic, mono, total, rtl, ltr] = [0, 0, 0, 0, 0, 0]
  let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { text, size, font, left: from, right: to } of runs) {
    const count = text.replace(/[\s.…·_-]+/g, '').length || 0.1
    sizes.push([size, count])
    total += count
    if (font.isBold) bold += count
    if (font.isItalic) italic += count
    if (font.isMonospaced) mono += count
    rtl += text.match(rightToLeft)?.length ?? 0
    ltr += text.match(leftToRight)?.length ?? 0
    left = Math.min(left, from)
    right = Math.max(right, to)
  }
  const size = modeOf(sizes) ?? 0
  const onBaseline = runs.find((run) => run.size === size && run.shift === 0) ?? runs[0]
  const baseline = onBaseline?.baseline ?? 0
  // Right-to-left text may contain long names and URLs in Latin letters.
  const isRightToLeft = rtl > ltr * 0.4
  const ordered = inReadingOrder(runs, isRightToLeft)
  return {
    left,
    right,
    top: baseline - size * 0.8,
    bottom: baseline + size * 0.22,
    baseline,
    size,
    runs: ordered,
    text: runsText(ordered),
    isBold: bold > total * 0.9,
    isItalic: italic > total * 0.9,
    isMonospaced: mono > total * 0.9,
    isRightToLeft,
  }
}

/** Sorts from left to right. Right-to-left lines are sorted from the right, but left-to-right text in them keeps its order. */
function inReadingOrder(runs: readonly Run[], isRightToLeft: boolean): Run[] {
  const sorted = [...runs].sort((a, b) => a.left - b.left)
  if (!isRightToLeft) return sorted
  const isLatin = (run: Run) => !run.isRightToLeft && /\p{Script=Latin}/u.test(run.text)
  return groupsOf(sorted.map(withoutDirection), (before, run) => isLatin(before) && isLatin(run))
    .reverse()
    .flat()
}

/** Reverses signs in right-to-left text, which pdf.js takes for left-to-right text if they are drawn apart: `.)` is `).` */
function withoutDirection(run: Run): Run {
  if (run.isRightToLeft || run.text.length < 2 || /[\p{L}\p{N}]/u.test(run.text)) return run
  return { ...run, text: Array.from(run.text).reverse().join(''), isRightToLeft: true, edges: undefined }
}

/** Returns two lines with the same baseline as one; null for other lines. */
export function joinedLine(one: PdfLine, other: PdfLine): PdfLine | null {
  const isSame = Math.abs(one.baseline - other.baseline) < Math.min(one.size, other.size) * 0.3
  return isSame ? wholeLine([one, other]) : null
}

/** Returns the size of a line, rounded to half a point. */
export const halfPoints = ({ size }: PdfLine) => Math.round(size * 2) / 2

/** Returns lines side by side as one line. */
export const wholeLine = (lines: readonly PdfLine[]) =>
  lines.length === 1 && lines[0] ? lines[0] : lineOf(lines.flatMap(({ runs }) => runs))

export const linesText = (lines: readonly PdfLine[]) => lines.map(({ text }) => text).join(' ')

export function runsText(runs: readonly Run[]): string {
  return runs
    .map((run, at) => textAfter(runs[at - 1], run))
    .join('')
    .trim()
}

/** Returns the text of a run, after a space if a word ends before it. `before`: the run before it in its line. */
export const textAfter = (before: Run | undefined, run: Run) =>
  before && hasBlankBetween(before, run) ? ` ${run.text.trimStart()}` : run.text

const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u

/** True for two characters written without a space between them, as in Chinese and Japanese. */
export function isUnspacedPair(before: string, after: string): boolean {
  return ideograph.test(before) && ideograph.test(after)
}

/** True if a word ends between two consecutive runs on a line. */
function hasBlankBetween(before: Run, after: Run): boolean {
  if (before.text.endsWith(' ') || after.text.startsWith(' ')) return !before.text.endsWith(' ')
  const gap = before.left <= after.left ? after.left - before.right : before.left - after.right
  const size = Math.min(before.size, after.size)
  if (/^\p{M}/u.test(after.text)) return false
  if (isUnspacedPair(before.text.at(-1) ?? '', after.text[0] ?? '')) return gap > size * 0.8
  return gap > size * 0.13
}
