import { describe, expect, it } from 'vitest'
import { formatDocument, outputOf } from '../format-document.ts'
import { sheetData, workbookOf } from './workbook.ts'

const markdownOf = (workbook: Parameters<typeof workbookOf>[0]) => outputOf('xlsx', workbookOf(workbook))

describe('workbooks', () => {
  it('show the text of a merged cell in its visible part', async () => {
    const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
    const cells = [
      `<row r="1">${cell('A1', 'All trees')}</row><row r="2">${cell('A2', 'secret')}${cell('B2', 'Kind')}${cell('C2', 'Oak')}</row>`,
      `<row r="3" hidden="1">${cell('B3', 'Old')}${cell('C3', 'secret')}</row><row r="4">${cell('C4', '21')}</row><row r="5">${cell('C5', '18')}</row>`,
    ].join('')
    const columns = '<cols><col min="1" max="1" width="9" hidden="1"/></cols>'
    const merged = ['A1:C1', 'B3:B5', 'A2:A5'].map((range) => `<mergeCell ref="${range}"/>`).join('')
    const xml = `${columns}<sheetData>${cells}</sheetData><mergeCells>${merged}</mergeCells>`
    expect(await markdownOf({ sheets: [{ name: 'S', xml }] })).toBe(
      '## S\n\nAll trees\n\n| Kind | Oak |\n| --- | --- |\n| Old | 21 |\n| Old | 18 |',
    )
  })

  it('show text in symbol fonts as the symbols', async () => {
    const styles =
      '<fonts><font/><font><name val="Wingdings 2"/></font></fonts><cellXfs><xf/><xf fontId="1"/></cellXfs>'
    const run = (text: string, font: string) => `<r><rPr><rFont val="${font}"/></rPr><t>${text}</t></r>`
    const xml = `<sheetData><row><c s="1" t="str"><v>P</v></c><c s="1"><v>51</v></c><c t="inlineStr"><is>${run('ü', 'Wingdings')}${run('ü', 'Arial')}</is></c></row></sheetData>`
    expect(await markdownOf({ sheets: [{ name: 'S', xml }], styles })).toContain('| ✓ | 51 | ✓ü |')
  })

  it('have each sheet under its name, with the first row as header', async () => {
    const markdown = await markdownOf({
      sheets: [
        {
          name: 'People &amp; pets',
          xml: sheetData([
            ['Name', 'Age'],
            ['Ada | Eve', '36'],
          ]),
        },
        { name: 'Empty', xml: '<sheetData/>' },
        { name: 'Other', xml: sheetData([['x']]) },
      ],
    })
    expect(markdown).toBe(
      '## People & pets\n\n| Name | Age |\n| --- | --- |\n| Ada \\| Eve | 36 |\n\n## Other\n\n| x |\n| --- |',
    )
  })

  it('show values instead of formulas: formatted numbers, dates and percentages, booleans, errors', async () => {
    const styles = `<numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="&quot;€&quot;#,##0.00;[Red]\\-&quot;€&quot;#,##0.00"/>
      <numFmt numFmtId="166" formatCode="&quot;broken"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="10"/><xf numFmtId="165"/>
      <xf numFmtId="14"/><xf numFmtId="20"/><xf numFmtId="166"/><xf numFmtId="49"/></cellXfs>`
    const xml = `<sheetData><row r="2"><c r="B2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c></row>
      <row r="3"><c r="B3"><f>SUM(A1:A9)</f><v>0.30000000000000004</v></c><c r="C3" s="1"><v>45000.5</v></c></row>
      <row r="4"><c r="B4" s="2"><v>0.256</v></c><c r="C4" s="3"><v>-1234.5</v></c></row>
      <row r="5"><c r="B5" s="4"><v>45000</v></c><c r="C5" s="5"><v>0.75</v></c></row>
      <row r="6"><c r="B6" t="b"><v>1</v></c><c r="C6" t="e"><v>#DIV/0!</v></c></row>
      <row r="7"><c r="B7" t="str"><f>A1&amp;"x"</f><v>text of a formula</v></c><c r="C7" s="6"><v>7</v></c></row>
      <row r="8"><c r="B8"><v>4012345678901</v></c><c r="C8" t="d"><v>2024-05-06</v></c></row>
      <row r="9"><c r="B9" s="99"><v>1</v></c><c r="C9" t="s"><v>77</v></c></row></sheetData>`
    const strings = [
      '<t>left</t>',
      '<r><t xml:space="preserve">ri</t></r><r><t>ght</t></r><rPh sb="0" eb="1"><t>reading</t></rPh>',
    ]
    expect(await markdownOf({ sheets: [{ name: 'S', xml }], strings, styles })).toBe(
      [
        '## S',
        '',
        '| left | right |',
        '| --- | --- |',
        '| 0.3 | 2023-03-15 |',
        '| 25.60% | -€1,234.50 |',
        '| 3/15/2023 | 18:00 |',
        '| TRUE | #DIV/0! |',
        '| text of a formula | 7 |',
        '| 4012345678901 | 2024-05-06 |',
        '| 1 |  |',
      ].join('\n'),
    )
  })

  it('count days from 1904 if they say so', async () => {
    const xml =
      '<sheetData><row><c s="1"><v>0</v></c><c><v>5</v></c><c s="2"><v>1.5</v></c><c s="3"><v>1.5</v></c></row></sheetData>'
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="[h]:mm"/></numFmts>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="46"/></cellXfs>'
    const markdown = await markdownOf({ sheets: [{ xml }], styles, properties: '<workbookPr date1904="1"/>' })
    expect(markdown).toContain('| 1/1/1904 | 5 | 36:00 | 36:00:00 |')
  })

  it('add the text of a format to strings', async () => {
    const cell = (style: number, text: string) => `<c s="${style}" t="inlineStr"><is>${text}</is></c>`
    const xml = `<sheetData><row>${cell(1, '<t>a</t>')}${cell(2, '<r><t>b</t></r><r><t>c</t></r>')}${cell(3, '<t>d</t>')}<c s="1"/></row></sheetData>`
    const code = (id: number, text: string) => `<numFmt numFmtId="${id}" formatCode="${text}"/>`
    const formats = [code(164, '&quot;No. &quot;@'), code(165, '0.0;-0.0;0;@&quot; (text)&quot;'), code(166, '@')]
    const styles = `<numFmts>${formats.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${[164, 165, 166].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`
    expect(await markdownOf({ sheets: [{ xml }], styles })).toContain('| No. a | bc (text) | d |')
  })

  it('leave out hidden sheets, rows and columns', async () => {
    const rows = sheetData([
      ['a', 'b', 'c'],
      ['1', '2', '3'],
      ['4', '5', '6'],
    ])
    const xml = `<cols><col min="2" max="2" hidden="1"/></cols>${rows.replace(/<row>(?=<c[^>]*><is><t>1)/, '<row hidden="true">')}`
    const markdown = await markdownOf({
      sheets: [
        { name: 'S', xml },
        { name: 'T', state: 'hidden', xml: sheetData([['secret']]) },
        { name: 'U', state: 'veryHidden', xml: sheetData([['secret']]) },
      ],
    })
    expect(markdown).toBe('## S\n\n| a | c |\n| --- | --- |\n| 4 | 6 |')
  })

  it('expand merged cells up to the last filled column', async () => {
    const xml = `<sheetData><row r="1"><c r="B1" t="inlineStr"><is><t>Title</t></is></c></row>
      <row r="2"><c r="B2"><v>1</v></c><c r="C2"><v>2</v></c></row><row r="3"><c r="C3"><v>3</v></c></row></sheetData>
      <mergeCells><mergeCell ref="B1:XFD1"/><mergeCell ref="B2:B1048576"/><mergeCell ref="nonsense"/></mergeCells>`
    expect(await markdownOf({ sheets: [{ name: 'S', xml }] })).toBe(
      '## S\n\nTitle\n\n| 1 | 2 |\n| --- | --- |\n| 1 | 3 |',
    )
  })

  it('drop empty edges, and keep empty cells between filled ones', async () => {
    const xml = `<dimension ref="A1:XFD1048576"/><sheetData><row r="1"/><row r="5"><c r="C5"><v>1</v></c><c r="E5"><v>2</v></c><c r="F5" s="1"/></row>
      <row r="1048576"><c r="D1048576" t="inlineStr"><is><t> </t></is></c></row></sheetData>`
    expect(await markdownOf({ sheets: [{ name: 'S', xml }] })).toBe('## S\n\n| 1 |  | 2 |\n| --- | --- | --- |')
  })

  it('have links in cells, and URLs as links', async () => {
    const xml = `${sheetData([
      ['Home', 'see https://b.example/x.'],
      ['two<br/>lines', 'mail'],
    ])}<hyperlinks><hyperlink ref="A1:A1" r:id="l1"/><hyperlink ref="B2" r:id="l2"/>
      <hyperlink ref="A2" location="Sheet2!A1"/><hyperlink ref="B1" r:id="l1"/></hyperlinks>`.replace('<br/>', '&#10;')
    const sheets = [{ name: 'S', xml, links: { l1: 'https://a.example/?q=1&amp;r', l2: 'javascript:alert(1)' } }]
    const body = workbookOf({ sheets })
    expect(await outputOf('xlsx', body)).toContain('| [Home](https://a.example/?q=1&r) | see https://b.example/x. |')
    expect(await outputOf('xlsx', body)).toContain('| two<br>lines | mail |')
    expect(await outputOf('xlsx', body, 'links')).toMatchObject([
      { url: 'https://a.example/?q=1&r' },
      { url: 'https://b.example/x' },
    ])
  })

  it("resolve relative links against the URL of the workbook, and drop links to the author's files", async () => {
    const xml = `${sheetData([['Report', 'Draft']])}<hyperlinks><hyperlink ref="A1" r:id="l1"/><hyperlink ref="B1" r:id="l2"/></hyperlinks>`
    const body = workbookOf({ sheets: [{ xml, links: { l1: '../report.html', l2: 'file:///C:/draft.docx' } }] })
    expect(await outputOf('xlsx', body, 'links')).toMatchObject([
      { url: 'https://example.com/report.html', text: 'Report' },
    ])
  })

  it('state title, author and dates', async () => {
    const core = `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"
      xmlns:dcterms="http://purl.org/dc/terms/"><dc:title>Budget</dc:title><dc:creator>Ada Example</dc:creator><dcterms:created>2024-01-02T03:04:05Z</dcterms:created></cp:coreProperties>`
    const body = workbookOf({ sheets: [{ xml: sheetData([['a']]) }], files: { 'docProps/core.xml': core } })
    expect((await formatDocument('xlsx', body)).title).toBe('Budget')
    expect(await outputOf('xlsx', body, 'html_head_metadata_json')).toMatchObject({
      title: 'Budget',
      author: 'Ada Example',
    })
  })

  it('can be narrowed by selectors, and have no source', async () => {
    const body = workbookOf({
      sheets: [
        {
          name: 'S',
          xml: sheetData([
            ['a', 'b'],
            ['c', 'd@e.example'],
          ]),
        },
      ],
    })
    expect((await formatDocument('xlsx', body, { cssSelector: 'td:last-child' })).content).toBe('d@e.example')
    expect((await formatDocument('xlsx', body, { excludeSelector: 'h2, thead' })).content).toBe('c d@e.example')
    expect(JSON.stringify(await outputOf('xlsx', body, 'emails'))).toContain('d@e.example')
    await expect(outputOf('xlsx', body, 'raw_html')).rejects.toMatchObject({ type: 'unsupported_content_type' })
    await expect(outputOf('xlsx', body, 'clean_html')).rejects.toMatchObject({ type: 'unsupported_content_type' })
  })
})

describe('invalid workbooks', () => {
  it('are an invalid_response if a part is missing or the archive is not valid', async () => {
    const broken = { type: 'invalid_response' }
    await expect(outputOf('xlsx', workbookOf({ sheets: [] }).subarray(0, 300))).rejects.toMatchObject(broken)
    await expect(outputOf('xlsx', 'no archive')).rejects.toMatchObject(broken)
  })

  it('are read as far as possible despite missing texts and parts, or misplaced elements', async () => {
    const xml = `<sheetData><row r="0"><c r="A0"><v>z</v></c></row><row r="x"><c r="ZZZZ1"><v>1</v></c></row><row r="3"><constructor/><c r="A3" t="s"><v>-1</v></c>
      <c r="B3" t="toString"><v>ok</v></c></row></sheetData><mergeCell ref="A1"/>`
    const files = { 'xl/worksheets/sheet2.xml': '' }
    expect(await markdownOf({ sheets: [{ name: 'S', xml }, { xml: '' }] })).toContain('ok')
    expect(await outputOf('xlsx', workbookOf({ sheets: [{ xml: '' }], files }))).toBe('')
  })
})
