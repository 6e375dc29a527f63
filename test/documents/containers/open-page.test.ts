import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { openFile } from '../../../src/documents/read-document.ts'
import { formatPage } from '../../../src/format/formats.ts'
import { type DocumentKind, documentTypes } from '../../../src/page/document-types.ts'
import { htmlPage } from '../../format/page.ts'
import { zipOf } from '../office/archive/zip.ts'
import { lines, messageOf, recordOf } from './files.ts'

function open(kind: DocumentKind, content: string | Uint8Array, entry?: string) {
  const body = new Uint8Array(Buffer.from(content as string))
  return openFile(htmlPage('', { mediaType: documentTypes[kind], charset: 'utf-8', body }), entry)
}

async function markdownOf(...opened: Parameters<typeof open>) {
  const { page } = await open(...opened)
  return (await formatPage(page, { output: 'markdown', cssSelector: null, mainContent: true })).content
}

const saved = (parts: Parameters<typeof messageOf>[2]) =>
  messageOf(['From: <Saved by Blink>'], 'related; type="text/html"', parts)
const html = (location: string, id: string) => [
  'Content-Type: text/html',
  `Content-ID: <${id}>`,
  `Content-Location: ${location}`,
]

it('reads a saved web page with its frames and style sheets', async () => {
  const page = saved([
    {
      head: html('https://forest.example/a/', 'page'),
      body: '<link rel="stylesheet" href="cid:css-1"><h1>Forest</h1><p class="h">Hidden</p><a href="b">B</a><iframe src="cid:frame"></iframe>',
    },
    {
      head: html('https://forest.example/f/', 'frame'),
      body: '<p>Frame <a href="x">X</a></p><iframe src="cid:inner"></iframe>',
    },
    { head: html('about:blank', 'inner'), body: '<p>Inner words</p><iframe src="cid:frame"></iframe>' },
    { head: ['Content-Type: text/css', 'Content-Location: cid:css-1'], body: '.h { display: none }' },
  ])
  const opened = await open('mhtml', page)
  expect(opened.page.finalUrl).toBe('https://forest.example/a/')
  expect(await markdownOf('mhtml', page)).toBe(
    '# Forest\n\n[B](https://forest.example/a/b)\n\nFrame [X](https://forest.example/f/x)\n\nInner words',
  )
})

