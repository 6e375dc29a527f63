import { expect, test } from 'vitest'
import { documentTypes } from '../../../src/page/document-types.ts'
import { formatDocument, markdownOfDocument, metadataOfDocument } from '../format-document.ts'
import { zipOf } from '../office/archive/zip.ts'
import { type OdtParts, odtDocument } from './odt-document.ts'

const markdown = (body: string, parts?: OdtParts) => markdownOfDocument('odt', odtDocument(body, parts))
const p = (content: string, style = '') => `<text:p${style && ` text:style-name="${style}"`}>${content}</text:p>`
const textStyle = (name: string, properties: string) =>
  `<style:style style:name="${name}" style:family="text"><style:text-properties ${properties}/></style:style>`
const style = (name: string, more: string) => `<style:style style:name="${name}" style:family="paragraph" ${more}/>`

const automatic = [
  textStyle('B', 'fo:font-weight="bold"'),
  textStyle('I', 'fo:font-style="italic"'),
  textStyle('H', 'text:display="none"'),
  textStyle('S', 'style:text-line-through-style="solid"'),
  textStyle('U', 'style:text-position="super 58%"'),
  '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Standard"><style:text-properties fo:font-weight="bold"/></style:style>',
  '<text:list-style style:name="L1"><text:list-level-style-bullet text:level="1"/><text:list-level-style-bullet text:level="2"/></text:list-style>',
  '<text:list-style style:name="L2"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>' +
    '<text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")"/>' +
    '<text:list-level-style-number text:level="3" style:num-format="1" text:display-levels="3"/></text:list-style>',
].join('')

test('runs keep formatting that markdown can show, and spaces are kept as written', async () => {
  const body = p(
    'Plain <text:span text:style-name="B">bold <text:span text:style-name="I">both</text:span></text:span>,\n   ' +
      '<text:span text:style-name="S">gone</text:span> x<text:span text:style-name="U">2</text:span>' +
      '<text:span text:style-name="H">secret</text:span><text:s text:c="3"/>end<text:tab/>tab<text:line-break/>line',
  )
  expect(await markdown(body + p('By hand', 'P1'), { automatic })).toBe(
    'Plain **bold *both***, ~~gone~~ x<sup>2</sup> end tab\\\nline\n\n**By hand**',
  )
})

test('headings are recognized by level and by style, and keep their numbers', async () => {
  const styles = [
    style('Heading_20_1', 'style:display-name="Heading 1" style:default-outline-level="1"'),
    style('Own', 'style:parent-style-name="Heading_20_1"') + style('Title', ''),
    style('A', 'style:parent-style-name="B"') + style('B', 'style:parent-style-name="A"'),
    '<text:outline-style style:name="Outline"><text:outline-level-style text:level="1" style:num-format="1"/>' +
      '<text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/></text:outline-style>',
  ].join('')
  const h = (level: number, text: string) => `<text:h text:outline-level="${level}">${text}</text:h>`
  const body =
    p('Name', 'Title') + h(1, 'One') + h(2, 'Sub') + h(2, 'Sub too') + h(1, 'Two') + p('Three', 'Own') + p('Text', 'A')
  expect(await markdown(body, { styles })).toBe(
    '# Name\n\n# 1 One\n\n## 1.1 Sub\n\n## 1.2 Sub too\n\n# 2 Two\n\n# Three\n\nText',
  )
})

const list = (name: string, items: string, more = '') =>
  `<text:list text:style-name="${name}" ${more}>${items}</text:list>`
const item = (content: string, more = '') => `<text:list-item ${more}>${content}</text:list-item>`
const inner = (items: string) => `<text:list>${items}</text:list>`

test('lists nest and continue after other paragraphs, and items have several paragraphs', async () => {
  const body = [
    list('L1', item(p('Apple') + inner(item(p('Green')))) + item(p('Pear') + p('More of it'))),
    p('Between'),
    list(
      'L2',
      item(p('One')) + item(p('Two') + inner(item(p('Sub') + inner(item(p('Deep')))) + item(p('Sub too')))),
      'xml:id="a"',
    ),
    p('Between'),
    list('L2', item(p('Three')), 'text:continue-list="a"'),
    list('L2', item(p('Seven'), 'text:start-value="7"')),
  ]
  expect(await markdown(body.join(''), { automatic })).toBe(
    '- Apple\n  - Green\n\n- Pear\n\n  More of it\n\nBetween\n\n1. One\n2. Two\n   - a) Sub\n     - 2.a.1 Deep\n   - b) Sub too\n\nBetween\n\n3. Three\n\n7) Seven',
  )
})

