import { expect, test } from 'vitest'
import { readLabel, writeNumber } from '../../../../src/documents/converted/flow/labels.ts'
import { markdownOfDocument } from '../../format-document.ts'
import { odtDocument } from '../../odt/odt-document.ts'
import { paragraph, wordDocument } from '../../word/word-document.ts'

test.each([
  ['chineseCounting', 3, '三'],
  ['chineseCountingThousand', 11, '十一'],
  ['chineseCounting', 20, '二十'],
  ['decimalZero', 7, '07'],
  ['chineseCounting', 100, '100'],
  ['upperRoman', 1994, 'MCMXCIV'],
  ['hebrew1', 2, '2'],
  ['constructor', 2, '2'],
])('%s writes %i as %s', (format, number, text) => {
  expect(writeNumber(number, format)).toBe(text)
})

test.each([
  ['（3）', 3, null],
  ['iv.', null, 'iv.'],
  ['(d)', null, '(d)'],
  ['o', null, null],
])('the label %s has the number %s and the text %s', (text, number, label) => {
  expect(readLabel(text)).toEqual({ number, label })
})

const level = (format: string, text: string) =>
  `<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
const list = (id: number, format: string, text: string) =>
  `<w:abstractNum w:abstractNumId="${id}">${level(format, text)}</w:abstractNum>`
const use = (id: number) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`
const numbered = (id: number, text: string) =>
  paragraph(text, `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${id}"/></w:numPr>`)

test('a plain number becomes the list number, and is written out before a heading or within a label', async () => {
  const numbering =
    list(1, 'chineseCounting', '（%1）') + list(2, 'chineseCountingThousand', '第%1条') + use(1) + use(2)
  const styles = '<w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/></w:style>'
  const heading = paragraph('总则', '<w:pStyle w:val="H"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>')
  const body = heading + numbered(1, '目的') + numbered(2, '范围')
  expect(await markdownOfDocument('docx', wordDocument(body, { numbering, styles }))).toBe(
    '# （一） 总则\n\n2. 目的\n\n- 第一条 范围',
  )
})

test('the same applies to OpenDocument', async () => {
  const style = (name: string, format: string, suffix: string) =>
    `<text:list-style style:name="${name}"><text:list-level-style-number text:level="1" style:num-format="${format}" style:num-suffix="${suffix}"/></text:list-style>`
  const item = (name: string, text: string) =>
    `<text:list text:style-name="${name}"><text:list-item><text:p>${text}</text:p></text:list-item></text:list>`
  const automatic = style('L1', '一, 二, 三, ...', '、') + style('L2', '一, 二, 三, ...', ' 条')
  expect(await markdownOfDocument('odt', odtDocument(item('L1', 'a') + item('L2', 'b'), { automatic }))).toBe(
    '1. a\n\n- 一 条 b',
  )
})
