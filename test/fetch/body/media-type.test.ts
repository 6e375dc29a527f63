import { describe, expect, it } from 'vitest'
import { parseContentType } from '../../../src/document/content-type.ts'
import { resolveMediaType } from '../../../src/fetch/body/media-type.ts'

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
  ])('sniffs %j as %s where the header names no type', (body, expected) => {
    for (const header of [null, '', 'nonsense', 'unknown/unknown', 'application/unknown', '*/*']) {
      expect(resolveMediaType(parseContentType(header), bytes(body)), String(header)).toBe(expected)
    }
  })

  it("does not follow a server's default text/plain when the bytes are binary", () => {
    const png = bytes('\x89PNG\r\n\x1a\n\0\0')
    for (const header of ['text/plain', 'text/plain; charset=UTF-8', 'text/plain; charset=iso-8859-1']) {
      expect(resolveMediaType(parseContentType(header), png), header).toBe('application/octet-stream')
    }
    const late = bytes(`${'a'.repeat(1445)}\0`)
    expect(resolveMediaType(parseContentType('text/plain'), late)).toBe('text/plain')
    expect(resolveMediaType(parseContentType('text/plain; charset=utf-16le'), bytes('a\0b\0'))).toBe('text/plain')
    expect(resolveMediaType(parseContentType('text/plain'), bytes('\xff\xfea\0'))).toBe('text/plain')
  })
})
