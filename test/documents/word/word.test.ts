import { expect, test } from 'vitest'
import { markdownParametersOf } from '../../../src/contract/page-parts.ts'
import { formatDocument, markdownOfDocument, metadataOfDocument } from '../format-document.ts'
import { zipOf } from '../office/archive/zip.ts'
import { cell, paragraph, row, run, type WordParts, wordDocument } from './word-document.ts'

const markdown = (body: string, parts?: WordParts) => markdownOfDocument('docx', wordDocument(body, parts))
const style = (id: string, name: string, more = '') =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`
const inStyle = (id: string, text: string) => paragraph(text, `<w:pStyle w:val="${id}"/>`)

test('runs keep formatting that markdown can show, including that of their style', async () => {
  const styles = '<w:style w:type="character" w:styleId="F"><w:name w:val="Fett"/><w:rPr><w:b/></w:rPr></w:style>'
  const runs = [
    run('Plain '),
    run('bold', '<w:b/>'),
    run(' and '),
    run('fett', '<w:rStyle w:val="F"/>'),
    run(', '),
    run('not', '<w:rStyle w:val="F"/><w:b w:val="0"/>'),
    run(' '),
    run('italic', '<w:i/>'),
    run(' '),
    run('gone', '<w:strike/>'),
    run(' x'),
    run('2', '<w:vertAlign w:val="superscript"/>'),
    run('secret', '<w:vanish/>'),
    '<w:r><w:tab/><w:t>tab</w:t><w:br/><w:t>line</w:t><w:sym w:font="Symbol" w:char="F061"/></w:r>',
  ]
  expect(await markdown(paragraph(runs.join('')), { styles })).toBe(
    'Plain **bold** and **fett**, not *italic* ~~gone~~ x<sup>2</sup> tab\\\nlineα',
  )
})

test('a page or column break in a paragraph separates words', async () => {
  const runs =
    '<w:r><w:t>Total 100</w:t><w:br w:type="page"/><w:t>200 units</w:t><w:br w:type="column"/><w:t>third</w:t></w:r>'
  expect(await markdown(paragraph(runs))).toBe('Total 100 200 units third')
  expect(await markdown(paragraph('<w:r><w:br w:type="page"/></w:r>') + paragraph(run('Next')))).toBe('Next')
})

test('a space after code is kept, even if it is a run', async () => {
  const styles = '<w:style w:type="character" w:styleId="V"><w:name w:val="Verbatim Char"/></w:style>'
  const code = run('x = 1', '<w:rStyle w:val="V"/>')
  expect(await markdown(paragraph(code + run(' ') + run('and') + run(' ') + code), { styles })).toBe(
    '`x = 1` and `x = 1`',
  )
})

test('headings are recognized by name in every language, by outline level, and by their parent style', async () => {
  const styles = [
    style('berschrift1', 'heading 1'),
    style('Own', 'Kapitel', '<w:basedOn w:val="berschrift1"/>'),
    style('Level', 'Level', '<w:pPr><w:outlineLvl w:val="2"/></w:pPr>'),
    style('Titel', 'Title'),
    style('A', 'Round', '<w:basedOn w:val="B"/>') + style('B', 'And round', '<w:basedOn w:val="A"/>'),
  ]
  const body = [
    inStyle('Titel', 'Name'),
    inStyle('berschrift1', 'One'),
    inStyle('Own', 'Two'),
    inStyle('Level', 'Three'),
    paragraph('Four', '<w:outlineLvl w:val="3"/>'),
    inStyle('A', 'Text'),
    inStyle('Missing', 'More'),
  ]
  expect(await markdown(body.join(''), { styles: styles.join('') })).toBe(
    '# Name\n\n# One\n\n# Two\n\n### Three\n\n#### Four\n\nText\n\nMore',
  )
})

const level = (depth: number, format: string, text: string, more = '') =>
  `<w:lvl w:ilvl="${depth}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/>${more}</w:lvl>`
const numbering = [
  `<w:abstractNum w:abstractNumId="0">${level(0, 'bullet', '•')}${level(1, 'bullet', 'o')}</w:abstractNum>`,
  `<w:abstractNum w:abstractNumId="1">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%2)')}${level(2, 'decimal', '%1.%2.%3')}</w:abstractNum>`,
  `<w:abstractNum w:abstractNumId="2">${level(0, 'upperRoman', 'Article %1', '<w:pStyle w:val="Art"/>')}</w:abstractNum>`,
  '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>',
  '<w:num w:numId="3"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>',
  '<w:num w:numId="4"><w:abstractNumId w:val="2"/></w:num>',
].join('')
const item = (list: number, depth: number, text: string, more = '') =>
  paragraph(text, `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${list}"/></w:numPr>${more}`)

