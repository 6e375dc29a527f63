import { describe, expect, it } from 'vitest'
import { findAlike } from '../../../src/format/main-content/alike-blocks.ts'
import { chooseBlocks, nearestGroup, smoothChances } from '../../../src/format/main-content/choice.ts'
import { blockWith, compose } from './compose.ts'

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

it('pulls the chances of similar blocks together', () => {
  const alike = findAlike(compose('<ul><li>one<li>two<li>three<li>four</ul>'))
  const smooth = smoothChances(alike, Float64Array.of(0.9, 0.9, 0.1, 0.9))
  expect(Math.min(...smooth)).toBeGreaterThan(0.3)
  expect(smooth[2]).toBe(Math.min(...smooth))
})

it('leaves the chances of fewer than three blocks unchanged', () => {
  const alike = findAlike(compose('<p>one</p><div>two</div>'))
  expect([...smoothChances(alike, Float64Array.of(1, 0))]).toEqual([1, 0])
})

it('the nearest group has at least three members', () => {
  const page = compose('<div class="row"><p>a</p><p>b</p></div><div class="row">c</div><div class="row">d</div>')
  expect(nearestGroup(blockWith(page, 'a').section)?.count).toBe(3)
  expect(nearestGroup(blockWith(compose('<p>a</p>'), 'a').section)).toBeNull()
})
