/** Aligns the words in a page with those in its reference text, by their longest common subsequence, ignoring isolated words. */

const minRun = 3

/** Returns 1 for each word of `page` in a run of at least three words that matches a run in `truth`, or else 0. */
export function align(page: readonly string[], truth: readonly string[]): Uint8Array {
  const matched = matchesOf(page, truth)
  const kept = new Uint8Array(page.length)
  let start = 0
  for (let n = 1; n <= page.length; n++) {
    const goesOn =
      n < page.length && matched[n] !== -1 && matched[n] === (matched[n - 1] as number) + 1 && matched[n - 1] !== -1
    if (goesOn) continue
    if (matched[start] !== -1 && (n - start >= minRun || n - start >= truth.length)) kept.fill(1, start, n)
    start = n
  }
  return kept
}

/** Returns the index in `truth` of each word's match, or -1. Uses Hyyrö's bit-parallel algorithm, and keeps all rows for the backtrace. */
function matchesOf(page: readonly string[], truth: readonly string[]): Int32Array {
  const width = (truth.length + 31) >>> 5
  const found = new Int32Array(page.length).fill(-1)
  if (width === 0) return found
  const places = new Map<string, Uint32Array>()
  truth.forEach((word, n) => {
    const bits = places.get(word) ?? new Uint32Array(width)
    places.set(word, bits)
    bits[n >>> 5] = ((bits[n >>> 5] as number) | (1 << (n & 31))) >>> 0
  })
  const rows = new Uint32Array(page.length * width)
  let before = new Uint32Array(width).fill(0xffffffff)
  for (let n = 0; n < page.length; n++) {
    const row = rows.subarray(n * width, (n + 1) * width)
    const bits = places.get(page[n] as string)
    if (!bits) row.set(before)
    else {
      let carry = 0
      for (let k = 0; k < width; k++) {
        const v = before[k] as number
        const u = (v & (bits[k] as number)) >>> 0
        const added = v + u + carry
        carry = added > 0xffffffff ? 1 : 0
        row[k] = ((added >>> 0) | (v & ~(bits[k] as number))) >>> 0
      }
    }
    before = row
  }
  const isSet = (row: number, column: number) => ((rows[row * width + (column >>> 5)] as number) >>> (column & 31)) & 1
  let row = page.length
  let column = truth.length
  while (row > 0 && column > 0) {
    if (isSet(row - 1, column - 1)) column--
    else {
      row--
      if (row > 0 && !isSet(row - 1, column - 1)) continue
      column--
      found[row] = column
    }
  }
  return found
}
