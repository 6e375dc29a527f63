import { expect, it } from 'vitest'
import { choiceColumns, choiceRows, chooseBlocks, thresholds } from '../../../src/format/main-content/choice.ts'
import { pageKinds } from '../../../src/format/main-content/page-kind.ts'
import { compose } from './compose.ts'

const text = 'Ten words are in this sentence, which reads like prose.'
const kinds = pageKinds.map((kind) => Number(kind === 'article'))

it('keeps the blocks above one threshold', () => {
  const page = compose(`<p>${text}</p>`.repeat(4))
  const { kept, expected } = chooseBlocks(page, Float64Array.of(0.97, 0.01, 0.98, 0.02), kinds)
  expect(kept).toEqual([true, false, true, false])
  expect(expected).toBeGreaterThan(0.95)
})

it('keeps or drops blocks with equal chances together, and keeps nothing of an empty page', () => {
  const page = compose(`<p>${text}</p>`.repeat(3))
  expect(new Set(chooseBlocks(page, Float64Array.of(0.3, 0.3, 0.3), kinds).kept).size).toBe(1)
  expect(chooseBlocks(compose(''), new Float64Array(), kinds)).toEqual({ kept: [], expected: 0 })
})

it('describes each candidate by the blocks it would keep', () => {
  const page = compose(`<p>${text}</p><p><a href="/x">Ten words are in this sentence, and all are links.</a></p>`)
  const rows = choiceRows(page, Float64Array.of(0.95, 0.25), kinds)
  const column = (name: string) =>
    thresholds.map((_, n) => rows[n * choiceColumns.length + choiceColumns.indexOf(name)] as number)
  expect(column('keptShare').map((share) => Math.round(100 * share))).toEqual(
    thresholds.map((t) => (t > 0.25 ? 50 : 100)),
  )
  expect(column('links')[0]).toBeCloseTo(0.48, 1)
  expect(column('links').at(-1)).toBe(0)
  expect(column('belowBest').filter((below) => below === 0).length).toBeGreaterThan(0)
})
