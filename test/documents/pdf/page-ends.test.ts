import { expect, test } from 'vitest'
import { markdownOf } from './pdf-markdown.ts'
import { linesAt } from './placed-text.ts'

test('a word split by the end of a page is complete on the page where it starts', async () => {
  const markdown = await markdownOf(
    {
      texts: linesAt(72, 100, ['Every human being keeps this declaration in mind and strives to promote res-']),
    },
    { texts: linesAt(72, 100, ['pect for these rights, and does so by', 'teaching and education.']) },
  )
  expect(markdown).toBe(
    'Every human being keeps this declaration in mind and strives to promote respect\n\n<!-- page 2 -->\n\nfor these rights, and does so by teaching and education.',
  )
})

const table = (y: number, rows: readonly string[][]) => ({
  texts: rows.flatMap((row, at) => row.map((text, n) => ({ text, x: 80 + n * 150, y: y + 14 + at * 20 }))),
  rules: [
    ...Array.from({ length: rows.length + 1 }, (_, at) => [75, y + at * 20, 525, y + at * 20] as const),
    ...[75, 225, 375, 525].map((x) => [x, y, x, y + rows.length * 20] as const),
  ],
})

test('the first row of a continued table is not a header', async () => {
  const markdown = await markdownOf(
    table(100, [
      ['Code', 'Name', 'Place'],
      ['A1', 'Airport', 'Point'],
    ]),
    table(60, [
      ['B0', 'Post office', 'Point'],
      ['C3', 'City', 'Area'],
    ]),
  )
  expect(markdown).toBe(
    [
      '| Code | Name | Place |\n| --- | --- | --- |\n| A1 | Airport | Point |',
      '<!-- page 2 -->',
      '|  |  |  |\n| --- | --- | --- |\n| B0 | Post office | Point |\n| C3 | City | Area |',
    ].join('\n\n'),
  )
})

test('the repeated head of a continued table is written once', async () => {
  const head = ['Code', 'Name', 'Place']
  const markdown = await markdownOf(
    table(100, [head, ['A1', 'Airport', 'Point']]),
    table(60, [head, ['B2', 'Bridge', 'Line'], ['C3', 'City', 'Area']]),
    table(60, [head, ['D4', 'Dam', 'Line'], ['E5', 'Estate', 'Area']]),
  )
  expect(markdown).toBe(
    [
      '| Code | Name | Place |\n| --- | --- | --- |\n| A1 | Airport | Point |',
      '<!-- page 2 -->',
      '|  |  |  |\n| --- | --- | --- |\n| B2 | Bridge | Line |\n| C3 | City | Area |',
      '<!-- page 3 -->',
      '|  |  |  |\n| --- | --- | --- |\n| D4 | Dam | Line |\n| E5 | Estate | Area |',
    ].join('\n\n'),
  )
})

test('a table keeps the one row that is left for the next page', async () => {
  const head = ['Code', 'Name', 'Place']
  const markdown = await markdownOf(
    table(100, [head, ['A1', 'Airport', 'Point']]),
    table(60, [head, ['C3', 'City', 'Area']]),
  )
  expect(markdown).toBe(
    '| Code | Name | Place |\n| --- | --- | --- |\n| A1 | Airport | Point |\n| C3 | City | Area |\n\n<!-- page 2 -->',
  )
})

test('equal rows of a table without a head are all kept', async () => {
  const row = ['open', 'none', 'yes']
  const markdown = await markdownOf(table(100, [row, row]), table(60, [row, row, row]))
  expect(markdown.match(/\| open \| none \| yes \|/g)).toHaveLength(5)
})
