/** A line of text, or the part of it between two wide gaps. */

import { type Box, modeOf, type Run } from '../page/run.ts'

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
  const groups: Run[][] = []
  for (const run of sorted.map(withoutDirection)) {
    const isLeftToRight = !run.isRightToLeft && /\p{Script=Latin}/u.test(run.text)
    const last = groups.at(-1)
    if (isLeftToRight && last?.[0] && !last[0].isRightToLeft && /\p{Script=Latin}/u.test(last[0].text)) last.push(run)
    else groups.push([run])
  }
  return groups.reverse().flat()
}

/** Reverses signs in right-to-left text, which pdf.js takes for left-to-right text if they are drawn apart: `.)` is `).` */
function withoutDirection(run: Run): Run {
  if (run.isRightToLeft || run.text.length < 2 || /[\p{L}\p{N}]/u.test(run.text)) return run
  return { ...run, text: Array.from(run.text).reverse().join(''), isRightToLeft: true, edges: undefined }
}

export function runsText(runs: readonly Run[]): string {
  let text = ''
  for (const [at, run] of runs.entries()) {
    const before = runs[at - 1]
    text += before && hasBlankBetween(before, run) ? ` ${run.text.trimStart()}` : run.text
  }
  return text.trim()
}

const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u

/** True for two characters written without a space between them, as in Chinese and Japanese. */
export function isUnspacedPair(before: string, after: string): boolean {
  return ideograph.test(before) && ideograph.test(after)
}

/** True if a word ends between two consecutive runs on a line. */
export function hasBlankBetween(before: Run, after: Run): boolean {
  if (before.text.endsWith(' ') || after.text.startsWith(' ')) return !before.text.endsWith(' ')
  const gap = before.left <= after.left ? after.left - before.right : before.left - after.right
  const size = Math.min(before.size, after.size)
  if (/^\p{M}/u.test(after.text)) return false
  if (isUnspacedPair(before.text.at(-1) ?? '', after.text[0] ?? '')) return gap > size * 0.8
  return gap > size * 0.13
}
