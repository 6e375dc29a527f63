import { expect, it } from 'vitest'
import { DocumentMeter } from '../../../../src/documents/converted/document-meter.ts'
import { OpenDocument } from '../../../../src/documents/odt/open-document.ts'
import { openArchive } from '../../../../src/documents/office/archive/archive.ts'
import { officeProperties } from '../../../../src/documents/office/parts/properties.ts'
import { relatedPart, relationsOf } from '../../../../src/documents/office/parts/relations.ts'
import { zipOf } from '../archive/zip.ts'

const open = (bytes: Uint8Array) => openArchive(bytes, new DocumentMeter())

const relationships = (content: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content}</Relationships>`

it('resolves relations relative to the folder of their part, and keeps external ones as written', () => {
  const archive = open(
    zipOf({
      'ppt/slides/_rels/s1.xml.rels': relationships(`
        <Relationship Id="r1" Type="http://x/slideLayout" Target="../layouts/l1.xml"/>
        <Relationship Id="r2" Type="http://x/hyperlink" Target="https://example.com/?a=1&amp;b" TargetMode="External"/>
        <Relationship Id="r3" Type="http://x/image" Target="/ppt/media/../media/1.png"/>
        <Relationship Id="r4" Type="http://x/image" Target="../../../../etc/passwd"/>`),
    }),
  )
  const relations = relationsOf(archive, 'ppt/slides/s1.xml')
  expect(relations.get('r1')).toEqual({ type: 'slideLayout', target: 'ppt/layouts/l1.xml', isExternal: false })
  expect(relations.get('r2')).toMatchObject({ target: 'https://example.com/?a=1&b', isExternal: true })
  expect(relations.get('r4')?.target).toBe('etc/passwd')
  expect(relatedPart(relations, 'image')).toBe('ppt/media/1.png')
  expect(relationsOf(archive, 'ppt/none.xml').size).toBe(0)
})

it('reads the properties of Office documents', () => {
  const core = `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
    xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><dc:title> A
    title </dc:title><dc:creator>Ada</dc:creator><dc:subject>S</dc:subject><dc:language>en-GB</dc:language>
    <dcterms:created>2020-02-03T04:05:06Z</dcterms:created><dcterms:modified>2021-02-03</dcterms:modified></cp:coreProperties>`
  expect(officeProperties(open(zipOf({ 'docProps/core.xml': core })))).toEqual({
    title: 'A title',
    author: 'Ada',
    description: 'S',
    language: 'en-GB',
    publishedAt: '2020-02-03T04:05:06Z',
    modifiedAt: '2021-02-03',
  })
  const unnamed = core.replace(/ A\s+title /, 'PowerPoint Presentation')
  expect(officeProperties(open(zipOf({ 'docProps/core.xml': unnamed }))).title).toBeNull()
  expect(officeProperties(open(zipOf({}))).title).toBeNull()
})

it('reads the properties of OpenDocument', () => {
  const meta = `<office:document-meta xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0"><office:meta><dc:title>T</dc:title><dc:creator>Last</dc:creator>
    <meta:initial-creator>First</meta:initial-creator><meta:creation-date>2024-01-02T03:04:05.678</meta:creation-date></office:meta></office:document-meta>`
  expect(officeProperties(open(zipOf({ 'content.xml': '<a/>', 'meta.xml': meta })))).toMatchObject({
    title: 'T',
    author: 'First',
    publishedAt: '2024-01-02T03:04:05.678',
    modifiedAt: null,
  })
})

it('refuses OpenDocument files that their manifest declares encrypted', () => {
  const manifest = '<manifest:file-entry><manifest:encryption-data manifest:checksum="x"/></manifest:file-entry>'
  const openListed = (list: string) =>
    new OpenDocument(zipOf({ 'META-INF/manifest.xml': list, 'content.xml': '<x/>' }), new DocumentMeter())
  expect(() => openListed(manifest)).toThrow(/password/)
  expect(openListed('<manifest:file-entry/>').xml).toBe('<x/>')
})
