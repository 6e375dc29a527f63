/** Finds the passage that shares the most words with a quote that a page lacks, and lists what differs. */

import type { CheckedQuote } from '../../contract/list-items.ts'
import type { SearchedText } from './find-quote.ts'
import { kindCodes, type TokenIndex } from './token-index.ts'
import { type Token, tokensOf } from './tokens.ts'

/** A side is empty if it lacks a word that the other one has. */
type Difference = CheckedQuote['differences'][number]

export interface NearestPassage {
  /** Start and end in the visible text, in UTF-16 units. */
  start: number
  end: number
  differences: Difference[]
  shared: number
}

/** A passage must share this part of the quote's words. */
const minShare = 1 / 3
const maxDifferences = 20
/** Tokens of a long text that are compared with a quote. */
const maxSearched = 200_000
/** Longer parts of a passage aren't shown as a difference. */
const maxDifferenceChars = 200

/**
 * Returns null if no passage shares a third of the quote's words.
 * @example
 * nearestPassage('It rose by 41 %.', searchedText('Sales fell. It rose by 14 %.'))?.differences // [{ quote: '41 %', page: '14 %' }]
 */
export function nearestPassage(quote: string, { text, index }: SearchedText): NearestPassage | null {
  const tokens = tokensOf(quote)
  const at = densestWindow(tokens, index)
  if (at === null) return null
  const margin = Math.ceil(tokens.length / 2)
  const from = Math.max(0, at - margin)
  const to = Math.min(index.ids.length, at + tokens.length + margin)
  const ids = tokens.map(({ key }) => index.idOf.get(key) ?? -1)
  const pairs = align(ids, index, from, to)
  const matched = pairs.flatMap(({ page }) => (page === null ? [] : page))
  const [first, last] = [matched[0], matched.at(-1)]
  if (first === undefined || last === undefined) return null
  const differences = differencesOf(pairs, quote, tokens, { text, index })
  const shared = pairs.filter(({ isSame }) => isSame).length
  return { start: index.starts[first] as number, end: index.ends[last] as number, differences, shared }
}

/** The start of the window, as long as the quote, whose shared words weigh most. Rare words weigh more. */
function densestWindow(tokens: readonly Token[], index: TokenIndex): number | null {
  const { ids, kinds, idOf, counts } = index
  const words = tokens.filter(({ kind }) => kind !== 'sign')
  /** For each token ID of the page, how often the token is in the quote, minus how often it is in the window. */
  const wanted = new Int32Array(idOf.size)
  const weights = new Float64Array(idOf.size)
  for (const { key } of words) {
    const id = idOf.get(key)
    if (id === undefined) continue
    wanted[id] = (wanted[id] as number) + 1
    weights[id] = Math.log(1 + ids.length / (counts[id] as number))
  }
  let [weight, shared] = [0, 0]
  let best: { at: number; weight: number; shared: number } | null = null

  function move(at: number, step: 1 | -1): void {
    const id = ids[at] as number
    if (weights[id] === 0 || kinds[at] === kindCodes.sign) return
    const left = wanted[id] as number
    wanted[id] = left - step
    if (Math.min(left, left - step) < 0) return
    weight += step * (weights[id] as number)
    shared += step
  }

  for (const [from, to] of placesNear(words, tokens.length, index)) {
    for (let end = from; end < to; end++) {
      move(end, 1)
      const start = end + 1 - tokens.length
      if (start > from) move(start - 1, -1)
      if (weight > (best?.weight ?? 0) + 1e-9) best = { at: Math.max(0, start), weight, shared }
    }
    for (let at = Math.max(from, to - tokens.length); at < to; at++) move(at, -1)
  }
  return best && best.shared >= words.length * minShare ? best.at : null
}