const row = (cells: string, more = '') => `<table:table-row ${more}>${cells}</table:table-row>`
const cell = (content: string, more = '') =>
  `<table:table-cell ${more}>${content.startsWith('<') || content === '' ? content : p(content)}</table:table-cell>`
const covered = '<table:covered-table-cell/>'

test('cells fill the positions they span, and are repeated as stated', async () => {
  const body = `<table:table><table:table-header-rows>${row(cell('Name') + cell('Qty') + cell('Note'))}</table:table-header-rows>
    ${row(cell('Span', 'table:number-rows-spanned="2"') + cell('1') + cell(p('a') + p('b')))}
    ${row(covered + cell('wide', 'table:number-columns-spanned="2"') + covered)}
    ${row(cell('x', 'table:number-columns-repeated="3"'), 'table:number-rows-repeated="2"')}</table:table>`
  expect(await markdown(body)).toBe(
    '| Name | Qty | Note |\n| --- | --- | --- |\n| Span | 1 | a<br>b |\n| Span | wide | wide |\n| x | x | x |\n| x | x | x |',
  )
})

test('the rows of short tables in cells become lines, and cells that consist of an automatic number have it', async () => {
  const nested = `<table:table>${row(cell('1') + cell('2'))}${row(cell('3') + cell('4'))}</table:table>`
  const number = cell(list('L2', item(p(''))))
  const body = `<table:table>${row(cell('No.') + cell('B'))}${row(number + cell(nested))}${row(number + cell('D'))}</table:table>`
  expect(await markdown(body, { automatic })).toBe(
    '| No. | B |\n| --- | --- |\n| 1. | 1 \\| 2<br>3 \\| 4 |\n| 1. | D |',
  )
})

test('notes, links, images, boxes and formulas keep their content', async () => {
  const note = (kind: string, text: string) =>
    `<text:note text:note-class="${kind}"><text:note-citation>x</text:note-citation><text:note-body>${p(text)}</text:note-body></text:note>`
  const frame = (content: string) => `<draw:frame>${content}</draw:frame>`
  const files = {
    'Object 1/content.xml':
      '<math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><semantics><msup><mi>a</mi><mn>2</mn></msup>' +
      '<annotation encoding="StarMath 5.0">a^2</annotation></semantics></math>',
  }
  const body = [
    p(`Text${note('footnote', '1999 was good.')} and${note('endnote', 'The end.')}`),
    p(
      '<text:a xlink:href="https://example.org/a?b=1&amp;c=2">A link</text:a> and <text:a xlink:href="#place">a place</text:a>',
    ),
    p(
      `See ${frame('<draw:image xlink:href="Pictures/1.png"/><svg:title>Dot</svg:title><svg:desc>A red dot</svg:desc>')} here`,
    ),
    p(`Box ${frame(`<draw:text-box>${p('In a box')}</draw:text-box>`)}here`),
    p(frame('<draw:object xlink:href="./Object 1"/><draw:image xlink:href="./ObjectReplacements/Object 1"/>')),
  ]
  expect(await markdown(body.join(''), { files })).toBe(
    'Text[^1] and[^2]\n\n[A link](https://example.org/a?b=1&c=2) and a place\n\nSee ![A red dot]() here\n\nBox here\n\nIn a box\n\n' +
      '$$a^2$$\n\n[^1]: 1999 was good.\n\n[^2]: The end.',
  )
})

test('deletions and hidden text are left out', async () => {
  const tracked =
    '<text:tracked-changes><text:changed-region text:id="c"><text:deletion><text:p>deleted</text:p></text:deletion></text:changed-region></text:tracked-changes>'
  const body =
    p('Kept <text:change text:change-id="c"/>new') +
    `<text:section text:display="none">${p('hidden')}</text:section><text:section>${p('shown')}</text:section>`
  expect(await markdown(tracked + body)).toBe('Kept new\n\nshown')
})

