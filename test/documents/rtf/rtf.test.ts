import { expect, test } from 'vitest'
import { formatDocument, markdownOfDocument, metadataOfDocument } from '../format-document.ts'

const rtf = (body: string, header = '') => `{\\rtf1\\ansi\\ansicpg1252\\deff0${header}\n${body}}`
const markdown = (body: string, header = '') => markdownOfDocument('rtf', rtf(body, header))

const styles = String.raw`{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 heading 1;}{\*\cs10 Strong;}{\s2\sbasedon1 Mein Kapitel;}{\s3 Title;}{\s4 Quotations;}{\s5 HTML Preformatted;}}`
const fonts = String.raw`{\fonttbl{\f0\fswiss\fcharset0 Arial;}{\f1\fcharset204 Times;}{\f2\fcharset2 Symbol;}{\f3\fcharset128 MS Gothic;}}`

test('runs keep formatting that markdown can show, until the end of their group', async () => {
  const body = String.raw`Plain {\b bold}, {\i italic}, {\strike gone}, x{\super 2}, {\b0 plain}\par`
  expect(await markdown(body)).toBe('Plain **bold**, *italic*, ~~gone~~, x<sup>2</sup>, plain')
})

test('headings are recognized by outline level and by style, including a parent style', async () => {
  const body = String.raw`\pard\s3 Name\par\pard\s1 One\par\pard\s2 Two\par\pard\outlinelevel2 Three\par\pard Text\par`
  expect(await markdown(body, styles)).toBe('# Name\n\n# One\n\n# Two\n\n### Three\n\nText')
})

test('bytes are decoded with the code page of the document or their font', async () => {
  const body = String.raw`\'80 caf\'e9 {\f1\'cf\'f0\'e8} {\f3\'93\'fa\'96\'7b} {\f2 ab}\par`
  expect(await markdown(body, fonts)).toBe('€ café При 日本 αβ')
  expect(await markdown(String.raw`\uc2\u8364?? \u-10179??\u-8704?? \uc0\u233 t\u233\par`)).toBe('€ 😀 été')
  expect(await markdown(String.raw`{\upr{ANSI}{\*\ud{Unicode}}} and {\*\unknown nothing}text\~here\par`)).toBe(
    'Unicode and text here',
  )
})

test('items nest by level, with the labels stored in the file', async () => {
  const item = (label: string, level: number, text: string) =>
    String.raw`\pard{\listtext ${label}\tab}\ls1\ilvl${level} ${text}\par`
  const body = [
    item("\\'95", 0, 'Apple') + item('o', 1, 'Green') + item("\\'95", 0, 'Pear'),
    String.raw`\pard Between\par`,
    item('3.', 0, 'Three') + item('a)', 1, 'Sub') + item('b)', 1, 'Sub too') + item('4.', 0, 'Four'),
    item('Article 2', 0, 'Law'),
  ]
  expect(await markdown(body.join('\n'))).toBe(
    '- Apple\n  - Green\n- Pear\n\nBetween\n\n3. Three\n   - a) Sub\n   - b) Sub too\n4. Four\n\n- Article 2 Law',
  )
})

test('merged cells cover their columns and rows', async () => {
  const body = String.raw`
\trowd\trhdr\cellx1000\cellx2000\cellx3000\pard\intbl Name\cell Qty\cell Note\cell\row
\trowd\clvmgf\cellx1000\cellx2000\cellx3000\pard\intbl Span\cell 1|2\cell a\par b\cell\row
\trowd\clvmrg\cellx1000\cellx3000\pard\intbl\cell wide\cell\row
\pard After\par`
  expect(await markdown(body)).toBe(
    '| Name | Qty | Note |\n| --- | --- | --- |\n| Span | 1\\|2 | a<br>b |\n| Span | wide | wide |\n\nAfter',
  )
})

