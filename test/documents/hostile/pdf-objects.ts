/** PDFs with circular objects or bogus values. */

import { pdfFile, stream } from '../pdf/pdf-document.ts'
import type { HostileDocument } from './hostile-document.ts'
import { action, catalog, pdfWith as file, helvetica, page, pages, show } from './pdf-page.ts'

export const pdfObjects: readonly HostileDocument[] = [
  ['a page tree that contains itself', 'pdf', () => file({ 2: '<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 2 >>' })],
  [
    'two page trees that contain each other',
    'pdf',
    () =>
      file({
        2: '<< /Type /Pages /Kids [6 0 R 3 0 R] /Count 5 >>',
        6: '<< /Type /Pages /Parent 2 0 R /Kids [2 0 R 2 0 R] /Count 9 >>',
      }),
  ],
  ['100,000 pages', 'pdf', () => file({ 2: `<< /Type /Pages /Kids [${'3 0 R '.repeat(100_000)}] /Count 100000 >>` })],
  ['two billion missing pages', 'pdf', () => file({ 2: '<< /Type /Pages /Kids [3 0 R] /Count 2147483647 >>' })],
  ['a negative number of pages', 'pdf', () => file({ 2: '<< /Type /Pages /Kids [3 0 R] /Count -7 >>' })],
  [
    'a page tree 50,000 deep',
    'pdf',
    () => {
      const deep = Array.from(
        { length: 50_000 },
        (_, n) => `<< /Type /Pages /Kids [${n === 49_999 ? 3 : n + 7} 0 R] /Count 1 >>`,
      )
      return pdfFile([catalog, '<< /Type /Pages /Kids [6 0 R] /Count 1 >>', page, stream(show), helvetica, ...deep])
    },
  ],
  [
    'an outline that is its own next entry and child',
    'pdf',
    () =>
      file({
        1: action('/Outlines 6 0 R'),
        6: '<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>',
        7: '<< /Title (loop) /Parent 6 0 R /Next 7 0 R /First 7 0 R /Dest [3 0 R /Fit] >>',
      }),
  ],
  [
    'an outline of 100,000 entries',
    'pdf',
    () =>
      pdfFile([
        action('/Outlines 6 0 R'),
        pages,
        page,
        stream(show),
        helvetica,
        '<< /Type /Outlines /First 7 0 R >>',
        ...Array.from(
          { length: 100_000 },
          (_, n) => `<< /Title (entry) /Parent 6 0 R /Next ${n + 8} 0 R /Dest [3 0 R /Fit] >>`,
        ),
      ]),
  ],
  [
    'circular cross-reference tables',
    'pdf',
    () => {
      const one = file({}).toString('latin1')
      const at = one.lastIndexOf('xref\n0')
      return Buffer.from(one.replace('/Root 1 0 R', `/Root 1 0 R /Prev ${at} /XRefStm ${at}`), 'latin1')
    },
  ],
  [
    'a false cross-reference table',
    'pdf',
    () =>
      Buffer.from(
        file({})
          .toString('latin1')
          .replace(/\d{10} 00000 n/g, '9999999999 00000 n'),
        'latin1',
      ),
  ],
  [
    'no cross-reference table',
    'pdf',
    () =>
      Buffer.from(
        file({})
          .toString('latin1')
          .replace(/xref\n0[\s\S]*?trailer/, 'trailer')
          .replace(/startxref\n\d+/, 'startxref\n0'),
        'latin1',
      ),
  ],
  [
    'an object stream that extends itself',
    'pdf',
    () => file({ 6: stream('7 0 << /Loop 7 0 R >>', '/Type /ObjStm /N 1 /First 4 /Extends 6 0 R') }),
  ],
  ['a length that is its own stream', 'pdf', () => file({ 4: '<< /Length 4 0 R >>\nstream\nBT (x) Tj ET\nendstream' })],
  [
    'a length of a billion, and a negative one',
    'pdf',
    () =>
      file({ 4: `<< /Length 1000000000 >>\nstream\n${show}\nendstream`, 6: '<< /Length -1 >>\nstream\nx\nendstream' }),
  ],
  ['a page that inherits from itself', 'pdf', () => file({ 3: '<< /Type /Page /Parent 3 0 R /Contents 4 0 R >>' })],
  [
    '100,000 nested arrays',
    'pdf',
    () =>
      file({
        3: `<< /Type /Page /Parent 2 0 R /MediaBox ${'['.repeat(100_000)}${']'.repeat(100_000)} /Contents 4 0 R >>`,
      }),
  ],
  [
    '100,000 nested dictionaries',
    'pdf',
    () => file({ 6: `${'<< /A '.repeat(100_000)}1${' >>'.repeat(100_000)}`, 1: action('/Metadata 6 0 R') }),
  ],
]
