/** Turns lines in a monospaced font into text that keeps each character in its printed column. */

import { lineOf, type PdfLine } from '../layout/line.ts'
import { enclosingBox, joined, stepsOf } from '../page/geometry.ts'
import { charsIn } from '../page/run.ts'
import type { Block, CodeBlock } from './block.ts'

const widestIndent = 200

export const codeBlockOf = (lines: PdfLine[]): CodeBlock => ({ kind: 'code', lines, text: codeOf(lines) })

/** Maximum distance between two lines of code, in ems. There may be two blank lines between them. */
const maxStep = 4

/** Joins code whose lines are tagged as separate paragraphs. */
export function joinCode(blocks: readonly Block[]): Block[] {
  return joined(blocks, (last, block) => {
    if (last.kind !== 'code' || block.kind !== 'code') return null
    const [before, line] = [last.lines.at(-1), block.lines[0]]
    return before && line && continuesCode(before, line) ? codeBlockOf([...last.lines, ...block.lines]) : null
  })
}

/** True for a line in the same style, not far below the line before it. */
export function continuesCode(before: PdfLine, line: PdfLine): boolean {
  const step = line.baseline - before.baseline
  return step > 0 && step <= line.size * maxStep && Math.abs(line.size - before.size) <= 1
}

/** True for a line of code, which may contain a few signs in other fonts, such as numbers that refer to explanations. */
export function isCodeLine({ isMonospaced, runs }: PdfLine): boolean {
  const others = runs.reduce((sum, { font, text }) => sum + (font.isMonospaced ? 0 : text.trim().length), 0)
  return isMonospaced || (runs[0]?.font.isMonospaced === true && others <= 2)
}

function codeOf(lines: readonly PdfLine[]): string {
  const { left } = enclosingBox(lines)
  const width = charWidthOf(lines)
  const steps = stepsOf(lines.map(({ baseline }) => baseline))
  const usual = Math.min(...steps.filter((step) => step > 1), Number.POSITIVE_INFINITY)
  const texts: string[] = []
  for (const [at, line] of lines.entries()) {
    const blankLines = at === 0 ? 0 : Math.round((steps[at - 1] ?? 0) / usual - 1)
    for (let n = 0; n < Math.min(blankLines || 0, 3); n++) texts.push('')
    let text = ''
    for (const run of lineOf(line.runs).runs) {
      const column = Math.min(Math.round((run.left - left) / width), text.length + widestIndent)
      const hasGap = run.left - left > (text.length + 0.5) * width
      text += (hasGap ? ' '.repeat(Math.max(0, column - text.length)) : '') + run.text
    }
    texts.push(text.trimEnd())
  }
  return texts.join('\n')
}

function charWidthOf(lines: readonly PdfLine[]): number {
  const runs = lines.flatMap((line) => line.runs).filter(({ text }) => text.length > 1)
  const chars = charsIn(runs)
  const width = runs.reduce((sum, { left, right }) => sum + right - left, 0)
  return chars > 0 && width > 0 ? width / chars : (lines[0]?.size ?? 10) * 0.6
}
