import { describe, expect, it } from 'vitest'
import { markdownOf } from './pdf-markdown.ts'
import { linesAt, type Placed } from './placed-text.ts'

const rowsAt = (xs: readonly number[], y: number, rows: readonly (readonly string[])[], step = 16): Placed[] =>
  rows.flatMap((row, at) =>
    row.flatMap((text, column) => (text ? [{ text, x: xs[column] as number, y: y + at * step }] : [])),
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

  it('is not a list whose markers are apart from the items', async () => {
    const texts = rowsAt([80, 130], 100, [
      ['*', 'Fixed all faults.'],
      ['*', 'Applied a patch.'],
      ['*', 'Late night work.'],
    ])
    expect(await markdownOf({ texts, rules: [line(84), line(104), line(120), line(140)] })).not.toContain('|')
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

describe('rows of several lines', () => {
  const row = (y: number, ...lines: readonly (readonly string[])[]) => rowsAt([72, 180, 350], y, lines, 13)

  it('are not assumed where only the label is missing, or where every cell has ended', async () => {
    const grammar = [
      ...row(100, ['list', '::=', 'item'], ['', '|', 'item list'], ['', ';']),
      ...row(145, ['item', '::=', 'name'], ['', '|', 'number'], ['', '|', 'text'], ['', ';']),
      ...row(203, ['name', '::=', 'letter'], ['', '|', 'letter name'], ['', ';']),
    ]
    expect(await markdownOf({ texts: grammar, rules: [line(86), line(236)] })).toContain(
      '| item list |\n| item | ::= | name |\n|  |',
    )
    const wide = 'An answer that is as long as its column and goes on'
    const questions = [100, 150, 200].flatMap((y) => [
      ...row(y, ['Question', 'Which way?'], ['Answer', wide], ['', 'on the next line.']),
    ])
    expect(await markdownOf({ texts: questions, rules: [line(86), line(236)] })).toContain(
      `| Answer | ${wide} on the next line. |`,
    )
  })

  it('are not made of numbered headings and the text below them', async () => {
    const texts = [100, 150, 200].flatMap((y, at) => [
      { text: `1.${at}`, x: 72, y, font: 'bold' as const },
      { text: 'The heading of a section', x: 120, y, font: 'bold' as const },
      ...linesAt(72, y + 16, ['The text of the section begins here, below its number.', 'It ends here.']),
    ])
    expect(await markdownOf({ texts })).not.toContain('|')
  })
})

it('numbers below numbers form a row, even in few of many columns', async () => {
  const xs = [72, 160, 220, 280, 340, 400]
  const texts = rowsAt(xs, 100, [
    ['Model', 'Linear', 'Log', 'Probit', 'Hurdle', 'Zero'],
    ['income', '1.02', '1.03', '0.92', '1.19', '1.20'],
    ['', '(0.02)', '(0.06)', '(0.05)', '(0.05)', '(0.06)'],
    ['visits', '', '', '', '0.31', '0.80'],
    ['', '', '', '', '(0.09)', '(0.42)'],
    ['school', '', '', '', '0.57', '0.08'],
    ['', '', '', '', '(0.01)', '(0.02)'],
  ])
  const markdown = await markdownOf({ texts, rules: [line(86, 72, 440), line(104, 72, 440), line(202, 72, 440)] })
  expect(markdown).toContain('| visits |  |  |  | 0.31 | 0.80 |\n|  |  |  |  | (0.09) | (0.42) |')
})

it('columns of signs are read from a table with only some vertical rules', async () => {
  const xs = [80, 200, 250, 320, 370]
  const rows = ['cover', 'summary', 'thanks', 'preface', 'chapter', 'index']
  const texts = rowsAt(xs, 100, [
    ['File', 'Long', 'Short', 'Long', 'Short'],
    ...rows.map((name) => [name, '+', '-', '-', '+']),
  ])
  const down = [180, 300].map((x) => [x, 86, x, 190] as const)
  expect(await markdownOf({ texts, rules: [line(86, 72), line(104, 72), line(190, 72), ...down] })).toContain(
    '| preface | + | - | - | + |',
  )
})

it('takes the rows above the first and below the last rule between rows into the table', async () => {
  const row = (y: number, texts: readonly string[]) =>
    texts.map((text, at) => ({ text, x: [72, 200, 300][at] ?? 0, y }))
  const rule = (y: number) => [70, y, 400, y] as const
  const texts = [
    ...row(100, ['Name', 'Height', 'Girth']),
    ...row(120, ['Oak', '21', '3.4']),
    ...row(140, ['Elm', '18', '2.9']),
    ...row(160, ['Birch', '15', '1.2']),
    { text: 'Every autumn the council measures the depth of the channel and publishes a report.', x: 72, y: 190 },
  ]
  expect(await markdownOf({ texts, rules: [rule(106), rule(126), rule(146)] })).toBe(
    [
      '| Name | Height | Girth |',
      '| --- | --- | --- |',
      '| Oak | 21 | 3.4 |',
      '| Elm | 18 | 2.9 |',
      '| Birch | 15 | 1.2 |',
      '',
      'Every autumn the council measures the depth of the channel and publishes a report.',
    ].join('\n'),
  )
})
