import { expect, test } from 'vitest'
import type { PdfLine } from '../../../src/documents/pdf/layout/line.ts'
import { spacedRowStarts } from '../../../src/documents/pdf/layout/tables/table-rows.ts'
import { markdownOf } from './pdf-markdown.ts'
import { linesAt } from './placed-text.ts'

const xs = [72, 160, 260, 340, 420]
const cells = (y: number, texts: readonly string[]) =>
  texts.flatMap((text, at) => (text === '' ? [] : [{ text, x: xs[at] ?? 0, y }]))

test('aligned rows of numbers are separate rows, even if their first cell is empty', async () => {
  const texts = [
    ...cells(100, ['County', 'Date', 'Green', 'Red', 'Total']),
    ...cells(124, ['Apache', 'June', '225', '5', '230']),
    ...cells(136, ['', 'July', '231', '6', '237']),
    ...cells(160, ['Cochise', 'June', '644', '7', '651']),
    ...cells(172, ['', 'July', '650', '8', '658']),
  ]
  expect(await markdownOf({ texts })).toBe(
    [
      '| County | Date | Green | Red | Total |',
      '| --- | --- | --- | --- | --- |',
      '| Apache | June | 225 | 5 | 230 |',
      '|  | July | 231 | 6 | 237 |',
      '| Cochise | June | 644 | 7 | 651 |',
      '|  | July | 650 | 8 | 658 |',
    ].join('\n'),
  )
})

test('cells continue on the next lines until a wider gap, even below an empty first cell', async () => {
  const texts = [
    ...cells(100, ['Wine', 'Colour', 'Nose', 'Taste', 'Remark']),
    ...cells(124, ['Peel Island', 'Pale yellow.', 'Fresh, fruity,', 'Soft, fruity,', 'Good first.']),
    ...cells(136, ['Traminer', '', 'lemon and a', '', 'serve with']),
    ...cells(148, ['2000', '', 'strong lychee', '', 'hot dishes']),
    ...cells(172, ['Carau Pujol', 'Dark red, violet', 'Black fruit', 'Round, ripe', 'A bargain']),
    ...cells(184, ['', 'nearly opaque', 'of plums', '', '']),
  ]
  expect(await markdownOf({ texts })).toBe(
    [
      '| Wine | Colour | Nose | Taste | Remark |',
      '| --- | --- | --- | --- | --- |',
      '| Peel Island Traminer 2000 | Pale yellow. | Fresh, fruity, lemon and a strong lychee | Soft, fruity, | Good first. serve with hot dishes |',
      '| Carau Pujol | Dark red, violet nearly opaque | Black fruit of plums | Round, ripe | A bargain |',
    ].join('\n'),
  )
})

test('a sign for a missing number is a cell', async () => {
  const texts = [
    ...cells(100, ['County', 'Green', 'Red', 'Blue']),
    ...cells(116, ['Apache', '*', '225', '29']),
    ...cells(132, ['Cochise', '*', '644', '31']),
    ...cells(148, ['Gila', '*', '229', '33']),
  ].map((one) => (one.text === '*' ? { ...one, x: 215 } : one.text === 'Green' ? { ...one, x: 195 } : one))
  expect(await markdownOf({ texts })).toContain('| Cochise | \\* | 644 | 31 |')
})

test('right-aligned numbers are columns, even if the gap between them is narrow', async () => {
  const digit = 11 * 0.556
  const rows = [
    ['one', '5000', '25336'],
    ['two', '500', '5387'],
    ['three', '50', '25'],
    ['four', '12500', '18802'],
    ['five', '7', '90000'],
  ]
  const texts = rows.flatMap(([name = '', first = '', second = ''], at) => [
    { text: name, x: 72, y: 100 + at * 16 },
    { text: first, x: 200 - first.length * digit, y: 100 + at * 16 },
    { text: second, x: 237 - second.length * digit, y: 100 + at * 16 },
  ])
  expect(await markdownOf({ texts })).toContain('| two | 500 | 5387 |')
  expect(await markdownOf({ texts })).toContain('| four | 12500 | 18802 |')
})

test('columns of text with wide blanks in their lines are not a table', async () => {
  const column = (x: number, name: string) =>
    Array.from({ length: 9 }, (_, n) => {
      const start = `${name}${n} ${'begins'.slice(0, 2 + (n % 4))}`
      const end = x + start.length * 6.6
      return [
        { text: start, x, y: 100 + n * 14, font: 'mono' as const },
        { text: 'a line to its end'.slice(n % 4), x: end + 14, y: 100 + n * 14 },
      ]
    }).flat()
  const markdown = await markdownOf({ texts: [...column(72, 'left'), ...column(330, 'right')] })
  expect(markdown).not.toContain('|')
  expect(markdown.match(/left\d|right\d/g)?.slice(7, 11)).toEqual(['left7', 'left8', 'right0', 'right1'])
})

