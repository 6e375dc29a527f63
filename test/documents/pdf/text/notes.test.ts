import { expect, it } from 'vitest'
import { pdfMarkdown } from '../pdf-markdown.ts'
import { type Placed, placedPdf } from '../placed-text.ts'

const line = (text: string, y: number, x = 72): Placed => ({ text, x, y, size: 12 })
const texts = (start: string): Placed[] => [
  line('The area of the square with the side x', 80),
  { text: '2', x: 272, y: 75, size: 7 },
  line(' is needed for each of the tasks that follow in this sheet.', 80, 277),
  line('1( Draw the square and its diagonal with a ruler.', 120),
  line(`${start} Measure the longest line that fits into it.`, 140),
  line('3( Compare both figures with those of the class.', 160),
]

it('a list number with a parenthesis is not taken for the note of a raised digit', async () => {
  const markdown = await pdfMarkdown(placedPdf([{ texts: texts('2(') }]))
  expect(markdown).not.toContain('[^2]')
  expect(markdown).toContain('2( Measure the longest line')
})

it('a small number in front of a parenthesis starts a note', async () => {
  const note: Placed = { text: '2(See the sheet of last week.)', x: 72, y: 700, size: 8 }
  const markdown = await pdfMarkdown(placedPdf([{ texts: [...texts('2)'), note] }]))
  expect(markdown).toContain('[^2]: (See the sheet of last week.)')
})

it('a raised marker as large as its note starts it', async () => {
  const note: Placed[] = [
    { text: '2', x: 72, y: 698.5, size: 8, font: 'italic' },
    { text: 'This is the note about the square.', x: 77, y: 700, size: 8 },
  ]
  const markdown = await pdfMarkdown(placedPdf([{ texts: [...texts('2)'), ...note] }]))
  expect(markdown).toContain('x[^2] is needed')
  expect(markdown).toContain('[^2]: This is the note about the square.')
})