test('lists nest, continue after other paragraphs, and start at their stated number', async () => {
  const body = [
    item(1, 0, 'Apple'),
    item(1, 1, 'Green'),
    item(1, 0, 'Pear'),
    paragraph('Between'),
    item(2, 0, 'One'),
    item(2, 0, 'Two'),
    item(2, 1, 'Sub'),
    item(2, 1, 'Sub too'),
    item(2, 2, 'Deep'),
    paragraph('Between'),
    item(2, 0, 'Three'),
    item(3, 0, 'Seven'),
  ]
  expect(await markdown(body.join(''), { numbering })).toBe(
    '- Apple\n  - Green\n- Pear\n\nBetween\n\n1. One\n2. Two\n   - a) Sub\n   - b) Sub too\n     - 2.b.1 Deep\n\nBetween\n\n3. Three\n\n7) Seven',
  )
})

test('a label that is more than a number is kept as text, even before a heading', async () => {
  const styles = style('Art', 'heading 2', '<w:pPr><w:numPr><w:numId w:val="4"/></w:numPr></w:pPr>')
  expect(await markdown(inStyle('Art', 'Scope') + inStyle('Art', 'Terms'), { styles, numbering })).toBe(
    '## Article I Scope\n\n## Article II Terms',
  )
})

test('a paragraph with the same indentation as the previous item belongs to that item', async () => {
  const indent = '<w:ind w:left="720"/>'
  const body = item(1, 0, 'Item', indent) + paragraph('Its second', indent) + paragraph('After')
  expect(await markdown(body, { numbering })).toBe('- Item\n\n  Its second\n\nAfter')
})

test('a paragraph of a list whose bullet is a space belongs to the item before it', async () => {
  const indent = '<w:pPr><w:ind w:left="720"/></w:pPr>'
  const [blank, bullet] = [level(0, 'bullet', ' ', indent), level(0, 'bullet', '•', indent)]
  const lists = [
    `<w:abstractNum w:abstractNumId="0">${bullet}</w:abstractNum><w:abstractNum w:abstractNumId="1">${blank}</w:abstractNum>`,
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>',
  ]
  const body = item(1, 0, 'One') + item(2, 0, 'More of it') + item(1, 0, 'Two') + paragraph('After')
  expect(await markdown(body, { numbering: lists.join('') })).toBe('- One\n\n  More of it\n\n- Two\n\nAfter')
})

test('terms and their definitions are recognized by style', async () => {
  const styles = style('DefinitionTerm', 'Definition Term', '') + style('Definition', 'Definition', '')
  const body = inStyle('DefinitionTerm', 'Oak') + inStyle('Definition', 'a tree') + inStyle('Definition', 'its wood')
  expect(await markdown(body + paragraph('After'), { styles })).toBe('- **Oak**\n  - a tree\n  - its wood\n\nAfter')
})

test('merged cells cover their columns and rows, and a deleted row is left out', async () => {
  const table = [
    row(cell('Name') + cell('Qty') + cell('Note'), '<w:tblHeader/>'),
    row(cell('Span', '<w:vMerge w:val="restart"/>') + cell('1') + cell(paragraph('a') + paragraph('b'))),
    row(cell('', '<w:vMerge/>') + cell('wide', '<w:gridSpan w:val="2"/>')),
    row(cell('old') + cell('old') + cell('old'), '<w:del w:id="1"/>'),
  ]
  expect(await markdown(`<w:tbl>${table.join('')}</w:tbl>${paragraph('After')}`)).toBe(
    '| Name | Qty | Note |\n| --- | --- | --- |\n| Span | 1 | a<br>b |\n| Span | wide | wide |\n\nAfter',
  )
})

test('the first row of a table is its header if it names every column', async () => {
  const table = (...rows: string[]) => `<w:tbl>${rows.join('')}</w:tbl>`
  expect(await markdown(table(row(cell('A') + cell('B')), row(cell('1') + cell('2'))))).toBe(
    '| A | B |\n| --- | --- |\n| 1 | 2 |',
  )
  expect(await markdown(table(row(cell('') + cell('B')), row(cell('1') + cell('2'))))).toMatch(/^\|\s+\|\s+\|\n\| --- /)
})