test('rows are separate even if all cells start with lower-case letters', async () => {
  const texts = [
    ...cells(100, ['length', 'name.length', 'clip to path', 'clip']),
    ...cells(112, ['cyclic flag', 'name.cyclic', 'clip picture', 'clips']),
    ...cells(124, ['pop element', 'name.pop', 'gray pen', 'gray']),
    ...cells(148, ['deep copy', 'copy', 'default pen', 'pen']),
    ...cells(160, ['return sorted', 'sort', 'dotted pen', 'dotted']),
    ...cells(172, ['first index', 'find', 'dashed pen', 'dashed']),
  ]
  const markdown = await markdownOf({ texts })
  expect(markdown).toContain('| cyclic flag | name.cyclic | clip picture | clips |')
  expect(markdown).toContain('| return sorted | sort | dotted pen | dotted |')
})

test('the words of a line that spans columns are kept, even if one of them ends where a column does', async () => {
  const texts = [
    ...Array.from({ length: 9 }, (_, n) => cells(100 + n * 24, [`0.${n}`, 'changed', 'Baker', '1', 'plain'])).flat(),
    { text: 'A condition that checks its own', x: 75, y: 316 },
    ...cells(316, ['', '', 'Green', '2', 'plain']),
  ]
  expect(await markdownOf({ texts })).toContain('A condition that checks its own')
})

test('the columns of a reference card, with headings at different heights, are not a table', async () => {
  const card = (x: number, name: string, starts: readonly number[]) =>
    starts.flatMap((from, part) => [
      { text: `Part ${part + 1} of ${name}`, x, y: 80 + from * 14, size: 15 },
      ...Array.from({ length: 6 }, (_, n) => [
        { text: `${name}-${from + n}`, x, y: 80 + (from + n + 1) * 14 },
        { text: 'does this', x: x + 90, y: 80 + (from + n + 1) * 14 },
      ]).flat(),
    ])
  const markdown = await markdownOf({
    texts: [...card(40, 'alpha', [0, 8]), ...card(230, 'beta', [0, 7, 14]), ...card(420, 'gamma', [0, 9])],
  })
  const order = markdown.match(/Part \d of \w+/g)
  expect(order).toEqual(
    ['alpha 1', 'alpha 2', 'beta 1', 'beta 2', 'beta 3', 'gamma 1', 'gamma 2'].map((one) =>
      one.replace(/(\w+) (\d)/, 'Part $2 of $1'),
    ),
  )
  expect(markdown).toContain('| alpha-1 | does this |')
})

test('text in two columns with stretched lines is not a list of terms', async () => {
  const line = (n: number) => `Line ${n} of this column goes on to its right side`
  const texts = Array.from({ length: 12 }, (_, n) => [
    ...(n % 2
      ? [
          { text: `left ${n}`, x: 60, y: 100 + n * 14 },
          { text: 'is stretched here', x: 210, y: 100 + n * 14 },
        ]
      : [{ text: `left ${n} fills its line to the right edge of it`, x: 60, y: 100 + n * 14 }]),
    { text: line(n), x: 330, y: 100 + n * 14 },
  ]).flat()
  expect(await markdownOf({ texts })).not.toContain('|')
})

test('the lines of a row below a cell that spans columns are kept', async () => {
  const texts = [
    ...Array.from({ length: 9 }, (_, n) => cells(100 + n * 24, [`0.${n}`, 'changed', 'Baker', '1', 'plain'])).flat(),
    ...cells(316, ['A condition that checks', '', 'Green', '2', 'plain']),
    ...cells(328, ['', 'its display', '', '', '']),
  ]
  const markdown = await markdownOf({ texts })
  expect(markdown).toContain('| 0.8 | changed | Baker | 1 | plain |')
  expect(markdown).toContain('A condition that checks its display')
})

test('a row whose cells are centred between the lines of another cell stays one row', async () => {
  const texts = [
    ...cells(100, ['Pos', 'Description', '', 'Price', 'Amount']),
    ...cells(116, ['', 'Oak shelf, 80 cm']),
    ...cells(122, ['1', '', '', '49.90', '99.80']),
    ...cells(128, ['', 'colour: natural']),
    ...cells(144, ['2', 'Delivery', '', '12.00', '12.00']),
    ...cells(160, ['', 'Screws M4']),
    ...cells(166, ['3', '', '', '5.50', '16.50']),
    ...cells(172, ['', 'stainless steel']),
  ]
  expect(await markdownOf({ texts })).toBe(
    [
      '| Pos | Description | Price | Amount |',
      '| --- | --- | --- | --- |',
      '| 1 | Oak shelf, 80 cm colour: natural | 49.90 | 99.80 |',
      '| 2 | Delivery | 12.00 | 12.00 |',
      '| 3 | Screws M4 stainless steel | 5.50 | 16.50 |',
    ].join('\n'),
  )
})

