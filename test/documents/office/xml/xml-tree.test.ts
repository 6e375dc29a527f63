import { describe, expect, it } from 'vitest'
import { decodeXml } from '../../../../src/documents/office/xml/read-xml.ts'
import { childOf, elementsIn, parseXml, xmlText } from '../../../../src/documents/office/xml/xml-tree.ts'

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const strictWord = 'http://purl.oclc.org/ooxml/wordprocessingml/main'

describe('parseXml', () => {
  it.each([
    `<w:p xmlns:w="${word}" w:val="1"><w:t>a</w:t></w:p>`,
    `<ns0:p xmlns:ns0="${word}" ns0:val="1"><ns0:t>a</ns0:t></ns0:p>`,
    `<p xmlns="${strictWord}" xmlns:z="${strictWord}" z:val="1"><t>a</t></p>`,
  ])('normalizes names to the usual prefixes of their namespaces: %s', (xml) => {
    const paragraph = childOf(parseXml(xml), 'w:p')
    expect(paragraph?.attributes['w:val']).toBe('1')
    expect(xmlText(childOf(paragraph, 'w:t') ?? '')).toBe('a')
  })

  it('recognizes the OpenDocument namespaces, and limits a declaration to its element', () => {
    const of = (name: string) => `urn:oasis:names:tc:opendocument:xmlns:${name}:1.0`
    const xml = `<a xmlns="${of('text')}"><b xmlns="${of('drawing')}" xmlns:q="${of('svg-compatible')}" xmlns:f="${of('xsl-fo-compatible')}"
      q:width="1" f:color="2" xmlns:l="http://www.w3.org/1999/xlink" l:href="3"/><c xmlns="urn:unknown"/><d/></a>`
    const root = childOf(parseXml(xml), 'text:a')
    expect(childOf(root, 'draw:b')?.attributes).toMatchObject({ 'svg:width': '1', 'fo:color': '2', 'xlink:href': '3' })
    expect(childOf(root, 'c')).toBeDefined()
    expect(childOf(root, 'text:d')).toBeDefined()
  })

  it('does not expand the entities of a document type', () => {
    const bomb = `<!DOCTYPE a [<!ENTITY b "xxxxxxxxxx"><!ENTITY c "&b;&b;&b;"><!ENTITY d SYSTEM "file:///etc/passwd">]>`
    expect(xmlText(parseXml(`${bomb}<a>&c;&d; &amp;&#x41;&lt;<![CDATA[<&]]></a>`))).toContain('&c;&d; &A<<&')
  })

  it('takes the first choice of alternatives', () => {
    const mc = 'http://schemas.openxmlformats.org/markup-compatibility/2006'
    const xml = `<a><m:AlternateContent xmlns:m="${mc}"><m:Choice><b/><c/></m:Choice><m:Choice><d/></m:Choice><m:Fallback><e/></m:Fallback></m:AlternateContent></a>`
    expect(childOf(parseXml(xml), 'a')?.children.map((child) => (child as { name: string }).name)).toEqual(['b', 'c'])
  })

  it('finds descendants in document order', () => {
    const root = parseXml('<a><b n="1"><b n="2"/></b><c><b n="3"/></c></a>')
    expect([...elementsIn(root, 'b')].map(({ attributes }) => attributes.n)).toEqual(['1', '2', '3'])
  })

  it('refuses elements that are nested too deep', () => {
    expect(() => parseXml('<a>'.repeat(100_000))).toThrow(/too complex to read: its elements are nested more than/)
    expect(() => parseXml('<a>'.repeat(400))).not.toThrow()
  })

  it('reads attributes named like built-in object members', () => {
    const root = childOf(parseXml('<constructor __proto__="1" toString="2"/>'), 'constructor')
    expect(root?.attributes.toString).toBe('2')
  })
})

it.each([
  ['UTF-8 with a byte order mark', Buffer.from('\ufeff<a>é</a>')],
  ['UTF-16 with a byte order mark', Buffer.from('\ufeff<a>é</a>', 'utf16le')],
  ['UTF-16 without a byte order mark', Buffer.from('<?xml version="1.0"?><a>é</a>', 'utf16le')],
  ['the encoding that it declares', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>', 'latin1')],
  ['UTF-8 despite a declaration of UTF-16', Buffer.from('<?xml version="1.0" encoding="UTF-16"?><a>é</a>')],
])('decodes XML in %s', (_, bytes) => {
  expect(xmlText(parseXml(decodeXml(bytes)))).toBe('é')
})
