/** Files that contain others, built to exhaust or deceive their readers. */

import { gzipSync } from 'node:zlib'
import { utils, write } from '@e965/xlsx'
import { burn } from '@kenjiuno/msgreader/lib/Burner.js'
import type { DocumentKind } from '../../../src/page/document-types.ts'
import { zipOf } from '../office/archive/zip.ts'
import { lines, messageOf, outlookOf, recordOf } from './files.ts'

type HostileFile = readonly [name: string, kind: DocumentKind, build: () => string | Uint8Array]

const from = 'From: a@b.example'
const mebibyte = 1024 * 1024
const attached = (name: string, body: string) => ({
  head: [`Content-Type: application/zip; name="${name}"`, 'Content-Transfer-Encoding: base64'],
  body,
})
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64')
const response = (...head: readonly string[]) => lines('HTTP/1.1 200 OK', 'Content-Type: text/html', ...head, '', 'x')
const bomb = base64(zipOf({ 'a.txt': new Uint8Array(8 * mebibyte) }))
const page = 'https://forest.example/a'
const record = recordOf(page, '2026-01-01T00:00:00Z', response()).toString()
const notebook = (cells: unknown) => JSON.stringify({ cells, nbformat: 4, metadata: {} })
const output = (data: unknown) => notebook([{ cell_type: 'code', source: 'x', outputs: [{ data }] }])

function workbook(rows: number): Buffer {
  const sheet = utils.aoa_to_sheet(Array.from({ length: rows }, (_, n) => [n, `Tree ${n}`]))
  return write({ SheetNames: ['S'], Sheets: { S: sheet } }, { bookType: 'biff8', type: 'buffer' }) as Buffer
}

/** A workbook with one field of its header replaced. @see MS-CFB, §2.2 */
const withHeader = (at: number, value: number) => () => {
  const bytes = workbook(500)
  bytes.writeUInt32LE(value, at)
  return bytes
}

/** A workbook whose table of sectors leads back to earlier ones. */
function circle(): Buffer {
  const bytes = workbook(5000)
  const table = 512 * (bytes.readUInt32LE(76) + 1)
  for (let sector = 1; sector < 100; sector++) bytes.writeUInt32LE(sector - 1, table + 4 * sector)
  return bytes
}

/** A workbook of records with this content. */
function records(type: number, size: number, count: number): Uint8Array {
  const one = Buffer.alloc(4 + size, 0xff)
  one.writeUInt16LE(type)
  one.writeUInt16LE(size, 2)
  const start = Buffer.from('0908100000060500bb0dcc0700000000060000000', 'hex').subarray(0, 20)
  const bytes = new Uint8Array(Buffer.concat([start, ...Array.from({ length: count }, () => one)]))
  const stream = { name: 'Workbook', type: 2, length: bytes.length, binaryProvider: () => bytes } as const
  return burn([{ name: 'Root Entry', type: 5, length: 0, children: [1] }, stream])
}

const named = (count: number, name: (at: number) => string) =>
  zipOf(Object.fromEntries(Array.from({ length: count }, (_, at) => [name(at), 'x'])))