test('a name at the left of its column belongs to the numbers at the right', async () => {
  const texts = [
    ...cells(100, ['Name', 'Height']),
    ...['21', '18', '15'].flatMap((height, at) => [
      { text: ['Oak', 'Elm', 'Birch'][at] ?? '', x: 72, y: 116 + at * 16 },
      { text: height, x: 220, y: 116 + at * 16 },
    ]),
  ]
  expect(await markdownOf({ texts })).toContain('| Name | Height |\n| --- | --- |\n| Oak | 21 |')
})

test('authors centred side by side are not a table', async () => {
  // All of these letters are equally wide.
  const pair = (y: number, texts: readonly string[]) =>
    texts.map((text, at) => ({ text, x: (at === 0 ? 190 : 420) - text.length * 2.78, y, size: 10 }))
  const texts = [
    ...pair(100, ['annabodenau', 'bobbauhaugen']),
    ...pair(114, ['henebogenundgebaudebau', 'bodenundgebaude']),
    ...pair(128, ['annaandedu', 'bobbedu']),
  ]
  expect(await markdownOf({ texts })).not.toContain('|')
})

test('the title of a group of rows is not part of the first of them', async () => {
  const texts = [
    ...cells(100, ['County', 'June', 'July', 'Total']),
    ...cells(120, ['District 1']),
    ...cells(132, ['Apache', '225', '231', '456']),
    ...cells(152, ['District 2']),
    ...cells(164, ['Cochise', '644', '650', '1294']),
    ...cells(184, ['District 3']),
    ...cells(196, ['Gila', '38', '39', '77']),
  ]
  const markdown = await markdownOf({ texts })
  expect(markdown).toContain('| Apache | 225 | 231 | 456 |')
  expect(markdown).toContain('| Cochise | 644 | 650 | 1294 |')
})

test('a list after a table is not part of its last row', async () => {
  const texts = [
    ...cells(100, ['Feature', 'Basic', 'Team']),
    ...cells(117, ['alarm', 'no', 'yes']),
    ...cells(134, ['drain', 'yes', 'no']),
    ...linesAt(86, 165, ['1. close the valve', '2. lock the door']),
  ]
  expect(await markdownOf({ texts })).toMatch(/\| drain \| yes \| no \|\n\n1\. close the valve\n2\. lock the door$/)
})

test('lines wider than a column, after a table, do not take columns from it', async () => {
  const texts = [
    ...cells(100, ['Feature', 'Basic', 'Team']),
    ...cells(117, ['alarm', 'no', 'yes']),
    ...cells(134, ['drain', 'yes', 'no']),
    ...linesAt(
      86,
      175,
      Array.from({ length: 9 }, (_, n) => `${n + 1}. check part ${n} of the pump`),
    ),
  ]
  expect(await markdownOf({ texts })).toContain('| drain | yes | no |')
})

test('a sum below the last amount is a row', async () => {
  const right = (text: string, y: number) => ({ text, x: 400 - text.length * 6.2, y })
  const texts = [
    ...['10.00', '21.00', '32.00'].flatMap((amount, at) => [
      { text: `K${at}`, x: 72, y: 100 + at * 12 },
      { text: 'Cable', x: 160, y: 100 + at * 12 },
      { text: '2', x: 260, y: 100 + at * 12 },
      right(amount, 100 + at * 12),
    ]),
    { text: 'Sum', x: 160, y: 136 },
    right('63.00', 136),
  ]
  expect(await markdownOf({ texts })).toMatch(/\| K2 \| Cable \| 2 \| 32\.00 \|\n\| {2}\| Sum \| {2}\| 63\.00 \|$/)
})

test('a column at the right of its cells ends there, even close to the next one', async () => {
  const digit = 11 * 0.556
  const texts = ['1', '20', '300', '4000', '50'].flatMap((number, at) => [
    { text: number, x: 120 - number.length * digit, y: 100 + at * 16 },
    { text: 'Cable', x: 123.2, y: 100 + at * 16 },
    { text: `${at}.50`, x: 300, y: 100 + at * 16 },
  ])
  expect(await markdownOf({ texts })).toContain('| 4000 | Cable | 3.50 |')
})

test('20,000 cells that each overlap the next one are not centred in their rows', () => {
  const line = (baseline: number) => ({ text: 'cell', baseline, size: 10, bottom: baseline + 2 }) as PdfLine
  const grid = Array.from({ length: 20_000 }, (_, at) => (at % 2 ? [[], [line(at * 8.5)]] : [[line(at * 8.5)], []]))
  const close = [line(-9), line(-18)].map((one) => [[one], []])
  expect(spacedRowStarts([...close.toReversed(), ...grid])).toBeNull()
})
