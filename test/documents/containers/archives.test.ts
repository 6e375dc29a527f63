import { expect, it } from 'vitest'
import { formatDocument, markdownOfDocument, outputOf } from '../format-document.ts'
import { withDirectory, zipOf } from '../office/archive/zip.ts'
import { paragraph, run, wordDocument } from '../word/word-document.ts'
import { compressed, lines, recordOf } from './files.ts'

it('lists all files of a ZIP archive, and reads those of readable kinds under their paths', async () => {
  const files = {
    'sub/a.csv': 'tree,m\noak,21\n',
    'b.html': '<h1>Birch</h1><p>See <a href="c.html">this</a> and <a href="https://forest.example/">that</a>.</p>',
    'photo.jpg': new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 1]),
    'c.docx': wordDocument(paragraph(run('Cedar words'))),
    'code.py': 'def f():\n    return 1\n',
  }
  const { content, warnings } = await formatDocument('zip', zipOf(files))
  expect(content).toMatch(
    /^\| File \| Bytes \|\n\| --- \| --- \|\n\| sub\/a\.csv \| 14 \|\n\| b\.html \| \d+ \|\n\| photo\.jpg \| 6 \|/,
  )
  expect(content).toContain('## sub/a.csv\n\n| tree | m |')
  expect(content).toContain('# Birch\n\nSee this and [that](https://forest.example/).')
  expect(content).toContain('## c.docx\n\nCedar words')
  expect(content).toContain('```\ndef f():\n    return 1\n```')
  expect(content).not.toContain('## photo.jpg')
  expect(warnings).toEqual([])
  expect(await outputOf('zip', zipOf(files), 'links')).toEqual([
    expect.objectContaining({ url: 'https://forest.example/' }),
  ])
})

it('reads fifty files, nested ones included, and names those that it does not read', async () => {
  const texts = (count: number, prefix: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix}${at}.txt`, `words ${prefix}${at}`]))
  const inner = zipOf(texts(30, 'inner'))
  const { content, warnings } = await formatDocument('zip', zipOf({ 'first.zip': inner, ...texts(30, 'outer') }))
  expect(String(content).match(/^## /gm)).toHaveLength(50)
  expect(warnings).toEqual([
    expect.objectContaining({
      code: 'document_cut',
      message: expect.stringContaining('outer19.txt (too many entries)'),
    }),
  ])
})

it.each([['../../etc/evil.txt'], ['/etc/evil.txt'], ['C:\\evil.txt']])(
  'shows the name %s and reads its content',
  async (name) => {
    const markdown = await markdownOfDocument('zip', zipOf({ [name]: 'evil words' }))
    expect(markdown).toContain(`## ${name.replaceAll('\\', '/')}`)
    expect(markdown).toContain('evil words')
  },
)

it('reads the other files if one is encrypted or broken', async () => {
  const files = zipOf({ 'a.txt': 'secret', 'b.docx': 'not a document', 'c.txt': 'clear' })
  const locked = withDirectory(files, (header) => {
    if (header.getUint8(46) === 'a'.charCodeAt(0)) header.setUint16(8, 1, true)
  })
  const { content, warnings } = await formatDocument('zip', locked)
  expect(content).toMatch(/\| a\.txt \| encrypted \|[\s\S]*clear/)
  expect(content).not.toContain('secret')
  expect(warnings[0]?.message).toContain('a.txt (The document is locked: it needs a password)')
})

it('lists the pages of a web archive, newest first', async () => {
  const page = (words: string) => lines('HTTP/1.1 200 OK', 'Content-Type: text/html', '', `<p>${words}`)
  const image = lines('HTTP/1.1 200 OK', 'Content-Type: image/png', '', 'x')
  const moved = lines('HTTP/1.1 301 Moved', 'Content-Type: text/html', 'Location: /b', '', 'gone')
  const records = [
    recordOf('https://forest.example/a', '2025-01-01T00:00:00Z', page('Old')),
    recordOf('https://forest.example/i.png', '2025-01-01T00:00:00Z', image),
    recordOf('https://forest.example/m', '2025-01-01T00:00:00Z', moved),
    recordOf('https://forest.example/a', '2026-01-01T00:00:00Z', page('New')),
  ]
  const rows = [
    '| https://forest.example/a | 2026-01-01T00:00:00Z | 200 | text/html |',
    '| https://forest.example/a | 2025-01-01T00:00:00Z | 200 | text/html |',
  ]
  const expected = ['| URL | Date | Status | Type |', '| --- | --- | --- | --- |', ...rows].join('\n')
  expect(await markdownOfDocument('warc', Buffer.concat(records))).toBe(expected)
  expect(await markdownOfDocument('warc', compressed(records))).toBe(expected)
  const wacz = zipOf({ 'datapackage.json': '{}', 'archive/data.warc.gz': compressed(records) })
  expect(await markdownOfDocument('wacz', wacz)).toBe(expected)
  const cut = await formatDocument('warc', compressed(records).subarray(0, -20))
  expect(cut.warnings.map(({ code }) => code)).toEqual(['document_cut'])
  expect(cut.content).toContain('2025-01-01')
})

it('lists pages of a web archive that are stored as extracted text or as repetitions of others', async () => {
  const head = ['Content-Type: text/html', '', '<p>Same']
  const withFields = (url: string, type: string, field: string, http: string) =>
    Buffer.from(
      recordOf(url, '2025-01-01T00:00:00Z', http)
        .toString()
        .replace('Type: response', `Type: ${type}`)
        .replace('Content-Type: application/http;msgtype=response', field),
    )
  const response = lines('HTTP/1.1 200 OK', ...head)
  const records: [Buffer, ...Buffer[]] = [
    withFields('https://forest.example/a', 'response', 'WARC-Payload-Digest: sha1:AAA', response),
    withFields('https://forest.example/b', 'revisit', 'WARC-Payload-Digest: sha1:AAA', 'HTTP/1.1 200 OK\r\n\r\n'),
    withFields('https://forest.example/c', 'revisit', 'WARC-Payload-Digest: sha1:BBB', 'HTTP/1.1 200 OK\r\n\r\n'),
    withFields('https://forest.example/d', 'conversion', 'Content-Type: text/plain', 'Extracted words'),
  ]
  const files = {
    'datapackage.json': '{}',
    'archive/1.warc': records[0],
    'archive/2.warc': Buffer.concat(records.slice(1)),
  }
  const { content, warnings } = await formatDocument('wacz', zipOf(files))
  expect(
    [...String(content).matchAll(/example\/(\w) .*?(text\/\w+)/g)].map(([, path, type]) => `${path} ${type}`),
  ).toEqual(['a text/html', 'd text/plain', 'b text/html'])
  expect(warnings.map(({ message }) => message).join()).toContain(
    'Not read: https://forest.example/c (its content is in another archive)',
  )
})

it('reads as many records of a web archive as files of a ZIP archive, and says so', async () => {
  const record = recordOf('https://forest.example/a', '2025-01-01T00:00:00Z', 'HTTP/1.1 404 Not Found\r\n\r\n')
  const last = recordOf(
    'https://forest.example/b',
    '2025-01-01T00:00:00Z',
    lines('HTTP/1.1 200 OK', 'Content-Type: text/html', '', 'x'),
  )
  const all = (count: number) => Buffer.concat([...Array.from({ length: count }, () => record), last])
  const { content, warnings } = await formatDocument('warc', all(20_000))
  expect(content).not.toContain('forest.example/b')
  expect(warnings.map(({ message }) => message).join()).toContain('Not read: the records after the first 20000')
  expect(await markdownOfDocument('warc', all(19_999))).toContain('forest.example/b')
})
