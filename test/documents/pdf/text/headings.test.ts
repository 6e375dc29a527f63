import { expect, test } from 'vitest'
import { markdownOf } from '../pdf-markdown.ts'
import { linesAt } from '../placed-text.ts'

const prose = [
  'The first line of this paragraph fills the column to its right side,',
  'and so does the second one, which is about as long as the one above it,',
  'until it ends here.',
]
const headings = (markdown: string) => markdown.match(/^#+ .*$/gm)
const section = (title: string, y: number) => [
  { text: title, x: 72, y, font: 'bold' as const },
  ...linesAt(72, y + 20, prose),
]

test('a name above the title does not shift the levels of sections, and authors below it are not headings', async () => {
  const markdown = await markdownOf(
    {
      texts: [
        { text: 'Journal of Examples', x: 200, y: 60, size: 20 },
        { text: 'Its pages are at home elsewhere.', x: 72, y: 90 },
        { text: 'How examples are told from each other', x: 72, y: 140, size: 18 },
        { text: 'A. Author and B. Writer', x: 72, y: 170, size: 14 },
        { text: 'University of Examples', x: 72, y: 200, size: 12.5 },
        ...linesAt(72, 240, prose),
        ...section('1. Introduction', 320),
      ],
    },
    { texts: [...section('2. Method', 100), ...section('3. Results', 220)] },
  )
  expect(headings(markdown)).toEqual([
    '# Journal of Examples',
    '# How examples are told from each other',
    '## 1. Introduction',
    '## 2. Method',
    '## 3. Results',
  ])
})

test('authors below the title are not headings, even if they look like the headings of subsections', async () => {
  const markdown = await markdownOf(
    {
      texts: [
        { text: 'Using examples', x: 72, y: 60, size: 18 },
        { text: 'A. Author and B. Writer', x: 72, y: 90, size: 12.5 },
        { text: 'University of Examples', x: 72, y: 120 },
        { text: '1. Introduction', x: 72, y: 160, size: 14, font: 'bold' },
        ...linesAt(72, 190, prose),
        { text: '1.1. Terms', x: 72, y: 260, size: 12.5 },
        ...linesAt(72, 290, prose),
      ],
    },
    { texts: [{ text: '2. Method', x: 72, y: 60, size: 14, font: 'bold' }, ...linesAt(72, 90, prose)] },
  )
  expect(headings(markdown)).toEqual(['# Using examples', '## 1. Introduction', '### 1.1. Terms', '## 2. Method'])
})

test('dates and email addresses are not headings', async () => {
  const markdown = await markdownOf(
    {
      texts: [
        { text: 'Using examples', x: 72, y: 60, size: 20 },
        { text: 'author@example.org', x: 72, y: 90, size: 14 },
        { text: 'August 17, 2001', x: 72, y: 120, size: 14 },
        { text: 'A chapter', x: 72, y: 160, size: 14 },
        ...linesAt(72, 190, prose),
      ],
    },
    { texts: [{ text: 'Another chapter', x: 72, y: 60, size: 14 }, ...linesAt(72, 90, prose)] },
  )
  expect(headings(markdown)).toEqual(['# Using examples', '## A chapter', '## Another chapter'])
})

test('numbered lines in capitals at body size are headings, not list items', async () => {
  const prose = (y: number) =>
    linesAt(72, y, [
      'A paragraph of the paper that goes on for some words and then',
      'ends on its second line, below the heading.',
    ])
  const title = (text: string, y: number) => ({ text, x: 240, y, size: 11 })
  const texts = [title('I. INTRODUCTION', 72), ...prose(100), title('II. RELATED WORK', 160), ...prose(188)]
  const markdown = await markdownOf({ texts })
  expect(markdown.match(/^#+ .*$/gm)).toEqual(['# I. INTRODUCTION', '# II. RELATED WORK'])
})

test('paragraphs are not headings if an appendix in small print has more text', async () => {
  const pages = ['Planning', 'Building', 'Opening'].map((title, n) => ({
    texts: [...section(title, 100 + n * 30), ...linesAt(72, 300, prose), ...linesAt(72, 400, prose)],
  }))
  const print = Array.from(
    { length: 28 },
    (_, n) => `Clause ${n} of a licence in small print fills this line to its end.`,
  )
  const markdown = await markdownOf(...pages, { texts: linesAt(72, 60, print, { size: 9 }) })
  expect(headings(markdown)).toEqual(['# Planning', '# Building', '# Opening'])
})

const sentence = 'The harbour lies on the north side of the island, behind the old stone pier of the parish.'

test('large text that reads as prose is not a heading, and neither is other text in its style', async () => {
  const lead = [sentence, 'Every autumn the council measures the depth of the channel.'].map((text) => `${text}`)
  const markdown = await markdownOf({
    texts: [
      { text: 'On harbours', x: 72, y: 60, size: 22, font: 'bold' },
      ...linesAt(72, 100, lead, { size: 13 }),
      ...linesAt(72, 150, [sentence, sentence, sentence]),
      { text: 'Roses are red, violets are blue', x: 72, y: 220, size: 13 },
      ...linesAt(72, 250, [sentence, sentence]),
    ],
  })
  expect(markdown.match(/^#.*/gm)).toEqual(['# On harbours'])
})

test('headings without a gap above have the level of those with one', async () => {
  const section = (text: string, y: number) => [
    { text, x: 72, y, font: 'bold' as const },
    ...linesAt(100, y + 12, [sentence]),
  ]
  const markdown = await markdownOf({
    texts: [...section('NAME', 80), ...section('OPTIONS', 108), ...section('FILES', 136), ...section('SEE ALSO', 180)],
  })
  expect(markdown.match(/^#.*/gm)).toEqual(['# NAME', '# OPTIONS', '# FILES', '# SEE ALSO'])
})

test('amounts and page numbers are not headings, at any size', async () => {
  const markdown = await markdownOf({
    texts: [
      { text: 'Invoice', x: 72, y: 60, size: 20 },
      ...linesAt(72, 100, [sentence, sentence, sentence]),
      { text: 'Total: 153.50 EUR', x: 72, y: 180, size: 14, font: 'bold' },
      ...linesAt(72, 220, [sentence, sentence]),
      { text: 'Page 1 of 1', x: 280, y: 760, size: 13 },
    ],
  })
  expect(markdown.match(/^#.*/gm)).toEqual(['# Invoice'])
})

test('bold labels above short values are not headings', async () => {
  const fields = ['Booked on', 'Customer', 'Contract'].flatMap((text, at) => [
    { text, x: 72, y: 100 + at * 50, font: 'bold' as const },
    { text: ['4 March', 'Ada Example', 'Number 17'][at] ?? '', x: 72, y: 114 + at * 50 },
  ])
  const markdown = await markdownOf({
    texts: [{ text: 'Statement', x: 72, y: 60, size: 20 }, ...fields, ...linesAt(72, 300, [sentence, sentence])],
  })
  expect(markdown.match(/^#.*/gm)).toEqual(['# Statement'])
})

test('the titles of slides have one level, at any size', async () => {
  const entries = '/MediaBox [0 0 1200 792]'
  const slide = (text: string, size: number) => ({
    texts: [{ text, x: 72, y: 80, size }, ...linesAt(72, 160, ['First point', 'Second point of the plan'])],
    entries,
  })
  const markdown = await markdownOf(slide('Harbour', 40), slide('What it costs', 28), slide('A long title', 12))
  expect(markdown.match(/^#.*/gm)).toEqual(['# Harbour', '# What it costs', '# A long title'])
})

test('spaced-out letters are joined to words, and an index of letters is not', async () => {
  const spaced = (words: string, y: number, step = 16) =>
    words.split(' ').flatMap((word, n, all) => {
      const before = all.slice(0, n).reduce((sum, { length }) => sum + length * step + step, 0)
      return [...word].map((text, at) => ({ text, x: 72 + before + at * step, y, size: 16 }))
    })
  const texts = [...spaced('ANNUAL REPORT', 60), ...linesAt(72, 100, [sentence, sentence, 'A B C D E F'])]
  expect(await markdownOf({ texts })).toBe(`# ANNUAL REPORT\n\n${sentence} ${sentence} A B C D E F`)
})

test('spaced-out words are separated by wider spaces', async () => {
  const texts = [
    { text: 'T E R M S  O F  P A Y M E N T', x: 72, y: 60, size: 16 },
    ...linesAt(72, 100, [sentence]),
    { text: 'S T A G E  2', x: 72, y: 140, size: 16 },
    ...linesAt(72, 180, [sentence]),
  ]
  expect(await markdownOf({ texts })).toBe(`# TERMS OF PAYMENT\n\n${sentence}\n\n# STAGE 2\n\n${sentence}`)
})
