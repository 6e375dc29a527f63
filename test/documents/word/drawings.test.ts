import { expect, test } from 'vitest'
import { markdownOfDocument } from '../format-document.ts'
import { odtDocument } from '../odt/odt-document.ts'
import { relationships } from '../sheets/workbook.ts'
import { paragraph, run, wordDocument } from './word-document.ts'

const main = 'http://schemas.openxmlformats.org/drawingml/2006'

function drawing(data: string): string {
  return `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="x"/><a:graphic><a:graphicData>${data}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`
}

const points = (values: readonly string[]) =>
  values.map((value, i) => `<c:pt idx="${i}"><c:v>${value}</c:v></c:pt>`).join('')

test('charts in a Word document become tables of formatted numbers, and diagrams become lists', async () => {
  const chart = `<c:chartSpace xmlns:c="${main}/chart" xmlns:a="${main}/main"><c:chart>
    <c:title><c:tx><c:rich><a:p><a:r><a:t>Shares</a:t></a:r></a:p></c:rich></c:tx></c:title>
    <c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:strCache>${points(['2024'])}</c:strCache></c:strRef></c:tx>
    <c:cat><c:numRef><c:numCache><c:formatCode>yyyy-mm-dd</c:formatCode>${points(['45292', '45293'])}</c:numCache></c:numRef></c:cat>
    <c:val><c:numRef><c:numCache><c:formatCode>0.0%</c:formatCode>${points(['0.26263901037', '0.5'])}</c:numCache></c:numRef></c:val>
    </c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`
  const node = (id: string) => `<dgm:pt modelId="${id}"><dgm:t><a:p><a:r><a:t>${id}</a:t></a:r></a:p></dgm:t></dgm:pt>`
  const diagram = `<dgm:dataModel xmlns:dgm="${main}/diagram" xmlns:a="${main}/main"><dgm:ptLst>${node('top')}${node('end')}</dgm:ptLst></dgm:dataModel>`
  const body =
    paragraph(run('See') + drawing(`<c:chart xmlns:c="${main}/chart" r:id="c1"/>`)) +
    paragraph(drawing(`<dgm:relIds xmlns:dgm="${main}/diagram" r:dm="d1"/>`))
  const files = {
    'word/_rels/document.xml.rels': relationships([
      ['c1', 'chart', 'charts/chart1.xml'],
      ['d1', 'diagramData', 'diagrams/data1.xml'],
    ]),
    'word/charts/chart1.xml': chart,
    'word/diagrams/data1.xml': diagram,
  }
  expect(await markdownOfDocument('docx', wordDocument(body, { files }))).toBe(
    'See\n\nShares\n\n|  | 2024 |\n| --- | --- |\n| 2024-01-01 | 26.3% |\n| 2024-01-02 | 50.0% |\n\n- top\n- end',
  )
})

test('a chart in an OpenDocument text becomes a table of its values', async () => {
  const oasis = 'urn:oasis:names:tc:opendocument:xmlns'
  const names = ['office', 'chart', 'table', 'text'].map((name) => `xmlns:${name}="${oasis}:${name}:1.0"`).join(' ')
  const cell = (text: string) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`
  const row = (...cells: string[]) => `<table:table-row>${cells.map(cell).join('')}</table:table-row>`
  const chart = `<office:document-content ${names}><office:body><office:chart><chart:chart><chart:title><text:p>Sales</text:p></chart:title>
    <table:table><table:table-header-rows>${row('', '2024')}</table:table-header-rows><table:table-rows>${row('Q1', '7')}</table:table-rows></table:table>
    </chart:chart></office:chart></office:body></office:document-content>`
  const body =
    '<text:p>See<draw:frame><draw:object xlink:href="./Object 1"/><draw:image xlink:href="x"/></draw:frame></text:p>'
  const document = odtDocument(body, { files: { 'Object 1/content.xml': chart } })
  expect(await markdownOfDocument('odt', document)).toBe('See\n\nSales\n\n|  | 2024 |\n| --- | --- |\n| Q1 | 7 |')
})

test.each([
  'mine_südafrika.jpg',
  'C:\\Documents and Settings\\x\\MC900438451[1].jpg',
  'K:\\pictures\\nature',
  'https://storage.example/x1pxOYwqu4SjF6R37s',
  'MPj04002870000[1]',
  'IMG_2034',
])('an image with the generated name %s is left out', async (name) => {
  const picture = `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="x" descr="${name}"/></wp:inline></w:drawing></w:r>`
  expect(await markdownOfDocument('docx', wordDocument(paragraph(run('See') + picture)))).toBe('See')
})

test('an invalid chart part leaves the alternative text', async () => {
  const body = `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="x" descr="A plot"/><a:graphic><a:graphicData><c:chart xmlns:c="${main}/chart" r:id="none"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`
  expect(await markdownOfDocument('docx', wordDocument(paragraph(body)))).toBe('![A plot]()')
})

test('a sheet embedded in an OpenDocument text becomes a table without empty edges', async () => {
  const oasis = 'urn:oasis:names:tc:opendocument:xmlns'
  const names = ['office', 'table', 'text'].map((name) => `xmlns:${name}="${oasis}:${name}:1.0"`).join(' ')
  const cell = (text: string) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`
  const edge = '<table:table-cell table:number-columns-repeated="1000"/>'
  const rows = `<table:table-row>${cell('Item')}${cell('Price')}${edge}</table:table-row><table:table-row>${cell('Lamp')}${cell('7')}${edge}</table:table-row><table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>Sum</text:p></table:table-cell><table:covered-table-cell/>${edge}</table:table-row>`
  const sheet = `<office:document-content ${names}><office:body><office:spreadsheet><table:table>${rows}<table:table-row table:number-rows-repeated="60000">${edge}</table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`
  const body =
    '<text:p>See<draw:frame><draw:object xlink:href="./Object 1"/><draw:image xlink:href="x"/></draw:frame></text:p>'
  const document = odtDocument(body, { files: { 'Object 1/content.xml': sheet } })
  expect(await markdownOfDocument('odt', document)).toBe('See\n\n| Item | Price |\n| --- | --- |\n| Lamp | 7 |\n\nSum')
})
