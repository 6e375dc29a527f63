import { describe, expect, it, test } from 'vitest'
import type { DocumentKind } from '../../../src/page/document-types.ts'
import { formatDocument, markdownOfDocument } from '../format-document.ts'
import { memoryBombs } from '../hostile/memory-bombs.ts'
import { docx, epub, openDocument, paragraph, pptx, relationships, shape, xlsx } from '../hostile/office-files.ts'
import { pdfWith } from '../hostile/pdf-page.ts'

const tooMuchHtml = 'The document is too large to read: it expands to more than 16000000 characters of HTML'
const tooManyCells = 'The document is too large to read: it has more than 500000 filled cells'
const refused = (message: string) => ({ type: 'invalid_response', message })

/** Each text is within the limit for a single text, and grows fivefold when escaped. */
const run = `<![CDATA[${'&'.repeat(900_000)}]]>`
const inRuns = (write: (text: string) => string, text = run) => write(text).repeat(4)
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const core =
  'xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"'
const external = (target: string) => relationships([['r1', 'hyperlink', target, 'External']])
const longAddress = `http://a.example/${'x'.repeat(8000)}`
const cell = (text: string) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`
const odsCell = (more: string, text = '') =>
  `<table:table table:name="T"><table:table-row><table:table-cell ${more}>${text}</table:table-cell></table:table-row></table:table>`
const chart = 'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"'
const drawing =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'

const texts: readonly [name: string, kind: DocumentKind, document: () => Buffer][] = [
  ['paragraphs', 'docx', () => docx(inRuns(paragraph))],
  ['runs of one paragraph', 'docx', () => docx(`<w:p>${inRuns((text) => `<w:r><w:t>${text}</w:t></w:r>`)}</w:p>`)],
  [
    'a title',
    'docx',
    () =>
      docx(paragraph('x'), {
        'docProps/core.xml': `<cp:coreProperties ${core}><dc:title>${inRuns((text) => `<b>${text}</b>`)}</dc:title></cp:coreProperties>`,
      }),
  ],
  [
    'link URLs',
    'docx',
    () =>
      docx(
        `<w:p>${`<w:hyperlink r:id="r1"><w:r><w:t>x</w:t></w:r></w:hyperlink><w:r><w:t>y</w:t></w:r>`.repeat(2500)}</w:p>`,
        {
          'word/_rels/document.xml.rels': external(longAddress),
        },
      ),
  ],
  [
    'labels of a chart',
    'docx',
    () =>
      docx(
        `<w:p><w:r><w:drawing><a:graphic ${drawing}><a:graphicData><c:chart ${chart} r:id="r1"/></a:graphicData></a:graphic></w:drawing></w:r></w:p>`,
        {
          'word/_rels/document.xml.rels': relationships([['r1', 'chart', 'charts/chart1.xml']]),
          'word/charts/chart1.xml': `<c:chartSpace ${chart}><c:chart><c:ser><c:val>${[0, 1, 2, 3].map((n) => `<c:pt idx="${n}"><c:v>${run}</c:v></c:pt>`).join('')}</c:val></c:ser></c:chart></c:chartSpace>`,
        },
      ),
  ],
  [
    'paragraphs',
    'odt',
    () =>
      openDocument(
        'text',
        inRuns((text) => `<text:p>${text}</text:p>`),
      ),
  ],
  ['cells', 'xlsx', () => xlsx(`<sheetData>${inRuns(cell)}</sheetData>`)],
  [
    'a text shared by cells',
    'xlsx',
    () =>
      xlsx(`<sheetData>${'<row><c t="s"><v>0</v></c></row>'.repeat(4)}</sheetData>`, {
        'xl/sharedStrings.xml': `<sst ${main}><si><t>${run}</t></si></sst>`,
      }),
  ],
  [
    'the name of a sheet',
    'xlsx',
    () => xlsx(`<sheetData>${cell('x')}</sheetData>`, {}, `<sheet name="${'&amp;'.repeat(4_000_000)}" r:id="rId1"/>`),
  ],
  [
    'an attribute value',
    'ods',
    () => openDocument('spreadsheet', odsCell(`office:string-value="${'&amp;'.repeat(4_000_000)}"`)),
  ],
  [
    'a repeated text',
    'ods',
    () =>
      openDocument(
        'spreadsheet',
        odsCell('table:number-columns-repeated="400"', `<text:p>${'x'.repeat(50_000)}</text:p>`),
      ),
  ],
  [
    'paragraphs of a shape',
    'pptx',
    () => pptx(`<p:sp><p:txBody>${inRuns((text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`)}</p:txBody></p:sp>`),
  ],
  [
    'the title of a slide',
    'pptx',
    () => pptx(shape(`<a:p>${inRuns((text) => `<a:r><a:t>${text}</a:t></a:r>`)}</a:p>`)),
  ],
  [
    'paragraphs of a page',
    'odp',
    () =>
      openDocument(
        'presentation',
        `<draw:page><draw:frame><draw:text-box>${inRuns((text) => `<text:p>${text}</text:p>`)}</draw:text-box></draw:frame></draw:page>`,
      ),
  ],
  ['a text', 'rtf', () => Buffer.from(`{\\rtf1 ${'&'.repeat(4_000_000)}}`)],
  ['a text', 'epub', () => epub(`<p>${'&amp;'.repeat(4_000_000)}</p>`)],
  ['an attribute', 'epub', () => epub(`<p title="${'&amp;'.repeat(4_000_000)}">x</p>`)],
  ['a cell', 'csv', () => Buffer.from(`a,b\n${'&'.repeat(4_000_000)},x`)],
  [
    'a value shared by form fields',
    'pdf',
    () => {
      const field = '<< /Type /Annot /Subtype /Widget /Rect [72 100 172 120] /P 3 0 R /Parent 6 0 R >>'
      return pdfWith({
        1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R] >> >>',
        3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << >> /Annots [${'7 0 R '.repeat(200)}] >>`,
        6: `<< /FT /Tx /T (name) /V (${'&'.repeat(20_000)}) /Kids [7 0 R] >>`,
        7: field,
      })
    },
  ],
]

describe('refuses a document that expands to more than 16 million characters of HTML', () => {
  it.each(texts)('because of %s in %s', async (_, kind, document) => {
    await expect(formatDocument(kind, document())).rejects.toMatchObject(refused(tooMuchHtml))
  })

  it.each(memoryBombs.filter(([, kind]) => kind === 'odt').filter(([name]) => !name.includes('million')))(
    'because of %s in %s',
    async (_, kind, build) => {
      await expect(formatDocument(kind, build(''))).rejects.toMatchObject(refused(tooMuchHtml))
    },
  )
})

test('refuses OpenDocument text cells that are repeated more than 500,000 times, even in nested tables', async () => {
  const table = (cell: string, rows: number, columns: number) =>
    `<table:table><table:table-row table:number-rows-repeated="${rows}"><table:table-cell table:number-columns-repeated="${columns}">${cell}</table:table-cell></table:table-row></table:table>`
  const once = table('<text:p>x</text:p>', 1000, 999)
  await expect(formatDocument('odt', openDocument('text', once))).rejects.toMatchObject(refused(tooManyCells))
  const many = `${table('<text:p>x</text:p>', 300, 999)}${table(`<text:p/>${table('<text:p>x</text:p>', 300, 999)}`, 1, 1)}`
  await expect(formatDocument('odt', openDocument('text', many))).rejects.toMatchObject(refused(tooManyCells))
})

test('refuses more than a million characters between two tags, and reads exactly a million', async () => {
  const text = (length: number) => docx(`<w:p><w:r><w:t>${'x'.repeat(length - 4)}&amp;<!-- -->yyy</w:t></w:r></w:p>`)
  await expect(formatDocument('docx', text(1_000_001))).rejects.toMatchObject(
    refused('The document is too large to read: it has a text node longer than 1000000 characters'),
  )
  expect(await markdownOfDocument('docx', text(1_000_000))).toHaveLength(1_000_000)
})
