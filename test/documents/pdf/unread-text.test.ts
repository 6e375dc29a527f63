import { describe, expect, it } from 'vitest'
import { DocumentMeter } from '../../../src/documents/converted/document-meter.ts'
import { TextCleaner } from '../../../src/documents/pdf/text-cleaner.ts'
import { onePage, pageInCMap, stream } from './pdf-document.ts'
import { pdfMarkdown } from './pdf-markdown.ts'
import { pdfText } from './pdf-text.ts'
import { linesAt, type PlacedPage, placedPdf } from './placed-text.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

// Codes of 日本語, 中文, 繁體 and 한국 in the named encodings.
const inCMaps: [cmap: string, ordering: string, codes: Buffer, text: string][] = [
  ['90ms-RKSJ-H', 'Japan1', hex('93fa 967b 8cea'), '日本語'],
  ['90ms-RKSJ-V', 'Japan1', hex('93fa 967b 8cea'), '日本語'],
  ['EUC-H', 'Japan1', hex('c6fc cbdc b8ec'), '日本語'],
  ['UniJIS-UTF16-H', 'Japan1', hex('65e5 672c 8a9e'), '日本語'],
  ['UniJIS-UCS2-V', 'Japan1', hex('65e5 672c 8a9e'), '日本語'],
  ['GBK-EUC-H', 'GB1', hex('d6d0 cec4'), '中文'],
  ['UniGB-UCS2-H', 'GB1', hex('4e2d 6587'), '中文'],
  ['UniGB-UTF8-H', 'GB1', Buffer.from('中文'), '中文'],
  ['ETen-B5-H', 'CNS1', hex('c163 c5e9'), '繁體'],
  ['UniCNS-UTF16-H', 'CNS1', hex('7e41 9ad4'), '繁體'],
  ['KSCms-UHC-H', 'Korea1', hex('c7d1 b1b9'), '한국'],
  ['UniKS-UCS2-H', 'Korea1', hex('d55c ad6d'), '한국'],
]

/** A font with glyph numbers as codes, without a mapping to characters. */
const fontOfGlyphs = {
  font: '<< /Type /Font /Subtype /Type0 /BaseFont /Sample /Encoding /Identity-H /DescendantFonts [6 0 R] >>',
  objects: [
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Sample /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 1000 /FontDescriptor 7 0 R >>',
    '<< /Type /FontDescriptor /FontName /Sample /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >>',
  ],
}
const shown = (text: string) => `BT /F1 12 Tf 72 720 Td ${text} Tj ET`

