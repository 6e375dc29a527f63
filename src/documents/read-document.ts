/** Picks the converter that turns a document into HTML, which is then read like any other page. */

import { ServiceError } from '../base/errors.ts'
import type { PageRange } from '../contract/page-parts.ts'
import type { Output } from '../contract/scrape.ts'
import type { Warning } from '../contract/warning.ts'
import { documentTypes, oleType } from '../page/document-types.ts'
import type { Page } from '../page/page.ts'
import type { OpenedPage } from './containers/open-page.ts'
import { Comments } from './converted/comments.ts'
import type { Converter } from './converted/converted-document.ts'
import { DocumentMeter, lockedDocument, noText } from './converted/document-meter.ts'
import { htmlDocument } from './converted/write-html.ts'

const container = async () => (await import('./containers/read-entries.ts')).convertContainer

/** Each converter is loaded when the first document of its kind is read. */
const converters: Readonly<Record<string, () => Promise<Converter>>> = {
  [documentTypes.pdf]: async () => (await import('./pdf/convert-pdf.ts')).convertPdf,
  [documentTypes.docx]: async () => (await import('./word/convert-docx.ts')).convertDocx,
  [documentTypes.xlsx]: async () => (await import('./sheets/convert-xlsx.ts')).convertXlsx,
  [documentTypes.xls]: async () => (await import('./sheets/convert-xls.ts')).convertXls,
  [documentTypes.pptx]: async () => (await import('./slides/convert-pptx.ts')).convertPptx,
  [documentTypes.odt]: async () => (await import('./odt/convert-odt.ts')).convertOdt,
  [documentTypes.ods]: async () => (await import('./sheets/convert-ods.ts')).convertOds,
  [documentTypes.odp]: async () => (await import('./slides/convert-odp.ts')).convertOdp,
  [documentTypes.rtf]: async () => (await import('./rtf/convert-rtf.ts')).convertRtf,
  [documentTypes.epub]: async () => (await import('./epub/convert-epub.ts')).convertEpub,
  [documentTypes.csv]: async () => (await import('./sheets/convert-csv.ts')).convertCsv,
  [documentTypes.tsv]: async () => (await import('./sheets/convert-csv.ts')).convertTsv,
  ...Object.fromEntries(
    (['eml', 'msg', 'zip', 'warc', 'wacz'] as const).map((kind) => [documentTypes[kind], container]),
  ),
  [documentTypes.mhtml]: async () => (await import('./containers/open-page.ts')).convertWebPage,
  [documentTypes.ipynb]: async () => (await import('./containers/open-page.ts')).convertNotebook,
  [oleType]: async () => refuseOle,
}

/** Throws invalid_response for a password-protected document, and unsupported_content_type for all others. @see MS-OFFCRYPTO, §2.3.4 */
async function refuseOle({ body }: Page): Promise<never> {
  // The name of a stream in the container's directory.
  const isLocked = Buffer.from(body.buffer, body.byteOffset, body.length).includes(
    Buffer.from('EncryptedPackage', 'utf16le'),
  )
  if (isLocked) throw lockedDocument()
  const message = 'The document is in a binary Office 97–2003 format (.doc, .ppt), which is not supported'
  throw new ServiceError(
    'unsupported_content_type',
    `${message}: convert it with soffice --convert-to docx (pptx for slides)`,
  )
}

const convert: Converter = async (page, meter, options) => {
  const converter = await converters[page.mediaType]?.()
  if (!converter) throw new Error(`${page.mediaType} is not supported`)
  return converter(page, meter, options)
}

/** Returns the entry that is requested, or a saved page or notebook as a page. Throws selector_not_matched and invalid_response. */
export async function openFile(page: Page, entry: string | undefined, readUntil?: number): Promise<OpenedPage> {
  const isOpened = page.mediaType === documentTypes.mhtml || page.mediaType === documentTypes.ipynb
  if (entry === undefined && !isOpened) return { page, warnings: [] }
  return (await import('./containers/open-page.ts')).openPageIn(page, entry, new DocumentMeter(readUntil))
}

/** False for outputs that describe the author's HTML, which converted documents don't have. */
export function isOutputOfDocuments(output: Output): boolean {
  return !['raw_html', 'clean_html', 'images', 'screenshot'].includes(output)
}

interface ConvertOptions {
  /** When to stop reading, as a time from `performance.now()`. */
  readUntil?: number | undefined
  /** False to leave out the document's comments. */
  includeComments?: boolean | undefined
  /** The pages to read; all if undefined. */
  pages?: readonly PageRange[] | undefined
}

interface Converted {
  page: Page
  warnings: Warning[]
  /** Number of pages of the whole document; null if it has none. */
  pageCount: number | null
}

/**
 * Converts a document to an HTML page, with any warnings. Throws invalid_response if the document is broken, locked, too large or too
 * complex. Throws unsupported_content_type for Office's binary formats, and selector_not_matched if the document has none of the requested
 * pages.
 * @example
 * const { page } = await convertDocument({ ...csvPage, mediaType: 'text/csv' })
 * page.mediaType // 'text/html'
 */
export async function convertDocument(
  page: Page,
  { readUntil, includeComments, pages }: ConvertOptions = {},
): Promise<Converted> {
  const meter = new DocumentMeter(readUntil)
  const comments = new Comments(meter, includeComments)
  const includesPage = (number: number) => pages?.some(([first, last]) => first <= number && number <= last) ?? true
  const {
    properties,
    html,
    warnings,
    pageCount = null,
    baseUrl,
  } = await convert(page, meter, { includesPage, comments, convert })
  if (pageCount !== null && pages?.every(([first]) => first > pageCount)) {
    throw new ServiceError('selector_not_matched', `None of these pages exist: the document has ${pageCount}`, {
      param: 'document_pages',
      next: 'Choose from the pages that the document has, or omit document_pages.',
    })
  }
  if (meter.failure && noText(html).length > 0 && page.mediaType !== documentTypes.pdf) throw meter.failure
  warnings.push(...comments.warnings, ...meter.cut)
  const body = new TextEncoder().encode(htmlDocument(properties, html, meter))
  const finalUrl = baseUrl ?? page.finalUrl
  return { page: { ...page, finalUrl, mediaType: 'text/html', charset: 'utf-8', body }, warnings, pageCount }
}
