/** Finds the headings of a document and their levels by size, weight and bookmarks, across all pages. */

import { halfPoints, linesText, type PdfLine } from '../layout/line.ts'
import { groupsOf } from '../page/geometry.ts'
import { charsIn, modeOf } from '../page/run.ts'
import type { Block, TextBlock } from './block.ts'

interface BodyStyle {
  bodySize: number
  bodyFont: string
  /** True if the pages are slides: the largest text at the top of each is its title, at any size. */
  isDeck: boolean
}

const maxTextChars = 220
const maxLines = 4

interface Candidate {
  block: TextBlock
  style: string
  size: number
  depth: number | null
  /** True on the first page, above its prose. */
  isOnFirst: boolean
  /** True if only stronger candidates of the same style can show that it is a heading. */
  isWeak?: boolean
  /** True if it may be the name of the value or description after it. */
  isLabel?: boolean
}

/** `depthOf`: the result of `outlineDepths`. */
export function markHeadings(
  pages: readonly { number: number; blocks: Block[] }[],
  body: BodyStyle,
  depthOf: (text: string) => number | null,
): void {
  const found: Candidate[] = []
  const prose = new Map<string, number>()
  let chars = 0
  for (const { number, blocks } of pages) {
    let isAboveProse = number === pages[0]?.number
    const title = body.isDeck ? slideTitle(blocks) : null
    for (const [at, block] of blocks.entries()) {
      if (block.kind !== 'text') {
        isAboveProse = false
        if (block.kind === 'item') chars += charsIn(block.lines)
        continue
      }
      const isTurned = block.lines.some(({ runs }) => runs.some(({ onPage }) => onPage !== undefined))
      if (block.isRunning || isTurned) continue
      const text = textOf(block)
      chars += text.length
      const depth = text.length <= maxTextChars ? depthOf(text) : null
      const candidate =
        block === title
          ? { block, style: 'title', size: Number.POSITIVE_INFINITY, depth }
          : (candidateOf(blocks, at, body, depth) ?? lineBefore(blocks, at, text, body))
      if (text.length > maxChars && !candidate) isAboveProse = false
      if (!candidate) continue
      const { style } = candidate
      if (depth === null && block !== title && isProse(block, body)) prose.set(style, (prose.get(style) ?? 0) + 1)
      else found.push({ ...candidate, isOnFirst: isAboveProse })
    }
  }
  const candidates = withoutLookalikes(found, prose)
  const counts = Map.groupBy(candidates, ({ style }) => style)
  // A single line in capitals isn't a heading.
  const repeated = candidates.filter(({ style }) => !style.endsWith('capitals') || (counts.get(style)?.length ?? 0) > 1)
  const kept = withoutAuthors(repeated, pages[0]?.blocks ?? [])
  const levels = levelsOf(
    Map.groupBy(kept, ({ style }) => style),
    chars,
  )
  for (const { block, depth } of candidates) block.level = depth === null ? null : Math.min(6, depth + 2)
  for (const { block, style } of kept) block.level = levels.get(style) ?? block.level
}

const textOf = ({ lines }: TextBlock) => linesText(lines)

type Style = Omit<Candidate, 'isOnFirst'>

/** A date, an email address, an amount, or a page number with the number of pages. */
const noHeading =
  /^[^\p{L}\d]*(?:\p{L}+[^\p{L}\d]+)?\d{1,2}[^\p{L}\d]+(?:\p{L}+[^\p{L}\d]+|\d{1,2}[^\p{L}\d]+)?(?:19|20)\d\d[^\p{L}\d]*$|\S@\S|\d[.,]\d\d(?: ?(?:\p{Lu}{3}|\p{Sc}))?$|^(?:\p{L}+\.? )?\d+ ?(?:\/|\p{L}{1,3}) ?\d+$/u

/** Returns the first block of a slide if it is the largest of several; null otherwise. */
function slideTitle(blocks: readonly Block[]): TextBlock | null {
  const [first, ...others] = blocks.filter((block) => block.kind !== 'text' || !block.isRunning)
  if (first?.kind !== 'text' || others.length === 0 || first.lines.length > maxLines) return null
  const text = textOf(first)
  const size = Math.min(...first.lines.map((line) => line.size))
  const isLargest = others.every((block) => linesOf(block).every((line) => line.size < size * 0.98))
  return isLargest && text.length <= maxTextChars && /\p{L}/u.test(text) && !noHeading.test(text) ? first : null
}

const linesOf = (block: Block | undefined): readonly PdfLine[] =>
  block?.kind === 'text' || block?.kind === 'item' ? block.lines : []

const maxProseSize = 1.5
const maxChars = 160

