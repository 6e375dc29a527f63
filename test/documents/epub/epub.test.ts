import { expect, test } from 'vitest'
import { documentTypes } from '../../../src/page/document-types.ts'
import { formatDocument, markdownOfDocument, metadataOfDocument } from '../format-document.ts'
import { zipOf } from '../office/archive/zip.ts'
import { type EpubParts, epubBook, xhtml } from './epub-book.ts'

const markdown = (chapters: string[], parts?: EpubParts) => markdownOfDocument('epub', epubBook(chapters, parts))

test('chapters are in reading order, without duplicates and tables of contents', async () => {
  const item = (id: string, more = '') =>
    `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml" ${more}/>`
  const parts: EpubParts = {
    manifest: item('nav', 'properties="nav"') + item('toc') + item('missing'),
    spine:
      '<itemref idref="nav"/><itemref idref="toc"/><itemref idref="c2"/><itemref idref="c2"/><itemref idref="missing"/><itemref idref="none"/>',
    more: '<guide><reference type="toc" href="toc.xhtml"/></guide>',
    files: { 'OEBPS/nav.xhtml': xhtml('<p>Contents</p>'), 'OEBPS/toc.xhtml': xhtml('<p>Contents too</p>') },
  }
  const chapters = ['<h1>One</h1><p>a</p><nav epub:type="toc"><ol><li>x</li></ol></nav>', '<h1>Two</h1><p>b</p>']
  expect(await markdown(chapters, parts)).toBe('# Two\n\nb\n\n# One\n\na')
})

test('a page that is declared as the table of contents is kept for its own text', async () => {
  const contents = '<p><a href="c1.xhtml">One</a> 1</p>'
  const licence = `<p>${'This book may be copied under its licence. '.repeat(6)}</p>`
  const parts = (page: string): EpubParts => ({
    manifest: '<item id="toc" href="toc.xhtml" media-type="application/xhtml+xml"/>',
    spine: '<itemref idref="toc"/><itemref idref="c1"/>',
    more: '<guide><reference type="toc" href="toc.xhtml"/></guide>',
    files: { 'OEBPS/toc.xhtml': xhtml(page) },
  })
  expect(await markdown(['<p>a</p>'], parts(contents))).toBe('a')
  expect(await markdown(['<p>a</p>'], parts(contents + licence))).toMatch(/^One 1\n\nThis book [\s\S]*\n\na$/)
})

test('XHTML is read like any page: empty elements, entities, tables, formulas', async () => {
  const body =
    '<p><a id="x"/>A&nbsp;&mdash; <b>bold</b><br/>line</p><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>' +
    '<math xmlns="http://www.w3.org/1998/Math/MathML"><msup><mi>a</mi><mn>2</mn></msup></math>'
  expect(await markdown([body])).toBe('A — **bold**\\\nline\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n\n$a^2$')
})

test('external links are kept, and links within the book become plain text', async () => {
  const body =
    '<p><a href="https://example.org/a?b=1&amp;c=2">Out</a>, <a href="c2.xhtml#p">in</a>, <a href="#here">here</a>, ' +
    '<a href="../fonts/x.ttf">a file</a>, <a href="javascript:x()">a script</a></p>'
  expect(await markdown([body, '<p id="p">Two</p>'])).toBe(
    '[Out](https://example.org/a?b=1&c=2), in, here, a file, a script\n\nTwo',
  )
})

test('notes are numbered across chapters, regardless of their position', async () => {
  const chapter = (text: string, year: string) =>
    `<p>${text}<a epub:type="noteref" href="#n1">1</a> goes on.</p>` +
    `<aside epub:type="footnote" id="n1" hidden="hidden"><p>${year} was good.</p></aside>`
  const old = '<p>Old<sup><a id="r9" href="c4.xhtml#n9">9</a></sup></p>'
  const notes = '<p id="n9"><a href="c3.xhtml#r9">9</a> 2001 was old. <a href="c3.xhtml#r9">↩</a></p>'
  expect(await markdown([chapter('One', '1999'), chapter('Two', '2000'), old, notes])).toBe(
    'One[^1] goes on.\n\n[^1]: 1999 was good.\n\nTwo[^2] goes on.\n\n[^2]: 2000 was good.\n\nOld[^3]\n\n[^3]: 2001 was old.',
  )
})

test('a paragraph is a heading if the table of contents says so', async () => {
  const parts: EpubParts = {
    manifest: '<item id="toc" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
    files: {
      'OEBPS/nav.xhtml': xhtml(
        '<nav epub:type="toc"><ol><li><a href="text/c1.xhtml">One</a><ol><li><a href="text/c1.xhtml#s">Sub</a></li></ol></li>' +
          '<li><a href="text/c2.xhtml">Another name</a></li><li><a href="text/c9.xhtml">Nowhere</a></li></ol></nav>',
      ),
    },
  }
  const one = '<div class="x"><p><span>One</span></p></div><p>One more.</p><p><a id="s"></a>Sub</p><p>Text</p>'
  expect(await markdown([one, '<p>Two</p><p>Text</p>'], parts)).toBe(
    '# One\n\nOne more.\n\n## Sub\n\nText\n\nTwo\n\nText',
  )
})

