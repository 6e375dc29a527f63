import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fixtureFolder } from '../../bench/documents/fixtures.ts'
import type { DocumentKind } from '../../src/page/document-types.ts'
import { formatDocument } from './format-document.ts'
import { paragraph, run, wordDocument } from './word/word-document.ts'

const warningOf = async (kind: DocumentKind, body: Uint8Array | string) => {
  const { content, warnings } = await formatDocument(kind, body as never)
  return { content, message: warnings.find(({ code }) => code === 'running_text_removed')?.message }
}

const fixture = (name: string) => readFileSync(new URL(name, fixtureFolder))

it.each<[DocumentKind, string, string]>([
  ['docx', 'report.docx', 'Water Board · Annual report'],
  ['odt', 'report.odt', 'Water Board · Annual report'],
])('the headers and footers of a document are named: %s', async (kind, name, header) => {
  const { content, message } = await warningOf(kind, fixture(name))
  expect(content).not.toContain(header)
  expect(message).toMatch(/^\d+ lines of running headers, footers, page numbers or stamps were left out: /)
  expect(message).toContain(`"${header}"`)
})

it('the headers and footers of an RTF document are named, without fields and images', async () => {
  const header = String.raw`{\header Top {\b bold}\tab right{\pict\pngblip 89504e47}\par}`
  const footer = String.raw`{\footer{\field{\*\fldinst PAGE }{\fldrslt 7}}\par}`
  const { content, message } = await warningOf('rtf', String.raw`{\rtf1\ansi${header}${footer}Kept\par}`)
  expect(content).toBe('Kept')
  expect(message).toBe(
    '2 lines of running headers, footers, page numbers or stamps were left out: "Top bold right", "7"',
  )
})

it('lines of used headers are counted once, without hidden text', async () => {
  const box = `<w:r><w:pict><w:txbxContent>${paragraph('In a box')}</w:txbxContent></w:pict></w:r>`
  const header = (content: string) => `<w:hdr xmlns:w="${main}">${content}</w:hdr>`
  const relation = (id: string) => `<Relationship Id="${id}" Type="${relations}/header" Target="${id}.xml"/>`
  const files = {
    'word/_rels/document.xml.rels': `<Relationships xmlns="${packages}">${relation('h1')}${relation('h2')}</Relationships>`,
    'word/h1.xml': header(paragraph(run('Top') + box) + paragraph(run('Hidden', '<w:vanish/>'))),
    'word/h2.xml': header(paragraph('Unused')),
  }
  const section = `<w:sectPr><w:headerReference xmlns:r="${relations}" w:type="default" r:id="h1"/></w:sectPr>`
  const { message } = await warningOf('docx', wordDocument(paragraph('Kept') + section, { files }))
  expect(message).toBe('2 lines of running headers, footers, page numbers or stamps were left out: "Top", "In a box"')
})

const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006/relationships'
