import { deflateSync } from 'node:zlib'
import { describe, expect, it, test } from 'vitest'
import { formatDocument, markdownOfDocument } from '../../format-document.ts'
import { cidFont, cidRanges, memoryBombs } from '../../hostile/memory-bombs.ts'
import { helvetica, page, pages, pdfWith, show } from '../../hostile/pdf-page.ts'
import { packedFile, stream } from '../pdf-document.ts'

const tooManyCodes = 'The document is too complex to read: a font has more than 2000000 codes'
const refused = (message: string) => ({ type: 'invalid_response', message })

const font = (entries: string) => ({ 5: `<< /Type /Font /Subtype /TrueType /BaseFont /X ${entries} >>` })
const evil = `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /W [0 100000000 500] >>`
const type0 = '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [6 0 R] >>'
const latin1 = (bytes: Buffer) => bytes.toString('latin1')

/** A font in an object stream with a wrong checksum, in a file without a cross-reference table. */
function packedFont(): Buffer {
  const packed = deflateSync(Buffer.from(`9 0 ${evil}`))
  packed[packed.length - 1] = (packed.at(-1) ?? 0) ^ 1
  const objects = {
    5: type0.replace('6 0 R', '9 0 R'),
    6: stream(packed, '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode'),
  }
  return Buffer.from(latin1(pdfWith(objects)).replace(/startxref\n\d+/, 'startxref\n7'), 'latin1')
}

function misplacedFont(): Buffer {
  const file = latin1(pdfWith({ 5: type0, 6: evil }))
  const place = String(file.indexOf('6 0 obj')).padStart(10, '0')
  expect(file).toContain(`${place} 00000 n`)
  return Buffer.from(file.replace(`${place} 00000 n`, '0000000001 00000 n'), 'latin1')
}

const fonts: readonly [name: string, document: () => Buffer][] = [
  ...memoryBombs.flatMap(([name, kind, build]): [string, () => Buffer][] =>
    kind === 'pdf' && /width|codes|font/.test(name) ? [[name, () => build('')]] : [],
  ),
  ['a last code above every valid one', () => pdfWith(font('/FirstChar 0 /LastChar 200000000 /Widths [500]'))],
  ['a first code below every valid one', () => pdfWith(font('/FirstChar -200000000 /LastChar 0 /Widths [500]'))],
  [
    'widths by reference',
    () => pdfWith({ 5: type0, 6: evil.replace(/\[.*\]/, '7 0 R'), 7: '[0 8 0 R 500]', 8: '100000000' }),
  ],
  [
    'an object stream',
    () => packedFile([pages, page.replace('5 0 R', '4 0 R'), evil], (places) => Buffer.concat(places)),
  ],
  ['an object stream of a broken file', packedFont],
  ['an object with a wrong offset', misplacedFont],

  [
    'the codes of a character map',
    () =>
      pdfWith({
        5: type0.replace('/Type0', '/Type0 /ToUnicode 7 0 R'),
        7: stream(cidRanges('1 beginbfrange <000000> <ffffff> <0041> endbfrange')),
      }),
  ],
]

describe('a PDF is refused before pdf.js reads it', () => {
  it.each(fonts)('because of a font with %s', async (_, document) => {
    await expect(formatDocument('pdf', document())).rejects.toMatchObject(refused(tooManyCodes))
  })

  it('because its forms are drawn a billion times, with or without resources', async () => {
    const form = (content: string, next: number) =>
      stream(
        content,
        `/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${next === 0 ? '' : `/Resources << /XObject << /X ${next} 0 R >> >>`}`,
      )
    const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /A 6 0 R /B 7 0 R /C 8 0 R >> >> >>`
    const times = (name: string) => `/${name} Do\n`.repeat(1000)
    const inherited = { 3: page, 6: form(times('B'), 0), 7: form(times('C'), 0), 8: form('0 0 m 9 9 l S', 0) }
    const own = { 3: page, 6: form(times('X'), 7), 7: form(times('X'), 8), 8: form('0 0 m 9 9 l S', 0) }
    for (const objects of [inherited, own]) {
      await expect(formatDocument('pdf', pdfWith(objects))).rejects.toMatchObject(
        refused('The document is too complex to read: its forms are drawn more than 1000000 times'),
      )
    }
  })
})

test('a PDF is read even if its font lists every possible code and its form draws itself', async () => {
  const all = cidRanges('1 beginbfrange <0000> <ffff> <0000> endbfrange')
  expect(await markdownOfDocument('pdf', cidFont({ widths: '0 65535 500', toUnicode: all }))).toBe('AB')
  const itself = {
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /X 6 0 R >> >> >>',
    4: stream(`${show} /X Do`),
    5: helvetica,
    6: stream('/X Do /X Do', '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >>'),
  }
  expect(await markdownOfDocument('pdf', pdfWith(itself))).toBe('text')
})

test('only the page with an endless font is left out, and is not checked for the other pages', async () => {
  const second = page.replace('5 0 R', '7 0 R')
  const document = pdfWith({ 2: '<< /Type /Pages /Kids [3 0 R 6 0 R] /Count 2 >>', 6: second, 7: evil })
  const whole = await formatDocument('pdf', document)
  expect(whole.content).toContain('text')
  expect(whole.warnings).toMatchObject([{ code: 'document_cut', message: expect.stringContaining('page 2') }])
  const first = await formatDocument('pdf', document, { documentPages: [[1, 1]] })
  expect(first.content).toContain('text')
  expect(first.warnings).toEqual([])
})
