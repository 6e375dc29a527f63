/** Builds Word documents from the parts that a test writes. */

import { type ZipFiles, zipOf } from '../office/archive/zip.ts'

const office = 'http://schemas.openxmlformats.org/officeDocument/2006'
const relationTypes = `${office}/relationships`
const namespaces = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  `xmlns:r="${relationTypes}"`,
  `xmlns:m="${office}/math"`,
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
].join(' ')

export interface WordParts {
  /** Children of `w:styles`. */
  styles?: string
  numbering?: string
  footnotes?: string
  endnotes?: string
  /** URLs by relation id. */
  links?: Readonly<Record<string, string>>
  /** Children of the core properties. */
  properties?: string
  /** `w:background`, which precedes the body. */
  background?: string
  files?: ZipFiles
}

/** `body` contains the children of `w:body`. */
export function wordDocument(body: string, parts: WordParts = {}): Uint8Array<ArrayBuffer> {
  const part = (root: string, content: string) => `<?xml version="1.0"?><w:${root} ${namespaces}>${content}</w:${root}>`
  const { styles = '', numbering = '', footnotes = '', endnotes = '', links = {}, properties = '' } = parts
  const { background = '', files = {} } = parts
  const relations = Object.entries(links).map(
    ([id, url]) => `<Relationship Id="${id}" Type="${relationTypes}/hyperlink" Target="${url}" TargetMode="External"/>`,
  )
  return zipOf({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relationsOf(
      `<Relationship Id="rId1" Type="${relationTypes}/officeDocument" Target="word/document.xml"/>`,
    ),
    'word/_rels/document.xml.rels': relationsOf(relations.join('')),
    'word/document.xml': part('document', `${background}<w:body>${body}</w:body>`),
    'word/styles.xml': part('styles', styles),
    'word/numbering.xml': part('numbering', numbering),
    'word/footnotes.xml': part('footnotes', footnotes),
    'word/endnotes.xml': part('endnotes', endnotes),
    'docProps/core.xml':
      '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" ' +
      `xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">${properties}</cp:coreProperties>`,
    ...files,
  })
}

function relationsOf(content: string): string {
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content}</Relationships>`
}

/** A run. `properties` are children of `w:rPr`. */
export const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`

/** A paragraph of runs or of one text. `properties` are children of `w:pPr`. */
export const paragraph = (content: string, properties = '') =>
  `<w:p><w:pPr>${properties}</w:pPr>${content.startsWith('<') ? content : run(content)}</w:p>`

/** A cell. `properties` are children of `w:tcPr`. */
export const cell = (content: string, properties = '') =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${content.startsWith('<w:p') || content.startsWith('<w:tbl') ? content : paragraph(content)}</w:tc>`

export const row = (cells: string, properties = '') => `<w:tr><w:trPr>${properties}</w:trPr>${cells}</w:tr>`
