/** Opens a PDF with pdf.js and reads its properties and, one by one, its pages. Fetches, executes and prints nothing. */

import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { ServiceError } from '../../base/errors.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { DroppedText } from '../converted/hidden-text.ts'
import { brokenDocument, lockedDocument, tooComplexToRead } from '../converted/refusals.ts'
import { arrayLimitMessage } from './array-limit.ts'
import { ObjectFile } from './objects/object-file.ts'
import { readStructure } from './objects/read-structure.ts'
import { refuseEndless } from './objects/refuse-endless.ts'
import { type PageAnnotation, type PageContent, type PageReading, readPage } from './page/read-page.ts'
import type { FontStyle } from './page/run.ts'
import { CMapReader } from './predefined-cmaps.ts'
import type { PdfMetadata } from './properties.ts'
import type { OutlineNode } from './text/outline.ts'
import { TextCleaner } from './text-cleaner.ts'

const maxPages = 5000
/** Maximum number of drawing operators to read. Rules on any further pages are ignored. */
const maxOperators = 4_000_000

export interface PdfContents {
  pages: PageContent[]
  outline: readonly OutlineNode[]
  metadata: PdfMetadata
  unreadableChars: number
  hidden: DroppedText
  /** True if the content is an XFA form, which only some programs can display. The only readable text is then a "Please wait" notice. */
  isOfXfa: boolean
}

/** Throws invalid_response if the document is encrypted or broken, has more than 5,000 pages, or exceeds the limits of `meter`. */
export async function readPdf(body: Uint8Array, meter: DocumentMeter): Promise<PdfContents> {
  const { getDocumentProxy, getResolvedPDFJS } = await import('unpdf')
  const options = {
    verbosity: 1,
    useSystemFonts: false,
    disableFontFace: true,
    useWasm: false,
    useWorkerFetch: false,
    // Images aren't decoded.
    maxImageSize: 0,
    BinaryDataFactory: CMapReader,
  }
  const file = new ObjectFile(body)
  refuseEndless(file)
  // pdf.js detaches the buffer passed to it.
  const document = await translate(getDocumentProxy(new Uint8Array(body), options))
  try {
    if (document.numPages > maxPages) throw tooComplexToRead(`it has more than ${maxPages} pages`)
    const { OPS } = await getResolvedPDFJS()
    const cleaner = new TextCleaner()
    const hidden = new DroppedText()
    const layers = await translate(document.getOptionalContentConfig())
    const metadata = (await translate(document.getMetadata())) as unknown as PdfMetadata
    const reading: PageReading = {
      ops: OPS,
      fonts: new Map<string, FontStyle>(),
      readable: (text, isDrawn) => cleaner.readable(text, isDrawn),
      isLayerVisible: (layer) => layers.isVisible(layer) !== false,
      hidden,
      readsDrawing: true,
      trees: (metadata.hasStructTree === true ? readStructure(file, meter) : null) ?? new Map(),
    }
    const pages = await readPages(document, reading, meter)
    const { IsXFAPresent, IsAcroFormPresent } = metadata.info
    return {
      pages,
      metadata,
      hidden,
      outline: ((await document.getOutline().catch(() => null)) ?? []) as readonly OutlineNode[],
      unreadableChars: cleaner.unreadableChars,
      isOfXfa: IsXFAPresent === true && IsAcroFormPresent !== true,
    }
  } finally {
    await document.loadingTask.destroy()
  }
}

async function readPages(
  document: PDFDocumentProxy,
  reading: PageReading,
  meter: DocumentMeter,
): Promise<PageContent[]> {
  const pages: PageContent[] = []
  let operators = 0
  for (let number = 1; number <= document.numPages; number++) {
    const page = await translate(document.getPage(number))
    const content = await translate(readPage(page, reading))
    page.cleanup()
    if (!content) throw tooComplexToRead(`page ${number} takes too long`)
    operators += content.operators
    reading.readsDrawing = operators < maxOperators
    for (const { text } of [content.runs, ...content.turned].flat()) meter.text(text)
    pages.push(content)
    if (number < document.numPages && meter.stops(`page ${number} of ${document.numPages}`)) break
  }
  await annotate(document, pages)
  return pages
}

/** Typed text, links, and form fields. @see AnnotationType in pdf.js */
const annotationTypes = new Set([2, 3, 20])
/** Flags: invisible, hidden, or not for viewing. Form fields have other properties for these. @see PDF 1.7, table 165 */
const notShown = 1 | 2 | 32

/** Maximum number of links and form fields. Those on any further pages aren't read. */
const maxAnnotations = 200_000
const pagesAtOnce = 100

/**
 * Reads the annotations of many pages together. For a single page, pdf.js adds the text under each annotation, which takes gigabytes for
 * page-sized links.
 */
async function annotate(document: PDFDocumentProxy, pages: readonly PageContent[]): Promise<void> {
  let count = 0
  for (let from = 0; from < pages.length && count < maxAnnotations; from += pagesAtOnce) {
    const others = [...pages.keys()].filter((at) => at < from || at >= from + pagesAtOnce)
    const found = await translate(document.getAnnotationsByType(annotationTypes, new Set(others)))
    const annotations = (found ?? []) as (PageAnnotation & { pageIndex: number })[]
    count += annotations.length
    const byPage = Map.groupBy(annotations.filter(isShown), ({ pageIndex }) => pageIndex)
    for (const [at, ofPage] of byPage) pages[at]?.annotate(ofPage)
  }
}

function isShown({ subtype, annotationFlags = 0 }: PageAnnotation): boolean {
  return subtype === 'Widget' || (annotationFlags & notShown) === 0
}

async function translate<Value>(reading: Promise<Value>): Promise<Value> {
  try {
    return await reading
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause
    // pdf.js wraps errors thrown by its decoders.
    if (String(cause).includes(arrayLimitMessage)) throw tooComplexToRead('one of its streams decodes to too much data')
    const isLocked = cause instanceof Error && cause.name === 'PasswordException'
    throw isLocked ? lockedDocument() : brokenDocument("its objects can't be read", cause)
  }
}
