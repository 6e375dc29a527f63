/** Archives with false headers, or with XML that expands or points elsewhere. */

import { deflateRawSync } from 'node:zlib'
import type { HostileDocument } from './hostile-document.ts'
import { docx, docxParts, epub, laughs, openDocument, paragraph, partsOf, relationships, xlsx } from './office-files.ts'
import { zipFile } from './zip-file.ts'

const prologOf = (doctype: string) => `<?xml version="1.0" encoding="UTF-8"?>${doctype}`
const zeros = (megabytes: number) => deflateRawSync(Buffer.alloc(megabytes * 1024 * 1024, ' '), { level: 1 })
const withPart = (name: string, part: object) =>
  zipFile([...partsOf(docxParts(paragraph('x'))).filter((one) => one.name !== name), { name, content: '', ...part }])

export const archives: readonly HostileDocument[] = [
  [
    'an entry that unpacks to 256 MiB',
    'docx',
    () => withPart('word/document.xml', { content: zeros(256), isPacked: true }),
  ],
  [
    'an entry that states 1 byte and unpacks to 256 MiB',
    'docx',
    () => withPart('word/document.xml', { content: zeros(256), isPacked: true, size: 1 }),
  ],
  [
    'an entry that states 4 GiB',
    'docx',
    () => withPart('word/document.xml', { content: paragraph('x'), size: 0xfffffffe }),
  ],
  [
    'an entry whose packed bytes reach beyond the file',
    'docx',
    () => withPart('word/document.xml', { content: 'x', packedSize: 0xfffffff0 }),
  ],
  [
    'a thousand sheets that share the same 32 MiB',
    'xlsx',
    () => {
      const sheets = Array.from({ length: 1000 }, (_, n) => n)
      return zipFile([
        { name: 'xl/worksheets/sheet0.xml', content: zeros(32), isPacked: true },
        ...sheets.slice(1).map((n) => ({ name: `xl/worksheets/sheet${n}.xml`, content: '', sameAs: 0 })),
        {
          name: 'xl/workbook.xml',
          content: `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${sheets.map((n) => `<sheet name="S${n}" sheetId="${n + 1}" r:id="r${n}"/>`).join('')}</sheets></workbook>`,
        },
        {
          name: 'xl/_rels/workbook.xml.rels',
          content: relationships(sheets.map((n) => [`r${n}`, 'worksheet', `worksheets/sheet${n}.xml`])),
        },
        { name: '_rels/.rels', content: relationships([['r', 'officeDocument', 'xl/workbook.xml']]) },
      ])
    },
  ],
  [
    '60,000 entries',
    'docx',
    () => zipFile(Array.from({ length: 60_000 }, (_, n) => ({ name: `word/${n}.xml`, content: '', method: 0 }))),
  ],
  [
    'a directory that states 65,535 entries',
    'docx',
    () => zipFile(partsOf(docxParts(paragraph('x'))), { stated: 0xffff }),
  ],
  [
    'archives in archives, ten deep',
    'docx',
    () =>
      Array.from({ length: 10 }).reduce<Buffer>(
        (inner) => zipFile([{ name: 'word/document.xml', content: inner }]),
        Buffer.from('x'),
      ),
  ],
  [
    'names that climb out of the archive',
    'docx',
    () =>
      zipFile([
        { name: '../../../../tmp/gleaner-climbed', content: 'x' },
        { name: '/tmp/gleaner-climbed', content: 'x' },
        { name: 'C:\\gleaner-climbed', content: 'x' },
        ...partsOf(docxParts(paragraph('inside'))),
      ]),
  ],
  [
    'relations that climb out of the archive',
    'docx',
    () =>
      docx(paragraph('x'), { '_rels/.rels': relationships([['r', 'officeDocument', '../../../../../etc/passwd']]) }),
  ],
  ['an encrypted archive', 'docx', () => withPart('word/document.xml', { content: 'secret', flags: 1 })],
  ['an unknown compression method', 'docx', () => withPart('word/document.xml', { content: 'x', method: 99 })],
  [
    'the same entry twice',
    'docx',
    () => zipFile([...partsOf(docxParts(paragraph('a'))), ...partsOf(docxParts(paragraph('b')))]),
  ],

  ...(['docx', 'odt', 'epub', 'xlsx'] as const).map(
    (kind): HostileDocument => [
      `entities that grow to a billion, in ${kind}`,
      kind,
      () => {
        if (kind === 'docx') return docx(paragraph('&a9;'), {}, { prolog: prologOf(laughs) })
        if (kind === 'odt') return openDocument('text', '<text:p>&a9;</text:p>', { prolog: prologOf(laughs) })
        if (kind === 'epub')
          return epub('<p>&a9;</p>', {}, { prolog: prologOf(laughs), items: '<item id="x" href="&a9;"/>' })
        return xlsx('<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData>', {
          'xl/sharedStrings.xml': `${prologOf(laughs)}<sst><si><t>&a9;</t></si></sst>`,
        })
      },
    ],
  ),
  [
    'one entity of 100,000 characters used 10,000 times',
    'docx',
    () =>
      docx(
        paragraph('&e;'.repeat(10_000)),
        {},
        { prolog: prologOf(`<!DOCTYPE x [<!ENTITY e "${'e'.repeat(100_000)}">]>`) },
      ),
  ],
  [
    'external entities in a file and on a server',
    'docx',
    (canary) =>
      docx(
        paragraph('&f; &h;'),
        {},
        {
          prolog: prologOf(
            `<!DOCTYPE x SYSTEM "${canary}dtd" [<!ENTITY f SYSTEM "file:///etc/passwd"><!ENTITY h SYSTEM "${canary}entity"><!ENTITY % p SYSTEM "${canary}parameter"> %p;]>`,
          ),
        },
      ),
  ],
  [
    'relations from images, templates and frames to a server',
    'docx',
    (canary) =>
      docx(
        `<w:p><w:r><w:drawing><a:blip r:link="rP"/></w:drawing><w:t>x</w:t></w:r></w:p><w:altChunk r:id="rA"/><w:subDoc r:id="rS"/>`,
        {
          'word/_rels/document.xml.rels': relationships([
            ['rP', 'image', `${canary}picture`, 'External'],
            ['rT', 'attachedTemplate', `${canary}template`, 'External'],
            ['rA', 'aFChunk', `${canary}chunk`, 'External'],
            ['rS', 'subDocument', `${canary}document`, 'External'],
          ]),
        },
      ),
  ],
  [
    'chapters on a server and outside of the book',
    'epub',
    (canary) =>
      epub(
        `<p>x</p><img src="${canary}i"/><iframe src="${canary}f"/>`,
        {},
        {
          items: `<item id="h" href="${canary}c" media-type="application/xhtml+xml"/><item id="f" href="../../../etc/passwd" media-type="application/xhtml+xml"/>`,
          spine: '<itemref idref="h"/><itemref idref="f"/>',
        },
      ),
  ],
]
