/** Checks pieces against the rules in docs/scrape.md, Long pages. The blocks are read by micromark, so Gleaner can't repeat its own mistakes. */

import { parse, postprocess, preprocess } from 'micromark'
import { gfm } from 'micromark-extension-gfm'

interface Range {
  type: string
  start: number
  end: number
}

interface Block extends Range {
  /** The list item or quote that it is in; the document if it isn't in one. */
  parent: Range
  rows: Range[]
}

const blockTypes = new Set('atxHeading setextHeading paragraph codeFenced codeIndented htmlFlow table'.split(' '))
const containerTypes = new Set(['listOrdered', 'listUnordered', 'blockQuote'])
const linkTypes = new Set('link image autolink literalAutolink htmlText'.split(' '))
const frontMatter = /^---\ntitle:[\s\S]*?\n---\n/

/** A markdown document as its rules see it. */
interface Structure {
  text: string
  blocks: Block[]
  /** Starts of top-level blocks. */
  tops: Range[]
  links: Range[]
}

/** Reads the structure of a document. */
export function structureOf(text: string): Structure {
  const matter = frontMatter.exec(text)?.[0].length ?? 0
  const blocks: Block[] = []
  const tops: Range[] = []
  const links: Range[] = []
  const root = { type: 'document', start: 0, end: text.length }
  const open: Range[] = [root]
  if (matter > 0) {
    const range = { type: 'frontMatter', start: 0, end: matter - 1 }
    tops.push(range)
    blocks.push({ ...range, parent: root, rows: [] })
  }
  const source = preprocess()(text.slice(matter), 'utf8', true)
  const events = postprocess(
    parse({ extensions: [gfm()] })
      .document()
      .write(source),
  )
  for (const [event, { type: token, start, end }] of events) {
    const type: string = token
    const range = { type, start: matter + start.offset, end: matter + end.offset }
    const parent = open.at(-1) as Range
    if (event === 'exit') {
      if (!containerTypes.has(type)) continue
      if (open.at(-1)?.type === 'item') open.pop()
      open.pop()
    } else if (containerTypes.has(type)) {
      const last = tops.at(-1)
      // Two adjacent lists count as one.
      if (open.length === 1 && type.startsWith('list') && last?.type.startsWith('list')) last.end = range.end
      else if (open.length === 1) tops.push(range)
      open.push(range)
    } else if (type === 'listItemPrefix') {
      const last = open.at(-1) as Range
      if (last.type === 'item') {
        last.end = range.start
        open.pop()
      }
      open.push({ ...range, type: 'item', end: (open.at(-1) as Range).end })
    } else if (blockTypes.has(type)) {
      if (open.length === 1) tops.push(range)
      blocks.push({ ...range, parent, rows: [] })
    } else if (type === 'tableRow' || type === 'tableDelimiterRow') blocks.at(-1)?.rows.push(range)
    else if (linkTypes.has(type) && range.start >= (links.at(-1)?.end ?? 0)) links.push(range)
  }
  return { text, blocks, tops, links }
}

const contains = ({ start, end }: Range, at: number) => start < at && at < end

/** Returns the rule that a piece breaks if it ends at `cut`; null if it breaks none. */
function brokenRule({ text, blocks, links }: Structure, cut: number, limit: number): string | null {
  const next = blocks.find(({ end }) => end > cut)
  const before = blocks.findLast(({ start }) => start < cut)
  if (!next) return null
  if (!before) return 'no block precedes it'
  if (next.start < cut) {
    if (next.type.endsWith('Heading')) return 'a heading is split'
    if (next.type === 'table') {
      const row = next.rows.find((one) => contains(one, cut))
      if (row) {
        if (row.end - row.start <= limit) return 'a row is split'
      } else if (cut <= (next.rows[2]?.start ?? next.end) && (next.rows[0]?.end ?? 0) - next.start <= limit) {
        return 'a table head is left alone'
      }
    }
    const link = links.find((one) => contains(one, cut))
    return link && link.end - link.start <= limit && !next.type.startsWith('code') ? 'a link is split' : null
  }
  if (next.start >= before.parent.end) return null
  if (before.type.endsWith('Heading')) return 'a heading is left alone'
  const line = text.slice(before.start, before.end)
  if (before.type !== 'paragraph') return null
  if (/[:：]["'”’»)\]*_\\]*$/.test(line)) return 'an introduction is left alone'
  return isCaption(line) && !/^\[?!\[/.test(line) && next.parent.type === 'document' && isIllustration(text, next)
    ? 'a caption is left alone'
    : null
}

function isCaption(line: string): boolean {
  if (line.includes('\n') || line.length > 300) return false
  return !/[.!?…。！？]["'”’»)\]*_]*$/.test(line) || /^[*_]*\p{L}+\.?\s?\d/u.test(line)
}

function isIllustration(text: string, { type, start }: Block): boolean {
  return type === 'table' || (type === 'paragraph' && /^\[?!\[/.test(text.slice(start, start + 3)))
}

/** Returns the rules that a piece from `start` to `end` breaks without need. It should have at least `least` characters. */
export function brokenRules(
  document: Structure,
  start: number,
  end: number,
  limit: number,
  least = limit / 2,
): string[] {
  const { text, tops } = document
  const broken: string[] = []
  if (end - start > limit && [...text.slice(start, end)].length > 1) broken.push('longer than the limit')
  if (end >= text.length) return broken
  const reach = Math.min(start + limit, text.length)
  const isGood = (cut: number) => brokenRule(document, cut, limit) === null
  const own = brokenRule(document, end, limit)
  if (own && findCut(document, start + 1, reach, isGood) !== null) broken.push(own)
  const half = start + Math.ceil(least)
  const isBetween = (cut: number) => !tops.some((top) => contains(top, cut))
  const boundary = tops.findLast((top) => top.start >= half && top.start <= reach && isGood(top.start))
  if (boundary && end < boundary.start && !isBetween(end)) broken.push('a block is cut, but a boundary fits')
  if (end >= half) return broken
  const better = findCut(document, half, reach, isGood)
  if (better !== null) broken.push(`less than half, but ${better - start} fit`)
  return broken
}

/** Returns the last good cut between two positions: the start of a line, or of a word in the text at the limit, or the limit in a long word. */
function findCut(
  { text, blocks }: Structure,
  from: number,
  to: number,
  isGood: (cut: number) => boolean,
): number | null {
  const atLimit = blocks.find((block) => contains(block, to))
  const isText = atLimit && (atLimit.type === 'paragraph' || atLimit.type === 'table')
  const isLongWord = !/\s/.test(text.slice(Math.max(0, to - maxWordChars), to))
  if (isText && isLongWord && isGood(to)) return to
  for (let cut = to; cut >= from; cut--) {
    const isLine = text[cut - 1] === '\n'
    const isWord = isText && cut > atLimit.start && /\s/.test(text[cut - 1] ?? '')
    if (!isLine && !isWord) continue
    const block = blocks.find((one) => contains(one, cut))
    if (isLine && !isWord && block?.type === 'paragraph') continue
    if (isLine && block?.type === 'codeFenced' && isFenceLine(text, block, cut)) continue
    if (isGood(cut)) return cut
  }
  return null
}

/** A word up to this length is never split. */
const maxWordChars = 64

/** True after the opening fence or before the closing one. */
function isFenceLine(text: string, { start, end }: Range, cut: number): boolean {
  return !text.slice(start, cut - 1).includes('\n') || !text.slice(cut, end).includes('\n')
}