it('finds the frames of a saved web page by references relative to the URL of their page', async () => {
  const body =
    '<p>Outer</p><iframe src="parts/b.html"></iframe><iframe src=/c.html></iframe><iframe src="none"></iframe>'
  for (const root of ['https://forest.example', 'file:///C:/Saved']) {
    const page = saved([
      { head: html(`${root}/a.html`, 'a'), body: root.startsWith('file') ? body.replace('/c', 'c') : body },
      { head: html(`${root}/parts/b.html`, 'b'), body: '<p>Second</p><iframe src="d.html"></iframe>' },
      { head: html(`${root}/c.html`, 'c'), body: '<p>Third</p>' },
      { head: html(`${root}/parts/d.html`, 'd'), body: '<p>Fourth</p>' },
      { head: ['Content-Type: text/html'], body: '<p>Unnamed</p>' },
    ])
    const read = String(await markdownOf('mhtml', page)).replace(/\n\n\[Frame\]\(.*/, '')
    expect(read).toBe('Outer\n\nSecond\n\nFourth\n\nThird')
  }
})

it('reads a notebook as markdown', async () => {
  const cells = [
    { cell_type: 'markdown', source: ['# Oaks\n', '\n', 'Height $h_1$'] },
    {
      cell_type: 'code',
      source: 'h = "```"',
      outputs: [
        { output_type: 'stream', text: ['\u001b[31m21\u001b[0m m\n'] },
        { output_type: 'display_data', data: { 'text/plain': '<Figure>', 'image/png': 'aaaa' } },
        { output_type: 'error', ename: 'ValueError', evalue: 'bad', traceback: [] },
      ],
    },
    { cell_type: 'raw', source: 'raw words' },
  ]
  const notebook = JSON.stringify({
    cells,
    metadata: { language_info: { name: 'python' } },
    nbformat: 4,
    nbformat_minor: 5,
  })
  expect(await markdownOf('ipynb', notebook)).toBe(
    '# Oaks\n\nHeight $h_1$\n\n````python\nh = "```"\n````\n\n```\n21 m\n```\n\n```\n<Figure>\n```\n\n*[Image: image/png]*\n\n```\nValueError: bad\n```\n\n```\nraw words\n```\n',
  )
  await expect(open('ipynb', '{')).rejects.toMatchObject({ type: 'invalid_response' })
})

it('reads one entry as if it had been fetched', async () => {
  const zip = zipOf({
    'docs/a.html': '<title>A</title><nav>Menu of the site</nav><main><p>Words</p></main>',
    'docs/b.csv': 'x,y\n1,2',
  })
  expect((await open('zip', zip, 'docs/a.html')).page.mediaType).toBe('text/html')
  expect(await markdownOf('zip', zip, 'docs/b.csv')).toContain('| 1 | 2 |')
  const message = messageOf(['From: a@b.example'], 'mixed', [
    { head: ['Content-Type: text/html; name=page.html'], body: '<p>Attached' },
  ])
  expect(await markdownOf('eml', message, 'page.html')).toBe('Attached')
})

it('names the nearest entry if none has the name', async () => {
  const zip = zipOf({ 'docs/report-2026.txt': 'x', 'img/oak.png': 'y' })
  await expect(open('zip', zip, 'docs/report-2025.txt')).rejects.toMatchObject({
    type: 'selector_not_matched',
    message: expect.stringContaining('the nearest is docs/report-2026.txt'),
  })
  await expect(open('pdf', '%PDF', 'a')).rejects.toMatchObject({ type: 'selector_not_matched' })
})

it('reads the newest record of a URL with its status, encodings and links', async () => {
  const url = 'https://forest.example/dir/a'
  const head = ['HTTP/1.1 200 OK', 'Content-Type: text/html; charset=iso-8859-1', 'Transfer-Encoding: chunked', '']
  const old = recordOf(url, '2024-01-01T00:00:00Z', lines('HTTP/1.1 200 OK', 'Content-Type: text/html', '', '<p>Old'))
  const chunked = recordOf(
    url,
    '2026-01-01T00:00:00Z',
    lines(...head, '8', '<p>New <', '11', 'a href="b">B</a>.', '0', '', ''),
  )
  expect(await markdownOf('warc', Buffer.concat([chunked, old]), `${url}#part`)).toBe(
    'New [B](https://forest.example/dir/b).',
  )
  const packed = gzipSync('<p>Packed')
  const http = Buffer.concat([
    Buffer.from(lines('HTTP/1.1 404 Not Found', 'Content-Type: text/html', 'Content-Encoding: gzip', '', '')),
    packed,
  ])
  const start = lines(
    'WARC/1.0',
    'WARC-Type: response',
    `WARC-Target-URI: <${url}>`,
    'Content-Type: application/http',
    `Content-Length: ${http.length}`,
    '',
    '',
  )
  const { page } = await open('warc', Buffer.concat([Buffer.from(start), http]), url)
  expect([page.status, Buffer.from(page.body).toString()]).toEqual([404, '<p>Packed'])
})

it('reads a page of a web archive whose server sent line feeds alone', async () => {
  const record = recordOf(
    'https://forest.example/',
    '2025-01-01T00:00:00Z',
    'HTTP/1.1 200 OK\nContent-Type: text/html\n\n<p>Words',
  )
  expect(await markdownOf('warc', record, 'https://forest.example/')).toBe('Words')
})

it('reads the worksheets of a notebook of version 3', async () => {
  const cells = [
    { cell_type: 'heading', level: 2, source: ['Oaks'] },
    {
      cell_type: 'code',
      language: 'python',
      input: ['print("oak")'],
      outputs: [{ output_type: 'stream', text: 'oak\n' }],
    },
  ]
  const body = new Uint8Array(Buffer.from(JSON.stringify({ nbformat: 3, metadata: {}, worksheets: [{ cells }] })))
  const { page } = await openFile(htmlPage('', { mediaType: documentTypes.ipynb, charset: 'utf-8', body }), undefined)
  expect(Buffer.from(page.body).toString()).toBe('## Oaks\n\n```\nprint("oak")\n```\n\n```\noak\n```\n')
})

it('reads the intact start of an entry of a truncated archive, and says so', async () => {
  const words = Array.from({ length: 4000 }, (_, i) => `word${(i * 7919) % 10_007}`).join(' ')
  const whole = zipOf({ 'a.txt': 'Whole', 'b.txt': words })
  const { page, warnings } = await open('zip', whole.subarray(0, whole.length / 2), 'b.txt')
  const text = Buffer.from(page.body).toString()
  expect([text.length > 1000, words.startsWith(text)]).toEqual([true, true])
  expect(warnings).toMatchObject([{ code: 'document_cut', message: expect.stringContaining('b.txt') }])
  await expect(open('zip', whole.subarray(0, 20), 'b.txt')).rejects.toMatchObject({ type: 'invalid_response' })
})
