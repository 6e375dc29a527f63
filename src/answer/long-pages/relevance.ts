/** How much does each piece of a text have to do with a prompt? BM25 over words, and over pairs of signs where writing has no spaces. */

import type { Section } from './sections.ts'

// Okapi BM25's usual constants: how soon a repeated word stops counting, how much length counts against a piece.
const saturation = 1.2
const lengthWeight = 0.75
const headingWeight = 2
const maxTerms = 300

/** A score for each section, 0 where no word of the prompt occurs; by order of `sections`. */
export function scoreSections(sections: readonly Section[], prompt: string): number[] {
  const wanted = new Set([...termsOf(prompt)].slice(0, maxTerms))
  const counted = sections.map(({ text, headings }) => count(text, headings, wanted))
  const average = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(1, counted.length)
  const weights = new Map<string, number>()
  for (const term of wanted) {
    const having = counted.filter(({ counts }) => counts.has(term)).length
    // Never below zero: a word in every piece tells nothing.
    if (having > 0) weights.set(term, Math.log(1 + (sections.length - having + 0.5) / (having + 0.5)))
  }
  return counted.map(({ counts, length }) => {
    let score = 0
    for (const [term, times] of counts) {
      const damping = saturation * (1 - lengthWeight + (lengthWeight * length) / Math.max(1, average))
      score += ((weights.get(term) ?? 0) * times * (saturation + 1)) / (times + damping)
    }
    return score
  })
}

function count(text: string, headings: readonly string[], wanted: ReadonlySet<string>) {
  const counts = new Map<string, number>()
  let length = 0
  const add = (source: string, weight: number) => {
    for (const term of termsOf(source)) {
      length++
      if (wanted.has(term)) counts.set(term, (counts.get(term) ?? 0) + weight)
    }
  }
  add(text, 1)
  for (const heading of headings) add(heading, headingWeight)
  return { counts, length }
}

// Writing without spaces between words.
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const word = /[\p{L}\p{N}\p{M}ー]+/gu
const run = new RegExp(`${unspaced.source}+|[^${unspaced.source.slice(1)}+`, 'gu')

/** Words in one spelling, cut to their stems' first letters; pairs of signs where words are not told apart. */
function* termsOf(text: string): Generator<string> {
  for (const [whole] of text.normalize('NFKC').toLowerCase().matchAll(word)) {
    if (!unspaced.test(whole)) {
      yield stemOf(whole)
      continue
    }
    for (const [part] of whole.matchAll(run)) {
      if (!unspaced.test(part)) yield stemOf(part)
      else if (part.length === 1) yield part
      else for (let at = 0; at + 1 < part.length; at++) yield part.slice(at, at + 2)
    }
  }
}

/** Without accents, without endings: `Kündigung` and `kündigen` meet, so do `price` and `prices`. */
function stemOf(whole: string): string {
  const plain = /[\u0080-\uffff]/.test(whole) ? whole.normalize('NFD').replace(/\p{Mn}/gu, '') : whole
  if (plain.length > 6) return plain.slice(0, 6)
  return plain.length > 3 ? plain.replace(/s$/, '') : plain
}
