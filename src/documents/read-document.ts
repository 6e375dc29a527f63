/** Picks the converter that turns a document into HTML, which is then read like any other page. */

import type { Output } from '../contract/scrape.ts'
import type { Warning } from '../contract/warning.ts'
import { documentTypes, oleType } from '../html/document-types.ts'
import type { Page } from '../html/page.ts'
import type { Converter } from './converted/converted-document.ts'
import { DocumentMeter } from './converted/document-meter.ts'
import { noText } from './converted/no-text.ts'
import { htmlDocument } from './converted/write-html.ts'

/** Each converter is loaded when the first document of its kind is read. */
const converters: Readonly<Record<string, () => Promise<Converter>>> = {
  [documentTypes.pdf]: async () => (await import('./pdf/convert-pdf.ts')).convertPdf,
  [documentTypes.docx]: async () => (await import('./word/convert-docx.ts')).convertDocx,
  [documentTypes.xlsx]: async () => (await import('./sheets/convert-xlsx.ts')).convertXlsx,
  [documentTypes.pptx]: async () => (await import('./slides/convert-pptx.ts')).convertPptx,
  [documentTypes.odt]: async () => (await import('./odt/convert-odt.ts')).convertOdt,
  [documentTypes.ods]: async () => (await import('./sheets/convert-ods.ts')).convertOds,
  [documentTypes.odp]: async () => (await import('./slides/convert-odp.ts')).convertOdp,
  [documentTypes.rtf]: async () => (await import('./rtf/convert-rtf.ts')).convertRtf,
  [documentTypes.epub]: async () => (await import('./epub/convert-epub.ts')).convertEpub,
  [documentTypes.csv]: async () => (await import('./sheets/convert-csv.ts')).convertCsv,
  [documentTypes.tsv]: async () => (await import('./sheets/convert-csv.ts')).convertTsv,
  [oleType]: async () => (await import('./ole/refuse-ole.ts')).refuseOle,
}

/** Outputs that describe the author's HTML, which converted documents don't have. */
const outputsOfHtml: ReadonlySet<Output> = new Set(['raw_html', 'clean_html', 'images'])

export function isOutputOfDocuments(output: Output): boolean {
  return !outputsOfHtml.has(output)
}

/**
 * Converts a document to an HTML page, with any warnings. Stops reading at `readUntil`, a time from `performance.now()`. Throws
 * invalid_response if the document is broken, locked, too large or too complex, and unsupported_content_type for Office's binary formats.
 * @example
 * const { page } = await convertDocument({ ...csvPage, mediaType: 'text/csv' })
 * page.mediaType // 'text/html'
 */
export async function convertDocument(page: Page, readUntil?: number): Promise<{ page: Page; warnings: Warning[] }> {
  const convert = await converters[page.mediaType]?.()
  if (!convert) throw new Error(`${page.mediaType} is not supported`)
  const meter = new DocumentMeter(readUntil)
  const { properties, html, warnings } = await convert(page, meter)
  if (meter.failure && noText(html).length > 0 && page.mediaType !== documentTypes.pdf) throw meter.failure
  warnings.push(...meter.cut)
  const body = new TextEncoder().encode(htmlDocument(properties, html, meter))
  return { page: { ...page, mediaType: 'text/html', charset: 'utf-8', body }, warnings }
}
