import { describe, expect, it } from 'vitest'
import { markdownOfDocument } from '../format-document.ts'
import { odtDocument } from '../odt/odt-document.ts'
import { presentationOf, shape } from '../slides/presentation.ts'
import { paragraph, run, wordDocument } from './word-document.ts'

const fieldPart = (type: string, data = '') => `<w:r><w:fldChar w:fldCharType="${type}">${data}</w:fldChar></w:r>`
const field = (instruction: string, result: string | null = '', data = '') =>
  fieldPart('begin', data) +
  `<w:r><w:instrText>${instruction}</w:instrText></w:r>` +
  (result === null ? '' : fieldPart('separate') + (result && run(result))) +
  fieldPart('end')

const wordText = (content: string) => markdownOfDocument('docx', wordDocument(paragraph(run('See ') + content)))
const slideText = async (shapes: string) => {
  const markdown = await markdownOfDocument(
    'pptx',
    presentationOf([{ shapes: shape('T', { type: 'title' }) + shapes }]),
  )
  return markdown.replace('## T\n\n', '')
}

describe('in a Word document', () => {
  it.each([
    ['a fraction', ' EQ \\f(1,2) ', 'See $\\frac{1}{2}$'],
    ['a root in a fraction', 'EQ \\f(\\r(3,x+1);2)', 'See $\\frac{\\sqrt[3]{x + 1}}{2}$'],
    ['a circled number', 'eq \\o\\ac(○,1)', 'See ○1'],
    ['a list with an escaped parenthesis', 'EQ \\l(a\\),b)', 'See a), b'],
    ['an unfinished fraction', 'EQ \\f(1', 'See 1'],
  ])('%s in an equation field is written', async (_title, instruction, expected) => {
    expect(await wordText(field(instruction))).toBe(expected)
    expect(await wordText(field(instruction, null))).toBe(expected)
  })

  it('the result of an equation field is written instead, if there is one', async () => {
    expect(await wordText(field('EQ \\f(1,2)', '1/2'))).toBe('See 1/2')
  })

  it('the chosen entry of a drop-down list is written', async () => {
    const list = (chosen: string) =>
      `<w:ffData><w:ddList>${chosen}<w:listEntry w:val="Red"/><w:listEntry w:val="Blue"/></w:ddList></w:ffData>`
    expect(await wordText(field('FORMDROPDOWN', '', list('<w:result w:val="1"/>')))).toBe('See Blue')
    expect(await wordText(field('FORMDROPDOWN', null, list('<w:default w:val="1"/>')))).toBe('See Blue')
    expect(await wordText(field('FORMDROPDOWN', '', list('')))).toBe('See Red')
  })

  it('a button with many spaces is read in linear time', { timeout: 10_000 }, async () => {
    expect(await wordText(field(`MACROBUTTON NoMacro${' '.repeat(200_000)}`, null))).toBe('See')
  })

  it('the text of a button is written', async () => {
    expect(await wordText(field(' MACROBUTTON NoMacro [Click here] ', null))).toBe('See [Click here]')
    expect(await wordText(field('GOTOBUTTON place page 4', null) + field('MACROBUTTON NoMacro', null))).toBe(
      'See page 4',
    )
  })

  it.each([
    ['an object', '<w:object><v:shape/><o:OLEObject ProgID="Equation.3"/></w:object>', '[Embedded object: Equation.3]'],
    ['a control', '<w:object><w:control w:name="TextBox1"/></w:object>', '[Embedded object: TextBox1]'],
    [
      'an object with a description',
      '<w:object><v:shape alt="E = mc"/><o:OLEObject ProgID="E"/></w:object>',
      '![E = mc]()',
    ],
    ['a text effect', '<w:pict><v:shape alt="x"><v:textpath string="Sale now"/></v:shape></w:pict>', 'Sale now'],
    ['handwriting', inDrawing('http://schemas.microsoft.com/office/word/2010/wordprocessingInk'), '[Ink drawing]'],
    ['a newer chart', inDrawing('http://schemas.microsoft.com/office/drawing/2014/chartex'), '[Chart]'],
    ['an image', inDrawing('http://schemas.openxmlformats.org/drawingml/2006/picture'), ''],
  ])('%s that can’t be read leaves a name', async (_title, element, expected) => {
    expect(await wordText(`<w:r>${element}</w:r>`)).toBe(`See ${expected}`.trim())
  })

  it('a function of an equation doesn’t run together with its argument, and unknown elements keep their text', async () => {
    const math = (content: string) => `<m:oMath>${content}</m:oMath>`
    const r = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`
    const func = `<m:func><m:fName>${r('softmax')}</m:fName><m:e>${r('x')}</m:e></m:func>`
    expect(await wordText(math(func))).toBe('See $\\mathrm{softmax}x$')
    const power = `<m:sSup><m:e>${r('cos')}</m:e><m:sup>${r('2')}</m:sup></m:sSup>`
    expect(await wordText(math(func.replace(r('softmax'), power)))).toBe('See $\\cos^2x$')
    const phantom = (shown: string) => `<m:phant><m:phantPr>${shown}</m:phantPr><m:e>${r('p')}</m:e></m:phant>`
    expect(await wordText(math(phantom('<m:show m:val="0"/>') + phantom('') + r('q')))).toBe('See $pq$')
    expect(await wordText(math(`${r('a')}<m:new><w:r><w:t>b</w:t></w:r></m:new>`))).toBe('See $ab$')
  })
})

function inDrawing(uri: string): string {
  return `<w:drawing><wp:inline><wp:docPr id="1" name="x"/><a:graphic><a:graphicData uri="${uri}"/></a:graphic></wp:inline></w:drawing>`
}

describe('on a slide', () => {
  const frame = (data: string) => `<p:graphicFrame><a:graphic>${data}</a:graphic></p:graphicFrame>`

  it.each([
    [
      'an object',
      frame('<a:graphicData><p:oleObj progId="Excel.Sheet.12"/></a:graphicData>'),
      '[Embedded object: Excel.Sheet.12]',
    ],
    [
      'a newer chart',
      frame('<a:graphicData uri="http://schemas.microsoft.com/office/drawing/2014/chartex"/>'),
      '[Chart]',
    ],
    ['handwriting', '<p:contentPart/><p:contentPart/>', '[Ink drawing]'],
  ])('%s that can’t be read leaves a name', async (_title, element, expected) => {
    expect(await slideText(element)).toBe(expected)
  })

  it('an equation is written as a formula', async () => {
    const squared = '<m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup>'
    const math = `<a14:m xmlns:a14="urn:x" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:oMath>${squared}</m:oMath></a14:m>`
    expect(await slideText(shape([`<a:r><a:t>Let </a:t></a:r>${math}`]))).toBe('Let $x^2$')
  })
})

describe('in an OpenDocument text', () => {
  const text = (content: string) => markdownOfDocument('odt', odtDocument(`<text:p>See ${content}</text:p>`))
  const param = (name: string, value: string) => `<field:param field:name="${name}" field:value="${value}"/>`
  const mark = (type: string, params: string) =>
    `<field:fieldmark xmlns:field="urn:f" field:type="vnd.oasis.opendocument.field.${type}">${params}</field:fieldmark>`

  it('fields that come from a Word form are written', async () => {
    const entries = param('Dropdown_ListEntry', 'Red') + param('Dropdown_ListEntry', 'Blue')
    expect(await text(mark('FORMDROPDOWN', entries + param('Dropdown_Selected', '1')))).toBe('See Blue')
    expect(await text(mark('FORMCHECKBOX', param('Checkbox_Checked', 'true')))).toBe('See ☒')
    expect(await text(mark('FORMCHECKBOX', ''))).toBe('See ☐')
  })

  it('a formula is found if the path of its folder ends in a slash, and an object that can’t be read leaves a name', async () => {
    const frame = (content: string) => `<draw:frame>${content}<draw:image xlink:href="x"/></draw:frame>`
    const document = odtDocument(`<text:p>See ${frame('<draw:object xlink:href="Formula-0/"/>')}</text:p>`, {
      files: { 'Formula-0/content.xml': '<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>a</mi></math>' },
    })
    expect(await markdownOfDocument('odt', document)).toBe('See $a$')
    expect(await text(frame('<draw:object-ole xlink:href="./Object 1"/>'))).toBe('See [Embedded object]')
    expect(await text(frame(''))).toBe('See')
  })
})
