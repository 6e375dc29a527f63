import { syncBuiltinESMExports } from 'node:module'
import zlib from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { resolveMediaType, statedFileName } from '../../../src/fetch/body/media-type.ts'
import { documentTypes } from '../../../src/page/document-types.ts'
import { parseContentType } from '../../../src/page/media-kind.ts'
import { zipFile } from '../../documents/hostile/zip-file.ts'
import { zipOf } from '../../documents/office/archive/zip.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
const manifestOf = (kind: string) =>
  `<file-entry media-type="application/vnd.oasis.opendocument.${kind}" full-path="/"/><file-entry media-type="text/xml"/>`

describe('resolveMediaType', () => {
  it('follows the header', () => {
    for (const type of ['text/html', 'text/markdown', 'application/pdf', 'image/png', 'application/octet-stream']) {
      expect(resolveMediaType(parseContentType(type), bytes('<html>')), type).toBe(type)
    }
  })

  it.each([
    ['<!DOCTYPE html><p>', 'text/html'],
    ['\n\t <HTML lang=en>', 'text/html'],
    ['<!-- x --><p>', 'text/html'],
    ['<body>', 'text/html'],
    ['<p>hello', 'text/html'],
    ['\xef\xbb\xbf<!doctype html>', 'text/html'],
    ['\xff\xfe<\0h\0t\0m\0l\0>\0', 'text/html'],
    ['<?xml version="1.0"?><rss>', 'text/xml'],
    ['<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "x">', 'application/xhtml+xml'],
    ['<feed xmlns="x">', 'text/xml'],
    ['%PDF-1.7\n%\xe2\xe3\x00\x01', 'application/pdf'],
    ['{"a": 1}', 'application/json'],
    ['[1, 2]\n', 'application/json'],
    ['{}', 'application/json'],
    ['{ is a brace }', 'text/plain'],
    ['[a] is a letter', 'text/plain'],
    ['<pizza>', 'text/plain'],
    ['just text', 'text/plain'],
    ['', 'text/plain'],
    ['\x89PNG\r\n\x1a\n\0\0', 'application/octet-stream'],
    ['PK\x03\x04', 'application/zip'],
    ['caf\xe9', 'text/plain'],
  ])('sniffs %j as %s when the header names no type', (body, expected) => {
    for (const header of [null, '', 'nonsense', 'unknown/unknown', 'application/unknown', '*/*']) {
      expect(resolveMediaType(parseContentType(header), bytes(body)), String(header)).toBe(expected)
    }
  })

  it("ignores a server's default text/plain when the bytes are binary", () => {
    const png = bytes('\x89PNG\r\n\x1a\n\0\0')
    for (const header of ['text/plain', 'text/plain; charset=UTF-8', 'text/plain; charset=iso-8859-1']) {
      expect(resolveMediaType(parseContentType(header), png), header).toBe('application/octet-stream')
    }
    const late = bytes(`${'a'.repeat(1445)}\0`)
    expect(resolveMediaType(parseContentType('text/plain'), late)).toBe('text/plain')
    expect(resolveMediaType(parseContentType('text/plain; charset=utf-16le'), bytes('a\0b\0'))).toBe('text/plain')
    expect(resolveMediaType(parseContentType('text/plain'), bytes('\xff\xfea\0'))).toBe('text/plain')
  })

  const office = 'application/vnd.openxmlformats-officedocument.'
  const openDocument = 'application/vnd.oasis.opendocument.'
  const contentTypes = { '[Content_Types].xml': '<Types/>' }

  it.each([
    [`${office}wordprocessingml.document`, zipOf({ ...contentTypes, 'word/document.xml': '<a/>' })],
    [`${office}spreadsheetml.sheet`, zipOf({ 'XL/workbook.xml': '<a/>', ...contentTypes })],
    [
      `${office}presentationml.presentation`,
      zipOf({ 'docProps/core.xml': '', 'ppt/presentation.xml': '', ...contentTypes }),
    ],
    [`${openDocument}text`, zipOf({ mimetype: `${openDocument}text`, 'content.xml': '' })],
    [`${openDocument}spreadsheet`, zipOf({ mimetype: `${openDocument}spreadsheet-template\n` })],
    [`${openDocument}presentation`, zipOf({ mimetype: `${openDocument}presentation` })],
    ['application/epub+zip', zipOf({ mimetype: 'application/epub+zip' })],
    ['application/x-ole-storage', Buffer.from('d0cf11e0a1b11ae100000000', 'hex')],
    ['application/rtf', bytes('{\\rtf1\\ansi x}')],
    ['application/pdf', bytes('%PDF-1.4\n\0\x01')],
  ])('recognizes %s by its content, regardless of the header', (expected, body) => {
    const wrong = [
      'text/html',
      'application/octet-stream',
      'binary/octet-stream',
      'application/zip',
      'application/msword',
    ]
    for (const header of [null, ...wrong, 'application/x-zip-compressed', 'application/vnd.ms-excel', expected]) {
      expect(resolveMediaType(parseContentType(header), body), String(header)).toBe(expected)
    }
  })

  it('keeps the declared type for other archives and broken ones', () => {
    const docx = `${office}wordprocessingml.document`
    for (const body of [
      zipOf({ 'a.txt': 'x' }),
      zipOf({ 'word/a.xml': 'x' }),
      zipOf({ mimetype: 'image/x' }),
      bytes('PK\x03\x04'),
    ]) {
      expect(resolveMediaType(parseContentType(docx), body)).toBe(docx)
      expect(resolveMediaType(parseContentType('application/zip'), body)).toBe('application/zip')
    }
    const cut = zipOf({ ...contentTypes, 'word/document.xml': '<a/>' }).subarray(0, 100)
    expect(resolveMediaType(null, cut)).toBe('application/zip')
  })

  it('finds a PDF after other bytes when the type is unspecified, but not in text that mentions PDF', () => {
    const late = bytes(`${'\0'.repeat(1000)}%PDF-1.7\n`)
    expect(resolveMediaType(parseContentType('application/octet-stream'), late)).toBe('application/pdf')
    expect(resolveMediaType(null, late)).toBe('application/pdf')
    expect(resolveMediaType(parseContentType('application/octet-stream'), bytes(`${'\0'.repeat(1100)}%PDF-1.7`))).toBe(
      'application/octet-stream',
    )
    expect(resolveMediaType(null, bytes('A file begins with %PDF-1.7'))).toBe('text/plain')
    expect(resolveMediaType(parseContentType('text/plain'), bytes('%PDF-1.7 is how a file begins'))).toBe('text/plain')
  })

  const pdf = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<<>>\nstream\n\x00\x01\nendstream\n%%EOF\n'
  const source = '%PDF-1.4\n1 0 obj\n<</Type /Catalog>>\nendobj\n'

  it.each([
    ['a byte order mark', `\xef\xbb\xbf${pdf}`],
    ['a line of text', `Warning: something in line 3\n${pdf}`],
    ['an HTML page', `<!doctype html><html><head><title>Download</title></head></html>\n${pdf}`],
    ['tags, without binary data', `<html><head><meta charset="utf-8"></head></html>\n${source}%%EOF\n`],
    ['empty lines', `\r\n\r\n${source}%%EOF`],
  ])('finds a PDF after %s, regardless of the header', (_, body) => {
    for (const header of [null, 'text/plain', 'text/html', 'text/csv', 'application/octet-stream', 'application/pdf'])
      expect(resolveMediaType(parseContentType(header), bytes(body)), String(header)).toBe('application/pdf')
  })

  it.each([
    ['a sentence', 'text/plain', 'A file begins with %PDF-1.7\n1 0 obj'],
    ['a list', 'text/plain', 'Signatures:\n\n%PDF-1.7\nGIF89a\n'],
    ['a tutorial', 'text/plain', `The smallest document:\n\n${source}%%EOF\n\nSave it as a.pdf.\n`],
    ['only a tutorial', 'text/plain', `The smallest document:\n${source}%%EOF\n`],
    ['a web page', 'text/html', `<html><title>PDF</title><pre>\n${source}%%EOF\n</pre></html>`],
    ['a comment, with an end', 'text/html', '<!--\n%PDF-1.4\n1 0 obj\n-->\n<html><p>Hello.</p></html>\n%%EOF\n'],
    ['a comment, with objects', 'text/html', `<!--\n${source}-->\n<html><p>Hello.</p></html>\n%%EOF\n`],
    ['a late PDF', 'text/plain', `${'a line of text\n'.repeat(80)}${source}%%EOF`],
  ])('does not take the source of a PDF in %s for a PDF', (_, expected, body) => {
    expect(resolveMediaType(null, bytes(body))).toBe(expected)
    expect(resolveMediaType(parseContentType(expected), bytes(body))).toBe(expected)
  })

  it.each([
    '<html><body><pre>\n%PDF-1.4\n1 0 obj</pre>\0</html>',
    '<!--\n%PDF-1.4\n1 0 obj\n-->\n<html><p>Hello.\0</p></html>',
  ])('a page that quotes the start of a PDF may contain control characters', (page) => {
    expect(resolveMediaType(parseContentType('text/html'), bytes(page))).toBe('text/html')
  })

  it.each([
    [`${openDocument}text`, { 'content.xml': '', mimetype: `${openDocument}text` }],
    [`${openDocument}presentation`, { 'META-INF/manifest.xml': manifestOf('presentation-template') }],
    [`${openDocument}spreadsheet`, { 'content.xml': '<office:body><office:spreadsheet>' }],
    ['application/epub+zip', { 'META-INF/container.xml': '<rootfile full-path="c.opf"/>', 'c.opf': '' }],
    [`${office}wordprocessingml.document`, { 'word/document.xml': '<a/>' }],
  ])('recognizes %s by its parts, with packed entries, behind a byte order mark too', (expected, parts) => {
    const archive = zipFile(Object.entries(parts).map(([name, content]) => ({ name, content })))
    for (const start of ['', '\xef\xbb\xbf', '\n\n'])
      expect(resolveMediaType(null, Buffer.concat([bytes(start), archive]))).toBe(expected)
  })

  it('reads little of an archive to find its type', () => {
    const inflated = vi.spyOn(zlib, 'inflateRawSync')
    syncBuiltinESMExports()
    const large = ' '.repeat(16_000_000)
    const first = { name: 'mimetype', content: large }
    const others = Array.from({ length: 100 }, () => ({ ...first, content: '', sameAs: 0 }))
    const parts = ['META-INF/container.xml', 'META-INF/manifest.xml', 'content.xml']
    const body = zipFile([first, ...others, ...parts.map((name) => ({ name, content: '', sameAs: 0 }))])
    expect(resolveMediaType(null, body)).toBe('application/zip')
    const { calls } = inflated.mock
    inflated.mockRestore()
    syncBuiltinESMExports()
    expect(calls.length).toBe(4)
    for (const [, options] of calls) expect(options?.maxOutputLength).toBeLessThan(4_000_000)
  })

  it('takes other archives for ZIP files', () => {
    const score = { 'META-INF/container.xml': '<rootfile full-path="score.xml"/>', 'score.xml': '' }
    for (const parts of [score, { 'META-INF/manifest.xml': manifestOf('graphics') }, { 'META-INF/MANIFEST.MF': '' }])
      expect(resolveMediaType(null, zipOf(parts as Record<string, string>))).toBe('application/zip')
  })

  it('follows the file name where neither the header nor the content says the type', () => {
    const open = parseContentType('application/octet-stream')
    expect(resolveMediaType(open, bytes('# Title'), 'README.md')).toBe('text/markdown')
    expect(resolveMediaType(open, bytes('some text'), 'notes.txt')).toBe('text/plain')
    expect(resolveMediaType(null, bytes(`Some words. ${source}`), 'a.pdf')).toBe('application/pdf')
    expect(resolveMediaType(null, bytes('PK\x03\x04\0'), 'a.odp')).toBe(`${openDocument}presentation`)
    expect(resolveMediaType(null, bytes('some text'), 'a.pdf')).toBe('text/plain')
    expect(resolveMediaType(parseContentType('text/html'), bytes('<p>'), 'a.pdf')).toBe('text/html')
  })

  it('is not text if many bytes are control characters', () => {
    const binary = Buffer.from(Array.from({ length: 4000 }, (_, at) => (at * 167 + (at >> 8)) & 255))
    const late = Buffer.concat([Buffer.alloc(1500, 'text '), binary])
    for (const header of ['text/html', 'text/csv', 'text/plain; charset=windows-1252', 'text/plain'])
      expect(resolveMediaType(parseContentType(header), late), header).toBe('application/octet-stream')
    const texts = {
      'text/troff': 'N\bNA\bAM\bME\bE '.repeat(200),
      'text/csv': 'a,\0b\n'.repeat(200),
      'text/markdown': '\x1b[1mbold\x1b[0m\n'.repeat(200),
      'application/json': `{"a": "${'\x01'.repeat(19)}"}`,
    }
    for (const [type, text] of Object.entries(texts))
      expect(resolveMediaType(parseContentType(type), bytes(text)), type).toBe(type)
    const chinese = Buffer.from('\u0104\u0105'.repeat(100), 'utf16le')
    expect(resolveMediaType(parseContentType('text/plain; charset=utf-16le'), chinese)).toBe('text/plain')
  })

  it('recognizes tables by their declared type, or by the file name of text with an unspecified type', () => {
    for (const type of ['text/csv', 'application/csv', 'text/comma-separated-values', 'text/x-csv; charset=utf-8']) {
      expect(resolveMediaType(parseContentType(type), bytes('a,b')), type).toBe('text/csv')
    }
    expect(resolveMediaType(parseContentType('text/tab-separated-values'), bytes('a\tb'))).toBe(
      'text/tab-separated-values',
    )
    const open = parseContentType('application/octet-stream')
    expect(resolveMediaType(open, bytes('a,b'), 'data.CSV')).toBe('text/csv')
    expect(resolveMediaType(open, bytes('a\tb'), 'data.tsv')).toBe('text/tab-separated-values')
    expect(resolveMediaType(null, bytes('a,b'), 'data.csv')).toBe('text/csv')
    expect(resolveMediaType(null, bytes('<html><p>'), 'data.csv')).toBe('text/html')
    expect(resolveMediaType(open, bytes('a,b\0'), 'data.csv')).toBe('application/octet-stream')
    expect(resolveMediaType(parseContentType('text/plain'), bytes('a,b'), 'data.csv')).toBe('text/plain')
    expect(resolveMediaType(parseContentType('application/vnd.ms-excel'), bytes('a;b'))).toBe('text/csv')
    expect(resolveMediaType(parseContentType('application/vnd.ms-excel'), bytes('<html><table>'))).toBe('text/html')
  })
})

