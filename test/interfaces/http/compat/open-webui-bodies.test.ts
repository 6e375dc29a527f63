/**
 * Requests of Open WebUI's two external loaders. Their bodies follow its sources: loaders/external_web.py (02530d50), external_document.py
 * (005d5505), main.py and utils/headers.py in open-webui/open-webui, where an upload has any name, and the type that its browser states.
 */

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placedPdf } from '../../../documents/pdf/placed-text.ts'
import { type Origin, openOrigin } from '../../../origin.ts'
import { type Json, jsonOf, openTestService, type TestService } from '../../../service.ts'

let gleaner: TestService
let origin: Origin

const oak = '<title>Oak</title><nav>Menu</nav><main><p>An oak is a tree with acorns.</p></main>'
const pdf = placedPdf([{ texts: [{ text: 'Acorns in a PDF', x: 72, y: 700 }] }])
const fixture = (name: string) =>
  readFileSync(new URL(`../../../fixtures/documents/${name}`, import.meta.url)) as Uint8Array<ArrayBuffer>

beforeAll(async () => {
  origin = await openOrigin({
    '/oak': { body: oak },
    '/B%C3%A4ume': { body: oak },
    '/moved': { status: 302, headers: { location: '/oak' } },
    '/report.pdf': { headers: { 'content-type': 'application/pdf' }, body: pdf },
    '/notes.txt': { headers: { 'content-type': 'text/plain' }, body: 'Acorns, as text' },
    '/data.json': { headers: { 'content-type': 'application/json' }, body: '{"tree": "acorns"}' },
    '/untitled': { body: '<main><p>Acorns without a title.</p></main>' },
    '/empty': { body: '' },
    '/gone': { status: 404, body: '<title>Gone</title><p>It is gone.</p>' },
    '/photo': { headers: { 'content-type': 'image/png' }, body: 'x' },
    '/reset': (_, response) => void response.destroy(),
  })
  gleaner = await openTestService({ GLEANER_BROWSER_PATH: '/nowhere/chromium' })
})
afterAll(async () => {
  await gleaner.close()
  await origin.close()
})

/** The paths of `urls`, and a part of each page in the answer, or the type of the error. */
const loads: [paths: readonly string[], expected: readonly string[] | { status: number; type: string }][] = [
  [['/oak'], ['acorns']],
  [['/oak?a=1&b=%20'], ['acorns']],
  [['/oak#part'], ['acorns']],
  [['/Bäume'], ['acorns']],
  [['/B%C3%A4ume'], ['acorns']],
  [
    ['/moved', '/oak'],
    ['acorns', 'acorns'],
  ],
  [
    ['/oak', '/oak'],
    ['acorns', 'acorns'],
  ],
  [['/report.pdf'], ['Acorns in a PDF']],
  [
    ['/notes.txt', '/data.json'],
    ['Acorns, as text', 'acorns'],
  ],
  [['/untitled'], ['Acorns without']],
  [
    ['/empty', '/oak'],
    ['', 'acorns'],
  ],
  [['/gone'], ['gone']],
  [['/photo', '/oak', '/reset'], ['acorns']],
  [Array.from({ length: 20 }, (_, n) => `/oak?${n}`), Array.from({ length: 20 }, () => 'acorns')],
  [['/reset', '/photo'], { status: 502, type: expect.any(String) }],
]

describe('the web loader', () => {
  it.each(loads)('loads %j', async (paths, expected) => {
    const response = await gleaner.post('/compat/openwebui/load', { urls: paths.map((path) => origin.url + path) })
    const answer: unknown = await response.json()
    if (!Array.isArray(expected)) {
      const { status, type } = expected as { status: number; type: string }
      expect([response.status, answer]).toMatchObject([status, { detail: [{ type, msg: expect.any(String) }] }])
      return
    }
    const pages = answer as { page_content: string; metadata: { source: string; title: string | null } }[]
    expect([response.status, pages]).toEqual([
      200,
      expected.map((part) => ({
        page_content: expect.stringContaining(part),
        metadata: expect.objectContaining({ source: expect.stringContaining(origin.url) }),
      })),
    ])
    const loaded = paths.filter((path) => !/photo|reset/.test(path)).map((path) => origin.url + path)
    expect(pages.map(({ metadata }) => metadata.source)).toEqual(loaded)
  })
})

interface Upload {
  name: string
  type: string | null
  body: string | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  /** A part of the text, or the status of an error. */
  expected: string | number
}

