import { describe, expect, it } from 'vitest'
import { formatDocument } from '../format-document.ts'
import { expectHidden, expectVisible, secret, seen } from '../hidden-text.ts'
import { cell, paragraph, row, run, type WordParts, wordDocument } from './word-document.ts'

type Case = readonly [name: string, body: string, parts?: WordParts]

const theme = {
  'word/theme/theme1.xml':
    '<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:themeElements><a:clrScheme name="x">' +
    '<a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1><a:lt1><a:sysClr val="window" lastClr="FFFFFF"/></a:lt1>' +
    '<a:dk2><a:srgbClr val="44546A"/></a:dk2><a:lt2><a:srgbClr val="E7E6E6"/></a:lt2><a:accent1><a:srgbClr val="4472C4"/></a:accent1>' +
    '</a:clrScheme></a:themeElements></a:theme>',
}
const words = (properties: string) => paragraph(run(secret, properties))
const white = '<w:color w:val="FFFFFF"/>'
const dark = '<w:shd w:val="clear" w:color="auto" w:fill="1F3864"/>'
const table = (rows: string, properties = '') => `<w:tbl><w:tblPr>${properties}</w:tblPr>${rows}</w:tbl>`
const style = (type: string, content: string, more = '') =>
  `<w:style w:type="${type}" w:styleId="X"><w:name w:val="X"/>${content}</w:style>${more}`
const settings = (content: string) => ({
  'word/settings.xml': `<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${content}</w:settings>`,
})
const w14 = (content: string) =>
  `<w14:textFill xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml">${content}</w14:textFill>`
const tableStyle = style(
  'table',
  `<w:tblStylePr w:type="firstRow"><w:rPr>${white}</w:rPr><w:tcPr>${dark}</w:tcPr></w:tblStylePr>`,
)

function box({ fill = '<a:noFill/>', x = '0', y = '0', size = '3000000', properties = '', text = '', anchor = '' }) {
  const position = (name: string, offset: string) =>
    `<wp:position${name} relativeFrom="page"><wp:posOffset>${offset}</wp:posOffset></wp:position${name}>`
  return `<w:p><w:r><w:drawing><wp:anchor ${anchor}>${position('H', x)}${position('V', y)}<wp:extent cx="${size}" cy="${size}"/><wp:docPr id="1" name="x" ${properties}/>
    <a:graphic><a:graphicData><wps:wsp><wps:spPr>${fill}</wps:spPr><wps:txbx><w:txbxContent>${words(text)}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r></w:p>`
}

const vml = (shape: string, text = '') =>
  `<w:p><w:r><w:pict><v:shape ${shape}><v:textbox><w:txbxContent>${words(text)}</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>`

const hidden: readonly Case[] = [
  ['white', words(white)],
  ['nearly white', words('<w:color w:val="FEFEFE"/>')],
  ['a white theme colour', words('<w:color w:val="000000" w:themeColor="background1"/>')],
  [
    'a tint of a theme colour',
    words('<w:color w:val="000000" w:themeColor="accent1" w:themeTint="05"/>'),
    { files: theme },
  ],
  ['the colour of its shading', words(`<w:color w:val="1F3864"/>${dark}`)],
  ['black on a black highlight', words('<w:color w:val="000000"/><w:highlight w:val="black"/>')],
  ['the colour of its paragraph', paragraph(run(secret, '<w:color w:val="1F3864"/>'), dark)],
  [
    'a transparent fill',
    words(
      w14('<w14:solidFill><w14:srgbClr w14:val="000000"><w14:alpha w14:val="100000"/></w14:srgbClr></w14:solidFill>'),
    ),
  ],
  ['no fill', words(w14('<w14:noFill/>'))],
  ['one point', words('<w:sz w:val="2"/>')],
  ['letters at one percent width', words('<w:w w:val="1"/>')],
  ['letters on top of each other', words('<w:spacing w:val="-1000"/>')],
  ['letters raised off the page', words('<w:position w:val="3000"/>')],
  ['vanish', words('<w:vanish/>')],
  ['webHidden', words('<w:webHidden/>')],
  ['specVanish', words('<w:specVanish/>')],
  ['a character style', words('<w:rStyle w:val="X"/>'), { styles: style('character', `<w:rPr>${white}</w:rPr>`) }],
  [
    'a parent style',
    paragraph(secret, '<w:pStyle w:val="Y"/>'),
    {
      styles: style(
        'paragraph',
        '<w:rPr><w:sz w:val="2"/></w:rPr>',
        '<w:style w:type="paragraph" w:styleId="Y"><w:basedOn w:val="X"/></w:style>',
      ),
    },
  ],
  [
    'the defaults of the document',
    `${paragraph(run(seen, '<w:color w:val="000000"/>'))}${words('')}`,
    { styles: `<w:docDefaults><w:rPrDefault><w:rPr>${white}</w:rPr></w:rPrDefault></w:docDefaults>` },
  ],
  ['an exact line height', paragraph(secret, '<w:spacing w:line="1" w:lineRule="exact"/>')],
  ['an indent beyond the page', paragraph(secret, '<w:ind w:left="31000"/>')],
  ['a frame off the page', paragraph(secret, '<w:framePr w:w="2000" w:x="-20000" w:hAnchor="page"/>')],
  ['a hidden row', table(row(cell(seen)) + row(cell(secret), '<w:hidden/>'))],
  ['a row without height', table(row(cell(seen)) + row(cell(secret), '<w:trHeight w:val="1" w:hRule="exact"/>'))],
  ['the colour of its cell', table(row(cell(paragraph(run(secret, '<w:color w:val="1F3864"/>')), dark)))],
  ['white in a table', table(row(cell(words(white))))],
  [
    'white below a dark header',
    table(row(cell(seen)) + row(cell(words(white))), '<w:tblStyle w:val="X"/>'),
    { styles: tableStyle },
  ],
  [
    'the style of a table',
    table(row(cell(paragraph(run(seen, '<w:color w:val="000000"/>')))) + row(cell(secret)), '<w:tblStyle w:val="X"/>'),
    { styles: style('table', `<w:rPr>${white}</w:rPr>`) },
  ],
  ['a table off the page', table(row(cell(secret)), '<w:tblpPr w:tblpX="-30000"/>')],
  ['a box off the page', box({ x: '-9000000' })],
  ['a box without size', box({ size: '1' })],
  ['a hidden box', box({ properties: 'hidden="1"' })],
  ['the colour of its box', box({ fill: '<a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill>', text: white })],
  ['white in a box without a fill', box({ text: white })],
  ['a hidden shape of VML', vml('style="visibility:hidden"')],
  ['the colour of a shape of VML', vml('fillcolor="#1F3864"', '<w:color w:val="1F3864"/>')],
  ['the colour of the page', words('<w:color w:val="102030"/>'), { files: settings('<w:displayBackgroundShape/>') }],
]

