/** PDFs with structure trees that are circular, deep or large, or reference the same text repeatedly. */

import { pdfFile, stream } from '../pdf/pdf-document.ts'
import type { HostileDocument } from './hostile-document.ts'
import { helvetica, pages } from './pdf-page.ts'

const catalog = '<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 6 0 R >>'
const page =
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /StructParents 0 /Resources << /Font << /F1 5 0 R >> >> >>'
const content = '/P << /MCID 0 >> BDC BT /F1 12 Tf 50 700 Td (text of the page) Tj ET EMC'
const elementOf = (role: string, parent: number, kids: string, more = '') =>
  `<< /Type /StructElem /S /${role} /P ${parent} 0 R /Pg 3 0 R /K [${kids}] ${more} >>`

/** A page with these tree elements, numbered from 8. `parents` are parents of its marked content, and `kids` are children of the root. */
function tagged(
  elements: readonly string[],
  { parents = '8 0 R', kids = '8 0 R', shown = content, root = '' } = {},
): Buffer {
  return pdfFile([
    ...[catalog, pages, page, stream(shown), helvetica],
    `<< /Type /StructTreeRoot /K [${kids}] /ParentTree 7 0 R ${root} >>`,
    `<< /Nums [0 [${parents}]] >>`,
    ...elements,
  ])
}

/** Nested elements. The innermost contains the text of the page. */
const nested = (depth: number, roleOf: (n: number) => string, times = 1) =>
  Array.from({ length: depth }, (_, n) =>
    elementOf(roleOf(n), n === 0 ? 6 : n + 7, n === depth - 1 ? '0' : `${n + 9} 0 R `.repeat(times)),
  )

export const pdfStructures: readonly HostileDocument[] = [
  [
    'a structure whose elements contain each other',
    'pdf',
    () => tagged([elementOf('Sect', 9, '9 0 R'), elementOf('L', 8, '8 0 R 0')], { parents: '9 0 R' }),
  ],
  ['an element that is its own parent and child', 'pdf', () => tagged([elementOf('Table', 8, '8 0 R 8 0 R 0')])],
  [
    'a structure 20,000 deep',
    'pdf',
    () =>
      tagged(
        nested(20_000, () => 'Div'),
        { parents: '20007 0 R' },
      ),
  ],
  [
    'lists in lists, 20,000 deep',
    'pdf',
    () =>
      tagged(
        nested(20_000, (n) => (['L', 'LI', 'LBody'] as const)[n % 3] ?? 'L'),
        { parents: '20007 0 R' },
      ),
  ],
  [
    'elements that contain each other twice, 30 deep',
    'pdf',
    () =>
      tagged(
        nested(30, (n) => (n === 29 ? 'P' : 'Div'), 2),
        { parents: '37 0 R' },
      ),
  ],
  [
    '100,000 elements with one text',
    'pdf',
    () => {
      const count = 100_000
      const names = Array.from({ length: count }, (_, n) => `${n + 9} 0 R`).join(' ')
      return tagged([elementOf('Document', 6, names), ...Array.from({ length: count }, () => elementOf('P', 8, '0'))], {
        parents: names,
      })
    },
  ],
  [
    'a row of 20,000 cells, and as many rows',
    'pdf',
    () => {
      const count = 20_000
      const names = (from: number) => Array.from({ length: count }, (_, n) => `${n + from} 0 R`).join(' ')
      return tagged(
        [
          elementOf('Table', 6, `9 0 R ${names(10 + count)}`),
          elementOf('TR', 8, names(10)),
          ...Array.from({ length: count }, () => elementOf('TD', 9, '0')),
          ...Array.from({ length: count }, () => elementOf('TR', 8, '0')),
        ],
        { parents: '10 0 R' },
      )
    },
  ],
  [
    'a table of 100 columns, each row shorter than the one before it',
    'pdf',
    () => {
      const rows = Array.from({ length: 100 }, (_, n) => Array.from({ length: 100 - n }, (_, m) => ({ n, m })))
      const cells = rows.flat()
      const first = 9 + rows.length
      const numberOf = new Map(cells.map((cell, at) => [cell, first + at]))
      const shown = cells.map(
        ({ n, m }, at) => `/TD << /MCID ${at} >> BDC BT /F1 2 Tf ${10 + m * 2.9} ${790 - n * 3.9} Td (x) Tj ET EMC`,
      )
      return tagged(
        [
          elementOf('Table', 6, rows.map((_, n) => `${9 + n} 0 R`).join(' ')),
          ...rows.map((row) => elementOf('TR', 8, row.map((cell) => `${numberOf.get(cell)} 0 R`).join(' '))),
          ...cells.map(({ n }, at) => elementOf('TD', 9 + n, String(at))),
        ],
        { parents: cells.map((_, at) => `${first + at} 0 R`).join(' '), shown: shown.join('\n') },
      )
    },
  ],
  [
    '100,000 nested marks around one text',
    'pdf',
    () =>
      tagged([elementOf('P', 6, '0')], {
        shown: `${'/P << /MCID 0 >> BDC '.repeat(100_000)}${content}${' EMC'.repeat(100_000)}`,
      }),
  ],
  [
    'roles with a circular mapping, and one that is not a name',
    'pdf',
    () =>
      tagged([elementOf('A', 6, '0 9 0 R'), elementOf('C', 8, '')], {
        root: '/RoleMap << /A /B /B /A /C (P) /toString /constructor >>',
      }),
  ],
  [
    'a role named like an object member',
    'pdf',
    () => tagged([elementOf('constructor', 6, '9 0 R'), elementOf('__proto__', 8, '0')], { parents: '9 0 R' }),
  ],
  [
    'a parent tree that contains itself',
    'pdf',
    () =>
      pdfFile([
        catalog,
        pages,
        page,
        stream(content),
        helvetica,
        '<< /Type /StructTreeRoot /K 8 0 R /ParentTree 7 0 R >>',
        '<< /Kids [7 0 R 7 0 R] /Limits [0 9] >>',
        elementOf('P', 6, '0'),
      ]),
  ],
  [
    'strings instead of the structure',
    'pdf',
    () => pdfFile([catalog, pages, page, stream(content), helvetica, '(tree)', '[0 [0]]']),
  ],
  [
    'a million characters of alternative text',
    'pdf',
    () => tagged([elementOf('Figure', 6, '0', `/Alt (${'a '.repeat(500_000)})`)]),
  ],
  [
    'an element whose text is on each of 2,000 pages',
    'pdf',
    () => {
      const count = 2000
      const names = Array.from({ length: count }, (_, n) => `${n + 9} 0 R`)
      return pdfFile([
        catalog,
        `<< /Type /Pages /Kids [${names.join(' ')}] /Count ${count} >>`,
        page,
        stream(content),
        helvetica,
        '<< /Type /StructTreeRoot /K [8 0 R] /ParentTree 7 0 R >>',
        `<< /Nums [${names.map((_, n) => `${n} [8 0 R]`).join(' ')}] >>`,
        `<< /Type /StructElem /S /H1 /P 6 0 R /K [${names.map((name) => `<< /Type /MCR /Pg ${name} /MCID 0 >>`).join(' ')}] >>`,
        ...names.map((_, n) => page.replace('/StructParents 0', `/StructParents ${n}`)),
      ])
    },
  ],
]
