import { expect, test } from 'vitest'
import { markdownOf } from './pdf-markdown.ts'

const xs = [72, 160, 260, 340, 420]
const cells = (y: number, texts: readonly string[]) =>
  texts.flatMap((text, at) => (text === '' ? [] : [{ text, x: xs[at] ?? 0, y }]))

interface Wrapping {
  x?: readonly number[]
  y?: number
  /** How much of the free height of its row is above a cell. */
  shift?: number
}

/** Lines are 12 points apart, and rows 7 points more. `|` separates the lines of a cell. */
function wrappedRows(rows: readonly (readonly string[])[], { x = xs, y = 100, shift = 0 }: Wrapping = {}) {
  let top = y
  return rows.flatMap((row) => {
    const columns = row.map((text) => (text === '' ? [] : text.split('|')))
    const height = Math.max(...columns.map(({ length }) => length))
    const texts = columns.flatMap((lines, at) =>
      lines.map((text, n) => ({ text, x: x[at] ?? 0, y: top + (n + (height - lines.length) * shift) * 12 })),
    )
    top += height * 12 + 7
    return texts
  })
}

const rowsOf = (markdown: string) => markdown.split('\n').filter((line) => line.startsWith('|') && /[^\s|-]/.test(line))

test('a row with wrapped text in most of its cells is one row', async () => {
  const texts = wrappedRows([
    ['Risk', 'Effect', 'Measure'],
    ['Late pumps', 'The start is|delayed', 'Order a|spare pump'],
    ['Illness', 'Slow work', 'Deputy'],
    ['High price', 'The budget|is too small', 'Fix price'],
  ])
  expect(rowsOf(await markdownOf({ texts }))).toEqual([
    '| Risk | Effect | Measure |',
    '| Late pumps | The start is delayed | Order a spare pump |',
    '| Illness | Slow work | Deputy |',
    '| High price | The budget is too small | Fix price |',
  ])
})

const findings = [
  ['Place', 'Finding', 'Measure'],
  ['Roof', 'It leaks at the northern|corner and some water|drips on the stairs', 'Repair the roof in the|coming month'],
  ['Hall', 'The floor is worn near|both of the doors', 'Replace some of the|boards in the hall|before the winter'],
  ['Yard', 'Nothing was found there', 'Visit the yard again'],
  ['Shed', 'The door is too narrow|for the new machine', 'Order a wide door'],
]
const wide = { x: [72, 130, 320] }

test.each([0, 0.5, 1])(
  'wrapped text in several columns is read by rows, with %d of the space above it',
  async (shift) => {
    const rows = findings.map((row) => `| ${row.map((text) => text.replaceAll('|', ' ')).join(' | ')} |`)
    expect(rowsOf(await markdownOf({ texts: wrappedRows(findings, { ...wide, shift }) }))).toEqual(rows)
  },
)

test('groups of rows are not cells with several lines', async () => {
  const texts = wrappedRows([
    ['Name', 'Role', 'Place'],
    ['Anna Keller|Jan Olsen|Peter Adler', 'chair|deputy chair|member', 'harbour|bridge'],
    ['Maria Visser|Ruth Berg', 'treasurer|member', 'school|market'],
  ])
  expect(rowsOf(await markdownOf({ texts }))).toHaveLength(6)
})

test('a wider gap separates a table of wrapped text from the table above', async () => {
  const items = [
    ['Pos', 'Service', 'Amount'],
    ['1', 'Review of|the design', '99.80'],
    ['2', 'Delivery', '12.00'],
    ['3', 'Travel to|the town', '16.50'],
  ]
  const dates = [
    ['Invoice date', '', '1 May 2024'],
    ['Due date', '', '2 May 2024'],
  ] as const
  const texts = [...dates.flatMap((row, at) => cells(100 + at * 12, row)), ...wrappedRows(items, { y: 180 })]
  expect(rowsOf(await markdownOf({ texts }))).toEqual([
    '| Invoice date | 1 May 2024 |',
    '| Due date | 2 May 2024 |',
    '| Pos | Service | Amount |',
    '| 1 | Review of the design | 99.80 |',
    '| 2 | Delivery | 12.00 |',
    '| 3 | Travel to the town | 16.50 |',
  ])
})

test('lines that are far apart are rows, not text in columns', async () => {
  const rows = [
    ['Letter with the local window', 'Budget for the next year'],
    ['Wooden window with a report', 'Second roof with the stairs'],
    ['Second paper with the valve', 'Local roof with the river'],
    ['Final forest with the stone', 'Annual station in the town'],
  ]
  const texts = rows.flatMap((row, at) => cells(100 + at * 30, row.toSpliced(1, 0, '', '')))
  expect(rowsOf(await markdownOf({ texts }))).toEqual(rows.map((row) => `| ${row.join(' | ')} |`))
})

test('a number with spaces is one cell, even if it is longer than all other values', async () => {
  const texts = [
    ...cells(100, ['Customer', 'Blue Lake Club']),
    ...cells(116, ['Due date', '3 May 2024']),
    ...cells(132, ['Account', 'DE12 5001 0517 0648 4898 90']),
    ...cells(148, ['Phone', '020 7946 0018']),
  ]
  expect(await markdownOf({ texts })).toContain('| Account | DE12 5001 0517 0648 4898 90 |')
})

test('double-spaced text in columns is not a table', async () => {
  const rows = [
    ['The old harbour was built', 'nets and told the stories'],
    ['long before the town had', 'about the sea. When spring'],
    ['any wall. The ships came', 'came the first boats were'],
    ['from the north with their', 'greeted with bells and the'],
  ]
  const texts = rows.flatMap((row, at) => cells(100 + at * 30, row.toSpliced(1, 0, '', '')))
  expect(rowsOf(await markdownOf({ texts }))).toEqual([])
})

test('numbers of two columns that are close in one row stay apart', async () => {
  const rows = [
    ['North', '17', '', '', '5'],
    ['South', '', '20', '', '6'],
    ['East', '31', '42', '', '7'],
    ['West', '', '80', '', '9'],
  ]
  const xs = [72, 160, 174, 174, 340]
  const texts = rows.flatMap((row, at) =>
    row.flatMap((text, n) => (text === '' ? [] : [{ text, x: xs[n] ?? 0, y: 100 + at * 15 }])),
  )
  expect(rowsOf(await markdownOf({ texts }))).toContain('| East | 31 | 42 | 7 |')
})
