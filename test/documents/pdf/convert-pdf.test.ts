import { expect, test } from 'vitest'
import { areasOf } from '../../../src/documents/pdf/page/link-areas.ts'
import { formatPage } from '../../../src/format/formats.ts'
import { htmlPage } from '../../format/page.ts'
import { onePage, stream } from './pdf-document.ts'
import { linesAt, type PlacedPage, placedPdf } from './placed-text.ts'

async function markdownOf(...pages: PlacedPage[]): Promise<string> {
  const body = placedPdf(pages)
  const page = htmlPage('', { mediaType: 'application/pdf', contentType: 'application/pdf', charset: 'utf-8', body })
  const { content } = await formatPage(page, { output: 'markdown', cssSelector: null, mainContent: true })
  return content as string
}

const prose = [
  'The first line of this paragraph fills the column to its right side,',
  'and so does the second one, which is about as long as the one above it,',
  'until it ends here.',
]

test('lines are joined into paragraphs, which vertical space separates', async () => {
  const texts = [...linesAt(72, 100, prose), ...linesAt(72, 160, prose)]
  const paragraph = prose.join(' ')
  expect(await markdownOf({ texts })).toBe(`${paragraph}\n\n${paragraph}`)
})

test('a hyphen at the end of a line is removed unless the word is hyphenated elsewhere', async () => {
  const texts = linesAt(72, 100, [
    'This paper is about docu-',
    'ments of a well-known kind, and about well-',
    'known readers. Each document has pages.',
  ])
  expect(await markdownOf({ texts })).toContain('about documents of a well-known kind, and about well-known readers.')
})

