/** Word documents that are hard to read. */

import {
  docxParts,
  laughs,
  paragraph,
  partsOf,
  relationships,
  wordNamespace,
} from '../../../test/documents/hostile/office-files.ts'
import type { Random } from '../random.ts'
import { amount, entities, type Family, giant, longText, longXml, many, nested, type Pairs, pack } from './pieces.ts'

type Parts = Record<string, string>
const docx = (random: Random, body: string, more: Parts = {}, options = {}) =>
  pack(partsOf(docxParts(body, more, options)), random)

const wrappers: Pairs = [
  ['<w:sdt><w:sdtContent>', '</w:sdtContent></w:sdt>'],
  ['<w:tbl><w:tr><w:tc>', '</w:tc></w:tr></w:tbl>'],
  ['<w:p><w:r><w:pict><w:txbxContent>', '</w:txbxContent></w:pict></w:r></w:p>'],
  ['<w:ins>', '</w:ins>'],
  ['<w:p><w:hyperlink r:id="r1"><w:smartTag>', '</w:smartTag></w:hyperlink></w:p>'],
  ['<mc:AlternateContent><mc:Choice>', '</mc:Choice></mc:AlternateContent>'],
  ['<w:p><w:r>', '</w:r></w:p>'],
]

const math = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
const mathWrappers: Pairs = [
  ['<m:f><m:num>', '</m:num></m:f>'],
  ['<m:rad><m:e>', '</m:e></m:rad>'],
  ['<m:sSup><m:e>', '</m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup>'],
  ['<m:m><m:mr><m:e>', '</m:e></m:mr></m:m>'],
]

