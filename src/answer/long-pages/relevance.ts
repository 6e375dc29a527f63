/** Ranks sections of a text by BM25 against a query, over word stems, and over character pairs in scripts without spaces. */

import type { Section } from './sections.ts'

// Okapi BM25's usual constants: k1 (saturation of repeated terms) and b (normalization by length).
const saturation = 1.2
const lengthWeight = 0.75
/** A term in a heading counts as often as this many in the text. */
const headingWeight = 2
/** Distinct terms of the query that are looked for. */
const maxTerms = 300

/** A score for each section, in the order of `sections`; 0 where no term of the query occurs. */
export function scoreSections(sections: readonly Section[], query: string): number[] {
  const queryTerms = new Set([...termsOf(query)].slice(0, maxTerms))
  const counted = sections.map((section) => countTerms(section, queryTerms))
  const averageLength = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(1, counted.length)
  const inverseFrequency = new Map<string, number>()
  for (const term of queryTerms) {
    const having = counted.filter(({ counts }) => counts.has(term)).length
    // With 1 added the weight of a term that stands in every section is small, and never negative.
    if (having > 0) inverseFrequency.set(term, Math.log(1 + (sections.length - having + 0.5) / (having + 0.5)))
  }
  return counted.map(({ counts, length }) => {
    let score = 0
    for (const [term, count] of counts) {
      const damping = saturation * (1 - lengthWeight + (lengthWeight * length) / Math.max(1, averageLength))
      score += ((inverseFrequency.get(term) ?? 0) * count * (saturation + 1)) / (count + damping)
    }
    return score
  })
}

/** Weighted occurrences of each query term, and the number of all terms. */
function countTerms({ text, headings }: Section, queryTerms: ReadonlySet<string>) {
  const counts = new Map<string, number>()
  let length = 0
  const add = (source: string, weight: number) => {
    for (const term of termsOf(source)) {
      length++
      if (queryTerms.has(term)) counts.set(term, (counts.get(term) ?? 0) + weight)
    }
  }
  add(text, 1)
  for (const heading of headings) add(heading, headingWeight)
  return { counts, length }
}

/** Scripts without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const word = /[\p{L}\p{N}\p{M}ー]+/gu
const runOfOneKind = new RegExp(`${unspaced.source}+|[^${unspaced.source.slice(1)}+`, 'gu')

/** Stems of words in lower case; pairs of neighbouring characters in scripts without spaces. */
function* termsOf(text: string): Generator<string> {
  for (const [match] of text.normalize('NFKC').toLowerCase().matchAll(word)) {
    if (!unspaced.test(match)) {
      yield stemOf(match)
      continue
    }
    for (const [run] of match.matchAll(runOfOneKind)) {
      if (!unspaced.test(run)) yield stemOf(run)
      else if (run.length === 1) yield run
      else for (let at = 0; at + 1 < run.length; at++) yield run.slice(at, at + 2)
    }
  }
}

/** The first six letters without accents, or a short word without its plural s: `Kündigung` and `kündigen` share a stem. */
function stemOf(whole: string): string {
  const plain = /[\u0080-\uffff]/.test(whole) ? whole.normalize('NFD').replace(/\p{Mn}/gu, '') : whole
  if (plain.length > 6) return plain.slice(0, 6)
  return plain.length > 3 ? plain.replace(/s$/, '') : plain
}