test('the first 5000 entries of the table of contents name headings', async () => {
  const entries = Array.from({ length: 5001 }, (_, i) => `<li><a/><a href="text/c1.xhtml#p${i}">T${i}</a></li>`)
  const parts: EpubParts = {
    manifest: '<item id="toc" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
    files: { 'OEBPS/nav.xhtml': xhtml(`<nav epub:type="toc"><ol>${entries.join('')}</ol></nav>`) },
  }
  const part = (i: number) => `<p id="p${i}">T${i}</p><p>Text</p>`
  expect(await markdown([part(4999) + part(5000)], parts)).toBe('# T4999\n\nText\n\nT5000\n\nText')
})

test('images become their alternative text', async () => {
  const body =
    '<p><img src="../images/a.png" alt="A red dot"/> and <img src="b.png" alt="b.png"/> and <img src="c.png" alt=""/></p>'
  expect(await markdown([body])).toBe('![A red dot]() and and')
})

test('the metadata comes from the package', async () => {
  const metadata =
    '<dc:title>The Book</dc:title><dc:creator opf:role="aut">Ada</dc:creator><dc:creator opf:role="ill">Ivo</dc:creator>' +
    '<dc:language>de</dc:language><dc:date opf:event="creation">1999</dc:date><dc:date opf:event="publication">2001-02-03</dc:date>' +
    '<dc:description>&lt;p&gt;About it&lt;/p&gt;</dc:description><meta property="dcterms:modified">2024-05-06T07:08:09Z</meta>'
  expect(await metadataOfDocument('epub', epubBook(['<h1>x</h1>'], { metadata }))).toMatchObject({
    title: 'The Book',
    author: 'Ada',
    language: 'de',
    published_at: '2001-02-03',
    modified_at: '2024-05-06T07:08:09Z',
    description: 'About it',
  })
})

test('encrypted text is an invalid_response that says so, but obfuscated fonts are accepted', async () => {
  const encrypted = (uri: string) => ({
    'META-INF/encryption.xml':
      '<encryption xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:CipherData>' +
      `<enc:CipherReference URI="${uri}"/></enc:CipherData></enc:EncryptedData></encryption>`,
  })
  expect(await markdown(['<p>a</p>'], { files: encrypted('OEBPS/fonts/a.otf') })).toBe('a')
  const locked = markdown(['<p>a</p>'], { files: encrypted('OEBPS/text/c1.xhtml') })
  await expect(locked).rejects.toThrow(/encrypted/)
})

test('a book without a package or without chapters is an invalid_response', async () => {
  for (const book of [zipOf({ mimetype: documentTypes.epub }), epubBook([])]) {
    await expect(formatDocument('epub', book)).rejects.toMatchObject({ type: 'invalid_response' })
  }
})

test('a book with only images has the warning no_text', async () => {
  const { warnings } = await formatDocument(
    'epub',
    epubBook(['<img src="1.png" alt=""/>'], { files: { 'OEBPS/text/1.png': 'x' } }),
  )
  expect(warnings.map(({ code }) => code)).toEqual(['no_text'])
})

test('a book with vector drawings as chapters has the warning no_text', async () => {
  const manifest = '<item id="s" href="1.svg" media-type="image/svg+xml"/>'
  const files = { 'OEBPS/1.svg': '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>' }
  const { warnings } = await formatDocument('epub', epubBook([], { manifest, spine: '<itemref idref="s"/>', files }))
  expect(warnings.map(({ code }) => code)).toEqual(['no_text'])
})

test('a drawing in the spine is a chapter', async () => {
  const book = epubBook(['<p>Chapter</p>'], {
    manifest: '<item id="s" href="1.svg" media-type="image/svg+xml"/>',
    spine: '<itemref idref="s"/>',
    files: {
      'OEBPS/1.svg':
        '<svg xmlns="http://www.w3.org/2000/svg"><title>Cover</title><style>text { fill: red }</style><text>Some</text><text>words</text></svg>',
    },
  })
  expect(await markdownOfDocument('epub', book)).toBe('Some\n\nwords\n\nChapter')
})

test('the fallback of an image in the spine is a chapter', async () => {
  const manifest =
    '<item id="i" href="p.jpg" media-type="image/jpeg" fallback="f"/><item id="f" href="f.xhtml" media-type="application/xhtml+xml"/>'
  const files = { 'OEBPS/f.xhtml': xhtml('<p>The page in words</p>'), 'OEBPS/p.jpg': new Uint8Array(4) }
  const book = epubBook(['<p>End</p>'], { manifest, spine: '<itemref idref="i"/>', files })
  expect(await markdownOfDocument('epub', book)).toBe('The page in words\n\nEnd')
})

test('a book cannot forge page marks', async () => {
  expect(await markdown(['<p>One</p><page-mark value="9"></page-mark><p>Two</p>'])).toBe('One\n\nTwo')
})
