import { describe, expect, it } from 'vitest'
import { formatDocument, outputOf } from '../format-document.ts'
import { presentationOf, shape, type TestSlide } from './presentation.ts'

const markdownOf = (slides: readonly TestSlide[], files = {}) => outputOf('pptx', presentationOf(slides, files))
const title = (text: string) => shape(text, { type: 'title' })
const run = (text: string, properties = '', inside = '') =>
  `<a:r><a:rPr ${properties}>${inside}</a:rPr><a:t>${text}</a:t></a:r>`

describe('presentations', () => {
  it('have their slides in the listed order, each under its title', async () => {
    const slides = [
      {
        shapes:
          shape('By Ada', { type: 'subTitle', idx: '7' }) +
          shape('<a:r><a:t>Big</a:t></a:r><a:br/><a:r><a:t>plan</a:t></a:r>', { type: 'ctrTitle' }),
      },
      { shapes: shape('Words only') + shape('12', { type: 'sldNum' }) + shape('Foot', { type: 'ftr' }) },
      { shapes: title('End') },
      { shapes: '' },
    ]
    expect(await markdownOf(slides)).toBe('## Big plan\n\nBy Ada\n\n## Slide 2\n\nWords only\n\n## End')
    expect((await formatDocument('pptx', presentationOf(slides))).title).toBe('Big plan')
  })

  it('have titles in shapes without a name', async () => {
    const unnamed = title('Plan').replace(/<p:cNvPr\b[^>]*?(?:\/>|>.*?<\/p:cNvPr>)/, '')
    expect(unnamed).not.toBe(title('Plan'))
    expect(await markdownOf([{ shapes: unnamed + shape('Words') }])).toBe('## Plan\n\nWords')
  })

  it('have the letters and Roman numerals of lists, and symbols of symbol fonts', async () => {
    const item = (type: string, text: string) => `<a:pPr><a:buAutoNum type="${type}"/></a:pPr>${run(text)}`
    const body = [
      item('alphaLcParenBoth', 'one'),
      item('alphaLcParenBoth', 'two'),
      item('romanUcPeriod', 'three'),
      item('alphaUcParenR', 'four'),
      `${run('\uf0e0 à', '', '<a:sym typeface="Wingdings"/>')}${run('P', '', '<a:latin typeface="Wingdings 2"/>')}`,
    ]
    expect(await markdownOf([{ shapes: title('T') + shape(body) }])).toBe(
      '## T\n\n- (a) one\n- (b) two\n- I. three\n- A) four\n\n→ à✓',
    )
  })

  it('have lists by level, as stated by the slide, its layout or its master', async () => {
    const body = [
      'one',
      '<a:pPr lvl="1"/><a:r><a:t>one a</a:t></a:r>',
      'two',
      '<a:pPr><a:buNone/></a:pPr><a:r><a:t>plain</a:t></a:r>',
      '<a:pPr><a:buAutoNum type="arabicPeriod" startAt="3"/></a:pPr><a:r><a:t>third</a:t></a:r>',
      '<a:pPr><a:buAutoNum type="arabicPeriod" startAt="3"/></a:pPr><a:r><a:t>fourth</a:t></a:r>',
      '<a:endParaRPr/>',
    ]
    const own = '<a:lvl1pPr><a:buChar char="-"/></a:lvl1pPr>'
    const shapes =
      shape(body, { idx: '1' }) + shape('of the layout', { idx: '7' }) + shape('box') + shape('dash', { list: own })
    expect(await markdownOf([{ shapes: title('T') + shapes }])).toBe(
      '## T\n\n- one\n  - one a\n- two\n\nplain\n\n3. third\n4. fourth\n\nof the layout\n\nbox\n\n- dash',
    )
  })

  it('number another list if its format or start differs', async () => {
    const item = (text: string, numbering: string) =>
      `<a:pPr><a:buAutoNum ${numbering}/></a:pPr><a:r><a:t>${text}</a:t></a:r>`
    const [period, paren] = ['type="arabicPeriod"', 'type="arabicParenBoth"']
    const items = [item('a', period), item('b', period), item('c', paren), item('d', paren)]
    const later = [item('e', `${period} startAt="5"`), item('f', `${period} startAt="5"`)]
    expect(await markdownOf([{ shapes: title('T') + shape([...items, ...later], { idx: '1' }) }])).toMatch(
      /1\. a\n2\. b\n\n1\) c\n2\) d\n\n5\. e\n6\. f$/,
    )
  })

  it('have emphasis, links, line breaks and formulas in their text', async () => {
    const math =
      '<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:r><m:t>x+y</m:t></m:r></m:oMath>'
    const content = [
      run('bold ', 'b="1"') +
        run('soft', 'i="true"') +
        run('2', 'baseline="30000"') +
        run(' gone', 'strike="sngStrike"'),
      `${run('site', '', '<a:hlinkClick r:id="l"/>')}<a:br/>${run('trap', '', '<a:hlinkClick r:id="j"/>')}`,
      `<a14:m xmlns:a14="x">${math}</a14:m>`,
    ]
    const relations = [
      ['l', 'hyperlink', 'https://a.example/?x=1&amp;y', true],
      ['j', 'hyperlink', 'javascript:alert(1)', true],
    ] as const
    const body = presentationOf([{ shapes: title('T') + shape(content), relations }])
    expect(await outputOf('pptx', body)).toBe(
      '## T\n\n**bold** *soft*<sup>2</sup> ~~gone~~\n\n[site](https://a.example/?x=1&y)\\\ntrap\n\n$x + y$',
    )
    expect(await outputOf('pptx', body, 'links')).toMatchObject([{ url: 'https://a.example/?x=1&y', text: 'site' }])
  })

  it('have tables with merged cells filled in', async () => {
    const cell = (text: string, attributes = '') =>
      `<a:tc ${attributes}><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`
    const rows = [
      cell('H1') + cell('H2'),
      cell('wide', 'gridSpan="2"') + cell('', 'hMerge="1"'),
      cell('tall', 'rowSpan="2"') + cell('x'),
      cell('', 'vMerge="1"') + cell('y'),
    ]
    const table = `<a:tbl><a:tblPr firstRow="1"/>${rows.map((row) => `<a:tr>${row}</a:tr>`).join('')}</a:tbl>`
    const frame = `<p:graphicFrame><a:graphic><a:graphicData>${table}</a:graphicData></a:graphic></p:graphicFrame>`
    expect(await markdownOf([{ shapes: title('T') + frame }])).toBe(
      '## T\n\n| H1 | H2 |\n| --- | --- |\n| wide | wide |\n| tall | x |\n| tall | y |',
    )
  })

  it('include grouped shapes, alt texts of images and notes, but no hidden content', async () => {
    const picture = (text: string) =>
      `<p:pic><p:nvPicPr><p:cNvPr id="1" name="Picture 1" descr="${text}"/></p:nvPicPr></p:pic>`
    const group = `<p:grpSp><p:grpSp>${shape('inner')}</p:grpSp>${shape('secret', { properties: 'hidden="1"' })}${picture('A boat')}</p:grpSp>`
    const notes = shape('Say <b>', { type: 'body' }).replace('<b>', '&lt;this&gt;') + shape('9', { type: 'sldNum' })
    const slides = [
      { shapes: title('T') + group + picture(''), notes },
      { shapes: title('Secret'), attributes: 'show="0"' },
      { shapes: shape('x') },
    ]
    expect(await markdownOf(slides)).toBe(
      '## T\n\ninner\n\n![A boat]()\n\n> Notes:\n>\n> Say \\<this>\n\n## Slide 2\n\nx',
    )
  })

  it('have charts as tables, and diagrams as lists', async () => {
    const chart = `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart>
      <c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>2024</c:v></c:pt></c:strCache></c:strRef></c:tx>
      <c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>Q1</c:v></c:pt><c:pt idx="1"><c:v>Q2</c:v></c:pt></c:strCache></c:strRef></c:cat>
      <c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>0.30000000000000004</c:v></c:pt><c:pt idx="1"><c:v>7</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`
    const point = (id: string, text: string) =>
      `<dgm:pt modelId="${id}"><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`
    const line = (from: string, to: string, order: number) =>
      `<dgm:cxn srcId="${from}" destId="${to}" srcOrd="${order}"/>`
    const diagram = `<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><dgm:ptLst><dgm:pt modelId="0" type="doc"/>
      ${point('1', 'second')}${point('2', 'first')}${point('3', 'inner')}<dgm:pt modelId="9" type="pres"/></dgm:ptLst><dgm:cxnLst>${line('0', '1', 1)}${line('0', '2', 0)}${line('2', '3', 0)}${line('3', '2', 0)}
      <dgm:cxn type="presOf" srcId="1" destId="9"/></dgm:cxnLst></dgm:dataModel>`
    const frame = (content: string) =>
      `<p:graphicFrame><a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></p:graphicFrame>`
    const shapes =
      title('T') +
      frame('<c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="c1"/>') +
      frame('<dgm:relIds xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" r:dm="d1"/>') +
      frame('<c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="none"/>')
    const relations = [
      ['c1', 'chart', '../charts/chart1.xml'],
      ['d1', 'diagramData', '../diagrams/data1.xml'],
    ] as const
    const files = { 'ppt/charts/chart1.xml': chart, 'ppt/diagrams/data1.xml': diagram }
    expect(await markdownOf([{ shapes, relations }], files)).toBe(
      '## T\n\nSales\n\n|  | 2024 |\n| --- | --- |\n| Q1 | 0.3 |\n| Q2 | 7 |\n\n- first\n  - inner\n- second',
    )
  })

  it('share a large layout, even if each slide maps the colors differently', async () => {
    const slides = Array.from({ length: 40 }, (_, i) => ({ shapes: shape(`Words ${i}`), colours: `x${i}="1"` }))
    const layout = `<p:sldLayout xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"><!--${'x'.repeat(7 << 20)}--></p:sldLayout>`
    expect(await markdownOf(slides, { 'ppt/slideLayouts/slideLayout1.xml': layout })).toMatch(/Words 39$/)
  })

  it('warn that they have no text if their slides are images', async () => {
    const picture = '<p:pic><p:nvPicPr><p:cNvPr id="1" name="Picture 1" descr="A boat"/></p:nvPicPr></p:pic>'
    const warned = [{ code: 'no_text' }]
    const slides = [{ shapes: picture }]
    const { content, warnings } = await formatDocument('pptx', presentationOf(slides))
    expect(content).toBe('## Slide 1\n\n![A boat]()')
    expect(warnings).toMatchObject(warned)
    expect((await formatDocument('pptx', presentationOf([]))).warnings).toMatchObject(warned)
    const talked = [{ shapes: picture, notes: shape('Say this', { type: 'body' }) }]
    expect((await formatDocument('pptx', presentationOf(talked))).warnings).toEqual([])
  })

  it('are an invalid_response without a main part, but can be read without missing slides', async () => {
    const broken = { type: 'invalid_response' }
    await expect(outputOf('pptx', presentationOf([]).subarray(0, 200))).rejects.toMatchObject(broken)
    const empty = presentationOf([{ shapes: title('T') }], { 'ppt/slides/slide1.xml': '' })
    await expect(outputOf('pptx', empty)).rejects.toMatchObject(broken)
    await expect(outputOf('pptx', presentationOf([]), 'raw_html')).rejects.toMatchObject({
      type: 'unsupported_content_type',
    })
  })
})
