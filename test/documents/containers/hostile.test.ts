import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ServiceError } from '../../../src/base/errors.ts'
import { openFile } from '../../../src/documents/read-document.ts'
import { formatPage } from '../../../src/format/formats.ts'
import { type DocumentKind, documentTypes } from '../../../src/page/document-types.ts'
import { htmlPage } from '../../format/page.ts'
import { withDirectory, zipOf } from '../office/archive/zip.ts'
import { lines, messageOf, outlookOf, recordOf } from './files.ts'

const zeros = (mebibytes: number) => new Uint8Array(mebibytes * 1024 * 1024)

function nested(levels: number): Uint8Array {
  let inner: Uint8Array = zipOf({ 'end.txt': 'the end' })
  for (let level = 0; level < levels; level++) inner = zipOf({ 'inner.zip': inner })
  return inner
}

function nestedMessages(levels: number): string {
  let inner = lines('Subject: innermost', 'From: a@b.example', '', 'the end')
  for (let level = 0; level < levels; level++)
    inner = messageOf(['Subject: x'], 'mixed', [{ head: ['Content-Type: message/rfc822'], body: inner }], `b${level}`)
  return inner
}

function nestedMultiparts(levels: number): string {
  const start = Array.from(
    { length: levels },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}`,
  )
  return lines('Subject: deep', ...start, 'Content-Type: text/plain', '', 'the end')
}

const saved = (parts: Parameters<typeof messageOf>[2]) => messageOf(['From: <Saved>'], 'related', parts)
const htmlPart = (id: string, body: string) => ({ head: ['Content-Type: text/html', `Content-ID: <${id}>`], body })
const circle = () =>
  saved([
    htmlPart('a', '<p>A<iframe src="cid:b"></iframe>'),
    htmlPart('b', '<p>B<iframe src="cid:a"></iframe><iframe src="cid:b"></iframe>'),
  ])
const wide = () =>
  saved(Array.from({ length: 8 }, (_, at) => htmlPart(`${at}`, `<iframe src="cid:${at + 1}"></iframe>`.repeat(20))))
const references = () =>
  saved([
    htmlPart('a', '<iframe src="x"></iframe>'.repeat(100_000)),
    ...Array.from({ length: 1900 }, (_, at) => htmlPart(`${at}`, '<p>x')),
  ])
const many = (count: number, content: string | Uint8Array) =>
  zipOf(Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.txt`, content])))
const noise = () => {
  const bytes = outlookOf({ '0037001F': 'x'.repeat(9000) })
  for (let at = 600; at < bytes.length; at += 7) bytes[at] = (at * 31) % 256
  return bytes
}
const whole = zipOf({ 'a.txt': 'some words here', 'b.txt': 'more words' })
const from = 'From: a@b.example'
const cells =
  '{"cells":[1,null,{"cell_type":3,"source":{"a":1},"outputs":"x"},{"cell_type":"code","outputs":[{"data":7},null]}],"nbformat":4}'
const record = recordOf('https://a.example/', '', 'HTTP/1.1 200 OK').toString()

type Attack = readonly [name: string, kind: DocumentKind, build: () => string | Uint8Array]

const attacks: readonly Attack[] = [
  ['an entry that unpacks to a thousand times its size', 'zip', () => zipOf({ 'bomb.txt': zeros(16) })],
  ['many entries that unpack to 200 MiB together', 'zip', () => many(25, zeros(8))],
  ['archives in archives', 'zip', () => nested(40)],
  [
    'a directory that states huge sizes',
    'zip',
    () => withDirectory(whole, (header) => header.setBigUint64(20, 0xfffffff0fffffff0n, true)),
  ],
  ['entries in the same place', 'zip', () => withDirectory(whole, (header) => header.setUint32(42, 0, true))],
  ['an unknown compression method', 'zip', () => withDirectory(whole, (header) => header.setUint16(10, 99, true))],
  ['only encrypted entries', 'zip', () => withDirectory(whole, (header) => header.setUint16(8, 1, true))],
  ['half an archive', 'zip', () => whole.subarray(0, whole.length / 2)],
  ['messages in messages', 'eml', () => nestedMessages(40)],
  ['multiparts in multiparts', 'eml', () => nestedMultiparts(300)],
  [
    '10,000 parts',
    'eml',
    () =>
      messageOf(
        [from],
        'mixed',
        Array.from({ length: 10_000 }, () => ({ head: [], body: 'x' })),
      ),
  ],
  ['a header of a million characters', 'eml', () => lines(`Subject: ${'x'.repeat(1_000_000)}`, from, '', 'words')],
  ['70,000 encoded words', 'eml', () => lines(`Subject: ${'=?utf-8?q?x?= '.repeat(70_000)}`, from, '', 'words')],
  [
    'a boundary that is missing',
    'eml',
    () => lines('Content-Type: multipart/mixed; boundary=none', from, '', '--no', 'words'),
  ],
  ['an empty boundary', 'eml', () => lines('Content-Type: multipart/mixed; boundary=""', from, '', '--', 'words')],
  ['no headers', 'eml', () => '\r\nwords'],
  ['frames in a circle', 'mhtml', circle],
  ['frames that multiply', 'mhtml', wide],
  ['100,000 references in a page of 1,900 parts', 'mhtml', references],
  ['a saved page without a page', 'mhtml', () => saved([])],
  ['unclosed tags of frames', 'mhtml', () => saved([htmlPart('a', '<iframe '.repeat(20_000))])],
  ['deeply nested JSON', 'ipynb', () => `{"cells":${'['.repeat(50_000)}`],
  ['cells of the wrong types', 'ipynb', () => cells],
  ['a record with a false length', 'warc', () => record.replace(/Content-Length: \d+/, 'Content-Length: 99999999999')],
  ['a record without a length', 'warc', () => 'WARC/1.0\r\nWARC-Type: response\r\n\r\n'],
  ['a record whose length leads back to its start', 'warc', () => lines('WARC/1.0', 'Content-Length: -33', '', '')],
  ['a bomb in gzip', 'warc', () => gzipSync(zeros(16))],
  ['a WACZ without archives', 'wacz', () => zipOf({ 'datapackage.json': '{}' })],
  ['a truncated Outlook message', 'msg', () => outlookOf({ '0037001F': 'x'.repeat(9000) }).subarray(0, 3000)],
  ['an Outlook message of noise', 'msg', noise],
]

describe('hostile files', () => {
  it.each(attacks)('reads or refuses %s', async (_, kind, build) => {
    const content = build()
    const body = new Uint8Array(typeof content === 'string' ? Buffer.from(content) : content)
    const file = htmlPage('', { mediaType: documentTypes[kind], charset: 'utf-8', body })
    const read = async () => {
      const { page } = await openFile(file, undefined)
      return formatPage(page, { output: 'markdown', cssSelector: null, mainContent: false })
    }
    const outcome = await read().catch((error: unknown) => error)
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ServiceError)
    else expect((outcome as { content: string }).content.length).toBeLessThan(20_000_000)
  })

  it('reads the other entries if one is a bomb, and names it', async () => {
    const body = zipOf({ 'bomb.txt': zeros(16), 'a.txt': 'other words' })
    const page = htmlPage('', { mediaType: documentTypes.zip, body })
    const { content, warnings } = await formatPage(page, { output: 'markdown', cssSelector: null, mainContent: false })
    expect(content).toContain('other words')
    expect(warnings.map(({ message }) => message).join()).toContain('Not read: bomb.txt')
  })
})
