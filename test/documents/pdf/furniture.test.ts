import { expect, test } from 'vitest'
import { markdownOf } from './pdf-markdown.ts'
import { linesAt } from './placed-text.ts'

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

test('a running head is kept where its number changes, without page numbers', async () => {
  const texts = (number: number, exhibit: number) => [
    { text: `Exhibit ${exhibit} (Rev. 2024)`, x: 72, y: 40 },
    { text: `Page ${number}`, x: 500, y: 40 },
    ...linesAt(72, 140, [`Text of page ${'abcdef'[number - 1]}.`]),
  ]
  const exhibits = [7, 7, 8, 8, 9, 9].map((exhibit, at) => ({ texts: texts(at + 1, exhibit) }))
  const markdown = await markdownOf(...exhibits)
  expect(markdown.match(/Exhibit \d/g)).toEqual(['Exhibit 7', 'Exhibit 8', 'Exhibit 9'])
})