const user = {
  'X-OpenWebUI-User-Name': 'J%C3%B6rg M',
  'X-OpenWebUI-User-Id': '0b9d8dc1',
  'X-OpenWebUI-User-Email': 'a@example.com',
  'X-OpenWebUI-User-Role': 'user',
}
const office = 'application/vnd.openxmlformats-officedocument'

const uploads: Upload[] = [
  { name: '5f1c_report.pdf', type: 'application/pdf', body: pdf, expected: 'Acorns in a PDF' },
  { name: '5f1c_report.pdf', type: 'application/pdf', body: pdf, headers: user, expected: 'Acorns in a PDF' },
  { name: 'Größe 100%.pdf', type: 'application/pdf', body: pdf, expected: 'Acorns in a PDF' },
  { name: 'report.pdf', type: null, body: pdf, expected: 'Acorns in a PDF' },
  { name: 'report', type: 'application/octet-stream', body: pdf, expected: 'Acorns in a PDF' },
  {
    name: 'report.docx',
    type: `${office}.wordprocessingml.document`,
    body: fixture('report.docx'),
    expected: '# Water use in three towns',
  },
  { name: 'ledger.xlsx', type: `${office}.spreadsheetml.sheet`, body: fixture('ledger.xlsx'), expected: '| --- |' },
  {
    name: 'deck.pptx',
    type: `${office}.presentationml.presentation`,
    body: fixture('deck.pptx'),
    expected: '## Plans for the garden',
  },
  {
    name: 'notes.odt',
    type: 'application/vnd.oasis.opendocument.text',
    body: fixture('notes.odt'),
    expected: '# Efficient offices',
  },
  { name: 'book.epub', type: 'application/epub+zip', body: fixture('book.epub'), expected: '# Chapter One' },
  { name: 'letter.rtf', type: 'text/rtf', body: fixture('letter.rtf'), expected: 'Eleven of the twelve lamps' },
  // A browser on Windows states Excel's type.
  { name: 'trees.csv', type: 'application/vnd.ms-excel', body: 'tree,fruit\noak,acorn\n', expected: '| oak | acorn |' },
  { name: 'trees.csv', type: 'text/csv', body: 'tree,fruit\noak,acorn\n', expected: '| oak | acorn |' },
  { name: 'oak.html', type: 'text/html', body: oak, expected: 'acorns' },
  { name: 'oak.txt', type: 'text/plain', body: 'Oaks have acorns.', expected: 'acorns' },
  { name: 'oak.md', type: 'text/markdown', body: '# Oak\n\nacorns', expected: '# Oak' },
  { name: 'oak.md', type: '', body: '# Oak\n\nacorns', expected: '# Oak' },
  { name: 'oak.json', type: 'application/json', body: '{"tree": "oak"}', expected: 'oak' },
  { name: 'oak.py', type: 'text/x-python', body: 'print("acorns")\n', expected: 'acorns' },
  { name: 'oak.yaml', type: 'application/x-yaml', body: 'tree: oak\n', expected: 'oak' },
  { name: 'oak.xml', type: 'text/xml', body: '<tree><name>oak</name></tree>', expected: 'oak' },
  { name: 'mail.eml', type: 'message/rfc822', body: 'Subject: Oak\n\nIt has acorns.\n', expected: 'acorns' },
  { name: 'scan.pdf', type: 'application/pdf', body: placedPdf([{ texts: [] }]), expected: 422 },
  { name: 'empty.txt', type: 'text/plain', body: '', expected: 422 },
  { name: 'photo.png', type: 'image/png', body: '\x89PNG\r\n\x1a\n', expected: 422 },
  { name: 'song.mp3', type: 'audio/mpeg', body: 'ID3', expected: 422 },
  { name: 'cut.docx', type: `${office}.wordprocessingml.document`, body: 'PK\x03\x04', expected: 422 },
]

describe('the document loader', () => {
  it.each(uploads)('reads $name, stated as $type', async ({ name, type, body, headers = {}, expected }) => {
    const stated = type === null ? {} : { 'content-type': type }
    const response = await gleaner.get(
      '/compat/openwebui/process',
      {},
      { method: 'PUT', body, headers: { ...stated, 'X-Filename': encodeURIComponent(name), ...headers } },
    )
    const answer: Json = await jsonOf(response)
    if (typeof expected === 'number') {
      expect([response.status, answer]).toMatchObject([
        expected,
        { detail: [{ msg: expect.stringMatching(/\w{2} \w/) }] },
      ])
      return
    }
    expect([response.status, answer]).toMatchObject([
      200,
      { page_content: expect.stringContaining(expected), metadata: { source: name } },
    ])
  })
})
