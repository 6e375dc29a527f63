import { expect, test } from 'vitest'
import { lineOf } from '../../../src/documents/pdf/layout/line.ts'
import { rowTest } from '../../../src/documents/pdf/layout/tables/table.ts'
import { plainFont, type Run } from '../../../src/documents/pdf/page/run.ts'
import { markdownOf } from './pdf-markdown.ts'
import { pdfText } from './pdf-text.ts'
import { linesAt, type Placed, placedPdf } from './placed-text.ts'

const pages = (head: (number: number) => { text: string; x: number; y: number; size?: number }[]) =>
  [1, 2, 3].map((number) => ({
    texts: [...head(number), ...linesAt(72, 140, [`Text of page ${['one', 'two', 'three'][number - 1]}.`])],
  }))

test('a title at the top of every page is the heading of the first', async () => {
  const markdown = await markdownOf(
    ...pages((number) => [
      { text: 'Results of the election', x: 200, y: 40, size: 16 },
      { text: `Page: ${number}`, x: 520, y: 40 },
    ]),
  )
  expect(markdown).toBe(
    '# Results of the election\n\nText of page one.\n\n<!-- page 2 -->\n\nText of page two.\n\n<!-- page 3 -->\n\nText of page three.',
  )
})

test('several lines repeated at the top of every page are kept on the first', async () => {
  const markdown = await markdownOf(
    ...pages(() => [
      { text: 'Registered voters', x: 200, y: 40 },
      { text: 'by county', x: 200, y: 54 },
    ]),
  )
  expect(markdown.match(/Registered voters|by county/g)).toEqual(['Registered voters', 'by county'])
})

/** Pages with one line of text, and other texts for each page number. */
const pagesWith = (count: number, texts: (number: number) => Placed[]) =>
  Array.from({ length: count }, (_, at) => ({
    texts: [...texts(at + 1), ...linesAt(72, 140, [`Text ${'abcdefgh'[at]}.`])],
  }))

const footersLeft = async (count: number, footer: (number: number) => string) => {
  const { text, warnings } = await pdfText(
    placedPdf(pagesWith(count, (number) => [{ text: footer(number), x: 300, y: 750 }])),
  )
  const left = text.split('\n\n').filter((line) => !/^Text [a-h]\.$/.test(line))
  return { left, messages: warnings.map(({ message }) => message) }
}

