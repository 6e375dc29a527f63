/** Ranks passages of text against a query by BM25, over words and their stems, and over character pairs in writing systems without spaces. */

import { exactPrefix, queryTermsOf, stemOf, wordsOf } from './terms.ts'

interface RankedText {
  text: string
  /** Headings above it, outermost first. */
  headings: readonly string[]
}

// Okapi BM25's usual constants: k1 (saturation of repeated terms) and b (normalization by length).
const saturation = 1.2
const lengthWeight = 0.75
const headingWeight = 2

/**
 * Returns a BM25 score for each text, in order; 0 where no term of the query occurs. Scores from different calls aren't comparable.
 * @example
 * scoreTexts([{ text: 'Refunds take a week', headings: [] }, { text: 'Contact', headings: [] }], 'refund').at(1) // 0
 */
export function scoreTexts(texts: readonly RankedText[], query: string): number[] {
  const weights = queryTermsOf(query)
  const counted = texts.map(createTermCounter(weights))
  const averageLength = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(1, counted.length)
  const frequency = new Map<string, number>()
  for (const { counts } of counted)
    for (const term of counts.keys()) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  const importance = new Map<string, number>()
  for (const [term, having] of frequency) {
    // Adding 1 keeps the weight of a term small but positive if it occurs in every text.
    const rarity = Math.log(1 + (texts.length - having + 0.5) / (having + 0.5))
    importance.set(term, rarity * (weights.get(term) ?? 0))
  }
  return counted.map(({ counts, length }) => {
    const damping = saturation * (1 - lengthWeight + (lengthWeight * length) / Math.max(1, averageLength))
    let score = 0
    for (const [term, count] of counts) {
      score += ((importance.get(term) ?? 0) * count * (saturation + 1)) / (count + damping)
    }
    return score
  })
}

interface TermCounts {
  counts: ReadonlyMap<string, number>
  length: number
}

const noCounts: ReadonlyMap<string, number> = new Map()

function createTermCounter(weights: ReadonlyMap<string, number>): (text: RankedText) => TermCounts {
  const stems = new Map<string, string>()
  // Short passages may share long headings. Rereading those headings for each passage would take most of the time.
  const ofHeadings = new WeakMap<readonly string[], TermCounts>()

  function countTerms(sources: readonly string[], weight: number): TermCounts {
    let counts: Map<string, number> | null = null
    let length = 0
    const count = (term: string) => {
      if (!weights.has(term)) return
      counts ??= new Map()
      counts.set(term, (counts.get(term) ?? 0) + weight)
    }
    for (const source of sources) {
      for (const word of wordsOf(source)) {
        length++
        const stem = stems.get(word) ?? stemOf(word)
        if (stems.size < maxStems) stems.set(word, stem)
        count(stem)
        count(exactPrefix + word)
      }
    }
    return { counts: counts ?? noCounts, length }
  }

  return ({ text, headings }) => {
    const above = ofHeadings.get(headings) ?? countTerms(headings, headingWeight)
    ofHeadings.set(headings, above)
    const own = countTerms([text], 1)
    return { counts: sumOf(own.counts, above.counts), length: own.length + above.length }
  }
}

function sumOf(some: ReadonlyMap<string, number>, more: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  if (more.size === 0) return some
  const sum = new Map(some)
  for (const [term, count] of more) sum.set(term, (sum.get(term) ?? 0) + count)
  return sum
}

/** Maximum number of cached stems, because a hostile text may have any number of words. */
const maxStems = 50_000
