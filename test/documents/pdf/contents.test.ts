import { expect, test } from 'vitest'
import { markdownOf } from './pdf-markdown.ts'
import type { Placed, PlacedPage } from './placed-text.ts'

const plain = async (page: PlacedPage) => (await markdownOf(page)).replaceAll('`', '')

/** An entry in a monospaced font. Its dots and number end 500 points from the left. */
function entry(y: number, x: number, title: string, page: string, leader = ' .'): Placed[] {
  const size = 10
  const chars = Math.floor((500 - x) / (size * 0.6)) - title.length - page.length - 1
  const dots = leader === '' ? '' : leader.repeat(Math.floor(chars / leader.length))
  const number = { text: page, x: 500 - page.length * size * 0.6, y, size, font: 'mono' as const }
  return [{ text: `${title}${dots}`, x, y, size, font: 'mono' as const }, number]
}

test('a table of contents becomes a list of its entries by indentation, without dots', async () => {
  const texts = [
    { text: 'Contents', x: 72, y: 80, size: 18, font: 'bold' as const },
    ...entry(120, 72, 'Chapter one', '1', ''),
    ...entry(134, 90, '1.1 Seas', '2'),
    ...entry(148, 90, '1.2 Lakes', '5'),
    ...entry(162, 108, '1.2.1 Ponds', '11'),
    ...entry(182, 72, 'Chapter two', '12', '.'),
  ]
  expect(await plain({ texts })).toBe(
    [
      '# Contents',
      '',
      '- Chapter one 1',
      '  - 1.1 Seas 2',
      '  - 1.2 Lakes 5',
      '    - 1.2.1 Ponds 11',
      '- Chapter two 12',
    ].join('\n'),
  )
})

test('an entry of a table of contents that continues on the next line is one entry', async () => {
  const texts = [
    ...entry(120, 72, 'A chapter with a name', '3'),
    { text: 'A chapter whose name is too long', x: 72, y: 134, size: 10, font: 'mono' as const },
    ...entry(146, 84, 'to stand in one line', '8'),
    ...entry(160, 72, 'The last chapter', '21'),
  ]
  expect(await plain({ texts })).toBe(
    [
      '- A chapter with a name 3',
      '- A chapter whose name is too long to stand in one line 8',
      '- The last chapter 21',
    ].join('\n'),
  )
})

test('a list that continues with inner entries from the previous page nests its outer entries correctly', async () => {
  const texts = [
    ...entry(120, 90, '7.1 Rain', '9'),
    ...entry(134, 72, '8 Snow', '10'),
    ...entry(148, 90, '8.1 Ice', '11'),
  ]
  expect(await plain({ texts })).toBe('- 7.1 Rain 9\n- 8 Snow 10\n  - 8.1 Ice 11')
})
