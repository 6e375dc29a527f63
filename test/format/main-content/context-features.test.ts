import { expect, it } from 'vitest'
import { contextFeatures } from '../../../scripts/training/feature-rows.ts'
import { contextColumns } from '../../../src/format/main-content/context-features.ts'
import { compose } from './compose.ts'

const kinds = [0, 0, 1, 0, 0, 0, 0]

/** Returns the feature with this name for each block, given these chances. */
function featureOf(html: string, chances: number[], column: string): number[] {
  const page = compose(html)
  expect(page.blocks).toHaveLength(chances.length)
  const rows = contextFeatures(page, Float64Array.from(chances), kinds)
  const at = contextColumns.indexOf(column)
  expect(at).toBeGreaterThan(-1)
  return page.blocks.map((_, n) => Math.round(1000 * (rows[n * contextColumns.length + at] as number)) / 1000)
}

it('every column has a unique name', () => {
  expect(new Set(contextColumns).size).toBe(contextColumns.length)
})

// Each block has one word, so all weigh the same.
const page = '<h2>Title</h2><p>one</p><ul><li>a</li><li>b</li><li>c</li></ul><h2>End</h2>'
const chances = [0.6, 0.9, 0.1, 0.4, 0.7, 0.2]
it.each([
  ['chance', chances],
  ['before1', [-1, 0.6, 0.9, 0.1, 0.4, 0.7]],
  ['after1', [0.9, 0.1, 0.4, 0.7, 0.2, -1]],
  ['around1', [0.75, 0.533, 0.467, 0.4, 0.433, 0.45]],
  ['chanceBefore', [0, 0.207, 0.517, 0.552, 0.69, 0.931]],
  ['path', [0.4, 0.9, 0.4, 0.4, 0.4, 0.4]],
  ['pathLowest', [0.2, 0.9, 0.1, 0.1, 0.1, 0.2]],
  ['group', [-1, -1, 0.4, 0.4, 0.4, -1]],
  ['memberIndex', [-1, -1, 0, 0.333, 0.667, -1]],
  ['placeSpread', [-1, -1, 0.245, 0.245, 0.245, -1]],
  ['below', [0.525, -1, -1, -1, -1, -1]],
  ['heading', [0.6, 0.6, 0.6, 0.6, 0.6, 0.2]],
  ['headingBelow', [0.525, 0.525, 0.525, 0.525, 0.525, -1]],
  ['fromHeading', [0, 1, 2, 3, 4, 0]],
  ['pageThreshold', [0.4, 0.4, 0.4, 0.4, 0.4, 0.4]],
  ['pageChance', [0.483, 0.483, 0.483, 0.483, 0.483, 0.483]],
  ['kind:2', [1, 1, 1, 1, 1, 1]],
])('of a small page %s is %j', (column, values) => {
  expect(featureOf(page, chances, column)).toEqual(values)
})

it('a page without blocks has no rows', () => {
  expect(contextFeatures(compose('<p></p>'), new Float64Array(), kinds)).toHaveLength(0)
})
