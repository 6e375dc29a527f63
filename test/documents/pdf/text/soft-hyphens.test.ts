import { expect, test } from 'vitest'
import { onePage, stream } from '../pdf-document.ts'
import { pdfMarkdown } from '../pdf-markdown.ts'

test('words are joined across soft hyphens at the ends of lines', async () => {
  // The hyphen has a separate code, which stands for a soft hyphen.
  const toUnicode = `begincmap 1 begincodespacerange <00> <FF> endcodespacerange 2 beginbfrange <20> <2C> <0020> <2E> <7E> <002E> endbfrange
    1 beginbfchar <2D> <00AD> endbfchar endcmap`
  const lines = ['The trees of the indepen-', 'dent neighbor-', 'hood are old.']
  const shown = lines.map(
    (text, at) => `1 0 0 1 72 ${700 - at * 14} Tm (${text.replace('-', '')}) Tj${text.includes('-') ? ' (-) Tj' : ''}`,
  )
  const body = onePage({
    content: `BT /F1 12 Tf ${shown.join(' ')} ET`,
    font: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 6 0 R >>',
    objects: [stream(toUnicode)],
  })
  expect(await pdfMarkdown(new Uint8Array(body))).toBe('The trees of the independent neighborhood are old.')
})

test('a font whose narrow and wide letters have the same width is that of code', async () => {
  const width = Array.from({ length: 95 }, () => 500).join(' ')
  const font = `<< /Type /Font /Subtype /TrueType /BaseFont /Plain /FirstChar 32 /LastChar 126 /Widths [${width}] /Encoding /WinAnsiEncoding >>`
  const content = 'BT /F1 12 Tf 72 700 Td (while i < MAX: print i) Tj 0 -14 Td (print_all[i]; {done=1}) Tj ET'
  expect(await pdfMarkdown(new Uint8Array(onePage({ content, font })))).toMatch(/^```\n/)
})
