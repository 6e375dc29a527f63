/** Divides markdown into passages: whole blocks with their headings, rows with their table header. */

import { type BlockKind, blocksOf, type Line, linesFrom, type MarkdownBlock } from '../markdown-blocks.ts'
import { headingText } from '../plain-text.ts'
import { cutAtLine } from '../text-cut.ts'

export interface Passage extends Part {
  /** The headings above it, as a bold line and a blank line; empty if there are no headings. */
  path: string
  /** Text of each heading above it, outermost first. */
  headings: readonly string[]
}

/** Consecutive headings, each directly above the next one. */
interface HeadingRun extends Pick<MarkdownBlock, 'start' | 'end' | 'level'> {
  /** Text of each heading above it. */
  above: readonly string[]
}

/** A shorter passage is joined with the next block under the same heading, because a single line says little. */
const minChars = 250
/** Maximum length of a passage made by joining blocks. */
const maxJoinedChars = 800

/** Returns passages in text order, each at most `maxChars` long including its path and lead. */
export function passagesOf(markdown: string, maxChars: number): Passage[] {
  const passages: Passage[] = []
  const path: { level: number; text: string }[] = []
  let headings: readonly string[] = []
  let pathLine = ''
  /** Headings that have no text below them so far. */
  let bare = null as HeadingRun | null
  /** True if the next part follows the last passage without a heading in between. */
  let mayJoin = false

  function add(part: Part): void {
    const last = passages.at(-1)
    if (mayJoin && last && part.lead === '' && isShort(last, part, maxChars)) {
      last.end = part.end
      return
    }
    passages.push({ ...part, path: pathLine, headings })
    bare = null
    mayJoin = true
  }

  function addBare(): void {
    if (!bare) return
    const { start, end, above } = bare
    passages.push({ start, end, lead: '', path: pathLineOf(above, maxChars), headings })
    bare = null
  }

  for (const block of blocksOf(markdown)) {
    if (block.kind === 'heading') {
      if (bare && block.level <= bare.level) addBare()
      while ((path.at(-1)?.level ?? 0) >= block.level) path.pop()
      const above = path.map(({ text }) => text)
      path.push({ level: block.level, text: headingText(markdown.slice(block.start, block.end)) })
      headings = path.map(({ text }) => text)
      pathLine = pathLineOf(headings, maxChars)
      const { start, end, level } = block
      bare = { start: bare?.start ?? start, end, level, above: bare?.above ?? above }
      mayJoin = false
    } else for (const part of partsOf(markdown, block, maxChars - pathLine.length)) add(part)
  }
  addBare()
  return passages
}

/** True if the part continues the passage: one of the two is short, and together they aren't long. */
function isShort(last: Passage, part: Part, maxChars: number): boolean {
  const isOneShort = last.end - last.start < minChars || part.end - part.start < minChars / 2
  const room = maxChars - last.path.length - last.lead.length
  return isOneShort && part.end - last.start <= Math.min(maxJoinedChars, room)
}

/** Returns the headings as a bold line and a blank line. Drops the outermost headings if all of them would exceed half of the space. */
function pathLineOf(headings: readonly string[], maxChars: number): string {
  const shown = headings.filter((text) => text !== '').map((text) => text.replace(/[\\*`[<]/g, '\\$&'))
  for (; shown.length > 0; shown.shift()) {
    const line = `**${shown.join(' › ')}**\n\n`
    if (line.length <= maxChars / 2) return line
  }
  return ''
}

interface Part {
  /** Start and end in the whole document, in UTF-16 units. Headings aren't included, unless no text follows them. */
  start: number
  end: number
  /** The header of its table, to put before it unless it is already directly above; otherwise empty. */
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
function partsOf(markdown: string, block: MarkdownBlock, maxChars: number): Part[] {
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