describe('the text of a PDF', () => {
  it.each(inCMaps)('is read in the predefined CMap %s', async (cmap, ordering, codes, expected) => {
    const { text, warnings } = await pdfText(pageInCMap(cmap, ordering, codes))
    expect({ text: text.replace(/\s/g, ''), warnings }).toEqual({ text: expected, warnings: [] })
  })

  it('is reported as missing if its font has an unknown CMap', async () => {
    const { text, warnings } = await pdfText(pageInCMap('No-Such-CMap', 'Japan1', hex('3021')))
    expect(text).toBe('')
    expect(warnings).toEqual([{ code: 'no_text', message: expect.stringMatching(/no readable text.*a font/) }])
  })

  it('has no control characters, and a warning counts them', async () => {
    const read = (codes: string) => pdfText(onePage({ content: shown(codes), ...fontOfGlyphs }))
    const { text, warnings } = await read('<0003 0024 0024 0004 009f>')
    expect(text).toBe('$$')
    expect(warnings).toEqual([{ code: 'no_text', message: expect.stringMatching(/incomplete.*3 characters/) }])
    const one = 'The text of the document is incomplete: left out: a character not identified by its font'
    expect((await read('<0024 0024 0004>')).warnings).toEqual([{ code: 'no_text', message: one }])
  })

  it.each([
    ['CMSY10', 'x \x14 \x001, \x0f', 'x ≤ −1, •'],
    ['CMMI7', '\x00 \x15 x', 'Γ λ x'],
    ['CMBX12', '\x1a, wa\x0fe', 'æ, waffle'],
    ['CMTT10', 'a\x14b', 'ab'],
  ])('has the characters of the TeX font %s, whose codes are mapped to control characters', (name, text, expected) => {
    expect(new TextCleaner().readable(text, name)).toBe(expected)
  })

  it('has no characters that its font maps to U+FFFD, and a warning counts them', async () => {
    const map = 'beginbfchar <0024> <0061> <0025> <FFFD> endbfchar'
    const font = fontOfGlyphs.font.replace('>>', '/ToUnicode 8 0 R >>')
    const mapped = [...fontOfGlyphs.objects, stream(`begincodespacerange <0000> <FFFF> endcodespacerange ${map}`)]
    const { text, warnings } = await pdfText(
      onePage({ content: shown('<0024 0025 0025 0024>'), font, objects: mapped }),
    )
    expect(text).toBe('aa')
    expect(warnings).toEqual([{ code: 'no_text', message: expect.stringMatching(/incomplete.*2 characters/) }])
  })

  it('includes the ligatures and bullets of bitmap fonts made by TeX, whose glyphs have no names', async () => {
    const body = onePage({
      content: shown('<88 20 73 70 65 63 69 1c 63 20 65 1b 65 63 74 73>'),
      font: '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [0.1 0 0 0.1 0 0] /FirstChar 0 /LastChar 255 /Widths 7 0 R /Encoding << /Differences [27 /a27 /a28 136 /a136] >> /CharProcs << /a27 6 0 R /a28 6 0 R /a136 6 0 R >> >>',
      objects: [stream('6 0 0 0 6 6 d1 0 0 6 6 re f'), `[${Array(256).fill(6).join(' ')}]`],
    })
    expect(await pdfMarkdown(new Uint8Array(body))).toBe('- specific effects')
    expect((await pdfText(body)).warnings).toEqual([])
  })

  it('is reported as missing if the document is an XFA form', async () => {
    const body = onePage({
      content: shown('(Please wait)'),
      objects: [stream('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"></xdp:xdp>')],
      catalog: '/NeedsRendering true /AcroForm << /Fields [] /XFA 6 0 R >>',
    })
    expect(await pdfText(body)).toEqual({
      text: 'Please wait',
      warnings: [{ code: 'no_text', message: expect.stringContaining('XFA') }],
    })
  })

  it('has a warning that names the pages that are images', async () => {
    const [text, scan] = [{ texts: linesAt(72, 72, ['A page of text']) }, { texts: [], isScan: true }]
    const stamped = { texts: linesAt(72, 72, ['17']), isScan: true }
    const messageOf = async (...pages: PlacedPage[]) => (await pdfText(placedPdf(pages))).warnings[0]?.message
    expect(await messageOf(text, scan, stamped, text, scan)).toBe(
      'The text of the document is incomplete: pages 2–3 and 5 are images, as in a scan',
    )
    expect(await messageOf(scan)).toBe('The document contains no readable text: page 1 is an image, as in a scan')
    expect(await messageOf(text, { texts: [] })).toBeUndefined()
  })

  it('is reported as garbled if its letters form no words', async () => {
    const words = 'The characters of this font are not the letters that the reader of the page sees on paper'
    const shifted = words.replace(/[a-z]/g, (char) => String.fromCharCode(((char.charCodeAt(0) - 72) % 26) + 97))
    const lines = (line: string, font: 'plain' | 'italic', y = 72) =>
      linesAt(40, y, Array(9).fill(line), { size: 8, font })
    const page = (line: string) => placedPdf([{ texts: lines(line, 'plain') }])
    expect((await pdfText(page(words))).warnings).toEqual([])
    expect((await pdfText(page(shifted))).warnings).toEqual([
      { code: 'text_garbled', message: expect.stringContaining('a font') },
    ])
    const pages = Array.from({ length: 12 }, (_, n) => ({ texts: lines(`${words} ${'x'.repeat(n)}`, 'plain') }))
    const withSymbols = placedPdf([...pages, { texts: lines(shifted, 'italic') }])
    expect((await pdfText(withSymbols)).warnings).toEqual([])
  })

  it('stops at the time limit with the pages read by then', async () => {
    const pages = ['One', 'Two', 'Three'].map((text) => ({ texts: linesAt(72, 72, [text]) }))
    const meter = new DocumentMeter(0)
    expect((await pdfText(placedPdf(pages), meter)).text).toBe('One')
    expect(meter.cut).toEqual([
      { code: 'document_cut', message: 'Reading stopped at the time limit, after page 1 of 3' },
    ])
  })
})
