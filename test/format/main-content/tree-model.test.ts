import { expect, it } from 'vitest'
import { packTrees } from '../../../scripts/training/pack-trees.ts'
import { chanceOf, rowsAtOnce, TreeModel } from '../../../src/format/main-content/tree-model.ts'

// One tree with a single inner node, and one that is only a leaf.
const model = new TreeModel(
  packTrees({
    base: -0.5,
    column: Uint8Array.of(1),
    threshold: Float32Array.of(0.25),
    left: Int16Array.of(~0),
    right: Int16Array.of(~1),
    leaf: Float32Array.of(1, -1, 0.5),
    roots: Int16Array.of(0, ~2),
  }),
)

it('the score of a row is the sum of the leaves it reaches', () => {
  const rows = [0.25, 0.3, 0, Number.NaN, 0.5].flatMap((value) => [0, value])
  expect([...model.score(Float32Array.from(rows), 2, 5)]).toEqual([1, -1, 1, -1, -1])
})

it('as many rows as an integer has bits can be scored together', () => {
  const values = Array.from({ length: rowsAtOnce }, (_, n) => Number(n % 5 === 0 || n > 28))
  const rows = Float32Array.from(values.flatMap((value) => [0, value]))
  expect([...model.score(rows, 2, rowsAtOnce)]).toEqual(values.map((value) => (value > 0 ? -1 : 1)))
})

it('one row can be scored alone', () => {
  expect(model.score(Float32Array.of(0, 0.25))[0]).toBe(1)
})

it('the chance is the logistic function of the score', () => {
  expect([chanceOf(0), chanceOf(Math.log(3)), chanceOf(-Math.log(3))].map((chance) => chance.toFixed(3))).toEqual([
    ...['0.500', '0.750', '0.250'],
  ])
})