describe('statedFileName', () => {
  it.each([
    ['https://a.example/x/data.csv?y=z.tsv', undefined, 'data.csv'],
    ['https://a.example/', undefined, ''],
    ['https://a.example/export', 'attachment; filename="a b.csv"; size=1', 'a b.csv'],
    ['https://a.example/export', "attachment;FileName*=UTF-8''%c3%a9.tsv", '%c3%a9.tsv'],
    ['https://a.example/a.csv', 'inline', 'a.csv'],
    ['https://a.example/', 'attachment; filename=../../b.csv', 'b.csv'],
  ])('is %s with %s: %s', (url, disposition, expected) => {
    const headers = disposition === undefined ? {} : { 'content-disposition': disposition }
    expect(statedFileName(headers as Record<string, string>, new URL(url))).toBe(expected)
  })

  it.each([
    ['message/rfc822', 'To: a@b.example\r\n\r\nx', '', documentTypes.eml],
    ['text/plain', 'To: a@b.example\r\n\r\nx', 'a.eml', documentTypes.eml],
    ['message/rfc822', 'From: <Saved>\r\nContent-Type: multipart/related;\r\n\r\nx', '', documentTypes.mhtml],
    ['text/plain', '{"cells": [], "nbformat": 4}', 'a.ipynb', documentTypes.ipynb],
    ['text/html', '<!doctype html><p>A viewer', 'a.ipynb', 'text/html'],
    ['application/octet-stream', 'WARC/1.0\r\n', '', documentTypes.warc],
    ['application/gzip', '\x1f\x8b\x08', 'a.warc.gz', documentTypes.warc],
  ])('reads a body declared as %s with the content %j and the name %j as %s', (declared, body, name, expected) => {
    expect(resolveMediaType(parseContentType(declared), bytes(body), name)).toBe(expected)
  })
})