test('a running head whose words change is kept as text, without page numbers', async () => {
  const exhibits = pagesWith(6, (number) => [
    { text: `Exhibit ${6 + Math.ceil(number / 2)} (Rev. 2024)`, x: 72, y: 40, font: 'bold' },
    { text: `Page ${number}`, x: 500, y: 40 },
  ])
  const markdown = await markdownOf(...exhibits)
  expect(markdown.match(/Exhibit \d/g)).toEqual([7, 7, 8, 8, 9, 9].map((exhibit) => `Exhibit ${exhibit}`))
  expect(markdown).not.toMatch(/Page|#/)
})

const roman = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii']

test.each<[string, (number: number) => string]>([
  ['the number of pages', (number) => `${number}/7`],
  ['Roman numerals', (number) => roman[number] ?? ''],
  ['numbers that start again', (number) => `- ${number < 4 ? number : number - 3} -`],
  ['numbers within a chapter', (number) => (number < 4 ? `2-${number}` : `3-${number - 3}`)],
])('page numbers are left out: %s', async (_, footer) => {
  const { left, messages } = await footersLeft(7, footer)
  expect(left).toEqual([])
  expect(messages).toEqual([
    expect.stringMatching(/^7 lines of running headers, footers, page numbers or stamps were left out: "/),
  ])
})

test.each<[string, (number: number) => string]>([
  ['a day', (number) => `Day ${number}`],
  ['a question of several', (number) => `Question ${number} of 7`],
  ['a date', (number) => `${number} May 2024`],
  ['a year', (number) => `${2018 + number}`],
  ['the number of an invoice', (number) => `${1000 + number}`],
  ['a part', (number) => `Part ${roman[number]}`],
  ['a clause', (number) => `${number}. The tenant pays rent.`],
  ['a sentence', (number) => `See exhibit ${number} for the figures of this month.`],
  ['a sentence about a page', (number) => `See page ${number} for the figures of this month.`],
])('text is kept whose number counts with the pages, but is not a page number: %s', async (_, footer) => {
  const { left, messages } = await footersLeft(7, footer)
  expect(left).toEqual([1, 2, 3, 4, 5, 6, 7].map(footer))
  expect(messages).toEqual([])
})

test.each<[string, (number: number) => string]>([
  ['after a title and a rule', (number) => `Harbour report | ${number}`],
  ['before a title and a rule', (number) => `${number + 8} | Chapter 3`],
  ['after a title and a dash', (number) => `Harbour report 2024 - ${number}`],
  ['with a word after a title', (number) => `Harbour report, p. ${number}`],
  ['with a word before a title', (number) => `Seite ${number} · Hafenbericht`],
  ['of an excerpt', (number) => `${number + 312}`],
  ['with the number of pages in brackets', (number) => `Sida ${number} (7)`],
  ['before the word', (number) => `${number}. oldal`],
])('page numbers with other text are left out: %s', async (_, footer) => {
  expect((await footersLeft(7, footer)).left).toEqual([])
})

test('a number that the document states as that of the page is left out, however large', async () => {
  const labels = '/PageLabels << /Nums [0 << /S /D /St 2019 >>] >>'
  const pages = pagesWith(4, (number) => [{ text: `${2018 + number}`, x: 300, y: 750 }])
  const { text } = await pdfText(placedPdf(pages, '', labels))
  expect(text).toBe(['a', 'b', 'c', 'd'].map((name) => `Text ${name}.`).join('\n\n'))
})

test('text on the even pages only is left out, and that of the odd pages is kept if it changes', async () => {
  const { left, messages } = await footersLeft(8, (number) =>
    number % 2 === 0 ? 'A book of trees' : `On ${['oaks', 'elms', 'yews', 'firs'][(number - 1) / 2]}`,
  )
  expect(left).toEqual(['On oaks', 'On elms', 'On yews', 'On firs'])
  expect(messages).toEqual([
    '4 lines of running headers, footers, page numbers or stamps were left out: "A book of trees"',
  ])
})

test.each<[string, number, (number: number) => string]>([
  ['two pages', 2, () => 'Confidential'],
  [
    'two of seven pages',
    7,
    (number) => (number < 3 ? 'Confidential' : `Note ${roman[9 - number]} of ${'abcdefgh'[number]}`),
  ],
  ['numbers that do not count with the pages', 5, (number) => `Balance ${[310, 95, 411, 12, 700][number - 1]}`],
])('text is kept that is the same on too few pages: %s', async (_, count, footer) => {
  const { left, messages } = await footersLeft(count, footer)
  expect(left).toEqual(Array.from({ length: count }, (_, at) => footer(at + 1)))
  expect(messages).toEqual([])
})

test('the warning quotes three lines, each cut at 60 characters', async () => {
  const long = 'The yearly report of the harbour office to the council of the island of the trees'
  const pages = pagesWith(4, (number) => [
    ...linesAt(72, 30, [long, 'For the council', 'Not to be printed']),
    { text: `Page ${number} of 4`, x: 300, y: 750 },
  ])
  const { warnings } = await pdfText(
    placedPdf(pages.map(({ texts }, at) => ({ texts: at === 0 ? texts.slice(3) : texts }))),
  )
  expect(warnings).toEqual([
    {
      code: 'running_text_removed',
      message: `13 lines of running headers, footers, page numbers or stamps were left out: "Page 1 of 4", "${long.slice(0, 60)}", "For the council"`,
    },
  ])
})

/** Rows of a table without rules, 18 points apart, that fill a page. */
const rowsOn = (page: number, row: (n: number) => readonly string[], head?: readonly string[]) => ({
  texts: [...(head ? [head] : []), ...Array.from({ length: 36 }, (_, at) => row((page - 1) * 36 + at + 1))].flatMap(
    (cells, at) => cells.map((text, column) => ({ text, x: 72 + column * 120, y: 60 + at * 18 })),
  ),
})

test.each<[string, (n: number) => string[]]>([
  ['numbers', (n) => [`${n}`, `${(n * 7919) % 997}`, `${(n * 104729) % 89}`]],
  ['the same words', (n) => [`${n}`, 'paid', '0.00']],
  ['words alone', () => ['open', 'paid', 'none']],
])('rows of a table at the edges of pages are kept: %s', async (_, row) => {
  const markdown = await markdownOf(...[1, 2, 3, 4].map((page) => rowsOn(page, row)))
  const all = Array.from({ length: 144 }, (_, at) => `| ${row(at + 1).join(' | ')} |`)
  expect(markdown.split('\n').filter((line) => all.includes(line))).toEqual(all)
})

test('the repeated head of a table without rules is written once', async () => {
  const row = (n: number) => [`${n}`, `${(n * 7919) % 997}`, `${(n * 104729) % 89}`]
  const markdown = await markdownOf(...[1, 2, 3].map((page) => rowsOn(page, row, ['Nr', 'Height', 'Age'])))
  expect(markdown.match(/Nr|Height|Age/g)).toEqual(['Nr', 'Height', 'Age'])
  expect(markdown.match(/^\| \d+ \|/gm)).toHaveLength(108)
})

test('a page number below the last row of a table is not a row', async () => {
  const row = (n: number) => [`${n}`, `${(n * 7919) % 997}`]
  const pages = [1, 2, 3].map((page) => ({
    texts: [...rowsOn(page, row).texts, { text: `${page}`, x: 192, y: 60 + 36 * 18 }],
  }))
  expect((await markdownOf(...pages)).match(/^\| \d+ \|/gm)).toHaveLength(108)
})

const customers = ['ACME', 'Birch', 'Corvus', 'Delta']
const formRows: [string, (at: number) => string][] = [
  ['Customer', (at) => customers[at] ?? ''],
  ['Amount', (at) => `${[1200, 88, 17, 912][at]}.50`],
  ['City', (at) => ['Berlin', 'Bonn', 'Munich', 'Cologne'][at] ?? ''],
]

test.each([30, 700])(
  'rows of a form keep their labels, which are the same on every page: %i points down',
  async (y) => {
    const pages = customers.map((_, at) => ({
      texts: [
        ...formRows.flatMap(([label, value], row) => [
          { text: label, x: 72, y: y + row * 20 },
          { text: value(at), x: 300, y: y + row * 20 },
        ]),
        ...linesAt(72, 140, [`Text ${'abcd'[at]}.`]),
      ],
    }))
    const { text, warnings } = await pdfText(placedPdf(pages))
    for (const [at] of customers.entries())
      expect(text).toContain(formRows.map(([label, value]) => `${label}${value(at)}`).join('\n'))
    expect(warnings).toEqual([])
  },
)

test('the labels of a sum at the bottom of every page are kept', async () => {
  const pages = [12, 50, 7, 100].map((sum, at) => ({
    texts: [
      ...linesAt(72, 140, [`Text ${'abcd'[at]}.`]),
      ...['Subtotal', 'VAT 19%', 'Total due'].flatMap((label, row) => [
        { text: label, x: 330, y: 672 + row * 16, size: 10, font: row < 2 ? ('plain' as const) : ('bold' as const) },
        { text: `${sum + row}.00`, x: 480, y: 672 + row * 16, size: 10 },
      ]),
    ],
  }))
  const { text, warnings } = await pdfText(placedPdf(pages))
  expect(text.match(/Subtotal|VAT 19%|Total due/g)).toHaveLength(12)
  expect(warnings).toEqual([])
})

test('a row is looked up once in the text that is repeated on other pages', () => {
  const asked: Run[] = []
  const repeated = { has: (run: Run) => asked.push(run) > 0 }
  const lines = ['Nr', '1', '2'].map((text, at) => {
    const place = { left: 72, right: 90, baseline: 60 + at * 18, size: 11, shift: 0 as const, href: null, mark: null }
    return lineOf([{ ...place, text, font: plainFont, isRightToLeft: false, isArtifact: false }])
  })
  const rows = lines.map((line) => [{ lines: [line], columns: 1, rows: 1 }])
  const isRow = rowTest({ left: 72, right: 90, top: 0, bottom: 120, rows, headRows: 1 }, repeated)
  expect(lines.some(isRow)).toBe(false)
  expect(asked).toEqual(lines.flatMap(({ runs }) => runs))
})
