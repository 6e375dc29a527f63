import { expect, test } from 'vitest'
import { markdownOf } from './pdf-markdown.ts'
import { linesAt } from './placed-text.ts'

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
