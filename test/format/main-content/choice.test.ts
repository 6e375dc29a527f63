import { describe, expect, it } from 'vitest'
import { chooseBlocks } from '../../../src/format/main-content/choice.ts'

describe('the choice', () => {
  it('keeps the blocks above the threshold of the best expected F1', () => {
    const { kept, expected, threshold } = chooseBlocks(Float64Array.of(0.9, 0.1, 0.8, 0.05), [10, 10, 10, 10])
    expect(kept).toEqual([true, false, true, false])
    expect(expected).toBeCloseTo((2 * 17) / (20 + 18.5))
    expect(threshold).toBe(0.8)
  })

  it('keeps a doubtful block if it is long, but not if little else is true', () => {
    expect(chooseBlocks(Float64Array.of(0.9, 0.5), [10, 100]).kept).toEqual([true, true])
    expect(chooseBlocks(Float64Array.of(0.9, 0.3), [100, 100]).kept).toEqual([true, false])
  })

  it('keeps blocks with equal chances together, and nothing of an empty page', () => {
    expect(chooseBlocks(Float64Array.of(0.2, 0.2, 0.01), [1, 1, 1]).kept).toEqual([true, true, false])
    expect(chooseBlocks(new Float64Array(), [])).toMatchObject({ kept: [], expected: 0 })
  })
})
