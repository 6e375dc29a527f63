import { describe, expect, it } from 'vitest'
import { resolveMediaType, statedFileName } from '../../../src/fetch/body/media-type.ts'
import { parseContentType } from '../../../src/html/content-type.ts'
import { zipOf } from '../../documents/office/archive/zip.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

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
    ['PK\x03\x04', 'application/octet-stream'],
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
    expect(resolveMediaType(null, cut)).toBe('application/octet-stream')
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
})
