/** Makes quotes of a text from a seed: copies as people and programs write them, and copies that are changed in one place. */

import { createRandom } from '../torture/random.ts'

export interface MadeQuote {
  kind: string
  quote: string
  isTrue: boolean
  change?: { from: string; to: string }
}

type Random = () => number

/** Returns the words and numbers of a text. */
export function wordsOf(text: string): string[] {
  return text.normalize().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

export function makeQuotes(text: string, otherText: string, seed: number): MadeQuote[] {
  const random = createRandom(seed)
  const tokens = text.split(/\s+/).filter(Boolean)
  const prose = text
    .split('\n')
    .map((line) => line.trim().split(/\s+/).filter(Boolean))
    .filter((line) => line.length >= 8)
  const others = otherText
    .split('\n')
    .map((line) => line.trim().split(/\s+/).filter(Boolean))
    .filter((line) => line.length >= 8)
  if (prose.length === 0) return []
  const line = (): string[] => cut(pick(prose, random), random)
  const copies = [line(), line()].map((words) => ({ kind: 'copy', quote: words.join(' '), isTrue: true }))
  const respelled = { kind: 'respelled', quote: respell(line().join(' '), random), isTrue: true }
  const made: MadeQuote[] = [...copies, respelled]
  const across = cut(tokens, random).join(' ')
  if (/[\p{L}\p{N}]/u.test(across)) made.push({ kind: 'across lines', quote: across, isTrue: true })
  const long = pick(prose, random)
  if (long.length >= 12) {
    const words = long.slice(0, 25)
    made.push({
      kind: 'omission',
      quote: `${words.slice(0, 4).join(' ')} … ${words.slice(-4).join(' ')}`,
      isTrue: true,
    })
  }
  // Some programs leave out the hyphens at line ends.
  const plain = (words: string) => words.toLowerCase().replace(/-\s?/g, '')
  const whole = plain(tokens.join(' '))
  for (const change of [changedNumber, changedName, changedNegation]) {
    const changed = firstChange(prose, random, change)
    if (changed && !whole.includes(plain(changed.quote))) made.push(changed)
  }
  if (others.length > 0) {
    const quote = cut(pick(others, random), random).join(' ')
    if (!whole.includes(plain(quote))) made.push({ kind: 'other page', quote, isTrue: false })
  }
  const shuffled = [...line()].reverse().join(' ')
  if (!whole.includes(plain(shuffled))) made.push({ kind: 'other order', quote: shuffled, isTrue: false })
  return made.filter(({ quote }) => quote.length <= 1000)
}

function pick<T>(items: readonly T[], random: Random): T {
  return items[Math.floor(random() * items.length)] as T
}

/** Returns 5 to 25 words in a row. */
function cut(words: readonly string[], random: Random): string[] {
  const length = Math.min(words.length, 5 + Math.floor(random() * 21))
  const start = Math.floor(random() * (words.length - length + 1))
  return words.slice(start, start + length)
}

/** Writes the same text as a word processor or a PDF would. */
function respell(text: string, random: Random): string {
  const hyphenated = text.replace(/\b(\p{Ll}{4})(\p{Ll}{4})/u, '$1-\n$2')
  const ligatures = hyphenated.replaceAll('fi', 'ﬁ').replaceAll('fl', 'ﬂ')
  const spaces = random() < 0.5 ? ligatures.replaceAll(/ (?=\p{L})/gu, '\u00a0') : ligatures
  return spaces.replaceAll("'", '’').replaceAll(/"([^"]*)"/g, '“$1”')
}

type Change = (word: string, random: Random) => { kind: string; from?: string; to: string; quote: string } | null

function firstChange(lines: readonly string[][], random: Random, change: Change): MadeQuote | null {
  const start = Math.floor(random() * lines.length)
  for (let n = 0; n < lines.length; n++) {
    const words = (lines[(start + n) % lines.length] as string[]).slice(0, 20)
    const at = words.findIndex((word, place) => place > 0 && place < words.length - 1 && change(word, random))
    const changed = at < 0 ? null : change(words[at] as string, random)
    if (!changed) continue
    const quote = words.with(at, changed.quote).join(' ')
    return { kind: changed.kind, quote, isTrue: false, change: { from: changed.from ?? '', to: changed.to } }
  }
  return null
}

function changedNumber(word: string): ReturnType<Change> {
  return /^\d+$/.test(word)
    ? { kind: 'another number', from: word, to: String(Number(word) + 1), quote: String(Number(word) + 1) }
    : null
}

function changedName(word: string): ReturnType<Change> {
  return /^\p{Lu}\p{Ll}{3,}$/u.test(word)
    ? { kind: 'another name', from: word, to: 'Zalmenby', quote: 'Zalmenby' }
    : null
}

function changedNegation(word: string): ReturnType<Change> {
  return /^(is|are|was|were|can|has|will)$/.test(word) ? { kind: 'negation', to: 'not', quote: `${word} not` } : null
}
