import { expect, it } from 'vitest'
import { chanceOf, packTrees, type TreeModel, unpackTrees } from '../../../src/format/main-content/tree-model.ts'
import { blockWeights } from '../../../src/format/main-content/weights.ts'

// One tree of one inner node, one of a leaf alone.
const model: TreeModel = {
  base: -0.5,
  column: Uint8Array.of(1),
  threshold: Float32Array.of(0.25),
  left: Int16Array.of(~0),
  right: Int16Array.of(~1),
  leaf: Float32Array.of(1, -1, 0.5),
  roots: Int16Array.of(0, ~2),
}
const logistic = (score: number) => 1 / (1 + Math.exp(-score))

it('the chance follows from the sum of the leaves that a row reaches', () => {
  const rows = Float32Array.of(0, 0.25, 0, 0.3)
  expect(chanceOf(model, rows, 0)).toBeCloseTo(logistic(1))
  expect(chanceOf(model, rows, 2)).toBeCloseTo(logistic(-1))
})

it('a packed model unpacks to itself', () => {
  expect(unpackTrees(packTrees(model))).toEqual(model)
  expect(packTrees(unpackTrees(blockWeights))).toBe(blockWeights)
})