/** True for large text that has the length, or the punctuation, of prose. */
function isProse(block: TextBlock, { bodySize }: BodyStyle): boolean {
  const text = textOf(block)
  const isTitle = block.lines.every(({ size, isBold }) => isBold || size > bodySize * maxProseSize)
  return text.length > maxChars || (!isTitle && (/[.…]["”’)]?$/u.test(text) || /\p{Ll}{2}[.!?]\s+\p{Lu}/u.test(text)))
}

/** Removes candidates of styles that are used at least as often for prose, mostly for labels, or only in weak candidates. */
function withoutLookalikes(found: readonly Candidate[], prose: ReadonlyMap<string, number>): Candidate[] {
  const styles = Map.groupBy(found, ({ style }) => style)
  return found.filter(({ style, depth, isWeak }) => {
    const own = styles.get(style) ?? []
    const labels = own.filter(({ isLabel }) => isLabel).length
    const isKnown = !isWeak || own.some((other) => !other.isWeak)
    return (
      depth !== null || (isKnown && own.length > (prose.get(style) ?? 0) && (labels < 2 || labels * 2 <= own.length))
    )
  })
}

function candidateOf(
  blocks: readonly Block[],
  at: number,
  { bodySize }: BodyStyle,
  depth: number | null,
): Style | null {
  const block = blocks[at] as TextBlock
  const text = textOf(block)
  const [first] = block.lines
  if (!first || block.note !== null || text.length > maxTextChars || block.lines.length > maxLines) return null
  if (!/\p{L}/u.test(text) || text.length < 2) return null
  const size = halfPoints(first)
  const isBold = block.lines.every((line) => line.isBold)
  const isLarge = first.size >= bodySize * 1.12
  const isWeak = !isLarge && !block.isApart
  if (depth === null) {
    if (!isLarge && (!isBold || first.size < bodySize * 0.93)) return null
    if (isWeak && !(block.lines.length === 1 && isCloserToNext(blocks, at))) return null
    if (/[,;]$/.test(text) || (/[.:]$/.test(text) && !isLarge)) return null
    if (!isLarge && (block.lines.length > 2 || text.length > 120)) return null
    if (isLarge && first.size < bodySize * 1.2 && !isBold && block.lines.length > 2) return null
    if (/^[\p{Lu}\p{Ll}]?$/u.test(text) || noHeading.test(text)) return null
  }
  // A sentence may contain the text of a bookmark.
  else if (!isLarge && !isBold && (!block.isApart || /[.,;]$/.test(text))) return null
  const isItalic = block.lines.every((line) => line.isItalic)
  const style = `${size}${isBold || size > bodySize * 1.3 ? 'b' : ''}${isItalic && !isLarge ? 'i' : ''}`
  const isLabel = !isLarge && first.size < bodySize * 1.05 && isLabelOf(blocks[at + 1], blocks[at + 2], block)
  return { block, style, size, depth, isWeak: isWeak && depth === null, isLabel }
}

function isCloserToNext(blocks: readonly Block[], at: number): boolean {
  const [above, [line], [below]] = [linesOf(blocks[at - 1]).at(-1), linesOf(blocks[at]), linesOf(blocks[at + 1])]
  if (!above || !line || !below) return false
  const [before, after] = [line.baseline - above.baseline, below.baseline - line.baseline]
  return before > 0 && after > 0 && before > after * 1.2
}

/** True if the only text below is a short line, as in a form, or if the text below is indented, as below a term. */
function isLabelOf(next: Block | undefined, after: Block | undefined, { lines }: TextBlock): boolean {
  const [line] = lines
  // A line in capitals is a heading, as on a manual page.
  if (!line || next?.kind !== 'text' || !/\p{Ll}/u.test(line.text)) return false
  const isEnd = !after || (after.kind === 'text' && after.lines.every(({ isBold }) => isBold))
  const isShort = next.lines.length === 1 && textOf(next).length < 40 && !/[.!?]$/.test(textOf(next))
  return (isShort && isEnd) || next.lines.every(({ left }) => left > line.left + line.size * 1.6)
}

/** Recognizes a short line before a paragraph: in capitals, such as `II. METHODS`, or in a different font, but the usual size. */
function lineBefore(
  blocks: readonly Block[],
  at: number,
  text: string,
  { bodySize, bodyFont }: BodyStyle,
): Style | null {
  const [block, next] = [blocks[at], blocks[at + 1]]
  if (block?.kind !== 'text' || block.lines.length !== 1 || !block.isApart || block.note !== null) return null
  const [line] = block.lines
  if (!line || next?.kind !== 'text') return null
  const [size, below] = [halfPoints(line), textOf(next)]
  const isShort = isInCapitals(text) && text.length <= 80 && !/[.,:;!?=\d]$/.test(text)
  if (isShort && /\p{Ll}/u.test(below) && below.length >= 80) {
    return { block, style: `${size} capitals`, size, depth: null }
  }
  const font = fontOf(block)
  if (font === bodyFont || font === '' || Math.abs(line.size - bodySize) > bodySize * 0.12) return null
  if (!/^(?:\d+(?:\.\d+)*\.?\s+)?\p{Lu}[^.,;:!?=]{2,70}$/u.test(text) || line.isMonospaced) return null
  if (fontOf(next) !== bodyFont || next.lines.length < 2) return null
  return { block, style: `${size} ${font}`, size: bodySize * 0.9, depth: null }
}

const isInCapitals = (text: string) => !/\p{Ll}/u.test(text) && (text.match(/\p{Lu}/gu)?.length ?? 0) >= 6

function fontOf({ lines }: TextBlock): string {
  const name = lines[0]?.runs[0]?.font.name ?? ''
  return lines.every(({ runs }) => runs.every(({ font, shift }) => font.name === name || shift !== 0)) ? name : ''
}

/** Maximum number of lines below the title that may look like later headings. */
const maxBelowTitle = 5

/** Removes candidates directly below a title that occur only there or precede larger headings: subtitles, authors and dates. */
function withoutAuthors(candidates: readonly Candidate[], first: readonly Block[]): Candidate[] {
  const styles = Map.groupBy(candidates, ({ style }) => style)
  const byBlock = new Map(candidates.map((candidate) => [candidate.block as Block, candidate]))
  const left = new Set<Candidate>()
  const largest = candidates.reduce((most, { size }) => Math.max(most, size), 0)
  const unmarked = first.map((block) => byBlock.get(block)).map((one) => (one?.depth === null ? one : null))
  for (const group of groupsOf(unmarked, (before, one) => before !== null && one !== null)) {
    const chain = group.filter((one) => one !== null)
    const title = chain.findIndex(({ size }) => size === Math.max(...chain.map((one) => one.size)))
    let isBelowTitle = chain[title]?.size === largest
    for (const [at, candidate] of chain.slice(title + 1).entries()) {
      const own = styles.get(candidate.style) ?? []
      const isSmaller = candidate.size < (chain[title]?.size ?? 0)
      const isOnlyHere = own.every((one) => chain.includes(one)) && (own.length === 1 || candidate.isOnFirst)
      const isRepeated = ({ style }: Candidate) => style !== candidate.style && (styles.get(style)?.length ?? 0) > 1
      const next = isBelowTitle ? candidates.slice(candidates.indexOf(candidate)).find(isRepeated) : undefined
      isBelowTitle = at < maxBelowTitle && next !== undefined && isLarger(next, candidate)
      if (isSmaller && (isOnlyHere || isBelowTitle)) left.add(candidate)
    }
  }
  return candidates.filter((candidate) => !left.has(candidate))
}

const isLarger = (one: Candidate, other: Candidate) =>
  one.size > other.size || (one.size === other.size && isBoldStyle(one.style) && !isBoldStyle(other.style))
const isBoldStyle = (style: string) => /^[\d.]+b/.test(style)

/** Returns the levels of the styles: larger first, bold before plain. Styles bookmarked at the same depth share a level. */
function levelsOf(styles: ReadonlyMap<string, readonly Candidate[]>, chars: number): Map<string, number> {
  const charsOf = (own: readonly Candidate[]) => own.reduce((sum, { block }) => sum + textOf(block).length, 0)
  const ranked = [...styles]
    .filter(([style, own]) => style === 'title' || own.length === 1 || charsOf(own) < chars * 0.35)
    .map(([style, own]) => ({
      style,
      size: own[0]?.size ?? 0,
      isBold: style.includes('b'),
      isItalic: style.includes('i'),
      depth: usualDepth(own),
      own: own.length,
      // Asciidoctor bookmarks the title and the chapters at the same depth.
      isOfTitle: own.every(
        ({ isOnFirst, depth }) => isOnFirst && (depth === null || (depth === 0 && own.length === 1)),
      ),
      isCentred: own.length === 1 && own.every(({ block, size }) => block.indent > size * 3),
    }))
    .sort((a, b) => b.size - a.size || Number(b.isBold) - Number(a.isBold) || Number(a.isItalic) - Number(b.isItalic))
  const levels = new Map<string, number>()
  // Styles used around the title all get the next level. So do styles larger than a style with bookmarked headings.
  const lastOutlined = ranked.findLastIndex(({ depth, own }) => depth !== null && own > 1)
  // A title in the middle of its line may be smaller than other headings.
  const title = ranked.find(({ isOfTitle, isCentred }, at) => isOfTitle && (at === 0 || isCentred))
  let level = title ? 1 : 0
  let before: { size: number; depth: number | null } | null = null
  for (const [at, { style, size, depth, isOfTitle }] of ranked.entries()) {
    if (style === title?.style) levels.set(style, 1)
    else if (isOfTitle || (depth === null && at < lastOutlined)) {
      levels.set(style, before === null ? 1 : Math.min(6, level + 1))
    } else {
      const isSame =
        before !== null && (depth !== null && before.depth !== null ? before.depth >= depth : before.size - size < 0.3)
      if (!isSame) level++
      levels.set(style, Math.min(6, Math.max(1, level)))
      before = { size, depth }
    }
  }
  return levels
}

function usualDepth(candidates: readonly Candidate[]): number | null {
  const depths = candidates.flatMap(({ depth }) => depth ?? [])
  const usual = modeOf(depths.map((depth) => [depth, 1]))
  const isUsual = depths.filter((depth) => depth === usual).length * 2 >= candidates.length
  return isUsual ? usual : null
}
