import { expect, test } from 'vitest'
import { pdfText } from './pdf-text.ts'
import { placedPdf } from './placed-text.ts'

test('a page of very many pieces of text has its lines', async () => {
  const texts = Array.from({ length: 41_000 }, (_, n) => ({ text: 'x', x: (n % 50) * 12, y: 2 + n * 0.019, size: 3 }))
  const { text } = await pdfText(placedPdf([{ texts }]))
  expect(text.match(/x/g)).toHaveLength(41_000)
})
