/** Finds the passages in a markdown document that are relevant to a query, without a language model (docs/scrape.md, Highlights). */

import { passageGap } from '../../contract/list-items.ts'
import { defaultHighlightsChars } from '../../contract/service-limits.ts'
import { contentTokensOf } from '../content-tokens.ts'
import { type PageStart, pageAt } from '../outline.ts'
import { searchedText } from '../quotes/find-quote.ts'
import { type PassagePlace, passageUrl } from '../quotes/text-fragment.ts'
import { visiblePlace } from '../quotes/visible-text.ts'
import { scoreTexts } from '../relevance/relevance.ts'
import type { WindowBounds, WrittenPiece } from '../window.ts'
import { writeCounted } from '../written.ts'
import { type Passage, passagesOf } from './passages.ts'

interface Ranked {
  passage: Passage
  score: number
  order: number
}

interface Run {
  first: Ranked
  last: Ranked
  score: number
}

/** Share of the token limit that a passage may take, on average. Otherwise, a few long passages would use up the limit. */
const maxPassageShare = 1 / 2
/** Passages may be this long even if the caller's limit is lower. Otherwise, a large page would be divided into millions of passages. */
const minPassageChars = 20
/** A passage next to a relevant one often continues it, so it gets this share of its neighbour's score. */
const neighbourShare = 0.2
/** Passages that score less than this share of the best score are left out. */
const minShare = 0.2

/**
 * Returns the passages in a markdown document that are relevant to a query, best first, as a result's only piece. Their total length is
 * within the limits, or up to 4,000 characters if no limits are set. Without a `place`, they have no URL.
 * @example
 * highlightedPieceOf('# Orders\n\nRefunds take a week.\n\nWe sell shoes.', 'refund', {}).highlights?.[0]?.heading // 'Orders'
 */
export function highlightedPieceOf(
  markdown: string,
  query: string,
  bounds: WindowBounds,
  { pageStarts = [], place }: { pageStarts?: readonly PageStart[]; place: PassagePlace | null } = { place: null },
): WrittenPiece {
  const { maxTokens, maxChars = maxTokens === undefined ? defaultHighlightsChars : Infinity } = bounds
  const { content, highlights: found } = highlightsOf(markdown, query, maxChars, maxTokens)
  const searched = place && found.length > 0 ? searchedText(markdown) : null
  const highlights = found.map(({ score, ...one }) => {
    const page = pageAt(pageStarts, one.offset)
    const url = searched && place ? passageUrl(place, searched, visiblePlace(searched, one), page) : null
    return { ...one, page, url, score }
  })
  const written = writeCounted(content)
  return {
    ...{ content: written, total_chars: content.length, offset: 0, next_offset: null },
    ...{ content_tokens: written.tokens, outline: null, highlights, quotes: null },
  }
}

/** Returns the best passages within the limits, best first, each under its headings, with adjacent ones joined. */
export function highlightsOf(markdown: string, query: string, maxChars: number, maxTokens = Infinity) {
  const charsPerToken = maxTokens === Infinity ? 1 : markdown.length / contentTokensOf(markdown)
  const ranked = rank(markdown, query, Math.min(maxChars, maxTokens * charsPerToken * maxPassageShare))
  const runs = joinNeighbours(choose(ranked, markdown, maxChars, maxTokens)).sort((a, b) => b.score - a.score)
  const content = runs.map(({ first, last }) => textOf(markdown, first.passage, last.passage.end)).join(passageGap)
  return { content, highlights: runs.map(toHighlight) }
}

function textOf(markdown: string, { path, lead, start, end: ownEnd }: Passage, end = ownEnd): string {
  return path + lead + markdown.slice(start, end)
}

function rank(markdown: string, query: string, maxChars: number): Ranked[] {
  const passages = passagesOf(markdown, Math.max(maxChars, minPassageChars))
  const texts = passages.map(({ lead, start, end, headings }) => ({
    text: lead + markdown.slice(start, end),
    headings,
  }))
  const scores = scoreTexts(texts, query)
  const best = scores.reduce((highest, score) => Math.max(highest, score), 0)
  return passages
    .map((passage, order) => {
      const own = scores[order] as number
      const beside = Math.max(scores[order - 1] ?? 0, scores[order + 1] ?? 0)
      return { passage, order, score: own === 0 ? 0 : own + neighbourShare * beside }
    })
    .filter(({ score }) => score > 0 && score >= best * minShare)
    .sort((a, b) => b.score - a.score || a.order - b.order)
}

function choose(ranked: readonly Ranked[], markdown: string, maxChars: number, maxTokens: number): Ranked[] {
  const chosen: Ranked[] = []
  // The first passage doesn't have a gap before it.
  let chars = -passageGap.length
  let tokens = 0
  for (const one of ranked) {
    const text = passageGap + textOf(markdown, one.passage)
    // Rounding may lose one token per passage.
    const ofText = maxTokens === Infinity ? 0 : contentTokensOf(text) + 1
    if (chars + text.length > maxChars || tokens + ofText > maxTokens) continue
    chars += text.length
    tokens += ofText
    chosen.push(one)
  }
  return chosen.sort((a, b) => a.order - b.order)
}

/** Joins passages under the same heading if only a gap separates them. */
function joinNeighbours(chosen: readonly Ranked[]): Run[] {
  const runs: Run[] = []
  for (const one of chosen) {
    const run = runs.at(-1)
    const isNext = run?.last.order === one.order - 1 && run.last.passage.headings === one.passage.headings
    if (run && isNext && one.passage.start - run.last.passage.end <= passageGap.length)
      Object.assign(run, { last: one, score: Math.max(run.score, one.score) })
    else runs.push({ first: one, last: one, score: one.score })
  }
  return runs
}

function toHighlight({ first: { passage }, last, score }: Run) {
  return {
    offset: passage.start,
    chars: last.passage.end - passage.start,
    heading: passage.headings.at(-1) || null,
    score: Math.round(score * 1000) / 1000,
  }
}
