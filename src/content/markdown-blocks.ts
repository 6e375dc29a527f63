/** Finds the blocks in a markdown document: headings, paragraphs, lists, tables and code (CommonMark 0.31, GFM tables). */

import { endOfFrontMatter } from './front-matter.ts'
import { type Line, linesFrom } from './markdown-lines.ts'

export type BlockKind = 'heading' | 'text' | 'list' | 'table' | 'fencedCode' | 'indentedCode' | 'quote' | 'html'

export interface MarkdownBlock {
  kind: BlockKind
  /** Start of its first line, in UTF-16 units. */
  start: number
  /** End of its last line, before the newline. */
  end: number
  /** For headings, 1 to 6; otherwise 0. */
  level: number
}

interface OpenBlock extends MarkdownBlock {
  lines: number
  /** The open code fence, in a code block or in a list; null if there isn't one. */
  fence: string | null
  /** For lists: the indentation of the first item's text. */
  contentIndent: number
  /** For HTML that continues across blank lines, the text that ends it. */
  until: string | null
  endsBlank: boolean
}

const newBlock: Omit<OpenBlock, 'start' | 'end'> = {
  ...{ kind: 'text', level: 0, lines: 1, fence: null, contentIndent: 0, until: null, endsBlank: false },
}

/** Says whether a line belongs to the block: no, yes, or yes as its last line. */
type Membership = 'out' | 'in' | 'last'

export const atxHeading = /^(#{1,6})(?=[ \t]|$)/
const setextLine = /^(?:=+|-+)$/
// A group that repeats without a limit would overflow the stack on a line of megabytes.
export const thematicBreak = /^(?:-[ \t]*-[ \t]*-[- \t]*|\*[ \t]*\*[ \t]*\*[* \t]*|_[ \t]*_[ \t]*_[_ \t]*)$/
const listMarker = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/
/** Marker of a list that may begin within a paragraph. */
const interruptingMarker = /^(?:[-*+]|1[.)])[ \t]+\S/
export const fenceMark = /^(?:`{3,}(?=[^`]*$)|~{3,})/
export const delimiterRow = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*){0,100000}\|?$/
const htmlStart = /^<(?:[a-z/?]|!(?:--|[a-z[]))/i

const htmlEnds: readonly [RegExp, string][] = [
  [/^<!--/, '-->'],
  [/^<pre[\s>]/i, '</pre>'],
  [/^<script[\s>]/i, '</script>'],
  [/^<style[\s>]/i, '</style>'],
  [/^<textarea[\s>]/i, '</textarea>'],
]

const membership: Record<BlockKind, (block: OpenBlock, line: Line) => Membership> = {
  heading: () => 'out',
  fencedCode: (block, { text, indent }) => (indent < 4 && closesFence(text, block.fence) ? 'last' : 'in'),
  indentedCode: (_, { text, indent }) => (text === '' || indent >= 4 ? 'in' : 'out'),
  table: (_, { text }) => (text.includes('|') ? 'in' : 'out'),
  quote: (_, line) => (line.text === '' || (interrupts(line) && !line.text.startsWith('>')) ? 'out' : 'in'),
  html: ({ until }, { text }) => {
    if (until !== null) return text.toLowerCase().includes(until) ? 'last' : 'in'
    return text === '' ? 'out' : 'in'
  },
  text: inParagraph,
  list: inList,
}

/**
 * Yields blocks in text order, leaving out thematic breaks, front matter and blank lines. Reading can start at a later block, or within code
 * whose fence is given.
 */
export function* blocksOf(
  markdown: string,
  from = endOfFrontMatter(markdown),
  fence: string | null = null,
): Generator<MarkdownBlock> {
  let open: OpenBlock | null =
    fence === null ? null : { ...newBlock, kind: 'fencedCode', start: from, end: from, fence }
  for (const line of linesFrom(markdown, from)) {
    const member: Membership = open ? membership[open.kind](open, line) : 'out'
    if (member === 'out') {
      if (open) yield open
      open = beginBlock(line)
    } else if (open) extend(open, line)
    const isClosed = member === 'last' || (open?.until && open.lines === 1 && line.text.includes(open.until))
    if (!open || !isClosed) continue
    yield open
    open = null
  }
  if (open) yield open
}

function extend(block: OpenBlock, { text, end }: Line): void {
  block.lines++
  block.endsBlank = text === ''
  if (text !== '') block.end = end
}

function beginBlock(line: Line): OpenBlock | null {
  const { text, indent, start, end } = line
  if (text === '') return null
  const block: OpenBlock = { ...newBlock, start, end }
  if (indent >= 4) return { ...block, kind: 'indentedCode' }
  const level = atxHeading.exec(text)?.[1]?.length
  if (level) return { ...block, kind: 'heading', level }
  const fence = fenceMark.exec(text)?.[0]
  if (fence) return { ...block, kind: 'fencedCode', fence }
  if (thematicBreak.test(text)) return null
  const marker = listMarker.exec(text)?.[0]
  if (marker)
    return { ...block, kind: 'list', contentIndent: indent + marker.trimEnd().length + 1, fence: fenceIn(text) }
  if (text.startsWith('>')) return { ...block, kind: 'quote' }
  if (text.startsWith('|')) return { ...block, kind: 'table' }
  if (!htmlStart.test(text)) return block
  return { ...block, kind: 'html', until: htmlEnds.find(([begin]) => begin.test(text))?.[1] ?? null }
}

/** The next line may turn a paragraph into a heading or a table. */
function inParagraph(block: OpenBlock, line: Line): Membership {
  const { text, indent } = line
  if (text === '') return 'out'
  if (indent < 4 && setextLine.test(text)) {
    block.kind = 'heading'
    block.level = text.startsWith('=') ? 1 : 2
    return 'last'
  }
  if (block.lines === 1 && text.includes('|') && delimiterRow.test(text)) {
    block.kind = 'table'
    return 'in'
  }
  return interrupts(line) ? 'out' : 'in'
}

/** A list includes all its items and everything indented below them. */
function inList(block: OpenBlock, line: Line): Membership {
  const { text, indent } = line
  if (text === '') return 'in'
  const isInItem = indent >= block.contentIndent
  if (block.fence !== null && isInItem) {
    if (closesFence(text, block.fence)) block.fence = null
    return 'in'
  }
  block.fence = null
  const startsItem = listMarker.test(text) && !thematicBreak.test(text)
  if (!isInItem && !startsItem && (block.endsBlank || interrupts(line))) return 'out'
  block.fence = fenceIn(text)
  return 'in'
}

/** True if the line begins another block even without a blank line before it. */
function interrupts({ text, indent }: Line): boolean {
  if (indent >= 4 || !'#`~*_-+1>'.includes(text.charAt(0))) return false
  return [atxHeading, fenceMark, thematicBreak, interruptingMarker].some((start) => start.test(text)) || text[0] === '>'
}

/** Returns the fence that a line in a list opens, even after item markers. */
function fenceIn(text: string): string | null {
  let rest = text
  for (let marker = listMarker.exec(rest); marker; marker = listMarker.exec(rest)) rest = rest.slice(marker[0].length)
  return fenceMark.exec(rest)?.[0] ?? null
}

/** True if the line consists of the fence's character, repeated at least as often as in the opening fence. */
export function closesFence(text: string, fence: string | null): boolean {
  return fence !== null && text.startsWith(fence) && text === (fence[0] ?? '').repeat(text.length)
}
