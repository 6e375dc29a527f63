/** Workbooks and delimited files that are hard to read. */

import { utils, write } from '@e965/xlsx'
import { openDocumentParts, partsOf, relationships, xlsxParts } from '../../../test/documents/hostile/office-files.ts'
import type { Random } from '../random.ts'
import { repeatedTable } from './flow-shapes.ts'
import { amount, entities, type Family, giant, longText, longXml, many, nested, pack } from './pieces.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const xlsx = (random: Random, sheet: string, more: Record<string, string> = {}, sheets?: string) =>
  pack(partsOf(xlsxParts(sheet, more, sheets)), random)
const one = '<sheetData><row><c><v>1</v></c></row></sheetData>'

const cells = [
  ...([
    '<c><v>1</v></c>',
    '<c/>',
    '<c t="s"><v>0</v></c>',
    '<c t="b"><v>1</v></c>',
    '<c t="e"><v>#N/A</v></c>',
  ] as const),
  ...(['<c s="0"><v>45000.5</v></c>', '<c><f>SUM(A1:XFD1048576)</f></c>', '<c><v>1e308</v></c>'] as const),
  ...([
    '<c t="inlineStr"><is><t>x</t></is></c>',
    '<c t="inlineStr"><is><r><t>x</t></r><r><t>y</t></r></is></c>',
  ] as const),
] as const

const column = (random: Random) => random.pick(['A', 'Z', 'XFD', 'ZZZZ', 'AAAAAAAAAA'])
const reference = (random: Random) => `${column(random)}${giant(random).replace(/\W/g, '')}`

function rows(random: Random, max = 1_500_000): string {
  const columns = amount(random, 1, 16_384)
  const count = Math.max(1, Math.floor(amount(random, 10_000, max) / columns))
  return `<sheetData>${`<row>${random.pick(cells).repeat(columns)}</row>`.repeat(count)}</sheetData>`
}

const strings = (content: string) => ({
  'xl/sharedStrings.xml': `<sst xmlns="${main}" count="4294967296" uniqueCount="4294967296">${content}</sst>`,
})

