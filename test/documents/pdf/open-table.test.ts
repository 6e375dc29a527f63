import { describe, expect, it } from 'vitest'
import { markdownOf } from './pdf-markdown.ts'
import { linesAt, type Placed } from './placed-text.ts'

const rowsAt = (xs: readonly number[], y: number, rows: readonly (readonly string[])[]): Placed[] =>
  rows.flatMap((row, at) =>
    row.flatMap((text, column) => (text ? [{ text, x: xs[column] as number, y: y + at * 16 }] : [])),
  )
const line = (y: number, from = 72, to = 400) => [from, y, to, y] as const

describe('a table ruled only by horizontal lines', () => {
  it('has its label column and header, but no notes', async () => {
    const texts = [
      ...linesAt(72, 60, ['Table 1. Deaths by age']),
      { text: 'Women', x: 210, y: 86 },
      { text: 'Men', x: 330, y: 86 },
      ...rowsAt([72, 180, 240, 300, 360], 106, [['Age', 'No.', 'Rate', 'No.', 'Rate']]),
      ...rowsAt([72, 180, 240, 300, 360], 126, [
        ['45 to 54', '47', '21.8', '91', '8.7'],
        ['55 to 64', '116', '85.5', '224', '31.9'],
        ['Total', '163', '53.6', '315', '20.3'],
      ]),
      ...linesAt(72, 182, ['Source: a register that all hospitals of the country keep.']),
    ]
    const rules = [line(72), line(92, 175, 285), line(92, 295, 400), line(112), line(166)]
    expect(await markdownOf({ texts, rules })).toBe(
      [
        'Table 1. Deaths by age',
        '',
        '|  |  | Women |  | Men |',
        '| --- | --- | --- | --- | --- |',
        '| Age | No. | Rate | No. | Rate |',
        '| 45 to 54 | 47 | 21.8 | 91 | 8.7 |',
        '| 55 to 64 | 116 | 85.5 | 224 | 31.9 |',
        '| Total | 163 | 53.6 | 315 | 20.3 |',
        '',
        'Source: a register that all hospitals of the country keep.',
      ].join('\n'),
    )
  })

  it('is not a table of contents or text in two columns', async () => {
    const leaders = rowsAt([72, 180], 100, [
      ['1 Introduction', '. . . . . . . . . . . . . . . . . . 1'],
      ['2 Methods', '. . . . . . . . . . . . . . . . . . 3'],
      ['3 Results', '. . . . . . . . . . . . . . . . . . 9'],
    ])
    const left = linesAt(72, 200, [
      'The first column of the page',
      'has text that goes on below',
      'until it ends here.',
    ])
    const right = linesAt(240, 200, ['and the second column has', 'other text, which goes on', 'until it ends there.'])
    const markdown = await markdownOf({
      texts: [...leaders, ...left, ...right],
      rules: [line(80), line(150), line(250)],
    })
    expect(markdown).not.toContain('|')
  })
})

it('values on a shared baseline form a row of a ruled table, even inside a single frame', async () => {
  const texts = [
    ...rowsAt([80, 240, 340], 90, [['Category', '2005', '2010']]),
    ...rowsAt([80, 240, 340], 112, [
      ['All ages', '291,099', '303,858'],
      ['With a disability', '54,425', '56,672'],
      ['Severe', '34,947', '38,284'],
    ]),
  ]
  const down = [72, 230, 330, 420].map((x) => [x, 76, x, 156] as const)
  const across = [76, 98, 156].map((y) => [72, y, 420, y] as const)
  expect(await markdownOf({ texts, rules: [...down, ...across] })).toBe(
    [
      '| Category | 2005 | 2010 |',
      '| --- | --- | --- |',
      '| All ages | 291,099 | 303,858 |',
      '| With a disability | 54,425 | 56,672 |',
      '| Severe | 34,947 | 38,284 |',
    ].join('\n'),
  )
})

it('a mostly monospaced document is text with tables, not code', async () => {
  const prose = Array(8).fill('A typescript in which every letter is as wide as any other.')
  const texts = [
    ...linesAt(72, 72, prose, { font: 'mono', size: 10 }),
    ...rowsAt([72, 200, 300], 220, [
      ['Age', 'Share', 'Total'],
      ['Under 1', '0.0156', '3,533,692'],
      ['1 to 2', '0.0287', '6,493,373'],
      ['3 to 5', '0.0419', '9,483,880'],
    ]).map((text) => ({ ...text, font: 'mono' as const, size: 10 })),
  ]
  const markdown = await markdownOf({ texts })
  expect(markdown).not.toContain('`')
  expect(markdown).toContain('| Under 1 | 0.0156 | 3,533,692 |')
})
