/** Divides markdown into passages: whole blocks with their headings, rows with their table header, items with their list's lead-in. */

import { headingText } from '../heading-text.ts'
import { blocksOf, type MarkdownBlock } from '../markdown-blocks.ts'
import { type Part, partsOf } from './block-parts.ts'

export interface Passage {
  /** Start and end in the whole text, in UTF-16 units, including headings directly above. */
  start: number
  end: number
  /** Start without those headings. */
  bodyStart: number
  /** The header of its table or the lead-in of its list, if that is elsewhere; otherwise empty. */
  lead: string
  /** Texts of the headings above it, outermost first. */
  headings: readonly string[]
}

/** Consecutive headings, each directly above the next. */
type HeadingRun = Pick<MarkdownBlock, 'start' | 'end' | 'level'>

/** A shorter passage is joined with the next block under the same heading: a single line says little. */
const minChars = 250
/** Joining blocks doesn't make a passage longer than this. */
const maxJoinedChars = 800

/** Returns passages in text order, each at most `maxChars` long including its lead. */
export function passagesOf(markdown: string, maxChars: number): Passage[] {
  const passages: Passage[] = []
  const path: { level: number; text: string }[] = []
  let headings: readonly string[] = []
  /** Headings with no text below them so far. */
  let bare = null as HeadingRun | null
  let previous: MarkdownBlock | null = null
  /** True if the next part follows the last passage without a heading in between. */
  let mayJoin = false

  function add(part: Part): void {
    const last = passages.at(-1)
    if (mayJoin && last && part.lead === '' && isShort(last, part, maxChars)) {
      last.end = part.end
      return
    }
    const start = bare && part.end - bare.start <= maxChars ? bare.start : part.start
    passages.push({ start, end: part.end, bodyStart: part.start, lead: part.lead, headings })
    bare = null
    mayJoin = true
  }

  function addBare(): void {
    if (bare && bare.end - bare.start <= maxChars) add({ start: bare.start, end: bare.end, lead: '' })
  }

  for (const block of blocksOf(markdown)) {
    if (block.kind === 'heading') {
      if (bare && block.level <= bare.level) addBare()
      while ((path.at(-1)?.level ?? 0) >= block.level) path.pop()
      path.push({ level: block.level, text: headingText(markdown.slice(block.start, block.end)) })
      headings = path.map(({ text }) => text)
      bare = { start: bare?.start ?? block.start, end: block.end, level: block.level }
      mayJoin = false
    } else for (const part of partsOf(markdown, block, { maxChars, previous })) add(part)
    previous = block
  }
  addBare()
  return passages
}

/** True if the part continues the passage: one of them is short, and together they aren't long. */
function isShort(last: Passage, part: Part, maxChars: number): boolean {
  const isOneShort = last.end - last.bodyStart < minChars || part.end - part.start < minChars / 2
  return isOneShort && last.lead.length + part.end - last.start <= Math.min(maxJoinedChars, maxChars)
}