test('reads a table in a cell', async () => {
  const inner = `<w:tbl>${row(cell('A') + cell('B'))}${row(cell('1') + cell('2'))}</w:tbl>`
  expect(await markdown(`<w:tbl>${row(cell('Outer'))}${row(cell(inner + paragraph('')))}</w:tbl>`)).toContain(
    '| A | B |\n| --- | --- |\n| 1 | 2 |',
  )
})

test('tracked changes count as accepted, including those of paragraph marks', async () => {
  const changed = [
    run('Kept '),
    `<w:del w:id="1"><w:r><w:delText>deleted</w:delText></w:r></w:del>`,
    `<w:ins w:id="2">${run('inserted')}</w:ins>`,
    `<w:moveFrom w:id="3">${run('moved')}</w:moveFrom><w:moveTo w:id="4">${run(' here')}</w:moveTo>`,
  ]
  const body = paragraph(changed.join('')) + paragraph('One', '<w:rPr><w:del w:id="5"/></w:rPr>') + paragraph(' two')
  expect(await markdown(body)).toBe('Kept inserted here\n\nOne two')
})

test('external links are kept, and links within the document become plain text', async () => {
  const links = { rId9: 'https://example.org/a?b=1&amp;c=2', rId8: 'file:///C:/secret.docx' }
  const body = [
    `<w:hyperlink r:id="rId9">${run('A link')}</w:hyperlink>`,
    `<w:hyperlink r:id="rId9" w:anchor="part">${run(' to a part')}</w:hyperlink>`,
    `<w:hyperlink w:anchor="place">${run(' a place')}</w:hyperlink><w:hyperlink r:id="rId8">${run(' a file')}</w:hyperlink>`,
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "https://example.com/field" </w:instrText></w:r>',
    `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(' a field')}<w:r><w:fldChar w:fldCharType="end"/></w:r>${run(' end')}`,
  ]
  expect(await markdown(paragraph(body.join('')), { links })).toBe(
    '[A link](https://example.org/a?b=1&c=2) [to a part](https://example.org/a?b=1&c=2#part) a place a file [a field](https://example.com/field) end',
  )
})

test('footnotes and endnotes are numbered consecutively, without separators', async () => {
  const footnotes =
    `<w:footnote w:id="0" w:type="separator">${paragraph('line')}</w:footnote>` +
    `<w:footnote w:id="2">${paragraph(`<w:r><w:footnoteRef/></w:r>${run('1999 was ')}${run('good', '<w:i/>')}`)}${paragraph('More.')}</w:footnote>`
  const endnotes = `<w:endnote w:id="2">${paragraph('The end.')}</w:endnote>`
  const body = paragraph(
    `${run('Text')}<w:r><w:footnoteReference w:id="2"/></w:r>${run(' and')}<w:r><w:endnoteReference w:id="2"/></w:r>`,
  )
  expect(await markdown(body, { footnotes, endnotes })).toBe(
    'Text[^1] and[^2]\n\n[^1]: 1999 was *good*\n\n    More.\n\n[^2]: The end.',
  )
})

test('an image becomes its alt text, and a text box follows its paragraph once', async () => {
  const picture =
    '<w:r><w:drawing><wp:inline><wp:docPr id="1" name="x.png" descr="A red dot"/></wp:inline></w:drawing></w:r>'
  const nameless = '<w:r><w:drawing><wp:inline><wp:docPr id="1" name="y.png"/></wp:inline></w:drawing></w:r>'
  const box = `<w:txbxContent>${paragraph('In a box')}</w:txbxContent>`
  const shape =
    '<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor><wps:txbx>' +
    `${box}</wps:txbx></wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>${box}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`
  expect(await markdown(paragraph(run('See ') + picture + nameless + shape + run(' here')))).toBe(
    'See ![A red dot]() here\n\nIn a box',
  )
  const plain = await formatDocument('docx', wordDocument(paragraph(run('See ') + picture)), {
    markdown: markdownParametersOf({ include_images: false }),
  })
  expect(plain.content).toBe('See')
})

test('equations become TeX', async () => {
  const text = (value: string) => `<m:r><m:t>${value}</m:t></m:r>`
  const fraction = `<m:f><m:num>${text('1')}</m:num><m:den>${text('n+1')}</m:den></m:f>`
  const root = `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>${text('x')}</m:e></m:rad>`
  const sum = `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${text('i=1')}</m:sub><m:sup>${text('n')}</m:sup><m:e>${text('i')}</m:e></m:nary>`
  const square = `<m:sSup><m:e>${text('a')}</m:e><m:sup>${text('2')}</m:sup></m:sSup>`
  const content = await markdown(
    paragraph(`<m:oMath>${square}</m:oMath>`) +
      paragraph(`<m:oMathPara><m:oMath>${sum}${fraction}${root}</m:oMath></m:oMathPara>`),
  )
  expect(content).toBe('$a^2$\n\n$$∑_{i = 1}^ni\\frac{1}{n + 1}\\sqrt{x}$$')
})