export const hostileFiles: readonly HostileFile[] = [
  ['more entries than are read', 'zip', () => named(20_001, (at) => `${at}.txt`)],
  ['20,000 entries of one name', 'zip', () => named(20_000, (at) => `${' '.repeat(at % 3)}${at}/../a.txt`)],
  ['names that lead out of the folder', 'zip', () => named(60, (at) => `${'../'.repeat(at + 1)}etc/passwd`)],
  ['names that are drives and devices', 'zip', () => named(50, (at) => `C:\\con\\${at}\\..\\nul.txt`)],
  ['names of 60,000 characters', 'zip', () => named(20, (at) => `${'n'.repeat(60_000)}${at}.txt`)],
  ['names with markup and line breaks', 'zip', () => named(20, (at) => `<script>${at}</script>|\n# h\r[a](b).txt`)],
  ['no directory', 'zip', () => zipOf({ 'a.txt': 'words' }).subarray(0, 40)],
  ['a directory that begins after the end', 'zip', () => withEnd(0xfffffff0)],
  ['a directory that contains itself', 'zip', () => withEnd(0)],
  ['archives of archives side by side', 'zip', () => wide(4)],
  ['a mail of 50 MB of text', 'eml', () => lines(from, '', 'x '.repeat(25 * mebibyte))],
  [
    'a mail of 50 MB of base64',
    'eml',
    () => messageOf([from], 'mixed', [attached('a.zip', 'QUJD'.repeat(12 * mebibyte))]),
  ],
  ['a mail with a bomb', 'eml', () => messageOf([from], 'mixed', [attached('a.zip', bomb)])],
  [
    'a mail with 100 bombs',
    'eml',
    () =>
      messageOf(
        [from],
        'mixed',
        Array.from({ length: 100 }, () => attached('a.zip', bomb)),
      ),
  ],
  [
    'a mail of a million quotations',
    'eml',
    () => lines(from, 'Content-Type: text/plain; format=flowed', '', '>'.repeat(mebibyte)),
  ],
  [
    'a million soft line breaks',
    'eml',
    () => lines(from, 'Content-Type: text/plain; format=flowed', '', 'x \r\n'.repeat(mebibyte)),
  ],
  [
    'alternating depths of quotation',
    'eml',
    () => lines(from, 'Content-Type: text/plain; format=flowed', '', '>>>>>>>>>x\r\ny\r\n'.repeat(50_000)),
  ],
  [
    '2,000 attachments of one name',
    'eml',
    () =>
      messageOf(
        [from],
        'mixed',
        Array.from({ length: 2000 }, () => attached('../a.txt', 'eA==')),
      ),
  ],
  ['a million parameters', 'eml', () => lines(`Content-Type: text/plain${'; a*0=b'.repeat(100_000)}`, from, '', 'x')],
  [
    'quoted-printable without end',
    'eml',
    () => lines(from, 'Content-Transfer-Encoding: quoted-printable', '', '='.repeat(mebibyte)),
  ],
  [
    'boundaries within boundaries',
    'eml',
    () =>
      messageOf(
        [from],
        'mixed',
        Array.from({ length: 500 }, (_, at) => ({
          head: [`Content-Type: multipart/mixed; boundary="cut${at}"`],
          body: `--cut${at}\r\n\r\nx`,
        })),
      ),
  ],
  ['an Outlook message without properties', 'msg', () => outlookOf({})],
  ['an Outlook message with a huge property', 'msg', () => outlookOf({ '1000001F': 'x'.repeat(8 * mebibyte) })],
  ['outputs of 10 MB', 'ipynb', () => output({ 'text/plain': ['x'.repeat(10 * mebibyte)] })],
  [
    '100,000 outputs',
    'ipynb',
    () =>
      notebook([{ cell_type: 'code', source: 'x', outputs: Array.from({ length: 100_000 }, () => ({ text: 'a' })) }]),
  ],
  [
    'an output of escapes and carriage returns',
    'ipynb',
    () => output({ 'text/plain': ['\u001b[31m\r'.repeat(300_000)] }),
  ],
  ['a fence of 100,000 characters', 'ipynb', () => notebook([{ cell_type: 'code', source: '`'.repeat(100_000) }])],
  [
    'names of JavaScript objects',
    'ipynb',
    () => '{"__proto__":{"cells":[]},"constructor":1,"cells":[{"__proto__":null,"source":{"length":1e9}}]}',
  ],
  ['100,000 records', 'warc', () => record.repeat(100_000)],
  ['a header of a million characters', 'warc', () => `WARC/1.0\r\nWARC-Target-URI: ${'x'.repeat(mebibyte)}`],
  ['records that overlap', 'warc', () => record.replace(/Content-Length: \d+/, 'Content-Length: 0').repeat(2000)],
  [
    'a length in another notation',
    'warc',
    () => record.replace(/Content-Length: \d+/, 'Content-Length: 1e3').repeat(10),
  ],
  [
    'chunks with false lengths',
    'warc',
    () => recordOf(page, '', lines(response('Transfer-Encoding: chunked'), 'ffffffff', 'x')),
  ],
  ['a bomb in gzip, in records', 'warc', () => gzipSync(Buffer.from(record.repeat(400_000)))],
  [
    'a WACZ with a bomb',
    'wacz',
    () => zipOf({ 'datapackage.json': '{}', 'archive/a.warc.gz': gzipSync(new Uint8Array(40 * mebibyte)) }),
  ],
  [
    'a WACZ with 3,000 archives',
    'wacz',
    () =>
      zipOf(
        Object.fromEntries([
          ['datapackage.json', '{}'],
          ...Array.from({ length: 3000 }, (_, at) => [`archive/${at}.warc`, record]),
        ]),
      ),
  ],
  ['sectors in a circle', 'xls', circle],
  ['a directory that is its own table', 'xls', withHeader(48, 0)],
  ['sectors beyond the end', 'xls', withHeader(76, 0x7ffffff0)],
  ['a sector table without end', 'xls', withHeader(44, 0xffffffff)],
  ['sectors of 2 GiB', 'xls', withHeader(30, 0x1f)],
  ['a truncated workbook', 'xls', () => workbook(5000).subarray(0, 40_000)],
  ['200,000 strings that go on', 'xls', () => records(0x3c, 8, 200_000)],
  ['merged cells without end', 'xls', () => records(0xe5, 8000, 300)],
  ['formats and names of noise', 'xls', () => records(0x41e, 200, 20_000)],
  [
    'a saved page of 50 MB',
    'mhtml',
    () => lines('From: <Saved>', 'Content-Type: text/html', '', `<p>${'x '.repeat(25 * mebibyte)}`),
  ],
]

/** An archive whose end states another place for its directory. */
function withEnd(start: number): Uint8Array {
  const bytes = Buffer.from(zipOf({ 'a.txt': 'words', 'b.txt': 'more' }))
  bytes.writeUInt32LE(start, bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1')) + 16)
  return new Uint8Array(bytes)
}

/** Archives that each contain ten copies of the next. */
function wide(levels: number): Uint8Array {
  let inner = zipOf({ 'a.txt': 'words' })
  for (let level = 0; level < levels; level++)
    inner = zipOf(Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`${at}.zip`, inner])))
  return inner
}