test('headings have levels by size, the same on every page', async () => {
  const page = (title: string, y: number) => [
    { text: title, x: 72, y, size: 16, font: 'bold' as const },
    ...linesAt(72, y + 30, prose),
    { text: `Part of ${title}`, x: 72, y: y + 110, font: 'bold' as const },
    ...linesAt(72, y + 130, prose),
  ]
  const title = { text: 'The title', x: 72, y: 60, size: 24 }
  const markdown = await markdownOf({ texts: [title, ...page('One', 120)] }, { texts: page('Two', 120) })
  expect(markdown.match(/^(?:#+ .*|<!--.*)$/gm)).toEqual([
    '# The title',
    '## One',
    '### Part of One',
    '<!-- page 2 -->',
    '## Two',
    '### Part of Two',
  ])
})

test('columns are read one after the other, below a title across both', async () => {
  const column = (x: number, name: string) =>
    linesAt(
      x,
      150,
      Array.from({ length: 12 }, (_, n) => `${name} line ${n} has enough words to be text`),
    )
  const markdown = await markdownOf({
    texts: [
      { text: 'A title that stands across both of the columns below it', x: 100, y: 100, size: 15 },
      ...column(320, 'right'),
      ...column(72, 'left'),
    ],
  })
  expect(markdown.match(/title|(?:left|right) line \d+/g)).toEqual([
    'title',
    ...Array.from({ length: 12 }, (_, n) => `left line ${n}`),
    ...Array.from({ length: 12 }, (_, n) => `right line ${n}`),
  ])
})

test('a ruled table keeps its cells, including those that span columns', async () => {
  const texts = [
    { text: 'Name', x: 80, y: 120, font: 'bold' as const },
    { text: 'Sizes', x: 180, y: 120, font: 'bold' as const },
    { text: 'Bolt', x: 80, y: 140 },
    { text: '10', x: 180, y: 140 },
    { text: '12', x: 280, y: 140 },
  ]
  const rules = [
    ...[105, 125, 145].map((y) => [75, y, 375, y] as const),
    ...[75, 175, 375].map((x) => [x, 105, x, 145] as const),
    [275, 125, 275, 145] as const,
  ]
  expect(await markdownOf({ texts, rules })).toBe('| Name | Sizes | Sizes |\n| --- | --- | --- |\n| Bolt | 10 | 12 |')
})

test('columns of short texts become a table without rules', async () => {
  const rows = [
    ['Article', 'Colour', 'Price'],
    ['Chair', 'red', '12.50'],
    ['Table', 'green', '99.00'],
    ['Lamp', 'blue', '7.25'],
  ]
  const texts = rows.flatMap((row, at) => row.map((text, n) => ({ text, x: 72 + n * 130, y: 100 + at * 16 })))
  expect(await markdownOf({ texts })).toBe(
    [
      '| Article | Colour | Price |',
      '| --- | --- | --- |',
      ...rows.slice(1).map((row) => `| ${row.join(' | ')} |`),
    ].join('\n'),
  )
})

test('items become lists, nested by indentation', async () => {
  const texts = [
    { text: '1. first', x: 72, y: 100 },
    { text: '\x95', x: 90, y: 114 },
    { text: 'inner', x: 104, y: 114 },
    { text: '2. second, which is long enough to need another', x: 72, y: 128 },
    { text: 'line', x: 84, y: 142 },
  ]
  expect(await markdownOf({ texts })).toBe('1. first\n   - inner\n2. second, which is long enough to need another line')
})

test('repeated text at the edges of the pages is left out, and so are page numbers', async () => {
  const pages = [1, 2, 3].map((number) => ({
    texts: [
      { text: 'Annual report', x: 72, y: 40 },
      ...linesAt(72, 100, [`Text of page ${['one', 'two', 'three'][number - 1]}.`]),
      { text: `Page ${number} of 3`, x: 280, y: 760 },
    ],
  }))
  expect(await markdownOf(...pages)).toBe(
    'Text of page one.\n\n<!-- page 2 -->\n\nText of page two.\n\n<!-- page 3 -->\n\nText of page three.',
  )
})

test('links apply to the words in their areas, and typed URLs are links', async () => {
  const texts = [{ text: 'Read the manual or http://b.example.org/x.', x: 72, y: 100 }]
  const links = [{ uri: 'https://a.example.org/', rect: [118, 90, 160, 103] as const }]
  expect(await markdownOf({ texts, links })).toBe(
    'Read the [manual](https://a.example.org/) or http://b.example.org/x.',
  )
})

test('monospaced lines become code, with their indentation', async () => {
  const texts = [
    ...linesAt(72, 100, prose),
    ...linesAt(72, 160, ['if (x) {'], { font: 'mono' }),
    ...linesAt(72 + 2 * 6.6, 174, ['return 1'], { font: 'mono' }),
    ...linesAt(72, 188, ['}'], { font: 'mono' }),
  ]
  expect(await markdownOf({ texts })).toContain('```\nif (x) {\n  return 1\n}\n```')
})

test('raised bullets in a separate font start an item', async () => {
  const texts = [
    { text: 'trees', x: 90, y: 100, size: 24 },
    { text: '\x95', x: 66, y: 95, size: 11 },
    { text: 'benches', x: 90, y: 140, size: 24 },
    { text: '\x95', x: 66, y: 135, size: 11 },
  ]
  expect(await markdownOf({ texts })).toBe('- trees\n- benches')
})

test('rows without rules between them are split where all cells start again', async () => {
  const row = (y: number, cells: readonly string[][]) => cells.flatMap((lines, at) => linesAt(80 + at * 150, y, lines))
  const texts = [
    ...row(118, [['Agent'], ['Hours'], ['Remark']]),
    ...row(140, [['first', 'agent'], ['24'], ['wash it', 'afterwards']]),
    ...row(180, [['second', 'agent'], ['12'], ['dry it', 'before']]),
    ...row(220, [['third', 'agent'], ['6', '(cold)'], ['leave it']]),
  ]
  const rules = [
    ...[105, 125, 245].map((y) => [75, y, 525, y] as const),
    ...[75, 225, 375, 525].map((x) => [x, 105, x, 245] as const),
  ]
  expect(await markdownOf({ texts, rules })).toBe(
    [
      '| Agent | Hours | Remark |',
      '| --- | --- | --- |',
      '| first agent | 24 | wash it afterwards |',
      '| second agent | 12 | dry it before |',
      '| third agent | 6 (cold) | leave it |',
    ].join('\n'),
  )
})

test('right-to-left items are nested by their distance from the right', async () => {
  const toUnicode =
    'begincmap 1 begincodespacerange <00> <FF> endcodespacerange 2 beginbfrange <2A> <2A> <2022> <41> <5A> <05D0> endbfrange endcmap'
  // Each letter is 7.2 points wide, so each text ends 18 points before its marker.
  const item = (text: string, y: number) =>
    `1 0 0 1 ${500 - 7.2 * text.length} ${y} Tm (${text}) Tj 1 0 0 1 518 ${y} Tm (*) Tj`
  const body = new Uint8Array(
    onePage({
      content: `BT /F1 12 Tf ${item('ABCDE', 700)} ${item('ABCDEFGHIJ', 684)} ${item('ABC', 668)} ET`,
      font: '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding /ToUnicode 6 0 R >>',
      objects: [stream(toUnicode)],
    }),
  )
  const page = htmlPage('', { mediaType: 'application/pdf', contentType: 'application/pdf', charset: 'utf-8', body })
  const { content } = await formatPage(page, { output: 'markdown', cssSelector: null, mainContent: true })
  expect((content as string).replaceAll('`', '')).toBe('- הדגבא\n- יטחזוהדגבא\n- גבא')
})

test('rotated text is read along its lines, whether or not the page is rotated', async () => {
  const turned = prose.map((text, at) => ({ text, x: 100 + at * 14, y: 700, turned: 90 }))
  expect(await markdownOf({ texts: turned })).toBe(prose.join(' '))
  expect(await markdownOf({ texts: turned, entries: '/Rotate 90' })).toBe(prose.join(' '))
})

test('punctuation after a link is not part of it', async () => {
  const texts = [{ text: 'See the Second, and more words.', x: 72, y: 100 }]
  const links = [{ uri: 'https://a.example/', rect: [113, 88, 150.3, 104] as const }]
  expect(await markdownOf({ texts, links })).toBe('See the [Second](https://a.example/), and more words.')
})

test('an annotation has at most a hundred areas, and its other points are not read', () => {
  const quadPoints = Object.defineProperty({ length: 1_000_000 }, 800, {
    get: () => {
      throw new Error('read')
    },
  })
  expect(areasOf({ quadPoints }, [1, 0, 0, 1, 0, 0], '')).toHaveLength(100)
})
