/** Documents that are no HTML: by media type, what makes HTML of them. It is then read as a page is, by the same rules. */

import type { Output } from '../../contract/scrape.ts'
import type { Warning } from '../../contract/warning.ts'
import type { Page } from '../../page.ts'
import type { Converter } from './converted/converted-document.ts'

/** Loaded with the first document of their kind. */
const converters: Readonly<Record<string, () => Promise<Converter>>> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': async () =>
    (await import('./word/convert-word.ts')).convertWord,
  'application/vnd.oasis.opendocument.text': async () => (await import('./odt/convert-odt.ts')).convertOdt,
  'application/epub+zip': async () => (await import('./epub/convert-epub.ts')).convertEpub,
  'application/rtf': async () => (await import('./rtf/convert-rtf.ts')).convertRtf,
  'application/vnd.oasis.opendocument.spreadsheet': async () => (await import('./sheets/convert-ods.ts')).convertOds,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': async () =>
    (await import('./sheets/convert-xlsx.ts')).convertXlsx,
  'application/vnd.oasis.opendocument.presentation': async () => (await import('./slides/convert-odp.ts')).convertOdp,
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': async () =>
    (await import('./slides/convert-pptx.ts')).convertPptx,
  'text/csv': async () => (await import('./sheets/convert-csv.ts')).convertCsv,
  'text/tab-separated-values': async () => (await import('./sheets/convert-csv.ts')).convertTsv,
  'application/pdf': async () => (await import('./pdf/convert-pdf.ts')).convertPdf,
  'application/x-ole-storage': async () => (await import('./ole/refuse-ole.ts')).refuseOle,
}

/** Outputs that such documents have; the others are about HTML as its author wrote it. */
const outputsOfDocuments: ReadonlySet<Output> = new Set([
  'markdown',
  'html_head_metadata_json',
  'links',
  'all_links',
  'internal_links',
  'external_links',
  'emails',
  'email_addresses',
])

/** Whether an essence is a document that is converted. */
export function isConvertible(mediaType: string): boolean {
  return Object.hasOwn(converters, mediaType)
}

export function isOutputOfDocuments(output: Output): boolean {
  return outputsOfDocuments.has(output)
}

/** The document as a page of HTML, and what is said of its conversion. Throws invalid_response as its converter does. */
export async function convertDocument(page: Page): Promise<{ page: Page; warnings: Warning[] }> {
  const convert = await converters[page.mediaType]?.()
  if (!convert) throw new Error(`${page.mediaType} is not converted`)
  const { html, warnings } = await convert(page)
  const body = new TextEncoder().encode(html)
  return { page: { ...page, mediaType: 'text/html', charset: 'utf-8', body }, warnings }
}
