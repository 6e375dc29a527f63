import { expect, test } from 'vitest'
import { markdownOfDocument } from '../format-document.ts'
import { paragraph, run, wordDocument } from './word-document.ts'

const aFChunks = (targets: Readonly<Record<string, string>>) => ({
  'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Object.entries(
    targets,
  )
    .map(([id, target]) => {
      const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/aFChunk'
      return `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`
    })
    .join('')}</Relationships>`,
})

test('embedded HTML and MHTML are part of the document', async () => {
  const html =
    '<html><head><style>.x{display:none}</style></head><body><h1>Sales</h1><p>Caf&eacute;</p><p class=x>no</p><script>no</script></body></html>'
  const message = [
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; boundary="B1"',
    '',
    '--B1',
    'Content-Type: text/html; charset="utf-8"',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    '<html><body><p>Caf=C3=A9 =',
    'second</p></body></html>',
    '--B1--',
  ].join('\r\n')
  const files = {
    ...aFChunks({ a: 'a.html', b: 'b.mht' }),
    'word/a.html': html,
    'word/b.mht': message,
  }
  const body = `${paragraph(run('One'))}<w:altChunk r:id="a"/><w:altChunk r:id="b"/><w:altChunk r:id="none"/>`
  expect(await markdownOfDocument('docx', wordDocument(body, { files }))).toBe('One\n\n# Sales\n\nCafé\n\nCafé second')
})

test.each([
  [
    'MHTML that is UTF-8 where it should be quoted',
    Buffer.from('=E6=BC=A2 Größe 漢字'),
    'quoted-printable',
    '漢 Größe 漢字',
  ],
  [
    'MHTML in another encoding',
    Buffer.from('Gr=F6=DFe', 'latin1'),
    'quoted-printable; charset="windows-1252"',
    'Größe',
  ],
])('embedded text may be %s', async (_, text, encoding, expected) => {
  const [transfer, charset = ''] = encoding.split('; ')
  const head = `MIME-Version: 1.0\nContent-Type: text/html; ${charset}\nContent-Transfer-Encoding: ${transfer}\n\n<p>`
  const files = { ...aFChunks({ a: 'a.mht' }), 'word/a.mht': Buffer.concat([Buffer.from(head), text]) }
  expect(await markdownOfDocument('docx', wordDocument('<w:altChunk r:id="a"/>', { files }))).toBe(expected)
})

test('embedded plain text and Word documents are part of the document, with their notes', async () => {
  const note = '<w:r><w:footnoteReference w:id="1"/></w:r>'
  const notes = (text: string) => `<w:footnote w:id="1">${paragraph(run(text))}</w:footnote>`
  const inner = wordDocument(paragraph(run('Two') + note), { footnotes: notes('second') })
  const files = {
    ...aFChunks({ a: 'a.docx', b: 'b.txt' }),
    'word/a.docx': inner,
    'word/b.txt': 'Three\r\n\r\nFour < 5',
  }
  const body = `${paragraph(run('One') + note)}<w:altChunk r:id="a"/><w:altChunk r:id="b"/>`
  expect(await markdownOfDocument('docx', wordDocument(body, { files, footnotes: notes('first') }))).toBe(
    'One[^1]\n\nTwo[^2]\n\nThree\n\nFour < 5\n\n[^1]: first\n\n[^2]: second',
  )
})

test('a document that embeds itself is read twice', async () => {
  const files = { ...aFChunks({ a: 'a.docx' }), 'word/a.docx': new Uint8Array() }
  const body = `${paragraph(run('One'))}<w:altChunk r:id="a"/>`
  let document = wordDocument(body, { files })
  for (let depth = 0; depth < 3; depth++)
    document = wordDocument(body, { files: { ...files, 'word/a.docx': document } })
  expect(await markdownOfDocument('docx', document)).toBe('One\n\nOne')
})