export const wordShapes: readonly Family[] = [
  [
    'nested elements',
    (random) => {
      const pick = () => random.pick(wrappers)
      const [one, other] = [pick(), pick()]
      const [open, close] = random.chance(0.5) ? one : [one[0] + other[0], other[1] + one[1]]
      return docx(random, nested(open, close, amount(random, 100, 100_000), paragraph('x')))
    },
  ],
  ['a long text', (random) => docx(random, paragraph(longXml(random)))],
  [
    'a long text in escapes',
    (random) => docx(random, paragraph('&amp;&#1078;'.repeat(amount(random, 10_000, 5_000_000)))),
  ],
  [
    'a long title',
    (random) => {
      const namespaces =
        'xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"'
      const name = random.pick(['dc:title', 'dc:creator', 'cp:keywords', 'dc:description'])
      return docx(random, paragraph('x'), {
        'docProps/core.xml': `<cp:coreProperties ${namespaces}><${name}>${longXml(random)}</${name}></cp:coreProperties>`,
      })
    },
  ],
  [
    'a table of giant spans',
    (random) => {
      const cell = () =>
        `<w:tc><w:tcPr><w:gridSpan w:val="${giant(random)}"/><w:vMerge w:val="${random.pick(['restart', 'continue'])}"/></w:tcPr>${paragraph('x')}</w:tc>`
      const row = () =>
        `<w:tr><w:trPr><w:gridBefore w:val="${giant(random)}"/></w:trPr>${many(random.integer(1, 50), cell)}</w:tr>`
      return docx(
        random,
        `<w:tbl><w:tblGrid>${'<w:gridCol w:w="1"/>'.repeat(amount(random, 1, 100_000))}</w:tblGrid>${many(amount(random, 1, 2000), row)}</w:tbl>`,
      )
    },
  ],
  [
    'a wide or long table',
    (random) => {
      const columns = amount(random, 1, 100_000)
      const rows = Math.ceil(amount(random, 10_000, 600_000) / columns)
      return docx(
        random,
        `<w:tbl>${`<w:tr>${`<w:tc>${paragraph('x')}</w:tc>`.repeat(columns)}</w:tr>`.repeat(rows)}</w:tbl>`,
      )
    },
  ],
  [
    'giant numbers in every field',
    (random) => {
      const properties = () =>
        `<w:pPr><w:outlineLvl w:val="${giant(random)}"/><w:numPr><w:ilvl w:val="${giant(random)}"/><w:numId w:val="${random.integer(0, 3)}"/></w:numPr><w:ind w:left="${giant(random)}"/></w:pPr>`
      const run = () =>
        `<w:r><w:rPr><w:sz w:val="${giant(random)}"/><w:position w:val="${giant(random)}"/></w:rPr><w:t>x</w:t><w:sym w:font="Symbol" w:char="${random.pick(['F0B7', 'FFFFFFFF', '-1', '110000'])}"/></w:r>`
      const level = (n: number) =>
        `<w:lvl w:ilvl="${n % 9}"><w:start w:val="${giant(random)}"/><w:numFmt w:val="${random.pick(['upperRoman', 'upperLetter', 'decimal', 'chineseCounting'])}"/><w:lvlText w:val="${'%1.'.repeat(amount(random, 1, 100_000))}"/></w:lvl>`
      return docx(
        random,
        many(amount(random, 10, 20_000), () => `<w:p>${properties()}${run()}</w:p>`),
        {
          'word/numbering.xml': `<w:numbering ${wordNamespace}><w:abstractNum w:abstractNumId="1">${many(9, level)}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
          'word/_rels/document.xml.rels': relationships([['r1', 'numbering', 'numbering.xml']]),
        },
      )
    },
  ],
  [
    'styles in a chain or a circle',
    (random) => {
      const count = amount(random, 2, 100_000)
      const last = random.chance(0.5) ? 0 : count
      const style = (n: number) =>
        `<w:style w:type="paragraph" w:styleId="S${n}"><w:name w:val="heading ${n}"/><w:basedOn w:val="S${n === count - 1 ? last : n + 1}"/></w:style>`
      return docx(
        random,
        '<w:p><w:pPr><w:pStyle w:val="S0"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>'.repeat(amount(random, 1, 20_000)),
        {
          'word/styles.xml': `<w:styles ${wordNamespace}>${many(count, style)}</w:styles>`,
          'word/_rels/document.xml.rels': relationships([['r1', 'styles', 'styles.xml']]),
        },
      )
    },
  ],
  [
    'notes that are referred to again and again',
    (random) => {
      const refer = '<w:footnoteReference w:id="1"/>'.repeat(amount(random, 1, 100_000))
      const inside = random.chance(0.5) ? '<w:footnoteReference w:id="1"/>' : ''
      return docx(random, `<w:p><w:r><w:t>x</w:t>${refer}</w:r></w:p>`, {
        'word/footnotes.xml': `<w:footnotes ${wordNamespace}><w:footnote w:id="1"><w:p><w:r><w:t>${longText(random, 100_000).replace(/[<&]/g, 'x')}</w:t>${inside}</w:r></w:p></w:footnote></w:footnotes>`,
        'word/_rels/document.xml.rels': relationships([['r1', 'footnotes', 'footnotes.xml']]),
      })
    },
  ],
  [
    'entities',
    (random) => docx(random, paragraph('&e12;'), {}, { prolog: random.chance(0.5) ? entities(random) : laughs }),
  ],
  [
    'giant attributes',
    (random) => {
      const attributes = many(amount(random, 1, 200_000), (n) => ` a${n}="${giant(random)}"`)
      const value = 'x'.repeat(amount(random, 1000, 20_000_000))
      return docx(
        random,
        `<w:p${attributes}><w:hyperlink w:anchor="${value}" w:tooltip="${value}"><w:r><w:t>x</w:t></w:r></w:hyperlink></w:p>`,
      )
    },
  ],
  [
    'formulas in formulas',
    (random) => {
      const [open, close] = random.pick(mathWrappers)
      const formula = nested(open, close, amount(random, 10, 30_000), '<m:r><m:t>x</m:t></m:r>')
      return docx(
        random,
        `<w:p><m:oMath>${formula}</m:oMath></w:p>`.repeat(random.integer(1, 20)),
        {},
        { root: ` ${math}` },
      )
    },
  ],
  [
    'fields in fields',
    (random) => {
      const begin =
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "x" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>'
      const end = random.chance(0.5) ? '<w:r><w:fldChar w:fldCharType="end"/></w:r>' : ''
      return docx(random, `<w:p>${nested(begin, end, amount(random, 100, 50_000), '<w:r><w:t>x</w:t></w:r>')}</w:p>`)
    },
  ],
  [
    'many parts and relations',
    (random) => {
      const count = amount(random, 10, 19_000)
      const rows = Array.from({ length: count }, (_, n): [string, string, string] => [
        `r${n}`,
        random.pick(['header', 'image', 'hyperlink', 'chart', 'comments']),
        `p${n}.xml`,
      ])
      const parts = Object.fromEntries(
        rows.map(([, , name]) => [`word/${name}`, `<w:hdr ${wordNamespace}>${paragraph('x')}</w:hdr>`]),
      )
      return docx(
        random,
        many(count, (n) => `<w:p><w:hyperlink r:id="r${n}"><w:r><w:t>x</w:t></w:r></w:hyperlink></w:p>`),
        { ...parts, 'word/_rels/document.xml.rels': relationships(rows) },
      )
    },
  ],
]
