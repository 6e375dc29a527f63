/** Searches a long text for sequences of tokens, in time that grows linearly with the text. */

import { readTokens } from './tokens.ts'

export interface TokenIndex {
  text: string
  ids: number[]
  /** How often each ID occurs. */
  counts: number[]
  starts: number[]
  ends: number[]
  /** From `kindCodes`. */
  kinds: number[]
  /** The ID of a key; undefined if the text lacks it. */
  idOf: ReadonlyMap<string, number>
}

export const kindCodes = { sign: 0, number: 1, word: 2 } as const

export function indexTokens(text: string): TokenIndex {
  const ids: number[] = []
  const counts: number[] = []
  const starts: number[] = []
  const ends: number[] = []
  const kinds: number[] = []
  const idOf = new Map<string, number>()
  readTokens(text, (start, end, key, kind) => {
    let id = idOf.get(key)
    if (id === undefined) {
      id = idOf.size
      idOf.set(key, id)
    }
    ids.push(id)
    counts[id] = (counts[id] ?? 0) + 1
    starts.push(start)
    ends.push(end)
    kinds.push(kindCodes[kind])
  })
  return { text, ids, counts, starts, ends, kinds, idOf }
}

/** Yields the position of each occurrence of a sequence between two tokens, also of overlapping ones. @see Knuth, Morris and Pratt, 1977 */
export function* occurrencesOf(
  sequence: readonly number[],
  { ids }: TokenIndex,
  [from, to]: readonly [from: number, to: number] = [0, ids.length],
): Generator<number> {
  const length = sequence.length
  if (length === 0 || length > ids.length) return
  // For each prefix, the length of its longest proper prefix that is also its suffix.
  const borders = new Int32Array(length)
  for (let at = 1, border = 0; at < length; at++) {
    while (border > 0 && sequence[at] !== sequence[border]) border = borders[border - 1] as number
    if (sequence[at] === sequence[border]) border++
    borders[at] = border
  }
  for (let at = from, matched = 0; at < Math.min(to, ids.length); at++) {
    const id = ids[at]
    while (matched > 0 && id !== sequence[matched]) matched = borders[matched - 1] as number
    if (id === sequence[matched]) matched++
    if (matched === length) {
      yield at + 1 - length
      matched = borders[matched - 1] as number
    }
  }
}