it('takes the type of a compound file from its directory, not from those of documents within it', () => {
  const entries = (...names: string[]) => {
    const sector = Buffer.alloc(512)
    for (const [at, name] of names.entries()) sector.write(`${name}\0`, 128 * at, 'utf16le')
    return sector
  }
  const header = Buffer.alloc(512)
  header.write('d0cf11e0a1b11ae1', 'hex')
  header[30] = 9
  // The directory is in sectors 2 and 3, and the allocation table in sector 0.
  header.writeUInt32LE(2, 48)
  const table = Buffer.alloc(512, 0xff)
  table.writeUInt32LE(3, 8)
  table.writeUInt32LE(0xfffffffe, 12)
  const message = [
    header,
    table,
    entries('Workbook'),
    entries('Root Entry', '__nameid'),
    entries('__properties_version1.0'),
  ]
  const typeOf = (parts: Buffer[]) => resolveMediaType(null, new Uint8Array(Buffer.concat(parts)))
  expect(typeOf(message)).toBe(documentTypes.msg)
  expect(typeOf(message.slice(0, 3))).toBe(documentTypes.xls)
  // A chain of sectors that leads back to itself ends, too.
  table.writeUInt32LE(2, 8)
  expect(typeOf(message)).toBe(documentTypes.xls)
})