test('reads a table in a cell', async () => {
  const body = String.raw`\trowd\cellx5000\pard\intbl Outer\par
{\pard\intbl\itap2 A\nestcell B\nestcell{\*\nesttableprops\trowd\cellx1000\cellx2000\nestrow}}
{\pard\intbl\itap2 1\nestcell 2\nestcell{\*\nesttableprops\trowd\cellx1000\cellx2000\nestrow}{\nonesttables\par}}
\pard\intbl\cell\row\pard\par`
  expect(await markdown(body)).toContain('| A | B |\n| --- | --- |\n| 1 | 2 |')
})

test('cells that consist of an automatic number have it', async () => {
  const cells = String.raw`\trowd\cellx1000\cellx2000\intbl`
  const body = String.raw`${cells} No.\cell Name\cell\row${cells}{\listtext 1.\tab}\ls1\cell Oak\cell\row\pard\par`
  expect(await markdown(body)).toBe('| No. | Name |\n| --- | --- |\n| 1. | Oak |')
})

test('links, notes, boxes and images keep their content', async () => {
  const body = String.raw`{\field{\*\fldinst{HYPERLINK "https://example.org/a?b=1&c=2" \\o "tip"}}{\fldrslt{\ul A link}}}
 and {\field{\*\fldinst{HYPERLINK \\l "place"}}{\fldrslt a place}}.{\super\chftn{\footnote\pard\plain {\super\chftn} 1999 was {\i good}.}}\par
See {\*\shppict{\pict{\*\picprop{\sp{\sn wzDescription}{\sv A red dot}}}\pngblip 89504e47}}{\nonshppict{\pict 00}} and {\shp{\*\shpinst{\sp{\sn shapeType}{\sv 202}}{\shptxt \pard In a box\par}}{\shprslt{\*\do{\dptxbxtext twice}}}}more.\par`
  expect(await markdown(body)).toBe(
    '[A link](https://example.org/a?b=1&c=2) and a place.[^1]\n\nSee ![A red dot]() and more.\n\nIn a box\n\n[^1]: 1999 was *good*.',
  )
})

test('quotes and code are recognized by style', async () => {
  const body = String.raw`\pard\s4 Said so.\par\pard\s5 if x:\par\pard\s5     y()\par\pard\s5\par\pard\s5 z\par\pard\s0 End\par`
  expect(await markdown(body, styles)).toBe('> Said so.\n\n```\nif x:\n    y()\n\nz\n```\n\nEnd')
})

test('deletions, hidden text and headers are left out', async () => {
  const body = String.raw`{\header Top\par}{\footer\pard 1\par}Kept {\deleted gone }{\v hidden }{\revised new}{\xe index}\par`
  expect(await markdown(body)).toBe('Kept new')
})

test('title, author and dates become the metadata', async () => {
  const header = String.raw`{\info{\title Ein Titel}{\author Jos\'e9}{\doccomm About}{\creatim\yr2024\mo5\dy17\hr9\min3}{\revtim\yr2024\mo6\dy1}}`
  expect(await metadataOfDocument('rtf', rtf(String.raw`Guten Tag\par`, header))).toMatchObject({
    title: 'Ein Titel',
    author: 'José',
    description: 'About',
    published_at: '2024-05-17T09:03:00',
    modified_at: '2024-06-01T00:00:00',
  })
})

test('a file that is not RTF is an invalid_response', async () => {
  await expect(formatDocument('rtf', 'plain text')).rejects.toMatchObject({ type: 'invalid_response' })
})

test('unclosed, overclosed or endlessly nested groups do not stop reading', async () => {
  expect(await markdown(String.raw`{{{\b open`)).toBe('**open**')
  expect(await markdown(String.raw`a}}}} b\par`)).toBe('a b')
  expect(await markdown(`${'{'.repeat(200_000)}deep${'}'.repeat(200_000)} end\\par`)).toBe('deep end')
})

test('a false length of binary data stops at the end of the file', async () => {
  expect(await markdown(String.raw`before \bin999999999 after\par`)).toBe('before')
  expect(await markdown(String.raw`before \bin-5 after\par`)).toBe('before after')
})

test('resolving styles stops at a cycle', async () => {
  const circle = String.raw`{\stylesheet{\s1\sbasedon2 One;}{\s2\sbasedon1 Two;}{\s3\sbasedon3 Three;}}`
  expect(await markdown(String.raw`\pard\s1 a\par\pard\s3 b\par`, circle)).toBe('a\n\nb')
})

