/** PDFs with endless, large or malicious pages, fonts and actions. */

import { deflateSync } from 'node:zlib'
import { onePage, pdfFile, stream } from '../pdf/pdf-document.ts'
import type { HostileDocument } from './hostile-document.ts'
import { action, catalog, pdfWith as file, helvetica, page, pages, show } from './pdf-page.ts'

const packed = (bytes: Buffer, times: number) =>
  Array.from({ length: times }).reduce<Buffer>((one) => deflateSync(one, { level: 1 }), bytes)
const trueType = (bytes: Buffer) => ({
  5: '<< /Type /Font /Subtype /TrueType /BaseFont /Bad /FirstChar 0 /LastChar 255 /Widths [] /FontDescriptor 6 0 R >>',
  6: '<< /Type /FontDescriptor /FontName /Bad /Flags 4 /FontFile2 7 0 R >>',
  7: stream(bytes),
})

export const pdfContents: readonly HostileDocument[] = [
  [
    'a page that unpacks to 200 MB',
    'pdf',
    () => file({ 4: stream(packed(Buffer.alloc(200_000_000, ' '), 1), '/Filter /FlateDecode') }),
  ],
  [
    'a page compressed twenty times',
    'pdf',
    () => file({ 4: stream(packed(Buffer.from(show), 20), `/Filter [${'/FlateDecode '.repeat(20)}]`) }),
  ],
  [
    'a page of 40 filters that do not match its data',
    'pdf',
    () =>
      file({
        4: stream(show, `/Filter [${'/LZWDecode /ASCII85Decode /RunLengthDecode /ASCIIHexDecode '.repeat(10)}]`),
      }),
  ],
  [
    'a form that draws itself',
    'pdf',
    () =>
      file({
        3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /X 6 0 R >> >> >>`,
        4: stream(`${show} /X Do`),
        6: stream(
          '/X Do /X Do',
          '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >>',
        ),
      }),
  ],
  [
    'forms that draw each other a billion times',
    'pdf',
    () => {
      const forms = Array.from({ length: 9 }, (_, n) =>
        stream(
          n === 8 ? show : '/X Do '.repeat(10),
          `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /Font << /F1 5 0 R >> /XObject << /X ${n + 7} 0 R >> >>`,
        ),
      )
      return pdfFile([
        catalog,
        pages,
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /XObject << /X 6 0 R >> >> >>`,
        stream('/X Do '.repeat(10)),
        helvetica,
        ...forms,
      ])
    },
  ],
  [
    'a font whose glyphs draw themselves',
    'pdf',
    () =>
      file({
        5: '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 122 /Widths [9] /Encoding << /Differences [97 /a] >> /CharProcs << /a 6 0 R >> /Resources << /Font << /F1 5 0 R >> >> >>',
        6: stream('BT /F1 9 Tf (a) Tj ET'),
      }),
  ],
  [
    'a font with false tables',
    'pdf',
    () =>
      file(
        trueType(
          Buffer.concat([
            Buffer.from([0, 1, 0, 0, 0xff, 0xff, 0, 0, 0, 0, 0, 0]),
            Buffer.from('cmapglyfhead'.repeat(500)),
            Buffer.alloc(2000, 0xff),
          ]),
        ),
      ),
  ],
  [
    'a font of random bytes',
    'pdf',
    () => file(trueType(Buffer.from(Array.from({ length: 20_000 }, (_, n) => (n * 2_654_435_761) >>> 24)))),
  ],
  [
    'a character map that grows endlessly',
    'pdf',
    () =>
      file({
        5: '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /ToUnicode 6 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>] >>',
        6: stream(
          `/CIDInit /ProcSet findresource begin begincmap ${'100 beginbfrange <0000> <ffff> <0000> endbfrange '.repeat(200)} endcmap`,
        ),
      }),
  ],
  [
    'JavaScript that runs at once',
    'pdf',
    (canary) =>
      file({
        1: action(
          `/OpenAction << /S /JavaScript /JS (app.launchURL\\("${canary}js"\\); while\\(true\\){}) >> /Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (1) >>] >> >>`,
        ),
      }),
  ],
  [
    'actions that start programs, send forms and open files',
    'pdf',
    (canary) =>
      file({
        1: action(
          `/OpenAction << /S /Launch /F (/bin/sh) /Next << /S /SubmitForm /F (${canary}form) /Next << /S /GoToR /F (${canary}file) /D [0 /Fit] >> >> >> /AA << /WC << /S /URI /URI (${canary}uri) >> >>`,
        ),
      }),
  ],
  [
    'an embedded file, and a stream in a file on a server',
    'pdf',
    (canary) =>
      file({
        1: action('/Names << /EmbeddedFiles << /Names [(evil.exe) 6 0 R] >> >>'),
        6: '<< /Type /Filespec /F (../../evil.exe) /EF << /F 7 0 R >> >>',
        7: stream('MZ'),
        4: `<< /Length 0 /F (${canary}stream) >>\nstream\n\nendstream`,
      }),
  ],
  [
    'a structure tree that contains itself',
    'pdf',
    () =>
      file({
        1: action('/MarkInfo << /Marked true >> /StructTreeRoot 6 0 R'),
        6: '<< /Type /StructTreeRoot /K 7 0 R /ParentTree << /Nums [0 [7 0 R]] >> >>',
        7: '<< /Type /StructElem /S /Document /P 6 0 R /K [7 0 R << /Type /MCR /Pg 3 0 R /MCID 0 >> 6 0 R] >>',
        3: page.replace('>>', '>> /StructParents 0'),
        4: stream(`/P << /MCID 0 >> BDC ${show} EMC`),
      }),
  ],
  [
    'a structure tree 20,000 deep',
    'pdf',
    () => {
      const deep = Array.from(
        { length: 20_000 },
        (_, n) =>
          `<< /Type /StructElem /S /Div /P ${n + 6} 0 R /K ${n === 19_999 ? '<< /Type /MCR /Pg 3 0 R /MCID 0 >>' : `${n + 8} 0 R`} >>`,
      )
      return pdfFile([
        action('/MarkInfo << /Marked true >> /StructTreeRoot 6 0 R'),
        pages,
        page,
        stream(`/P << /MCID 0 >> BDC ${show} EMC`),
        helvetica,
        '<< /Type /StructTreeRoot /K 7 0 R >>',
        ...deep,
      ])
    },
  ],
  [
    '100,000 links',
    'pdf',
    (canary) =>
      file({
        3: page.replace('/Contents', `/Annots [${'6 0 R '.repeat(100_000)}] /Contents`),
        6: `<< /Type /Annot /Subtype /Link /Rect [0 0 600 800] /A << /S /URI /URI (${canary}link) >> >>`,
      }),
  ],
  [
    'a page of the largest possible width',
    'pdf',
    () =>
      file({
        3: page
          .replace('[0 0 600 800]', '[0 0 1e308 -1e308]')
          .replace('/Contents', '/Rotate 12345 /UserUnit 1e308 /Contents'),
      }),
  ],
  [
    'an image that states ten billion pixels',
    'pdf',
    () =>
      file({
        3: page.replace('/Font', '/XObject << /I 6 0 R >> /Font'),
        4: stream(`${show} /I Do`),
        6: stream(
          'x',
          '/Type /XObject /Subtype /Image /Width 100000 /Height 100000 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /JPXDecode',
        ),
      }),
  ],
  [
    '100,000 texts in one place',
    'pdf',
    () => onePage({ content: `BT /F1 12 Tf 50 700 Td ${'(a) Tj 0 0 Td '.repeat(100_000)}ET` }),
  ],
  [
    '100,000 texts all over the page, at every angle and size',
    'pdf',
    () =>
      onePage({
        content: Array.from(
          { length: 100_000 },
          (_, n) =>
            `BT /F1 ${1 + (n % 90)} Tf ${Math.cos(n).toFixed(3)} ${Math.sin(n).toFixed(3)} ${(-Math.sin(n)).toFixed(3)} ${Math.cos(n).toFixed(3)} ${(n * 7919) % 600} ${(n * 104_729) % 800} Tm (word${n % 97}) Tj ET`,
        ).join('\n'),
      }),
  ],
  [
    '200,000 lines and rectangles, as in tables',
    'pdf',
    () =>
      onePage({
        content: `${Array.from({ length: 100_000 }, (_, n) => `${n % 600} 0 m ${n % 600} 800 l S 0 ${n % 800} 600 0.1 re f`).join('\n')}\n${show}`,
      }),
  ],
  [
    'a text of a million characters without spaces',
    'pdf',
    () => onePage({ content: `BT /F1 12 Tf 50 700 Td (${'x'.repeat(1_000_000)}) Tj ET` }),
  ],
  [
    'a title of a million characters',
    'pdf',
    () => file({ 6: `<< /Title (${'t'.repeat(1_000_000)}) /Author (a) >>` }, '/Info 6 0 R'),
  ],
  [
    'invalid encryption',
    'pdf',
    () =>
      file({ 6: '<< /Filter /Standard /V 99 /R 99 /Length -8 /O (x) /U (y) /P 7 >>' }, '/Encrypt 6 0 R /ID [(a) (b)]'),
  ],
  [
    'names that point to each other',
    'pdf',
    () =>
      file({
        1: action('/Names << /Dests 6 0 R >> /PageLabels 6 0 R'),
        6: '<< /Kids [6 0 R 6 0 R] /Nums [0 << /S /D >>] >>',
      }),
  ],
  [
    'a form field that is its own child',
    'pdf',
    () =>
      file({
        1: action('/AcroForm << /Fields [6 0 R] /XFA (x) >>'),
        3: page.replace('/Contents', '/Annots [6 0 R] /Contents'),
        6: '<< /FT /Tx /T (f) /V (v) /Kids [6 0 R] /Parent 6 0 R /Subtype /Widget /Rect [0 0 9 9] >>',
      }),
  ],
  [
    'operators without operands, and endless operands',
    'pdf',
    () => onePage({ content: `${'BT Tf Tj TJ Td Tm cm Q q '.repeat(20_000)}${'1 '.repeat(200_000)}${show}` }),
  ],
  ['100,000 saved states', 'pdf', () => onePage({ content: `${'q '.repeat(100_000)}${show}` })],
  [
    '8 MB of blanks',
    'pdf',
    () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(8_000_000, ' '), Buffer.from('%%EOF')]),
  ],
]
