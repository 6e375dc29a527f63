import { expect, test } from 'vitest'
import { at, element, item, row, taggedMarkdown, two } from './tagged-markdown.ts'
import type { TaggedElement } from './tagged-pdf.ts'

test('lists are nested as in the tree and keep their numbers', async () => {
  const inner = element('L', item('\x95', 'inner', 90, 134), item('\x95', 'inner too', 90, 148))
  const tree = [
    element(
      'L',
      item('7.', 'seven', 72, 120, inner),
      item('8.', 'eight', 72, 162),
      item('2.1', 'no number of markdown', 72, 176),
    ),
  ]
  expect(await taggedMarkdown({ tree })).toBe(
    '7. seven\n   - inner\n   - inner too\n8. eight\n\n- 2.1 no number of markdown',
  )
})

test('items may have bullets in their text, and lists may be nested without an item around them', async () => {
  const entry = (text: string, y: number) => element('LI', element('LBody', at(text, 72, y)))
  const tree = [element('L', entry('1. one', 100), element('L', entry('\x95 inner', 114)), entry('2. two', 128))]
  expect(await taggedMarkdown({ tree })).toBe('1. one\n   - inner\n2. two')
})

test('a table has the rows and cells of the tree', async () => {
  const table = element(
    'Table',
    element('Caption', at('Table 1: what was sold', 72, 90)),
    element(
      'THead',
      row('TH', 140, [
        ['Name', 72],
        ['2024', 180],
        ['2025', 280],
      ]),
    ),
    element(
      'TBody',
      row('TD', 160, [
        ['North', 72],
        ['17', 180],
        ['21', 280],
      ]),
      row('TD', 180, [
        ['South', 72],
        ['4', 180],
        ['9', 280],
      ]),
    ),
  )
  expect(await taggedMarkdown({ tree: [table] })).toBe(
    'Table 1: what was sold\n\n| Name | 2024 | 2025 |\n| --- | --- | --- |\n| North | 17 | 21 |\n| South | 4 | 9 |',
  )
})

test('a ruled table gets its spans from the rules, regardless of empty cells in the tree', async () => {
  const lines = (y: number, cells: readonly (readonly [string, number])[]) => row('TD', y, cells)
  const covered = element(
    'TR',
    element('TD'),
    ...(lines(140, [
      ['Width', 72],
      ['12', 180],
    ]).children as TaggedElement[]),
  )
  const head = row('TH', 100, [
    ['Name', 72],
    ['Length', 180],
    ['Remark', 280],
  ])
  const tree = [
    element(
      'Table',
      head,
      lines(120, [
        ['Height', 72],
        ['10', 180],
        ['of both', 280],
      ]),
      covered,
    ),
  ]
  const rules = [
    ...[85, 105, 145].map((y) => [65, y, 385, y] as const),
    [65, 125, 275, 125] as const,
    ...[65, 175, 275, 385].map((x) => [x, 85, x, 145] as const),
  ]
  expect(await taggedMarkdown({ tree, rules })).toBe(
    '| Name | Length | Remark |\n| --- | --- | --- |\n| Height | 10 | of both |\n| Width | 12 | of both |',
  )
})

test('cells have the spans that they state', async () => {
  const cell = (text: string, x: number, y: number, attributes = '') => ({
    ...element('TD', at(text, x, y)),
    attributes,
  })
  const tree = [
    element(
      'Table',
      row('TH', 100, [
        ['A', 72],
        ['B', 180],
        ['C', 280],
      ]),
      element(
        'TR',
        cell('tall', 72, 120, '/A << /O /Table /RowSpan 2 >>'),
        cell('wide', 180, 120, '/A [<< /O /Table /ColSpan 2 >>]'),
      ),
      element('TR', cell('one', 180, 140), cell('two', 280, 140)),
    ),
  ]
  expect(await taggedMarkdown({ tree })).toBe(
    '| A | B | C |\n| --- | --- | --- |\n| tall | wide | wide |\n| tall | one | two |',
  )
})

test('a table that continues on the next page has no header there', async () => {
  const body = Array.from({ length: 4 }, (_, n) =>
    element(
      'TR',
      element('TD', at(`row ${n}`, 72, 700 + n * 15, { page: n < 2 ? 0 : 1 })),
      element('TD', at(`${n * 11}`, 200, 700 + n * 15, { page: n < 2 ? 0 : 1 })),
    ),
  )
  const tree = [
    ...two,
    element(
      'Table',
      row('TH', 680, [
        ['Name', 72],
        ['Value', 200],
      ]),
      ...body,
    ),
    element('P', at('Behind it.', 72, 765, { page: 1 })),
  ]
  expect(await taggedMarkdown({ tree })).toContain(
    '| row 1 | 11 |\n\n<!-- page 2 -->\n\n|  |  |\n| --- | --- |\n| row 2 | 22 |\n| row 3 | 33 |\n\nBehind it.',
  )
})

test('an item that continues on the next page is not a second item there', async () => {
  const tree = [
    ...two,
    element(
      'L',
      element(
        'LI',
        element('Lbl', at('1.', 72, 720)),
        element('LBody', at('an item that stops', 90, 720), at('on the next page', 90, 60, { page: 1 })),
      ),
    ),
    element('P', at('A sentence.', 72, 700, { page: 1 })),
  ]
  expect(await taggedMarkdown({ tree })).toBe(
    '# One\n\n## Two\n\n1. an item that stops\n\n<!-- page 2 -->\n\non the next page\n\nA sentence.',
  )
})

test('a number may follow its full stop, as in right-to-left text', async () => {
  const tree = [element('L', item('.1', 'one', 72, 120), item('.2', 'two', 72, 134))]
  expect(await taggedMarkdown({ tree })).toBe('1. one\n2. two')
})

test('empty cells that are not tagged keep their places', async () => {
  const table = element(
    'Table',
    row('TH', 100, [
      ['Date', 72],
      ['Debit', 180],
      ['Credit', 280],
      ['Balance', 380],
    ]),
    row('TD', 120, [
      ['1 May', 72],
      ['10', 280],
      ['10', 380],
    ]),
    row('TD', 140, [
      ['2 May', 72],
      ['4', 180],
      ['6', 380],
    ]),
  )
  expect(await taggedMarkdown({ tree: [table] })).toContain('| 1 May |  | 10 | 10 |\n| 2 May | 4 |  | 6 |')
})