const visible: readonly Case[] = [
  ['white on a dark shading', words(`${white}${dark}`)],
  ['white in a dark paragraph', paragraph(run(secret, white), dark)],
  ['white in a dark cell', table(row(cell(paragraph(run(secret, white)), dark)))],
  [
    'white in a header from a table style',
    table(row(cell(secret)) + row(cell('x')), '<w:tblStyle w:val="X"/>'),
    { styles: tableStyle },
  ],
  [
    'explicit white in a header from a table style',
    table(row(cell(words(white))), '<w:tblStyle w:val="X"/>'),
    { styles: tableStyle },
  ],
  ['white in a dark box', box({ fill: '<a:solidFill><a:srgbClr val="1F3864"/></a:solidFill>', text: white })],
  ['white on an image', box({ fill: '<a:blipFill/>', text: white })],
  ['white in a dark shape of VML', vml('fillcolor="navy"', white)],
  ['white above an image behind the text', `${box({ anchor: 'behindDoc="1"', fill: '<a:blipFill/>' })}${words(white)}`],
  ['light grey', words('<w:color w:val="CCCCCC"/>')],
  ['yellow', words('<w:color w:val="FFFF00"/>')],
  ['automatic on black', words('<w:color w:val="auto"/><w:shd w:val="clear" w:fill="000000"/>')],
  ['white on a solid pattern', words(`${white}<w:shd w:val="solid" w:color="000000" w:fill="auto"/>`)],
  ['white with an outline', words(`${white}<w:emboss/>`)],
  ['five points', words('<w:sz w:val="10"/>')],
  ['raised', words('<w:vertAlign w:val="superscript"/>')],
  ['small capitals, spread', words('<w:smallCaps/><w:spacing w:val="40"/>')],
  ['narrow', words('<w:spacing w:val="-10"/><w:w w:val="66"/>')],
  ['vanish turned off again', words('<w:vanish w:val="0"/>')],
  [
    'a character style that resets it',
    words('<w:rStyle w:val="X"/><w:color w:val="000000"/>'),
    { styles: style('character', `<w:rPr>${white}</w:rPr>`) },
  ],
  ['a sufficient exact height', paragraph(secret, '<w:spacing w:line="240" w:lineRule="exact"/>')],
  ['next to the edge of the page', box({ x: '-100000' })],
]

describe('hidden text in a Word document', () => {
  it.each(named(hidden))('is dropped: $name', async ({ name, body, parts }) => {
    const background = name === 'the colour of the page' ? '<w:background w:color="102030"/>' : ''
    const bytes = wordDocument(paragraph(run(seen, '<w:color w:val="00B050"/>')) + body, parts)
    await expectHidden('docx', background === '' ? bytes : withBackground(background, body, parts))
  })

  it.each(named(visible))('does not include visible text: $name', async ({ body, parts }) => {
    await expectVisible('docx', wordDocument(paragraph(seen) + body, parts))
  })

  it('does not include page numbers in a table of contents', async () => {
    const line = `<w:p>${run('Introduction')}${run('12', '<w:webHidden/>')}</w:p>`
    expect((await formatDocument('docx', wordDocument(line))).content).toContain('Introduction12')
  })

  it('does not include a text box in a line without height', async () => {
    const inside = box({}).replace(/^<w:p>/, '<w:p><w:pPr><w:spacing w:line="1" w:lineRule="exact"/></w:pPr>')
    await expectVisible('docx', wordDocument(inside))
  })

  it('leaves the surrounding fields intact', async () => {
    const field = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
    const link = `<w:p>${field('begin')}<w:r><w:instrText>HYPERLINK "https://example.com/"</w:instrText></w:r>${field('separate')}${run('words')}${run(secret, white)}${field('end')}${run(' behind')}</w:p>`
    const { content } = await formatDocument('docx', wordDocument(link))
    expect(content).toBe('[words](https://example.com/) behind')
  })
})

const named = (cases: readonly Case[]) => cases.map(([name, body, parts]) => ({ name, body, parts }))

function withBackground(background: string, body: string, parts: WordParts = {}) {
  const root = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
  const document = `<w:document ${root}>${background}<w:body>${paragraph(run(seen, '<w:color w:val="00B050"/>'))}${body}</w:body></w:document>`
  return wordDocument('', { ...parts, files: { ...parts.files, 'word/document.xml': document } })
}