test('quotes and code are recognized by style, and content controls are read', async () => {
  const styles = style('Q', 'Quote') + style('C', 'HTML Preformatted')
  const body = [
    inStyle('Q', 'Said so.'),
    inStyle('C', 'if x:'),
    inStyle('C', '    y()'),
    inStyle('C', ''),
    inStyle('C', 'z'),
  ]
  const control = `<w:sdt><w:sdtPr/><w:sdtContent>${paragraph(`<w:sdt><w:sdtContent>${run('☒ done')}</w:sdtContent></w:sdt>`)}</w:sdtContent></w:sdt>`
  expect(await markdown(body.join('') + control, { styles })).toBe(
    '> Said so.\n\n```\nif x:\n    y()\n\nz\n```\n\n☒ done',
  )
})

test('properties become the metadata, except invalid dates, and the title falls back to one in the text', async () => {
  const properties =
    '<dc:title>Report</dc:title><dc:creator>Ada</dc:creator><dcterms:created>2024-05-17T09:03:00Z</dcterms:created><dcterms:modified>yesterday</dcterms:modified><dc:language>de-CH</dc:language>'
  expect(await metadataOfDocument('docx', wordDocument(paragraph('x'), { properties }))).toMatchObject({
    title: 'Report',
    author: 'Ada',
    published_at: '2024-05-17T09:03:00Z',
    modified_at: null,
    language: 'de-CH',
  })
  const titled = wordDocument(inStyle('T', 'Its <![CDATA[& name]]>'), { styles: style('T', 'Title') })
  expect((await formatDocument('docx', titled)).title).toBe('Its & name')
})

test('an entry named like the properties of OpenDocument does not replace the core properties', async () => {
  const files = {
    'meta.xml':
      '<office:document-meta xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><office:meta><dc:title>Other</dc:title></office:meta></office:document-meta>',
  }
  const document = wordDocument(paragraph('Text'), { properties: '<dc:title>Report</dc:title>', files })
  expect(await metadataOfDocument('docx', document)).toMatchObject({ title: 'Report' })
})

test('elements named like built-in object members are ignored', async () => {
  const odd = '<constructor/><valueOf/><toString/><__defineGetter__/>'
  const formula = `<m:oMath>${odd}<m:r><m:t>x</m:t></m:r></m:oMath>`
  const body = `<w:p>${odd}<w:r><w:rPr>${odd}<w:b/></w:rPr>${odd}<w:t>Text</w:t></w:r>${formula}</w:p>`
  expect(await markdown(body)).toBe('**Text**$x$')
})

test('a document without its main part is an invalid_response', async () => {
  const empty = zipOf({ '[Content_Types].xml': '<Types/>' })
  await expect(formatDocument('docx', empty)).rejects.toMatchObject({ type: 'invalid_response' })
})

test('a drop cap is joined to the rest of its word', async () => {
  const body = paragraph('D', '<w:framePr w:dropCap="drop" w:lines="3"/>') + paragraph('rop caps.') + paragraph('Next.')
  expect(await markdown(body)).toBe('Drop caps.\n\nNext.')
})

test('a subtitle is not a title, even if its style is based on the title style', async () => {
  const styles = style('T', 'Title', '') + style('S', 'Subtitle', '<w:basedOn w:val="T"/>')
  expect(await markdown(inStyle('T', 'Name') + inStyle('S', 'More'), { styles })).toBe('# Name\n\nMore')
})

test('entries of a table of contents become a nested list', async () => {
  const styles = style('T1', 'toc 1', '') + style('T2', 'toc 2', '')
  const entry = (id: string, text: string) =>
    paragraph(`${run(text)}<w:r><w:tab/><w:t>3</w:t></w:r>`, `<w:pStyle w:val="${id}"/>`)
  expect(
    await markdown(paragraph('Contents') + entry('T1', 'Seas') + entry('T2', 'Lakes') + entry('T1', 'End'), { styles }),
  ).toBe('Contents\n\n- Seas 3\n  - Lakes 3\n- End 3')
})
