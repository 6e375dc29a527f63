import { expect, it } from 'vitest'
import { scoreOf, type TreeModel, unpackTrees } from '../../../src/format/main-content/tree-model.ts'
import { TreeScorer } from '../../../src/format/main-content/tree-scorer.ts'
import { blockWeights } from '../../../src/format/main-content/weights.ts'

const width = 256

it('rows get the scores of a walk through each tree, for any high and page columns', () => {
  const model = unpackTrees(blockWeights)
  const rows = Array.from({ length: 40 }, (_, n) => rowNear(model, n))
  for (const shape of [
    { width, pageFrom: width, high: { from: 0, to: 0 } },
    { width, pageFrom: 90, high: { from: 20, to: 60 } },
    { width, pageFrom: 30, high: { from: 0, to: 30 } },
  ]) {
    for (const row of rows) row.set(rows[0]?.subarray(shape.pageFrom) ?? [], shape.pageFrom)
    const writer = {
      putPage: (row: Float32Array) => row.set(rows[0]?.subarray(shape.pageFrom) ?? [], shape.pageFrom),
      put: (n: number, row: Float32Array) => row.set(rows[n]?.subarray(0, shape.pageFrom) ?? []),
    }
    const expected = rows.map((row) => scoreOf(model, row, 0))
    expect([...new TreeScorer(model, shape).score(writer, rows.length)]).toEqual(expected)
  }
})

it('a value equal to a threshold counts as smaller', () => {
  const model: TreeModel = {
    base: 0.5,
    column: Uint8Array.of(0),
    threshold: Float32Array.of(0.25),
    left: Int16Array.of(~0),
    right: Int16Array.of(~1),
    leaf: Float32Array.of(1, -1),
    roots: Int16Array.of(0),
  }
  const values = [0.25, 0.3]
  const writer = {
    putPage: () => {},
    put: (n: number, row: Float32Array) => {
      row[0] = values[n] as number
    },
  }
  for (const to of [0, 1]) {
    const scorer = new TreeScorer(model, { width: 1, pageFrom: 1, high: { from: 0, to } })
    expect([...scorer.score(writer, 2)]).toEqual([1.5, -0.5])
  }
})

it('a tree with more leaves than a number has bits is refused', () => {
  const count = 17
  const chain: TreeModel = {
    base: 0,
    column: new Uint8Array(count - 1),
    threshold: Float32Array.from({ length: count - 1 }, (_, n) => n),
    left: Int16Array.from({ length: count - 1 }, (_, n) => ~n),
    right: Int16Array.from({ length: count - 1 }, (_, n) => (n < count - 2 ? n + 1 : ~(count - 1))),
    leaf: new Float32Array(count),
    roots: Int16Array.of(0),
  }
  expect(() => new TreeScorer(chain, { width: 1, pageFrom: 1, high: { from: 0, to: 0 } })).toThrow(
    'tree 0 has more than 16 leaves',
  )
})

/** Returns a row with values at, above and below the model's thresholds. */
function rowNear({ column, threshold }: TreeModel, seed: number): Float32Array {
  const row = new Float32Array(width)
  for (let n = 0; n < column.length; n++) {
    if ((n * 7919 + seed * 104729) % 5 < 2) row[column[n] as number] = (threshold[n] as number) + ((n + seed) % 3) - 1
  }
  return row
}