function stylesOf(random: Random): Record<string, string> {
  const code = random.pick([
    'yyyy-mm-dd ',
    '#,##0.00;',
    '[&gt;1]0;',
    '&quot;x&quot;',
    '0',
    '?/?',
    '[h]:mm',
    '[[',
    '\\x',
    'General ',
    '* ',
  ])
  const format = code.repeat(amount(random, 1, 200_000))
  return {
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="${giant(random)}"><numFmt numFmtId="200" formatCode="${format}"/></numFmts><cellXfs count="${giant(random)}">${'<xf numFmtId="200"/>'.repeat(amount(random, 1, 300_000))}</cellXfs></styleSheet>`,
  }
}

export const xlsxShapes: readonly Family[] = [
  ['many cells', (random) => xlsx(random, rows(random, 5_000_000), strings('<si><t>x</t></si>'))],
  [
    'cells in giant places',
    (random) =>
      xlsx(
        random,
        `<dimension ref="A1:${reference(random)}"/><sheetData>${many(amount(random, 10, 100_000), () => `<row r="${giant(random)}"><c r="${reference(random)}"><v>1</v></c></row>`)}</sheetData>`,
      ),
  ],
  [
    'a long text',
    (random) =>
      xlsx(random, `<sheetData><row><c t="inlineStr"><is><t>${longXml(random)}</t></is></c></row></sheetData>`),
  ],
  [
    'a text that many cells share',
    (random) => {
      const text = `<si>${random.chance(0.5) ? `<t>${'x'.repeat(amount(random, 100, 1_000_000))}</t>` : '<r><t>x</t></r>'.repeat(amount(random, 100, 300_000))}</si>`
      return xlsx(
        random,
        `<sheetData>${'<row><c t="s"><v>0</v></c></row>'.repeat(amount(random, 10, 300_000))}</sheetData>`,
        strings(text),
      )
    },
  ],
  [
    'formats',
    (random) =>
      xlsx(
        random,
        `<sheetData>${'<row><c s="0"><v>1.5</v></c></row>'.repeat(amount(random, 10, 100_000))}</sheetData>`,
        stylesOf(random),
      ),
  ],
  [
    'merged ranges',
    (random) =>
      xlsx(
        random,
        `${rows(random, 100_000)}<mergeCells count="${giant(random)}">${many(amount(random, 10, 200_000), (n) => `<mergeCell ref="${random.chance(0.5) ? `A${n + 1}:C${n + 2}` : `A1:${reference(random)}`}"/>`)}</mergeCells>`,
      ),
  ],
  [
    'columns',
    (random) =>
      xlsx(
        random,
        `<cols>${many(amount(random, 10, 300_000), () => `<col min="${giant(random)}" max="${giant(random)}" hidden="1"/>`)}</cols>${one}`,
      ),
  ],
  [
    'many sheets',
    (random) => {
      const count = amount(random, 10, 50_000)
      return xlsx(
        random,
        rows(random, 300_000),
        {},
        many(count, (n) => `<sheet name="S${n}" sheetId="${n + 1}" r:id="rId1"/>`),
      )
    },
  ],
  [
    'links and comments',
    (random) => {
      const links = `<hyperlinks ${office}>${many(amount(random, 10, 200_000), () => `<hyperlink ref="A1:${reference(random)}" r:id="r1"/>`)}</hyperlinks>`
      return xlsx(random, one + links, {
        'xl/worksheets/_rels/sheet1.xml.rels': relationships([
          ['r1', 'hyperlink', 'x'.repeat(amount(random, 1, 1_000_000)), 'External'],
          ['r2', 'comments', '../comments1.xml'],
        ]),
        'xl/comments1.xml': `<comments xmlns="${main}"><commentList>${'<comment ref="A1"><text><t>x</t></text></comment>'.repeat(amount(random, 1, 300_000))}</commentList></comments>`,
      })
    },
  ],
  [
    'entities',
    (random) =>
      xlsx(random, '<sheetData><row><c t="s"><v>0</v></c></row></sheetData>', {
        'xl/sharedStrings.xml': `${entities(random)}<sst><si><t>&e12;</t></si></sst>`,
      }),
  ],
  [
    'nested elements',
    (random) =>
      xlsx(random, nested(random.pick(['<sheetData>', '<row>', '<c>', '<is>']), '', amount(random, 100, 1_000_000))),
  ],
]

const ods = (random: Random, body: string, options = {}) =>
  pack(openDocumentParts('spreadsheet', body, options), random)
const cell = '<table:table-cell><text:p>x</text:p></table:table-cell>'

export const odsShapes: readonly Family[] = [
  [
    'repeated rows and cells',
    (random) => ods(random, repeatedTable(random, '<text:p>x</text:p>').repeat(amount(random, 1, 2000))),
  ],
  [
    'repeated tables in each other',
    (random) => {
      let inside = '<text:p>x</text:p>'
      for (let left = random.integer(2, 12); left > 0; left--)
        inside = repeatedTable(random, inside).replaceAll('<table:table>', '<table:table table:is-sub-table="true">')
      return ods(random, inside)
    },
  ],
  [
    'many cells',
    (random) =>
      ods(
        random,
        `<table:table>${`<table:table-row>${cell.repeat(amount(random, 1, 1000))}</table:table-row>`.repeat(amount(random, 1, 1000))}</table:table>`,
      ),
  ],
  [
    'a wide row',
    (random) =>
      ods(
        random,
        `<table:table><table:table-row>${cell.repeat(amount(random, 1000, 1_000_000))}</table:table-row></table:table>`,
      ),
  ],
  [
    'a long text',
    (random) =>
      ods(
        random,
        `<table:table><table:table-row><table:table-cell><text:p>${longXml(random)}</text:p></table:table-cell></table:table-row></table:table>`,
      ),
  ],
  [
    'a repeated long text',
    (random) =>
      ods(random, repeatedTable(random, `<text:p>${'&amp;'.repeat(amount(random, 1000, 1_000_000))}</text:p>`)),
  ],
  [
    'many sheets',
    (random) =>
      ods(
        random,
        `<table:table table:name="T"><table:table-row>${cell}</table:table-row></table:table>`.repeat(
          amount(random, 100, 100_000),
        ),
      ),
  ],
  [
    'groups of rows',
    (random) =>
      ods(
        random,
        `<table:table>${nested(random.pick(['<table:table-row-group>', '<table:table-header-rows>', '<table:table-rows>']), '', amount(random, 100, 300_000))}</table:table>`,
      ),
  ],
  [
    'covered cells',
    (random) =>
      ods(
        random,
        `<table:table>${many(amount(random, 10, 50_000), () => `<table:table-row><table:table-cell table:number-rows-spanned="${giant(random)}"/><table:covered-table-cell table:number-columns-repeated="${giant(random)}"/>${cell}</table:table-row>`)}</table:table>`,
      ),
  ],
  [
    'entities',
    (random) =>
      ods(
        random,
        '<table:table><table:table-row><table:table-cell><text:p>&e12;</text:p></table:table-cell></table:table-row></table:table>',
        { prolog: entities(random) },
      ),
  ],
]

/** `sign` separates the values. */
const valuesOf = (sign: string): readonly Family[] => [
  ['many rows', (random) => Buffer.from(`1${sign}2\n`.repeat(amount(random, 100_000, 3_900_000)))],
  ['a wide row', (random) => Buffer.from(`${`a${sign}`.repeat(amount(random, 10_000, 7_000_000))}\n1${sign}2`)],
  ['rows that grow', (random) => Buffer.from(many(amount(random, 10, 3000), (n) => `${`x${sign}`.repeat(n)}\n`))],
  [
    'one wide row among many',
    (random) =>
      Buffer.from(
        `${`a${sign}b\n`.repeat(amount(random, 10, 1_000_000))}${`x${sign}`.repeat(amount(random, 10, 3_000_000))}`,
      ),
  ],
  [
    'a quote that is never closed',
    (random) => Buffer.from(`a${sign}b\n"${`x${sign}\n`.repeat(amount(random, 1000, 5_000_000))}`),
  ],
  [
    'quotes',
    (random) =>
      Buffer.from(random.pick(['"', '""', `"${sign}`, '"\n', '"a"b']).repeat(amount(random, 10_000, 3_500_000))),
  ],
  [
    'a long cell',
    (random) => Buffer.from(`a${sign}b\n"${longText(random, 15_000_000).replaceAll('"', '""')}"${sign}x`),
  ],
  [
    'signs of markdown and HTML',
    (random) =>
      Buffer.from(
        many(
          amount(random, 1000, 200_000),
          () => `${random.pick(['|', '<b>', '`', '](', '\\', '![', '*', 'http://x/', '&amp;'])}${sign}`,
        ),
      ),
  ],
  [
    'other ends and codes',
    (random) =>
      Buffer.from(
        `${random.pick(['\r', '\n\n', '\0', '\u2028', '\r\n'])}a${sign}b`.repeat(amount(random, 1000, 1_500_000)),
        random.pick(['utf8', 'utf16le']),
      ),
  ],
]

function xls(length: number): Buffer {
  const sheet = utils.aoa_to_sheet(Array.from({ length }, (_, n) => [n, `Tree ${n}`]))
  return write({ SheetNames: ['S'], Sheets: { S: sheet } }, { bookType: 'biff8', type: 'buffer' }) as Buffer
}

export const xlsShapes: readonly Family[] = [
  ['many rows', (random) => xls(amount(random, 10, 60_000))],
  [
    'damaged sectors',
    (random) => {
      const bytes = xls(2000)
      for (let at = 512; at < bytes.length; at += 512 * amount(random, 1, 8)) bytes.writeUInt32LE(at >> 9, at)
      return bytes
    },
  ],
]

export const csvShapes = valuesOf(',')
export const tsvShapes = valuesOf('\t')
