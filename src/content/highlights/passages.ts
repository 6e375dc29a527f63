/** Divides markdown into passages: whole blocks under their headings, rows with their header, items with their list's lead-in. */

import { headingText } from '../heading-text.ts'
import { blocksOf, type MarkdownBlock } from '../markdown-blocks.ts'
import { type Part, partsOf } from './block-parts.ts'

export interface Passage {
  /** Where it starts and ends in the whole, in UTF-16 units. Headings directly above belong to it. */
  start: number
  end: number
  /** Where it starts without them. */
  bodyStart: number
  /** What has to stand before it: the header of its table or the lead-in of its list, where that is elsewhere; else empty. */
  lead: string
  /** Texts of the headings above it, outermost first. */
  headings: readonly string[]
}

/** Headings of which each stands directly above the next one. */
type HeadingRun = Pick<MarkdownBlock, 'start' | 'end' | 'level'>

/** A shorter passage goes on with the next block under the same heading: a line alone says little. */
const minChars = 250
/** A passage does not grow longer than this by joining blocks. */
const maxJoinedChars = 800

/** In the order of the text, none longer than `maxChars`, its lead included. */
export function passagesOf(markdown: string, maxChars: number): Passage[] {
  const passages: Passage[] = []
  const path: { level: number; text: string }[] = []
  let headings: readonly string[] = []
  /** The headings below which nothing has stood so far. */
  let bare = null as HeadingRun | null
  let previous: MarkdownBlock | null = null
  /** Whether no heading stands between the last passage and the next part. */
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

/** Whether the part goes on a passage, since one of both is short and they are not long together. */
function isShort(last: Passage, part: Part, maxChars: number): boolean {
  const isOneShort = last.end - last.bodyStart < minChars || part.end - part.start < minChars / 2
  return isOneShort && last.lead.length + part.end - last.start <= Math.min(maxJoinedChars, maxChars)
}
