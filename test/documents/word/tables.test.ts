import { expect, test } from 'vitest'
import { markdownOfDocument } from '../format-document.ts'
import { cell, paragraph, row, run, wordDocument } from './word-document.ts'

const markdown = (body: string, numbering = '') => markdownOfDocument('docx', wordDocument(body, { numbering }))
const table = (...rows: string[]) => `<w:tbl>${rows.join('')}</w:tbl>`

test('the rows of short tables in cells become lines, so that the rows around them stay rows', async () => {
  const inner = table(row(cell('1') + cell('2')), row(cell('3') + cell(paragraph('4') + paragraph('5'))))
  const mixed = cell(paragraph('before') + inner + paragraph('after'))
  expect(await markdown(table(row(cell('A') + cell('B')), row(cell('C') + mixed), row(cell('D') + cell('E'))))).toBe(
    '| A | B |\n| --- | --- |\n| C | before<br>1 \\| 2<br>3 \\|<br>4<br>5<br>after |\n| D | E |',
  )
  expect(await markdown(table(row(cell('C') + mixed), row(cell('D') + cell('E'))))).toMatch(/^\| {2}\| {2}\|\n\| --- /)
})

test('long tables in cells, and tables in most cells of a layout, stay tables', async () => {
  const inner = (text: string) => table(row(cell('A') + cell('B')), row(cell('1') + cell(text))) + paragraph('')
  const long = table(row(cell('C') + cell(inner('word '.repeat(200)))), row(cell('D') + cell('E')))
  expect(await markdown(long)).toContain('| A | B |')
  expect(await markdown(table(row(cell(inner('2')) + cell(inner('3'))), row(cell(inner('4')) + cell('E'))))).toContain(
    '| A | B |\n| --- | --- |\n| 1 | 3 |',
  )
})

test('cells that consist of an automatic number have it', async () => {
  const list = (id: number, format: string, text: string) =>
    `<w:abstractNum w:abstractNumId="${id}"><w:lvl w:ilvl="0"><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl></w:abstractNum>`
  const use = (id: number) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`
  const lists = list(1, 'bullet', '•') + list(2, 'decimal', '%1.') + list(3, 'upperRoman', 'Article %1')
  const numbered = (list: number) =>
    cell(paragraph('', `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr>`))
  const rows = [row(cell('No.') + cell('Name')), row(numbered(2) + cell('Oak')), row(numbered(2) + cell('Elm'))]
  const body = `<w:tbl>${rows.join('')}${row(numbered(3) + cell('Ash'))}${row(numbered(1) + cell('Fir'))}</w:tbl>`
  expect(await markdown(body, lists + use(1) + use(2) + use(3))).toBe(
    '| No. | Name |\n| --- | --- |\n| 1. | Oak |\n| 2. | Elm |\n| Article I | Ash |\n|  | Fir |',
  )
  const headless = `<w:tbl>${rows.slice(1).join('')}</w:tbl>`
  expect(await markdown(headless, lists + use(2))).toBe('|  |  |\n| --- | --- |\n| 1. | Oak |\n| 2. | Elm |')
  const hidden = numbered(2).replace('</w:pPr>', '<w:rPr><w:vanish/></w:rPr></w:pPr>')
  expect(await markdown(table(rows[0] ?? '', row(hidden + cell('Yew'))), lists + use(2))).toContain('|  | Yew |')
})

test('symbols and text in symbol fonts become the characters that they look like', async () => {
  const sign = (font: string, code: string) => `<w:r><w:sym w:font="${font}" w:char="${code}"/></w:r>`
  const signs = [
    sign('Wingdings', 'F0FC') + sign('Wingdings', 'F0A1') + sign('Wingdings 2', 'F050') + sign('Wingdings 2', '0052'),
    sign('Wingdings 2', 'F0A3') + sign('Wingdings 3', 'F022') + sign('Webdings', 'F061') + sign('Webdings', 'F0FF'),
    sign('Times New Roman', '00A9') + sign('Wingdings 2', 'F00A') + sign('Symbol', 'F0B7'),
    run('P\uf053', '<w:rFonts w:ascii="Wingdings 2"/>') + run('m', '<w:rFonts w:ascii="Symbol"/>') + run('P'),
  ]
  expect(await markdown(paragraph(signs.join('')))).toBe('✓○✓☑□→✓©•✓☒μP')
})

test('a table in a cell of several columns stays a table', async () => {
  const inner = table(row(cell('Item') + cell('Price')), row(cell('Oak') + cell('120')))
  const wide = cell(paragraph('Order:') + inner + paragraph('')).replace(
    '<w:tc>',
    '<w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>',
  )
  const outer = table(row(cell('A') + cell('B')), row(wide), row(cell('C') + cell('D')))
  expect(await markdown(outer)).toContain('| Item | Price |\n| --- | --- |\n| Oak | 120 |')
})
