import { expect, test } from 'vitest'
import { markdownOf } from '../pdf-markdown.ts'
import { linesAt, type Placed } from '../placed-text.ts'

const items = ['Depth of the harbour', 'Length of the pier', 'Number of berths']
const list = items.map((item) => `- ${item}`).join('\n')
const before = { text: 'The council measures:', x: 72, y: 86 }
const texts = [before, ...linesAt(90, 100, items)]

test.each<[string, Partial<Placed>]>([
  ['the letter o in Courier', { text: 'o', font: 'mono' }],
  ['a sign of Wingdings', { text: '\u00a7', font: 'wingdings' }],
  ['a letter of Wingdings', { text: 'n', font: 'wingdings' }],
])('%s before text is a bullet', async (_, sign) => {
  const signs = items.map((_, at) => ({ text: '', x: 76, y: 100 + at * 14, ...sign }))
  expect(await markdownOf({ texts: [...texts, ...signs] })).toBe(`${before.text}\n\n${list}`)
})

test('small shapes drawn before text are bullets', async () => {
  const squares = items.map((_, at) => [80, 98 + at * 14, 4] as const)
  expect(await markdownOf({ texts, squares })).toBe(`${before.text}\n\n${list}`)
})

test('a single shape, and shapes after other text, are not bullets', async () => {
  expect(await markdownOf({ texts, squares: [[80, 98, 4]] })).not.toMatch(/^- |•/m)
  const after = items.map((_, at) => ({ text: 'No.', x: 58, y: 100 + at * 14 }))
  const squares = items.map((_, at) => [80, 98 + at * 14, 4] as const)
  expect(await markdownOf({ texts: [...linesAt(90, 100, items), ...after], squares })).not.toMatch(/^- |•/m)
})

test('the letter o before the text of a sentence is code', async () => {
  const letter: Placed = { text: 'o', x: 72, y: 100, font: 'mono' }
  expect(await markdownOf({ texts: [letter, { text: 'is the name of the object.', x: 82, y: 100 }] })).toBe(
    '`o` is the name of the object.',
  )
})
