/** Notes at the foot of a page: small text that begins with the sign of a mark in the text above. */

import type { PdfLine } from '../layout/line.ts'
import { lineOf } from '../layout/line.ts'
import type { Run } from '../page/run.ts'
import type { Block, TextBlock } from './block.ts'

const sign = /^(?:\d{1,3}|[*†‡§‖¶]{1,3}|[a-z])$/

/** Blocks of a page with its notes marked, each by itself and without its sign. */
export function markNotes(blocks: readonly Block[], bodySize: number): Block[] {
  const marks = new Set(blocks.flatMap(marksOf))
  if (marks.size === 0) return [...blocks]
  return blocks.flatMap((block) => {
    if (block.kind !== 'text' || !isSmall(block, bodySize)) return [block]
    return notesOf(block, marks)
  })
}

const isSmall = ({ lines }: TextBlock, bodySize: number) => lines.every(({ size }) => size <= bodySize * 0.95)

/** Raised signs that stand behind other text. */
function marksOf(block: Block): string[] {
  if (block.kind !== 'text' && block.kind !== 'item') return []
  return block.lines.flatMap(({ runs }) =>
    runs.flatMap(({ shift, text }, at) => (at > 0 && shift === 1 && sign.test(text.trim()) ? text.trim() : [])),
  )
}

function notesOf(block: TextBlock, marks: ReadonlySet<string>): Block[] {
  const parts: TextBlock[] = []
  for (const line of block.lines) {
    const found = signOf(line, marks)
    if (found) {
      parts.push({ ...block, lines: [found.rest], note: found.sign, breaks: new Set() })
      continue
    }
    const last = parts.at(-1)
    if (last) last.lines.push(line)
    else parts.push({ ...block, lines: [line], breaks: new Set() })
  }
  return parts.some(({ note }) => note !== null) ? parts : [block]
}

function signOf(line: PdfLine, marks: ReadonlySet<string>): { sign: string; rest: PdfLine } | null {
  const [first, ...others] = line.runs
  if (!first || others.length === 0) return null
  const text = first.text.trim()
  const isSign =
    sign.test(text) && marks.has(text) && (first.shift === 1 || first.size < line.size * 0.9 || isRaised(first, others))
  return isSign ? { sign: text, rest: lineOf(others) } : null
}

const isRaised = ({ baseline, size }: Run, others: readonly Run[]) =>
  others.every((other) => other.baseline - baseline > size * 0.1)
