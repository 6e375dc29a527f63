/** Divides long markdown blocks: tables by row, lists by item, code and text by line. */

import type { BlockKind, MarkdownBlock } from '../markdown-blocks.ts'
import { type Line, linesFrom } from '../markdown-lines.ts'
import { cutAtLine } from '../text-cut.ts'

export interface Part {
  start: number
  end: number
  /** The header of the part's table, to put before the part unless it is already directly above. */
  lead: string
}

type BeginsPart = (line: Line, first: Line) => boolean

/** Tables and lists up to this length stay whole. */
const maxWholeChars = 700
/** In longer tables and lists, rows and items are grouped into parts of up to this length. */
const groupChars = 350

const item = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/

/** Kinds of blocks that are divided even if they aren't too long, with a test for the lines that begin a part. */
const divided: Partial<Record<BlockKind, BeginsPart>> = {
  table: () => true,
  list: ({ indent, text }, first) => indent <= first.indent + 1 && item.test(text),
}

/** Returns the block or its parts, each at most `maxChars` long. */
export function partsOf(markdown: string, block: MarkdownBlock, maxChars: number): Part[] {
  const { start, end, kind } = block
  const begins = divided[kind]
  if (end - start <= (begins ? Math.min(maxChars, maxWholeChars) : maxChars)) return [{ start, end, lead: '' }]
  if (!begins) return cutAtLines(markdown, block, maxChars)
  const lines = [...linesFrom(markdown.slice(0, end), start)]
  const headerLines = kind === 'table' ? 2 : 0
  const lead = kind === 'table' ? `${markdown.slice(start, lines[1]?.end ?? end)}\n` : ''
  return groupsOf(lines.slice(headerLines), begins).flatMap((group, at) => {
    const part = at === 0 ? { start, end: group.end, lead: '' } : { ...group, lead }
    const isFitting = part.end - part.start + part.lead.length <= maxChars
    return isFitting ? [part] : cutAtLines(markdown, group, maxChars)
  })
}

/** Returns ranges of lines that stay together. */
function groupsOf(lines: readonly Line[], begins: BeginsPart): { start: number; end: number }[] {
  const groups: { start: number; end: number }[] = []
  const [first] = lines
  for (const line of lines) {
    const last = groups.at(-1)
    const isNext = last && first && line.end - last.start > groupChars && begins(line, first)
    if (!last || isNext) groups.push({ start: line.start, end: line.end })
    else if (line.text !== '') last.end = line.end
  }
  return groups
}

/** Returns pieces of at most `maxChars`, which end at the end of a line where possible. */
function cutAtLines(markdown: string, { start, end }: { start: number; end: number }, maxChars: number): Part[] {
  const parts: Part[] = []
  for (let at = start; at < end; ) {
    // Later text doesn't affect the cut, and searching it again for every piece would be slow.
    const next = at + cutAtLine(markdown.slice(at, Math.min(end, at + 2 * maxChars)), 0, maxChars)
    const length = markdown.slice(at, next).trimEnd().length
    if (length > 0 && length <= maxChars) parts.push({ start: at, end: at + length, lead: '' })
    at = next
  }
  return parts
}