test('properties become the metadata, and the language falls back to that of the text', async () => {
  const meta =
    '<dc:title>Report</dc:title><meta:initial-creator>Ada</meta:initial-creator><meta:creation-date>2024-05-17T09:03:00</meta:creation-date>'
  const styles =
    '<style:default-style style:family="paragraph"><style:text-properties fo:language="de" fo:country="CH"/></style:default-style>'
  expect(await metadataOfDocument('odt', odtDocument(p('x'), { meta, styles }))).toMatchObject({
    title: 'Report',
    author: 'Ada',
    published_at: '2024-05-17T09:03:00',
    language: 'de-CH',
  })
})

test('elements and formats named like built-in object members are ignored', async () => {
  const style =
    '<text:list-style style:name="L9"><text:list-level-style-number text:level="1" style:num-format="constructor" style:num-suffix="."/></text:list-style>'
  const body = p('<constructor/><valueOf/><__defineGetter__/>Text') + list('L9', item(p('One')))
  expect(await markdown(body, { automatic: style })).toBe('Text\n\n1. One')
})

test('a document that has no content or needs a password is an invalid_response', async () => {
  const empty = formatDocument('odt', zipOf({ mimetype: documentTypes.odt }))
  await expect(empty).rejects.toMatchObject({ type: 'invalid_response' })
  const files = {
    'META-INF/manifest.xml':
      '<manifest:manifest xmlns:manifest="urn:x"><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>',
  }
  await expect(formatDocument('odt', odtDocument(p('x'), { files }))).rejects.toThrow(/password/)
})

test('broken relations, which OpenDocument does not have, are ignored', async () => {
  const files = { '_rels/.rels': '<Relationships xmlns="x"><broken' }
  expect((await formatDocument('odt', odtDocument(p('Text'), { files }))).warnings).toEqual([])
})

test('a document with only images has the warning no_text', async () => {
  const { warnings } = await formatDocument('odt', odtDocument(p(''), { files: { 'Pictures/1.png': 'x' } }))
  expect(warnings.map(({ code }) => code)).toEqual(['no_text'])
})

test('entries of a table of contents become a nested list', async () => {
  const named = (name: string, title: string) =>
    `<style:style style:name="${name}" style:display-name="${title}" style:family="paragraph"/>`
  const automatic = '<style:style style:name="P2" style:family="paragraph" style:parent-style-name="Contents_20_2"/>'
  const styles = named('Contents_20_1', 'Contents 1') + named('Contents_20_2', 'Contents 2')
  const entry = (text: string, style: string) => p(`${text}<text:tab/>3`, style)
  const body = `<text:table-of-content><text:index-body>${entry('Seas', 'Contents_20_1')}${entry('Lakes', 'P2')}</text:index-body></text:table-of-content>`
  expect(await markdown(body + p('Text'), { automatic, styles })).toBe('- Seas 3\n  - Lakes 3\n\nText')
})

test('styles of LibreOffice that a document doesn’t define are known by their names', async () => {
  const span = '<text:span text:style-name="Source_Text">code</text:span>'
  const styles = '<style:style style:name="Source_Text" style:family="text"/>'
  const body =
    p('Name', 'Title') + p(`Some ${span}`) + p('Oak', 'Definition_20_Term') + p('a tree', 'Definition_20_Definition')
  expect(await markdown(body, { styles })).toBe('# Name\n\nSome `code`\n\n- **Oak**: a tree')
})

test('a paragraph of a list whose bullet is a space belongs to the item before it', async () => {
  const bullet = (name: string, char: string) =>
    `<text:list-style style:name="${name}"><text:list-level-style-bullet text:level="1" text:bullet-char="${char}"/></text:list-style>`
  const body = list('La', item(p('One'))) + list('Lb', item(p('More of it'))) + p('After')
  const markdownOfLists = await markdown(body, { automatic: bullet('La', '•') + bullet('Lb', ' ') })
  expect(markdownOfLists).toBe('- One\n\n  More of it\n\nAfter')
})

test('levels that a list style does not define are numbered', async () => {
  const numbered =
    '<text:list-style style:name="L3"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/></text:list-style>'
  const body = list('L1', item(p('One') + list('L3', item(p('first')) + item(p('second')))))
  expect(await markdown(body, { automatic: automatic + numbered })).toBe('- One\n  1. first\n  2. second')
})

test('a list style without a name does not apply to lists without a style', async () => {
  const styles =
    '<text:list-style><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/></text:list-style>'
  expect(await markdown(inner(item(p('One'))), { styles })).toBe('- One')
})
