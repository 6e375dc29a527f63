/** Searches a long text for sequences of tokens, in time that grows linearly with the text. */

import { keyReader, type OnToken, readTokens } from './tokens.ts'

export interface TokenIndex {
  text: string
  ids: Int32Array
  /** How often each ID occurs. */
  counts: readonly number[]
  starts: Int32Array
  ends: Int32Array
  /** From `kindCodes`. */
  kinds: Uint8Array
  /** The ID of a key; undefined if the text lacks it. */
  idOf: ReadonlyMap<string, number>
  /** A bit for each hash of two tokens in a row, once it is needed. */
  pairs?: Uint8Array
}

export const kindCodes = { sign: 0, number: 1, word: 2 } as const

export function indexTokens(text: string): TokenIndex {
  // Only the part that is written to takes memory.
  const [ids, starts, ends] = [0, 1, 2].map(() => new Int32Array(text.length)) as [Int32Array, Int32Array, Int32Array]
  const kinds = new Uint8Array(text.length)
  const counts: number[] = []
  const idOf = new Map<string, number>()
  let length = 0
  const keyOf = keyReader()
  const add = (start: number, end: number, id: number, kind: number) => {
    ids[length] = id
    counts[id] = (counts[id] ?? 0) + 1
    starts[length] = start
    ends[length] = end
    kinds[length++] = kind
  }
  // Long pages often repeat lines. The same line has other keys after a number.
  const lines = new Map<string, { start: number; first: number; last: number }>()
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start)
    const line = text.slice(start, end < 0 ? text.length : end)
    const followsNumber = length > 0 && kinds[length - 1] === kindCodes.number
    const known = followsNumber ? undefined : lines.get(line)
    const shift = start - (known?.start ?? 0)
    for (let at = known?.first ?? 0; at < (known?.last ?? 0); at++) {
      add((starts[at] as number) + shift, (ends[at] as number) + shift, ids[at] as number, kinds[at] as number)
    }
    if (!known) {
      const first = length
      const onToken: OnToken = (from, to, key, kind) => {
        let id = idOf.get(key)
        if (id === undefined) {
          id = idOf.size
          idOf.set(key, id)
        }
        add(start + from, start + to, id, kindCodes[kind])
      }
      readTokens(line, onToken, keyOf, followsNumber)
      if (!followsNumber) lines.set(line, { start, first, last: length })
    }
    start += line.length + 1
  }
  const tokens = { ids: ids.subarray(0, length), starts: starts.subarray(0, length), ends: ends.subarray(0, length) }
  return { text, counts, idOf, kinds: kinds.subarray(0, length), ...tokens }
}

const pairBits = 22
const pairOf = (one: number, next: number) =>
  Math.imul(Math.imul(one, 0x9e3779b1) ^ next, 0x85ebca6b) >>> (32 - pairBits)

/** False only if the text certainly lacks two adjacent tokens of the sequence. */
export function mayContain(sequence: readonly number[], index: TokenIndex): boolean {
  const { ids } = index
  if (!index.pairs) {
    const pairs = new Uint8Array(1 << (pairBits - 3))
    for (let at = 1; at < ids.length; at++) {
      const pair = pairOf(ids[at - 1] as number, ids[at] as number)
      pairs[pair >> 3] = (pairs[pair >> 3] as number) | (1 << (pair & 7))
    }
    index.pairs = pairs
  }
  const { pairs } = index
  return sequence.every((id, at) => {
    const pair = at === 0 ? 0 : pairOf(sequence[at - 1] as number, id)
    return at === 0 || ((pairs[pair >> 3] as number) >> (pair & 7)) & 1
  })
}

/** Yields the position of each occurrence of a sequence between two tokens, also of overlapping ones. @see Knuth, Morris and Pratt, 1977 */
export function* occurrencesOf(
  sequence: ArrayLike<number>,
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
