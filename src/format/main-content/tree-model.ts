/** Regression trees that estimate a chance from a row of numbers: packed as text, unpacked, and evaluated. */

/** All nodes of the trees in one sequence. Each inner node compares one column with one threshold. */
export interface TreeModel {
  /** Initial score of a row, before any tree is evaluated. */
  base: number
  column: Uint8Array
  threshold: Float32Array
  /** The index of an inner node if it is at least 0; otherwise the bitwise complement (`~`) of a leaf's index. */
  left: Int16Array
  right: Int16Array
  leaf: Float32Array
  roots: Int16Array
}

/** Unit in which leaves are packed as integers. */
export const leafUnit = 1 / 8192

/** Reads base64: first the counts, then the arrays, in little-endian order. */
export function unpackTrees(packed: string): TreeModel {
  const bytes = Uint8Array.from(Buffer.from(packed, 'base64'))
  const view = new DataView(bytes.buffer)
  const [nodes, leaves, trees] = [view.getUint32(4, true), view.getUint32(8, true), view.getUint32(12, true)]
  let at = 16
  const take = (size: number) => {
    const part = bytes.slice(at, at + size).buffer
    at += size
    return part
  }
  return {
    base: view.getFloat32(0, true),
    column: new Uint8Array(take(nodes)),
    threshold: new Float32Array(take(4 * nodes)),
    left: new Int16Array(take(2 * nodes)),
    right: new Int16Array(take(2 * nodes)),
    leaf: Float32Array.from(new Int16Array(take(2 * leaves)), (value) => value * leafUnit),
    roots: new Int16Array(take(2 * trees)),
  }
}

/** Returns the score of the row at `offset`: the sum of the leaves that the row reaches. `chanceOf` turns a score into a chance. */
export function scoreOf(model: TreeModel, rows: Float32Array, offset: number): number {
  const { column, threshold, left, right, leaf, roots } = model
  let score = model.base
  for (let tree = 0; tree < roots.length; tree++) {
    let node = roots[tree] as number
    while (node >= 0) {
      const value = rows[offset + (column[node] as number)] as number
      node = (value <= (threshold[node] as number) ? left[node] : right[node]) as number
    }
    score += leaf[~node] as number
  }
  return score
}

/** Uses the logistic function to convert a score into a chance between 0 and 1. */
export function chanceOf(score: number): number {
  return 1 / (1 + Math.exp(-score))
}
