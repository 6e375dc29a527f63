/** Makes quotes of what a person copies: whole paragraphs, headings, lists and rows: unchanged, shortened, changed in one place or reworded. */

import { createRandom } from '../torture/random.ts'
import type { MadeQuote } from './make-quotes.ts'

/** Text that was copied from one element of a page, or from a paragraph of a document. */
export interface Copied {
  kind: string
  text: string
  /** Page of a document, from 1. */
  page?: number
}

export interface UnseenQuote extends MadeQuote {
  /** The copy from which a changed quote was made. */
  original: string
  page?: number
}

type Random = () => number
type Change = (words: readonly string[], random: Random) => { at: number; to: string; inserts?: boolean } | null

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean)
const bare = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%‰€$£+−-]+/gu, ' ')

/** Places in the middle of the words that fit. */
function placeOf(words: readonly string[], random: Random, fits: (word: string, at: number) => boolean): number {
  const places = words.flatMap((word, at) => (at > 0 && at < words.length - 1 && fits(word, at) ? [at] : []))
  return places[Math.floor(random() * places.length)] ?? -1
}

const units: Record<string, string> = {
  km: 'm',
  kg: 'g',
  million: 'billion',
  Millionen: 'Milliarden',
  percent: 'points',
  hours: 'days',
  years: 'months',
  days: 'weeks',
  Jahre: 'Monate',
  minutes: 'hours',
  Prozent: 'Promille',
}

const changes: Record<string, Change> = {
  number(words, random) {
    const at = placeOf(words, random, (word) => /^[^\p{L}]*\d[\d.,:]*[^\p{L}]*$/u.test(word))
    const digits = words[at]?.match(/\d/g)
    if (!digits) return null
    const which = Math.floor(random() * digits.length)
    let seen = 0
    return {
      at,
      to: (words[at] as string).replace(/\d/g, (digit) =>
        seen++ === which ? String((Number(digit) + 1) % 10) : digit,
      ),
    }
  },
  sign(words, random) {
    const at = placeOf(words, random, (word, n) => /^\d+([.,]\d+)?%?$/.test(word) && /\p{L}$/u.test(words[n - 1] ?? ''))
    return at < 0 ? null : { at, to: `−${words[at]}` }
  },
  unit(words, random) {
    const at = placeOf(words, random, (word, n) => Object.hasOwn(units, word) && /\d$/.test(words[n - 1] ?? ''))
    if (at >= 0) return { at, to: units[words[at] as string] as string }
    const percent = placeOf(words, random, (word) => /^\d[\d.,]*%$/.test(word))
    return percent < 0 ? null : { at: percent, to: (words[percent] as string).replace('%', '‰') }
  },
  name(words, random) {
    const at = placeOf(
      words,
      random,
      (word, n) => /^\p{Lu}\p{Ll}{3,}$/u.test(word) && !/[.!?:]$/.test(words[n - 1] ?? '.'),
    )
    return at < 0 ? null : { at, to: random() < 0.5 ? 'Brenwick' : 'Talvora' }
  },
  negation(words, random) {
    const without = placeOf(words, random, (word) => /^(not|never|no|nicht|kein|keine|pas|ne)$/.test(word))
    if (without >= 0) return { at: without, to: '' }
    const at = placeOf(words, random, (word) =>
      /^(is|are|was|were|can|has|have|will|would|ist|sind|war|est|wird)$/.test(word),
    )
    return at < 0 ? null : { at: at + 1, to: 'not', inserts: true }
  },
}

/** Returns up to `count` quotes of a source, of every kind that its copies allow. `whole` is all of its text. */
export function makeUnseen(
  copies: readonly Copied[],
  other: readonly Copied[],
  whole: string,
  seed: number,
  count: number,
): UnseenQuote[] {
  const random = createRandom(seed)
  const shuffled = copies
    .map((copy) => ({ copy, order: random() }))
    .sort((one, two) => one.order - two.order)
    .map(({ copy }) => copy)
  const long = shuffled.filter(({ text }) => wordsIn(text).length >= 9)
  const isAbsent = (quote: string) => !bare(whole).includes(bare(quote).trim())
  const made: UnseenQuote[] = []
  const add = (kind: string, quote: string, isTrue: boolean, { text, page }: Copied, change?: MadeQuote['change']) => {
    if (quote.length < 3 || quote.length > 1000 || (!isTrue && !isAbsent(quote))) return
    made.push({
      kind,
      quote,
      isTrue,
      original: text,
      ...(page === undefined ? {} : { page }),
      ...(change ? { change } : {}),
    })
  }
  const kinds = [...new Set(shuffled.map(({ kind }) => kind))]
  for (const kind of kinds) {
    const copy = shuffled.find((one) => one.kind === kind) as Copied
    add(`copy of ${kind}`, copy.text.slice(0, 1000).replace(/\S+$/, '').trim() || copy.text, true, copy)
  }
  for (const [name, change] of Object.entries(changes)) {
    for (const copy of long) {
      const words = wordsIn(copy.text).slice(0, 30)
      const changed = change(words, random)
      if (!changed) continue
      const { at, to, inserts } = changed
      const next = inserts ? words.toSpliced(at, 0, to) : to === '' ? words.toSpliced(at, 1) : words.with(at, to)
      add(
        name,
        next.join(' '),
        false,
        { ...copy, text: words.join(' ') },
        { from: inserts ? '' : (words[at] as string), to },
      )
      break
    }
  }
  const [first, second] = long
  if (first) {
    const words = wordsIn(first.text).slice(0, 40)
    add(
      'omission',
      `${words.slice(0, 4).join(' ')} ${random() < 0.5 ? '…' : '[...]'} ${words.slice(-4).join(' ')}`,
      true,
      first,
    )
  }
  if (second) {
    const words = wordsIn(second.text).slice(0, 16)
    add('paraphrase', [...words.slice(8), ...words.slice(0, 8)].join(' '), false, second)
  }
  const foreign = other.find(({ text }) => wordsIn(text).length >= 9)
  if (foreign) add('other page', wordsIn(foreign.text).slice(0, 14).join(' '), false, foreign)
  return made
    .map((quote) => ({ quote, order: random() }))
    .sort((one, two) => one.order - two.order)
    .slice(0, count)
    .map(({ quote }) => quote)
}