test('a character style for code produces code until the next style', async () => {
  const header = String.raw`{\stylesheet{\s0 Normal;}{\*\cs15 Source Text;}{\*\cs16 Strong;}}`
  const body = String.raw`Call {\cs15 run()} and {\cs16 wait}.\par`
  expect(await markdown(body, header)).toBe('Call `run()` and wait.')
})

test('a paragraph with the same indentation as the previous item belongs to that item', async () => {
  const body = String.raw`{\listtext 1.\tab}\ls1\li680\fi-340 One\par\pard\li680 More of it\par\pard After\par\pard\li680 Indented\par`
  expect(await markdown(body)).toBe('1. One\n\n   More of it\n\nAfter\n\nIndented')
})

test('entries of a table of contents become a nested list', async () => {
  const header = String.raw`{\stylesheet{\s0 Normal;}{\s1 toc 1;}{\s2 toc 2;}}`
  const body = String.raw`\pard\s1 Seas\tab 3\par\pard\s2 Lakes\tab 3\par\pard Text\par`
  expect(await markdown(body, header)).toBe('- Seas 3\n  - Lakes 3\n\nText')
})

test('the placeholder for a macOS attachment is not text', async () => {
  expect(await markdown(String.raw`See {{\NeXTGraphic views.tiff \width80 \height60}\uc0\u65532 }there.\par`)).toBe(
    'See there.',
  )
  expect(await markdown(String.raw`See {{\NeXTGraphic views.tiff \width80 \height60}\uc0\u-4 }there.\par`)).toBe(
    'See there.',
  )
})

test('a bullet or number with a tab at the start of a hanging paragraph is a label', async () => {
  const item = (label: string, left: number, text: string) =>
    String.raw`{\pard\fi-360\li${left} ${label}\tx360\tab ${text}\par}`
  const body =
    item(String.raw`\bullet`, 360, 'one') +
    item(String.raw`\endash`, 720, 'inner') +
    item('1.', 1080, 'first') +
    item('2.', 1080, 'second') +
    item(String.raw`\bullet`, 360, String.raw`two {\b bold}`) +
    String.raw`{\pard\fi0\li360 more of two\par}{\pard\fi0\li0 Text\par}` +
    item('a.', 360, 'letter') +
    String.raw`{\pard\fi-360\li360 Name\tab value\par}{\pard 1.\tab 2\par}`
  expect(await markdown(body)).toBe(
    '- one\n  - inner\n    1. first\n    2. second\n\n- two **bold**\n\n  more of two\n\nText\n\n- a. letter\n\n  Name value\n\n1\\. 2',
  )
})

test('tables without text between them are separate if they share no cell edge', async () => {
  const row = (edges: readonly number[], ...cells: string[]) =>
    String.raw`\trowd${edges.map((edge) => String.raw`\cellx${edge}`).join('')}${cells.map((cell) => String.raw`\pard\intbl ${cell}\cell`).join('')}\row`
  const first = row([1000, 2000, 3000], 'a', 'b', 'c') + row([2000, 3000], 'd', 'e')
  const second = row([1400, 3600], 'f', 'g') + row([1400, 3600], 'h', 'i')
  const tables = (await markdown(first + second)).split('\n\n')
  expect(tables).toEqual(['| a | b | c |\n| --- | --- | --- |\n| d | d | e |', '| f | g |\n| --- | --- |\n| h | i |'])
})

test('style names may have underscores, and italics of a whole heading are part of its style', async () => {
  const sheet = String.raw`{\stylesheet{\s1\outlinelevel0\i Heading_1;}{\*\cs15 Source_Text;}{\s2 Definition_Term;}{\s3 Definition_Definition;}}`
  const body = String.raw`\pard\s1\i Head line\i0\par\pard Some {\cs15 code}\par\pard\s2 Oak\par\pard\s3 a tree\par\pard\s1 Half {\i way}\par`
  expect(await markdown(body, sheet)).toBe('# Head line\n\nSome `code`\n\n- **Oak**: a tree\n\n# Half *way*')
})
