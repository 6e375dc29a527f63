import { expect, test } from 'vitest'
import { markdownOf } from './pdf-markdown.ts'

const box = (x0: number, y0: number, x1: number, y1: number) =>
  [
    [x0, y0, x1, y0],
    [x0, y1, x1, y1],
    [x0, y0, x0, y1],
    [x1, y0, x1, y1],
  ] as const

test('cells with separate, slightly spaced borders form one table', async () => {
  const texts = [
    ...['Name', 'Type', 'Length'].map((text, at) => ({ text, x: 80 + at * 104, y: 118 })),
    ...['Feature', 'Number', '10'].map((text, at) => ({ text, x: 80 + at * 104, y: 142 })),
    ...['Class', 'Text', '50'].map((text, at) => ({ text, x: 80 + at * 104, y: 166 })),
  ]
  const rows = [104, 128, 152]
  const rules = rows.flatMap((y) => [75, 179, 283].flatMap((x) => box(x, y, x + 100, y + 20)))
  expect(await markdownOf({ texts, rules: [...rules, ...box(72, 100, 386, 176)] })).toBe(
    ['| Name | Type | Length |', '| --- | --- | --- |', '| Feature | Number | 10 |', '| Class | Text | 50 |'].join(
      '\n',
    ),
  )
})

test('an underline below words in a cell is not a border', async () => {
  const texts = [
    { text: 'Name', x: 80, y: 118 },
    { text: 'Source', x: 200, y: 118 },
    { text: 'Lakes', x: 80, y: 142 },
    { text: 'the survey', x: 200, y: 142 },
    { text: 'of the year', x: 200, y: 156 },
  ]
  const rules = [...box(75, 104, 175, 128), ...box(175, 104, 300, 128), ...box(75, 128, 175, 164)]
  const underline = [200, 143.5, 200 + 11 * 4.6, 143.5] as const
  expect(await markdownOf({ texts, rules: [...rules, ...box(175, 128, 300, 164), underline] })).toBe(
    '| Name | Source |\n| --- | --- |\n| Lakes | the survey of the year |',
  )
})

test('numbers side by side in one cell become rows of a nested table', async () => {
  const head = ['Shares', 'Amount', 'Shares', 'Amount']
  const rows = [1, 2, 3, 4, 5].map((n) => [`${n},000`, `${n}36.28`, `${n}00,000`, `${n}90.16`])
  const texts = [head, ...rows].flatMap((row, at) =>
    row.map((text, n) => ({ text, x: 90 + n * 110, y: 118 + at * 16 + (at > 0 ? 8 : 0) })),
  )
  const rules = [...box(75, 104, 300, 124), ...box(300, 104, 525, 124), ...box(75, 124, 300, 220)]
  expect(await markdownOf({ texts, rules: [...rules, ...box(300, 124, 525, 220)] })).toContain(
    '| 2,000 | 236.28 | 200,000 | 290.16 |',
  )
})

test('a ruled table with several full columns may have empty ones', async () => {
  const names = ['County', 'Active', 'All', 'Active', 'All', 'Active', 'All']
  const counties = ['Alcona', 'Alger', 'Allegan', 'Alpena', 'Antrim', 'Arenac', 'Baraga', 'Barry']
  const texts = [names, ...counties.map((name, at) => [name, `${at + 8},842`, `${at + 10},308`])].flatMap((row, at) =>
    row.map((text, column) => ({ text, x: 76 + column * 60, y: 114 + at * 20 })),
  )
  const across = Array.from({ length: 10 }, (_, at) => [72, 100 + at * 20, 492, 100 + at * 20] as const)
  const down = Array.from({ length: 8 }, (_, at) => [72 + at * 60, 100, 72 + at * 60, 280] as const)
  const markdown = await markdownOf({ texts, rules: [...across, ...down] })
  expect(markdown).toContain('| County | Active | All | Active | All | Active | All |')
  expect(markdown).toContain('| Alcona | 8,842 | 10,308 |  |  |  |  |')
})

test('names above the rules of a table are its header, but a sentence is not', async () => {
  const rows = [
    ['1.2.2024', 'Rent', '310.00'],
    ['2.2.2024', 'Salary', '2,410.00'],
    ['9.2.2024', 'Rent', '9.00'],
  ]
  const cells = rows.flatMap((row, at) => row.map((text, n) => ({ text, x: 80 + n * 104, y: 138 + at * 20 })))
  const rules = [124, 144, 164].flatMap((y) => [75, 179, 283].flatMap((x) => box(x, y, x + 104, y + 20)))
  const names = ['Date', 'Text', 'Amount'].map((text, n) => ({ text, x: 80 + n * 104, y: 118 }))
  const sentence = { text: 'All payments of the year 2024, by date', x: 80, y: 118 }
  expect(await markdownOf({ texts: [...names, ...cells], rules })).toMatch(/^\| Date \| Text \| Amount \|\n\| ---/)
  expect(await markdownOf({ texts: [sentence, ...cells], rules })).toMatch(
    /^All payments of the year 2024, by date\n\n\|/,
  )
})

test('names above the rules may end before the values of their columns', async () => {
  const rows = ['12', '7', '140'].map((value, at) => ({ text: value, x: 260, y: 138 + at * 20 }))
  const others = rows.flatMap(({ y }) => [
    { text: 'Cable', x: 80, y },
    { text: '3.10', x: 350, y },
  ])
  const rules = [124, 144, 164].flatMap((y) => [75, 179, 283].flatMap((x) => box(x, y, x + 104, y + 20)))
  const names = ['Item', 'Qty', 'Price'].map((text, n) => ({ text, x: 80 + n * 104, y: 118 }))
  expect(await markdownOf({ texts: [...names, ...rows, ...others], rules })).toMatch(
    /^\| Item \| Qty \| Price \|\n\| ---/,
  )
})
