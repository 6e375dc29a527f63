/** Large, deep or endless Office documents and books. */

import type { HostileDocument } from './hostile-document.ts'
import { docx, epub, openDocument, paragraph, pptx, relationships, shape, wordNamespace, xlsx } from './office-files.ts'

const nested = (open: string, close: string, depth: number, inside = 'x') =>
  `${open.repeat(depth)}${inside}${close.repeat(depth)}`

export const office: readonly HostileDocument[] = [
  [
    '100,000 nested elements',
    'docx',
    () => docx(nested('<w:sdt><w:sdtContent>', '</w:sdtContent></w:sdt>', 50_000, paragraph('x'))),
  ],
  [
    '5,000 nested tables',
    'docx',
    () => docx(nested('<w:tbl><w:tr><w:tc>', '</w:tc></w:tr></w:tbl>', 5000, paragraph('x'))),
  ],
  [
    '100,000 nested text boxes',
    'docx',
    () => docx(nested('<w:p><w:r><w:pict><w:txbxContent>', '</w:txbxContent></w:pict></w:r></w:p>', 25_000)),
  ],
  [
    '100,000 nested sections',
    'odt',
    () => openDocument('text', nested('<text:section>', '</text:section>', 100_000, '<text:p>x</text:p>')),
  ],
  [
    '100,000 nested lists',
    'odt',
    () =>
      openDocument(
        'text',
        nested('<text:list><text:list-item>', '</text:list-item></text:list>', 50_000, '<text:p>x</text:p>'),
      ),
  ],
  [
    '100,000 nested spans',
    'odt',
    () => openDocument('text', `<text:p>${nested('<text:span>', '</text:span>', 100_000)}</text:p>`),
  ],
  [
    '5,000 nested tables',
    'odt',
    () =>
      openDocument(
        'text',
        nested(
          '<table:table><table:table-row><table:table-cell>',
          '</table:table-cell></table:table-row></table:table>',
          5000,
          '<text:p>x</text:p>',
        ),
      ),
  ],
  [
    '100,000 nested groups of shapes',
    'pptx',
    () => pptx(nested('<p:grpSp>', '</p:grpSp>', 100_000, shape('<a:p><a:r><a:t>x</a:t></a:r></a:p>'))),
  ],
  ['100,000 nested blocks', 'epub', () => epub(nested('<div>', '</div>', 100_000))],
  [
    '100,000 attributes and one of 5 MB',
    'docx',
    () =>
      docx(
        `<w:p ${Array.from({ length: 100_000 }, (_, n) => `a${n}="1"`).join(' ')} long="${'x'.repeat(5_000_000)}"/>${paragraph('x')}`,
      ),
  ],
  ['elements that are never closed', 'docx', () => docx('<w:p><w:r><w:t>'.repeat(100_000))],
  ['a text of 8 MB without spaces', 'docx', () => docx(paragraph('x'.repeat(8_000_000)))],
  [
    'invalid UTF-8',
    'docx',
    () =>
      docx('', {
        'word/document.xml': Buffer.concat([
          Buffer.from(`<w:document ${wordNamespace}><w:body><w:p><w:r><w:t>`),
          Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80]),
          Buffer.from('</w:t></w:r></w:p></w:body></w:document>'),
        ]),
      }),
  ],
  [
    'half of a character in UTF-16',
    'odt',
    () =>
      openDocument('text', '', {
        more: {
          'content.xml': Buffer.concat([
            Buffer.from([0xff, 0xfe]),
            Buffer.from('<?xml version="1.0"?><a>\ud800</a>', 'utf16le'),
            Buffer.from([0x3c]),
          ]),
        },
      }),
  ],
  [
    'an unknown encoding',
    'docx',
    () => docx(paragraph('x'), {}, { prolog: '<?xml version="1.0" encoding="x-gleaner-7"?>' }),
  ],

  [
    'styles with each other as parent',
    'docx',
    () =>
      docx('<w:p><w:pPr><w:pStyle w:val="A"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>', {
        'word/styles.xml': `<w:styles ${wordNamespace}>${['AB', 'BC', 'CA'].map(([one, other]) => `<w:style w:type="paragraph" w:styleId="${one}"><w:name w:val="${one}"/><w:basedOn w:val="${other}"/></w:style>`).join('')}</w:styles>`,
        'word/_rels/document.xml.rels': relationships([['r1', 'styles', 'styles.xml']]),
      }),
  ],
  [
    'notes that refer to themselves',
    'docx',
    () =>
      docx('<w:p><w:r><w:t>x</w:t><w:footnoteReference w:id="1"/></w:r></w:p>', {
        'word/footnotes.xml': `<w:footnotes ${wordNamespace}><w:footnote w:id="1"><w:p><w:r><w:t>y</w:t><w:footnoteReference w:id="1"/></w:r></w:p></w:footnote></w:footnotes>`,
        'word/_rels/document.xml.rels': relationships([['r1', 'footnotes', 'footnotes.xml']]),
      }),
  ],
  [
    'a cell that spans two billion columns, and a list on level a million',
    'docx',
    () =>
      docx(
        `<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2000000000"/></w:tcPr>${paragraph('x')}</w:tc></w:tr></w:tbl><w:p><w:pPr><w:numPr><w:ilvl w:val="1000000"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>y</w:t></w:r></w:p>`,
      ),
  ],
  [
    'a billion spaces and circular styles',
    'odt',
    () =>
      openDocument('text', '<text:p text:style-name="A">x<text:s text:c="1000000000"/>y</text:p>'.repeat(50), {
        styles:
          '<style:style style:name="A" style:family="paragraph" style:parent-style-name="B"/><style:style style:name="B" style:family="paragraph" style:parent-style-name="A"/>',
      }),
  ],
  [
    'headings on level a million, and negative ones',
    'odt',
    () =>
      openDocument('text', '<text:h text:outline-level="1000000">x</text:h><text:h text:outline-level="-5">y</text:h>'),
  ],

  [
    'a cell in the last place of a sheet of maximum size',
    'xlsx',
    () =>
      xlsx(
        '<dimension ref="A1:XFD1048576"/><sheetData><row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row></sheetData>',
      ),
  ],
  [
    'offsets that do not exist',
    'xlsx',
    () =>
      xlsx(
        '<sheetData><row r="99999999999999"><c r="ZZZZZZZZ99999999999999"><v>1</v></c><c r="A0"><v>1</v></c><c r="-1"><v>1</v></c><c r="A1" t="s"><v>99999999</v></c><c r="B1" s="777777"><v>1e999</v></c></row></sheetData>',
      ),
  ],
  [
    'a merged range of a whole sheet, and 50,000 others',
    'xlsx',
    () =>
      xlsx(
        `<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/>${Array.from({ length: 50_000 }, (_, n) => `<mergeCell ref="A${n + 2}:XFD${n + 3}"/>`).join('')}</mergeCells>`,
      ),
  ],
  [
    'a format of 100,000 sections',
    'xlsx',
    () =>
      xlsx('<sheetData><row r="1"><c r="A1" s="0"><v>1</v></c></row></sheetData>', {
        'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${'[[;?#,0/'.repeat(100_000)}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>`,
      }),
  ],
  [
    'a million cells',
    'xlsx',
    () =>
      xlsx(
        `<sheetData>${Array.from({ length: 10_000 }, (_, n) => `<row r="${n + 1}">${'<c><v>1</v></c>'.repeat(100)}</row>`).join('')}</sheetData>`,
      ),
  ],
  [
    'one sheet listed 50,000 times',
    'xlsx',
    () =>
      xlsx(
        '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>',
        {},
        Array.from({ length: 50_000 }, (_, n) => `<sheet name="S${n}" sheetId="${n + 1}" r:id="rId1"/>`).join(''),
      ),
  ],
  [
    'rows and columns repeated 17 billion times',
    'ods',
    () =>
      openDocument(
        'spreadsheet',
        '<table:table table:name="T"><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row></table:table>',
      ),
  ],
  [
    'cells that span a billion rows',
    'ods',
    () =>
      openDocument(
        'spreadsheet',
        `<table:table table:name="T">${'<table:table-row><table:table-cell table:number-columns-spanned="1000000000" table:number-rows-spanned="1000000000"><text:p>x</text:p></table:table-cell></table:table-row>'.repeat(500)}</table:table>`,
      ),
  ],
  [
    'one slide of 10,000 characters, named 100,000 times',
    'pptx',
    () =>
      pptx(
        `<p:sp><p:txBody><a:p><a:r><a:t>${'text '.repeat(2000)}</a:t></a:r></a:p></p:txBody></p:sp>`,
        {},
        '<p:sldId id="256" r:id="rId1"/>'.repeat(100_000),
      ),
  ],
  [
    '6,000 pages of 10,000 characters each',
    'odp',
    () => {
      const page = `<draw:page><draw:frame><draw:text-box><text:p>${'text '.repeat(2000)}</text:p></draw:text-box></draw:frame></draw:page>`
      return openDocument('presentation', page.repeat(6000))
    },
  ],
  [
    'a text of 30,000 characters shared by 100,000 cells',
    'xlsx',
    () => {
      const cells = Array.from({ length: 100_000 }, () => '<row><c t="s"><v>0</v></c></row>').join('')
      const strings = `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>${'x'.repeat(30_000)}</t></si></sst>`
      return xlsx(cells, { 'xl/sharedStrings.xml': strings })
    },
  ],
  [
    'a spine that lists one chapter 100,000 times',
    'epub',
    () => epub(`<p>${'x '.repeat(1000)}</p>`, {}, { spine: '<itemref idref="c"/>'.repeat(100_000) }),
  ],
  [
    'a package that is its own chapter',
    'epub',
    () =>
      epub(
        '<p>x</p>',
        {},
        { items: '<item id="o" href="book.opf" media-type="application/xhtml+xml"/>', spine: '<itemref idref="o"/>' },
      ),
  ],
]
