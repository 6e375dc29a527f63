import { expect, it } from 'vitest'
import { runShapes } from '../../bench/torture/shapes/attack-shapes.ts'
import { drawOfEachKind, drawShapes, shapeKinds } from '../../bench/torture/shapes/drawn-shapes.ts'

// Every run has a different seed. `SEED=N` repeats one.
const seed = Number.isInteger(Number(process.env.SEED ?? 'none')) ? Number(process.env.SEED) : Date.now() % 1_000_000

it('one document of each kind does not crash the service and gets a documented response', async () => {
  process.stderr.write(`shapes of each kind: SEED=${seed}\n`)
  const { tried, broken } = await runShapes({ seed, minutes: 10, progress: () => {} }, drawOfEachKind(seed))
  expect(broken, `SEED=${seed}`).toEqual([])
  expect(tried).toBe(shapeKinds.length)
}, 900_000)

it('the same seed generates the same shapes, regardless of the others', () => {
  const [first] = drawShapes(7, 1, 30)
  const again = drawShapes(7, 40)[30]
  expect(first?.name).toBe(again?.name)
  expect(first?.build().equals(again?.build() ?? Buffer.of())).toBe(true)
})
