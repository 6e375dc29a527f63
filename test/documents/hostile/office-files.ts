/** Small Office documents and books with replaceable parts. */

import { type ZipPart, zipFile } from './zip-file.ts'

type Parts = Record<string, string | Buffer>

const xml = '<?xml version="1.0" encoding="UTF-8"?>'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const package_ = 'http://schemas.openxmlformats.org/package/2006'

export const wordNamespace = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${relations}"`

export function relationships(rows: readonly [id: string, type: string, target: string, mode?: string][]): string {
  const one = ([id, type, target, mode]: (typeof rows)[number]) =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`
  return `${xml}<Relationships xmlns="${package_}/relationships">${rows.map(one).join('')}</Relationships>`
}

function contentTypes(main: string, type: string): string {
  const base = 'application/vnd.openxmlformats-officedocument'
  return `${xml}<Types xmlns="${package_}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="${base}.${type}.main+xml"/></Types>`
}

export function partsOf(parts: Parts): ZipPart[] {
  return Object.entries(parts).map(([name, content]) => ({ name, content }))
}

export function docxParts(body: string, more: Parts = {}, { root = '', prolog = xml } = {}): Parts {
  return {
    '[Content_Types].xml': contentTypes('word/document.xml', 'wordprocessingml.document'),
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'word/document.xml']]),
    'word/document.xml': `${prolog}<w:document ${wordNamespace}${root}><w:body>${body}</w:body></w:document>`,
    ...more,
  }
}

export const docx = (body: string, more: Parts = {}, options = {}) => zipFile(partsOf(docxParts(body, more, options)))

export const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`

export function xlsxParts(
  sheet: string,
  more: Parts = {},
  sheets = '<sheet name="One" sheetId="1" r:id="rId1"/>',
): Parts {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  return {
    '[Content_Types].xml': contentTypes('xl/workbook.xml', 'spreadsheetml.sheet'),
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'sharedStrings', 'sharedStrings.xml'],
      ['rId3', 'styles', 'styles.xml'],
    ]),
    'xl/worksheets/sheet1.xml': `${xml}<worksheet xmlns="${main}">${sheet}</worksheet>`,
    'xl/sharedStrings.xml': `${xml}<sst xmlns="${main}"/>`,
    'xl/styles.xml': `${xml}<styleSheet xmlns="${main}"/>`,
    ...more,
  }
}

export const xlsx = (...content: Parameters<typeof xlsxParts>) => zipFile(partsOf(xlsxParts(...content)))

export function pptxParts(slide: string, more: Parts = {}, slides = '<p:sldId id="256" r:id="rId1"/>'): Parts {
  const presentation = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
  const namespaces = `${presentation} xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${relations}"`
  return {
    '[Content_Types].xml': contentTypes('ppt/presentation.xml', 'presentationml.presentation'),
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': `${xml}<p:presentation ${namespaces}><p:sldIdLst>${slides}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships([['rId1', 'slide', 'slides/slide1.xml']]),
    'ppt/slides/slide1.xml': `${xml}<p:sld ${namespaces}><p:cSld><p:spTree>${slide}</p:spTree></p:cSld></p:sld>`,
    ...more,
  }
}

export const pptx = (...content: Parameters<typeof pptxParts>) => zipFile(partsOf(pptxParts(...content)))

export const shape = (text: string) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="T"/><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody>${text}</p:txBody></p:sp>`

const openDocumentNamespaces = [
  'office text table style draw presentation'
    .split(' ')
    .map((name) => {
      const uri = name === 'draw' ? 'drawing' : name
      return `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${uri}:1.0"`
    })
    .join(' '),
  'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
].join(' ')

/** `kind` is `text`, `spreadsheet` or `presentation`. */
export function openDocumentParts(
  kind: string,
  body: string,
  { styles = '', prolog = xml, more = {} as Parts } = {},
): ZipPart[] {
  const type = `application/vnd.oasis.opendocument.${kind}`
  const content = `${prolog}<office:document-content ${openDocumentNamespaces} office:version="1.3"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`
  return [
    { name: 'mimetype', content: type, method: 0 },
    ...partsOf({
      'META-INF/manifest.xml': `${xml}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/></manifest:manifest>`,
      'content.xml': content,
      ...more,
    }),
  ]
}

export const openDocument = (...content: Parameters<typeof openDocumentParts>) => zipFile(openDocumentParts(...content))

export function epubParts(chapter: string, more: Parts = {}, { items = '', spine = '', prolog = xml } = {}): ZipPart[] {
  const metadata = '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>T</dc:title></metadata>'
  return [
    { name: 'mimetype', content: 'application/epub+zip', method: 0 },
    ...partsOf({
      'META-INF/container.xml': `${xml}<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
      'book.opf': `${prolog}<package xmlns="http://www.idpf.org/2007/opf" version="3.0">${metadata}<manifest><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/>${items}</manifest><spine><itemref idref="c"/>${spine}</spine></package>`,
      'c.xhtml': `${xml}<html xmlns="http://www.w3.org/1999/xhtml"><head><title>C</title></head><body>${chapter}</body></html>`,
      ...more,
    }),
  ]
}

export const epub = (...content: Parameters<typeof epubParts>) => zipFile(epubParts(...content))

/** Each entity repeats the previous one ten times, which yields a billion copies of the first. */
export const laughs = `<!DOCTYPE x [<!ENTITY a0 "ha">${Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('')}]>`
