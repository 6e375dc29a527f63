import { expect, it } from 'vitest'
import { blockRows } from '../../../scripts/training/pages.ts'
import { columns } from '../../../src/format/main-content/block-features.ts'
import { readPageFacts } from '../../../src/format/main-content/page-facts.ts'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { compose } from './compose.ts'

const noFacts = readPageFacts(parseDocument('', 'https://example.com/'))

/** Returns the feature with this name for each block. */
function featureOf(html: string, column: string, facts = noFacts): number[] {
  const page = compose(html)
  const rows = blockRows(page, facts)
  const at = columns.indexOf(column)
  expect(at).toBeGreaterThan(-1)
  return page.blocks.map((_, n) => Math.round(1000 * (rows[n * columns.length + at] as number)) / 1000)
}

it('every column has a unique name', () => {
  expect(new Set(columns).size).toBe(columns.length)
})

const page = '<h1>The page</h1><p>Ann has <a href="/x">two boats</a>.</p><ul><li>a<li>b<li>Cookie policy</ul>'
it.each([
  ['tag', [3, 1, 2, 2, 2]],
  ['linkShare', [0, 0.5, 0, 0, 0]],
  ['endsSentence', [0, 1, 0, 0, 0]],
  ['index', [0, 0.2, 0.4, 0.6, 0.8]],
  ['fromH1', [0, 1, 2, 3, 4]],
  ['headingLevel', [1, 1, 1, 1, 1]],
  ['in:ul', [255, 255, 1, 1, 1]],
  ['groupLevel', [30, 30, 0, 0, 0]],
  ['groupIndex', [-1, -1, 0, 0.333, 0.667]],
  ['n1:links', [0.5, 0, 0, 0, -1]],
])('the feature %s of a small page is %j', (column, values) => {
  expect(featureOf(page, column)).toEqual(values)
})

it('the words of a block are compared with those of the title', () => {
  const title = '<title>Two boats</title>'
  const facts = readPageFacts(parseDocument(title, 'https://example.com/'))
  expect(featureOf(`${title}<p>Boats for sale</p>`, 'inTitle', facts)).toEqual([0.333])
  expect(featureOf(`${title}<p>Boats for sale</p>`, 'ofTitle', facts)).toEqual([0.5])
})
