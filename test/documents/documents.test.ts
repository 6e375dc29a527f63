import { expect, test } from 'vitest'
import { type Output, outputs } from '../../src/contract/scrape.ts'
import type { FormatRequest } from '../../src/format/format-request.ts'
import { formatDocument } from './format-document.ts'
import { onePage } from './pdf/pdf-document.ts'

const shown = (...lines: string[]) =>
  `BT /F1 12 Tf 72 720 Td ${lines.map((line) => `(${line}) Tj 0 -40 Td`).join(' ')} ET`

const formatPdf = (lines: string[], request?: Partial<FormatRequest>) =>
  formatDocument('pdf', onePage({ content: shown(...lines) }), request)

const lines = ['Write to sales@example.com', 'or look at https://example.org/shop for *more*']

test('a document has only outputs that are based on its text', async () => {
  const refused: Output[] = []
  for (const output of outputs) {
    await formatPdf(lines, { output }).catch(({ type }) => {
      expect(type).toBe('unsupported_content_type')
      refused.push(output)
    })
  }
  expect(refused).toEqual(['raw_html', 'clean_html', 'images', 'screenshot'])
})

test('an additional output that documents do not have is null', async () => {
  const extraOutputs: Output[] = ['emails', 'raw_html', 'images', 'screenshot']
  const { extra } = await formatPdf(lines, { extraOutputs })
  expect(extra).toEqual({ emails: ['sales@example.com'], raw_html: null, images: null, screenshot: null })
})

test('the text of a document is never read as markup', async () => {
  const { content } = await formatPdf(['# no heading', '<b>no</b> [link]\\(https://example.org\\)'])
  expect(content).toContain('\\# no heading')
  expect(content).toContain('\\<b>no\\</b> [link\\](')
})

test('selectors work on a document', async () => {
  const { content } = await formatPdf(lines, { cssSelector: 'p' })
  expect(content).toContain('sales@example.com')
  await expect(formatPdf(lines, { cssSelector: 'h6' })).rejects.toMatchObject({ type: 'selector_not_matched' })
  expect((await formatPdf(lines, { excludeSelector: 'p' })).content).toBe('')
})

test('a document is never mistaken for a shell or a challenge page', async () => {
  const { content, warnings } = await formatPdf(['Just a moment... Enable JavaScript and cookies to continue'])
  expect(content).toContain('Enable JavaScript')
  expect(warnings).toEqual([])
  const short = await formatPdf(['Hi'], { renderQuestion: { waitFor: '#never' } })
  expect(short.warnings).toEqual([])
})