/** Yields the whole text; if it is long, the places around its occurrences of the quote's rarest words. */
function* placesNear(
  words: readonly Token[],
  length: number,
  { ids, idOf, counts }: TokenIndex,
): Generator<[from: number, to: number]> {
  if (ids.length <= maxSearched) return yield [0, ids.length]
  const shared = new Set(words.flatMap(({ key }) => idOf.get(key) ?? []))
  let searched = 0
  for (const id of [...shared].sort((one, other) => (counts[one] as number) - (counts[other] as number))) {
    for (let at = ids.indexOf(id); at >= 0 && searched < maxSearched; ) {
      const [from, to] = [Math.max(0, at - length), Math.min(ids.length, at + length)]
      yield [from, to]
      searched += to - from
      at = ids.indexOf(id, to)
    }
  }
}

/** A token of the quote and one of the page at the same place; null where one of them lacks it. */
interface Pair {
  quote: number | null
  page: number | null
  isSame: boolean
}

// A changed token costs less than one that is left out and another one that is added.
const costs = { changed: 0.9, missing: 1, added: 0.6 }

/** Aligns the quote with the part of the page that is most like it. What precedes and follows that part costs nothing. */
function align(quote: readonly number[], { ids, kinds }: TokenIndex, from: number, to: number): Pair[] {
  const width = to - from + 1
  const table = new Float64Array((quote.length + 1) * width)
  const costAt = (row: number, column: number) => table[row * width + column] as number
  const changeCost = (row: number, column: number) => {
    const at = from + column - 1
    if (quote[row - 1] === ids[at]) return 0
    // A word and a punctuation mark don't replace each other.
    return kinds[at] === kindCodes.sign ? costs.missing + costs.added : costs.changed
  }
  for (let row = 1; row <= quote.length; row++) {
    table[row * width] = row * costs.missing
    for (let column = 1; column < width; column++) {
      table[row * width + column] = Math.min(
        costAt(row - 1, column - 1) + changeCost(row, column),
        costAt(row - 1, column) + costs.missing,
        costAt(row, column - 1) + costs.added,
      )
    }
  }
  let column = 0
  for (let one = 1; one < width; one++) if (costAt(quote.length, one) < costAt(quote.length, column)) column = one
  const pairs: Pair[] = []
  for (let row = quote.length; row > 0; ) {
    const cost = costAt(row, column)
    if (column > 0 && cost === costAt(row - 1, column - 1) + changeCost(row, column)) {
      const at = from + --column
      pairs.push({ quote: --row, page: at, isSame: quote[row] === ids[at] })
    } else if (cost === costAt(row - 1, column) + costs.missing) pairs.push({ quote: --row, page: null, isSame: false })
    else pairs.push({ quote: null, page: from + --column, isSame: false })
  }
  return pairs.reverse()
}

const unit = /^[%‰°€$£¥]$/

function differencesOf(
  pairs: readonly Pair[],
  quote: string,
  tokens: readonly Token[],
  { text, index }: Pick<SearchedText, 'text' | 'index'>,
): Difference[] {
  const written = (at: number, last = at) => quote.slice(tokens[at]?.start, tokens[last]?.end)
  const differences = pairs.flatMap((pair, n): Difference[] => {
    if (pair.isSame) return []
    const next = pairs[n + 1]
    const isNumber = pair.quote !== null && pair.page !== null && tokens[pair.quote]?.kind === 'number'
    // If the quote and the page have the same unit after a number, the difference includes it: `41 %` instead of `41`.
    const last = isNumber && next?.isSame && unit.test(written(next.quote as number)) ? next : pair
    const mine = pair.quote === null ? '' : written(pair.quote, last.quote as number)
    const theirs = pair.page === null ? '' : text.slice(index.starts[pair.page], index.ends[last.page as number])
    // Case counts only after a number, so a word that follows one in one of the texts isn't the same token.
    if (mine === theirs) return []
    return [{ quote: mine.slice(0, maxDifferenceChars), page: theirs.slice(0, maxDifferenceChars) }]
  })
  return differences.slice(0, maxDifferences)
}
