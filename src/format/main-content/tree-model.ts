/** Regression trees that estimate a chance from a row of numbers: unpacked from text, and evaluated. */

/** Unit in which leaves are packed as integers. Sums of leaves are exact in any order, because all are multiples of this unit. */
export const leafUnit = 1 / 8192

/** Maximum number of rows that are scored together. A set of rows is an integer with one bit for each. */
export const rowsAtOnce = 32

/**
 * All nodes of the trees in one sequence: first the inner nodes, each of which compares one column with one threshold, then the leaves.
 * Sets of rows pass through the trees, because most rows take the same path as the row before.
 */
export class TreeModel {
  readonly #base: number
  readonly #roots: Uint16Array
  /** The comparison of each inner node. Nodes share comparisons. */
  readonly #comparison: Uint16Array
  readonly #column: Uint8Array
  readonly #threshold: Float32Array
  /** For each inner node, the next one for a value above its threshold, and the next one for any other value. */
  readonly #next: Uint16Array
  readonly #value: Float32Array
  /** For each comparison, the set of rows with a value above the threshold, if it is known. */
  readonly #above: Int32Array
  readonly #isKnown: Uint8Array
  readonly #scores = new Float64Array(rowsAtOnce)
  /** Nodes that are still to be visited, and the sets of rows that reach them. */
  readonly #nodes = new Uint16Array(256)
  readonly #sets = new Int32Array(256)

  /** `packed`: base64 of the counts, then of the arrays, in little-endian order. A negative child is the complement (`~`) of a leaf. */
  constructor(packed: string) {
    const bytes = Uint8Array.from(Buffer.from(packed, 'base64'))
    const view = new DataView(bytes.buffer)
    const [inner, leaves, trees] = [view.getUint32(4, true), view.getUint32(8, true), view.getUint32(12, true)]
    let at = 16
    const take = (size: number) => {
      at += size
      return bytes.slice(at - size, at).buffer
    }
    this.#base = view.getFloat32(0, true)
    const columns = new Uint8Array(take(inner))
    const packedThresholds = take(4 * inner)
    const [thresholds, bits] = [new Float32Array(packedThresholds), new Uint32Array(packedThresholds)]
    const numbers = new Map<number, number>()
    const firsts: number[] = []
    this.#comparison = new Uint16Array(inner)
    for (let n = 0; n < inner; n++) {
      const key = (columns[n] as number) * 2 ** 32 + (bits[n] as number)
      const number = numbers.get(key) ?? firsts.push(n) - 1
      numbers.set(key, number)
      this.#comparison[n] = number
    }
    this.#column = Uint8Array.from(firsts, (first) => columns[first] as number)
    this.#threshold = Float32Array.from(firsts, (first) => thresholds[first] as number)
    this.#above = new Int32Array(firsts.length)
    this.#isKnown = new Uint8Array(firsts.length)
    const [left, right] = [new Int16Array(take(2 * inner)), new Int16Array(take(2 * inner))]
    const numberOf = (node: number) => (node < 0 ? inner + ~node : node)
    this.#next = new Uint16Array(2 * inner)
    for (let n = 0; n < 2 * inner; n++) this.#next[n] = numberOf((n % 2 === 0 ? right : left)[n >> 1] as number)
    this.#value = Float32Array.from(new Int16Array(take(2 * leaves)), (value) => value * leafUnit)
    this.#roots = Uint16Array.from(new Int16Array(take(2 * trees)), numberOf)
  }

  /**
   * Returns the scores of `count` rows, each of which starts `width` numbers after the one before. A row's score is the sum of the leaves
   * that it reaches. `chanceOf` turns a score into a chance. The next call overwrites the scores.
   */
  score(rows: Float32Array, width = rows.length, count = 1): Float64Array {
    const [next, comparison, isKnown, above] = [this.#next, this.#comparison, this.#isKnown, this.#above]
    const [value, scores, nodes, sets] = [this.#value, this.#scores, this.#nodes, this.#sets]
    const inner = comparison.length
    isKnown.fill(0)
    scores.fill(0)
    for (let tree = 0; tree < this.#roots.length; tree++) {
      nodes[0] = this.#roots[tree] as number
      sets[0] = -1 >>> (rowsAtOnce - count)
      for (let top = 0; top >= 0; top--) {
        let node = nodes[top] as number
        let set = sets[top] as number
        while (node < inner) {
          const at = comparison[node] as number
          if (isKnown[at] === 0) this.#compare(at, rows, width, count)
          const up = set & (above[at] as number)
          if (up === 0) node = next[2 * node + 1] as number
          else if (up === set) node = next[2 * node] as number
          else {
            nodes[top] = next[2 * node] as number
            sets[top++] = up
            set ^= up
            node = next[2 * node + 1] as number
          }
        }
        // Each run of rows adds the leaf at its first row and takes it off after its last, because there are few runs.
        let leaf = value[node - inner] as number
        for (let edges = set ^ (set << 1); edges !== 0; edges &= edges - 1) {
          const row = 31 - Math.clz32(edges & -edges)
          scores[row] = (scores[row] as number) + leaf
          leaf = -leaf
        }
      }
    }
    let score = this.#base
    for (let row = 0; row < count; row++) {
      score += scores[row] as number
      scores[row] = score
    }
    return scores.subarray(0, count)
  }

  #compare(comparison: number, rows: Float32Array, width: number, count: number): void {
    const last = (this.#column[comparison] as number) + (count - 1) * width
    const threshold = this.#threshold[comparison] as number
    let above = 0
    // A value that isn't a number is above all thresholds.
    for (let at = last; at >= 0; at -= width) above = (above << 1) | Number(!((rows[at] as number) <= threshold))
    this.#above[comparison] = above
    this.#isKnown[comparison] = 1
  }
}

/** Uses the logistic function to convert a score into a chance between 0 and 1. */
export function chanceOf(score: number): number {
  return 1 / (1 + Math.exp(-score))
}
