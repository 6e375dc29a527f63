import { expect, test } from 'vitest'
import { DocumentMeter } from '../../../src/documents/converted/document-meter.ts'
import { convertPdf } from '../../../src/documents/pdf/convert-pdf.ts'
import { catalog, helvetica, pages, show } from '../hostile/pdf-page.ts'
import { onePage, pdfFile, stream } from './pdf-document.ts'
import { pdfText } from './pdf-text.ts'
import { placedPdf } from './placed-text.ts'

test('a page with a very large number of text pieces keeps its lines', async () => {
  const texts = Array.from({ length: 41_000 }, (_, n) => ({ text: 'x', x: (n % 50) * 12, y: 2 + n * 0.019, size: 3 }))
  const { text } = await pdfText(placedPdf([{ texts }]))
  expect(text.match(/x/g)).toHaveLength(41_000)
})

/** A page with text and five forms. Each form draws the next one ten times, and the last one draws `content`. */
function manyForms(content: string): Buffer {
  const resources = (next: number) => `/Resources << /Font << /F1 5 0 R >> /XObject << /X ${next} 0 R >> >>`
  const forms = Array.from({ length: 5 }, (_, n) =>
    stream(
      n === 4 ? content : '/X Do '.repeat(10),
      `/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${resources(n + 7)}`,
    ),
  )
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R ${resources(6)} >>`
  return pdfFile([catalog, pages, page, stream(`${show} ${'/X Do '.repeat(40)}`), helvetica, ...forms])
}

test('a page with forms that write a text 400,000 times is refused by page number', async () => {
  await expect(pdfText(manyForms(show))).rejects.toThrow('The document is too complex to read: page 1 takes too long')
}, 60_000)

test('a page with forms that draw a line 400,000 times keeps its text', async () => {
  expect((await pdfText(manyForms('0 0 m 9 9 l S'))).text).toBe('text')
}, 60_000)

test('a page that nests 100,000 saved states is refused', async () => {
  await expect(pdfText(onePage({ content: `${'q '.repeat(100_000)}${show}` }))).rejects.toThrow('page 1 takes too long')
}, 60_000)

test('a hundred thousand page-sized links apply to the text of the page', async () => {
  const link = '<< /Type /Annot /Subtype /Link /Rect [0 0 612 792] /A << /S /URI /URI (https://a.example/) >> >>'
  const body = onePage({ content: show, page: `/Annots [${'6 0 R '.repeat(100_000)}]`, objects: [link] })
  const { html } = await convertPdf({ body: new Uint8Array(body) }, new DocumentMeter(), { includesPage: () => true })
  expect(html).toContain('<a href="https://a.example/">text</a>')
}, 60_000)

test('a paragraph with very many lines is one paragraph', async () => {
  const texts = Array.from({ length: 20_000 }, (_, n) => ({
    text: `line ${n} of a very long paragraph, as long as the others`,
    x: 72,
    y: 20 + n * 14,
  }))
  const { text } = await pdfText(placedPdf([{ texts, entries: '/MediaBox [0 -300000 612 792]' }]))
  expect(text.split('\n')).toHaveLength(1)
  expect(text).toContain('the others line 19999 of')
}, 60_000)
