/** Finds the lines and blocks in a markdown document: headings, paragraphs, lists, tables and code (CommonMark 0.31, GFM tables). */

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
    } else if (open) {
      open.lines++
      open.endsBlank = line.text === ''
      if (!open.endsBlank) open.end = line.end
    }
    const isClosed = member === 'last' || (open?.until && open.lines === 1 && line.text.includes(open.until))
    if (!open || !isClosed) continue
    yield open
    open = null
  }
  if (open) yield open
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

export interface Line {
  /** Start, in UTF-16 units. */
  start: number
  /** End, before the newline. */
  end: number
  /** Width of the white space before the line's text, in columns. */
  indent: number
  /** The line without surrounding white space. */
  text: string
}

/** Quote, list and task markers, and white space, at the start of a line. */
export const containerMarks =
  /^(?:[ \t]*(?:>|[-*+](?=[ \t]|$)(?:[ \t]+\[[ xX]\](?=[ \t]))?|\d{1,9}[.)](?=[ \t]|$))){0,100}[ \t]*/
/** The same for a line of code, whose white space is kept. */
export const codeMarks = /^[ \t>]*/

export function* linesFrom(whole: string, from = 0): Generator<Line> {
  for (let start = from; start < whole.length; ) {
    const newline = whole.indexOf('\n', start)
    const end = newline < 0 ? whole.length : newline
    const line = whole.slice(start, end)
    yield { start, end, indent: indentOf(line), text: line.trim() }
    start = end + 1
  }
}

/** A tab advances to the next multiple of four columns. */
function indentOf(line: string): number {
  let columns = 0
  for (let at = 0; ; at++) {
    const code = line.charCodeAt(at)
    if (code === 32) columns++
    else if (code === 9) columns += 4 - (columns % 4)
    else return columns
  }
}

const matterStart = /^---\r?\n[\p{L}_][\p{L}\p{N}_-]*:/u
const matterEnd = /\n---[ \t]*\r?(?:\n|$)/
const blankLine = /\n[ \t]*\r?\n/
/** Maximum length of front matter, so that a thematic break far down the page isn't taken for its end. */
const maxMatterChars = 64 * 1024

/** Returns where the text starts after its front matter, or after several blocks of front matter in a row. */
export function endOfFrontMatter(markdown: string): number {
  for (let end = 0; ; ) {
    const rest = markdown.slice(end, end + maxMatterChars)
    const start = rest.length - rest.trimStart().length
    const matter = rest.slice(start)
    const close = matterStart.test(matter) ? matterEnd.exec(matter) : null
    if (!close || blankLine.test(matter.slice(0, close.index))) return end
    end += start + close.index + close[0].length
  }
}

/** Lines without words: thematic breaks, heading underlines and the targets of reference links. */
const wordless = /^(?:=+|-+|([*_])(?:[ \t]*\1){2,}|\[[^\]^][^\]]*\]:[ \t].*)$/

interface ShownLine {
  /** `wordless`: a fence, a thematic break, or another line that shows no words. */
  kind: 'text' | 'row' | 'code' | 'wordless'
  /** The markers of quotes, lists and tasks at the start of the line. */
  marks: string
  /** The rest of the line, and where it starts in the markdown. */
  text: string
  start: number
}

/** Yields the lines of a markdown document after its front matter. */
export function* shownLines(markdown: string): Generator<ShownLine> {
  let fence: string | null = null
  let marks = ''
  for (const { start, end } of linesFrom(markdown, endOfFrontMatter(markdown))) {
    const line = markdown.slice(start, end)
    if (fence !== null) {
      const length = Math.min(codeMarks.exec(line)?.[0].length ?? 0, marks.length)
      const text = line.slice(length)
      const isEnd: boolean = closesFence(text.trim(), fence)
      yield { kind: isEnd ? 'wordless' : 'code', marks: '', text, start: start + length }
      if (isEnd) fence = null
      continue
    }
    marks = containerMarks.exec(line)?.[0] ?? ''
    const text = line.slice(marks.length)
    const trimmed = text.trim()
    const isRow = trimmed.startsWith('|')
    fence = fenceMark.exec(trimmed)?.[0] ?? null
    const isWordless = fence !== null || wordless.test(trimmed) || (isRow && delimiterRow.test(trimmed))
    yield { kind: isWordless ? 'wordless' : isRow ? 'row' : 'text', marks, text, start: start + marks.length }
  }
}
