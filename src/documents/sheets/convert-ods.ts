/** Converts OpenDocument spreadsheets to HTML: each visible sheet under its name. @see OpenDocument 1.3, part 3, §9 */

import type { Page } from '../../page/page.ts'
import { Comments } from '../converted/comments.ts'
import { type ConvertedDocument, type ReadOptions, withPageStart } from '../converted/converted-document.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { Notes } from '../converted/flow/notes.ts'
import { DroppedText } from '../converted/hidden-text.ts'
import { noText } from '../converted/refusals.ts'
import { tableObjectHtml } from '../odt/odt-document.ts'
import { openOdf } from '../office/parts/open-odf.ts'
import { openDocumentProperties } from '../office/parts/properties.ts'
import {
  childrenOf,
  elementsIn,
  isXmlElement,
  parseXml,
  type XmlElement,
  type XmlNode,
} from '../office/xml/xml-tree.ts'
import { OdsLooks } from './ods-looks.ts'
import { readSpreadsheet } from './read-spreadsheet.ts'
import { addPrinted } from './rich-text.ts'
import { sheetHtml } from './write-sheet.ts'

/** Leaves out hidden sheets, rows and columns. Throws invalid_response if the document is broken, locked or too large. */
export async function convertOds(
  { body }: Page,
  meter: DocumentMeter,
  { includesPage, comments = new Comments(meter) }: ReadOptions,
): Promise<ConvertedDocument> {
  const { archive, xml } = openOdf(body, meter)
  const hidden = new DroppedText()
  const notes = new Notes()
  const styles = archive.readText('styles.xml')
  const looks = new OdsLooks(styles, xml)
  addHeaders(styles ?? '', xml, hidden)
  const objectHtml = ({ attributes }: XmlElement) => {
    const path = (attributes['xlink:href'] ?? '').replace(/^\.\/|\/$/g, '')
    const content = path === '' || archive.names.includes(path) ? null : archive.statedText(`${path}/content.xml`)
    const isCopy = Boolean(attributes['draw:notify-on-update-of-ranges'])
    return content === null ? '' : tableObjectHtml(parseXml(content), meter, isCopy)
  }
  const { sheets, pageCount } = readSpreadsheet(xml, {
    looks,
    hidden,
    meter,
    comments,
    notes,
    includesPage,
    objectHtml,
  })
  const pages = [...sheets].map(([number, sheet]) => withPageStart(number, sheetHtml(sheet, hidden)))
  const html = pages.filter(Boolean).join('\n') + notes.end()
  return {
    properties: openDocumentProperties(archive),
    html,
    pageCount,
    warnings: [...noText(html), ...hidden.warnings],
  }
}

/** Adds the headers and footers of the pages on which sheets are printed. */
function addHeaders(styles: string, content: string, hidden: DroppedText): void {
  const used = new Set([...content.matchAll(/\sstyle:master-page-name="([^"]*)"/g)].map(([, name]) => name))
  const pages = [...elementsIn(parseXml(styles), 'style:master-page')]
  const parts = pages.flatMap((page) => (used.has(page.attributes['style:name']) ? childrenOf(page) : []))
  for (const part of parts) {
    if (!/^style:(?:header|footer)/.test(part.name) || part.attributes['style:display'] === 'false') continue
    for (const line of elementsIn(part, 'text:p')) addPrinted(codedText(line), hidden)
  }
}

const fields: Readonly<Record<string, string>> = { 'page-number': '&P', 'page-count': '&N', s: ' ', tab: ' ' }

/** Returns text with the codes that Excel has for page numbers. */
function codedText(node: XmlNode): string {
  if (!isXmlElement(node)) return node.replaceAll('&', '&&')
  const kind = node.name.replace('text:', '')
  const isField = /^(?:sheet-name|date|time|title|file-name)$/.test(kind)
  return fields[kind] ?? (isField ? '' : node.children.map(codedText).join(''))
}
