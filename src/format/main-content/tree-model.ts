/** Regression trees that estimate a chance from a row of numbers: unpacked from text, and evaluated. */

/** Unit in which leaves are packed as integers. */
export const leafUnit = 1 / 8192

/** Number of rows that are scored together. A processor waits less if it follows several of them through a tree. */
export const rowsAtOnce = 4

/** All nodes of the trees in one sequence: first the inner nodes, each of which compares one column with one threshold, then the leaves. */
export class TreeModel {
  readonly #base: number
  readonly #innerCount: number
  readonly #roots: Uint16Array
  readonly #column: Uint8Array
  readonly #threshold: Float32Array
  /** For each node, the next one for a value above its threshold, and the next one for any other value. A leaf leads to itself. */
  readonly #next: Uint16Array
  readonly #value: Float32Array

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
    this.#innerCount = inner
    this.#column = new Uint8Array(inner + leaves)
    this.#column.set(new Uint8Array(take(inner)))
    this.#threshold = new Float32Array(inner + leaves)
    this.#threshold.set(new Float32Array(take(4 * inner)))
    const [left, right] = [new Int16Array(take(2 * inner)), new Int16Array(take(2 * inner))]
    const numberOf = (node: number) => (node < 0 ? inner + ~node : node)
    this.#next = Uint16Array.from({ length: 2 * (inner + leaves) }, (_, n) =>
      numberOf((n % 2 === 0 ? right : left)[n >> 1] ?? n >> 1),
    )
    this.#value = new Float32Array(inner + leaves)
    this.#value.set(
      Float32Array.from(new Int16Array(take(2 * leaves)), (value) => value * leafUnit),
      inner,
    )
    this.#roots = Uint16Array.from(new Int16Array(take(2 * trees)), numberOf)
  }

  /**
   * Returns the scores of four rows. The first row starts at `first`, and each further row `width` numbers later. A row's score is the sum
   * of the leaves that it reaches. `chanceOf` turns a score into a chance.
   */
  score(rows: Float32Array, width = 0, first = 0): readonly number[] {
    const [roots, inner, column, threshold] = [this.#roots, this.#innerCount, this.#column, this.#threshold]
    const [value, next] = [this.#value, this.#next]
    const [second, third, fourth] = [first + width, first + 2 * width, first + 3 * width]
    let sumA = this.#base
    let sumB = sumA
    let sumC = sumA
    let sumD = sumA
    for (let tree = 0; tree < roots.length; tree++) {
      let a = roots[tree] as number
      // Destructuring would create an array for each tree.
      let b = a
      let c = a
      let d = a
      while (a < inner || b < inner || c < inner || d < inner) {
        a = next[2 * a + Number((rows[first + (column[a] as number)] as number) <= (threshold[a] as number))] as number
        b = next[2 * b + Number((rows[second + (column[b] as number)] as number) <= (threshold[b] as number))] as number
        c = next[2 * c + Number((rows[third + (column[c] as number)] as number) <= (threshold[c] as number))] as number
        d = next[2 * d + Number((rows[fourth + (column[d] as number)] as number) <= (threshold[d] as number))] as number
      }
      sumA += value[a] as number
      sumB += value[b] as number
      sumC += value[c] as number
      sumD += value[d] as number
    }
    return [sumA, sumB, sumC, sumD]
  }
}

/** Uses the logistic function to convert a score into a chance between 0 and 1. */
export function chanceOf(score: number): number {
  return 1 / (1 + Math.exp(-score))
}
