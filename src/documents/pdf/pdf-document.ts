/** Reads the properties of a PDF and, one by one, its pages. Fetches, executes and prints nothing. */

import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import type { ReadOptions } from '../converted/converted-document.ts'
import { type DocumentMeter, tooComplexToRead, WholeDocumentError } from '../converted/document-meter.ts'
import { DroppedText } from '../converted/hidden-text.ts'
import { ObjectFile } from './objects/object-file.ts'
import { PageChecks } from './objects/page-checks.ts'
import { PdfReference } from './objects/pdf-syntax.ts'
import { readStructure } from './objects/read-structure.ts'
import { type OpenedPdf, openPdf, translate } from './open-pdf.ts'
import type { Annotation } from './page/form-text.ts'
import type { PageContent } from './page/page-content.ts'
import { type PageReading, readPage } from './page/read-page.ts'
import type { FontStyle } from './page/run.ts'
import { countCutTexts } from './pdfjs-globals.ts'
import type { OutlineNode } from './text/outline.ts'
import { TextCleaner } from './text-cleaner.ts'
import { pagesText } from './unread-text.ts'

const maxPages = 5000
/** Maximum number of drawing operators to read. Rules on any further pages are ignored. */
const maxOperators = 4_000_000

/** As represented in pdf.js. */
export interface PdfMetadata {
  info: Record<string, unknown>
  metadata: { get(name: string): unknown } | null
  hasStructTree?: boolean
}

export type PdfContents = Awaited<ReturnType<typeof readPdf>>

/**
 * Reads a PDF's pages. Leaves out pages that can't be read, and reports them to `meter`. Throws invalid_response if the document is
 * encrypted, or none of its pages can be read. Also throws invalid_response above 5,000 pages or the limits of `meter`.
 */
export async function readPdf(body: Uint8Array, meter: DocumentMeter, chosen: ReadOptions) {
  const file = new ObjectFile(body)
  const opened = await openPdf(file, body)
  try {
    const { document } = opened
    if (document.numPages > maxPages) throw tooComplexToRead(`it has more than ${maxPages} pages`)
    const { getResolvedPDFJS } = await import('unpdf')
    const { OPS } = await getResolvedPDFJS()
    const cleaner = new TextCleaner()
    const hidden = new DroppedText()
    const layers = await document.getOptionalContentConfig().catch(() => null)
    const metadata = ((await document.getMetadata().catch(() => null)) ?? { info: {}, metadata: null }) as PdfMetadata
    const reading: PageReading = {
      ops: OPS,
      fonts: new Map<string, FontStyle>(),
      widths: new Map(),
      readable: (text, font) => cleaner.readable(text, font),
      isLayerVisible: (layer) => layers?.isVisible(layer) !== false,
      hidden,
      readsDrawing: true,
      trees: new Map(),
    }
    if (metadata.hasStructTree === true) {
      reading.trees = readStructure(file, meter, await chosenPages(opened, chosen)) ?? reading.trees
    }
    const pages = await readPages(opened, reading, meter, chosen)
    if (opened.isCut) meter.broken('the end of the file')
    const { IsXFAPresent, IsAcroFormPresent } = metadata.info
    return {
      pages,
      pageCount: opened.document.numPages,
      metadata,
      hidden,
      /** Page numbers as the document states them; empty if it states none. */
      labels: (await opened.document.getPageLabels().catch(() => null)) ?? [],
      outline: ((await opened.document.getOutline().catch(() => null)) ?? []) as readonly OutlineNode[],
      unreadableChars: cleaner.unreadableChars,
      /** True if the content is an XFA form, which only some programs can display. The only readable text is a "Please wait" notice. */
      isOfXfa: IsXFAPresent === true && IsAcroFormPresent !== true,
    }
  } finally {
    await opened.document.loadingTask.destroy()
  }
}

async function chosenPages(opened: OpenedPdf, { includesPage }: ReadOptions): Promise<PdfReference[] | null> {
  const all = Array.from({ length: opened.document.numPages }, (_, at) => at + 1)
  if (all.every(includesPage)) return null
  const pages = all.filter(includesPage).map((number) => opened.page(number).catch(() => null))
  return (await Promise.all(pages)).flatMap((page) => (page?.ref ? new PdfReference(page.ref.num, page.ref.gen) : []))
}

async function readPages(
  opened: OpenedPdf,
  reading: PageReading,
  meter: DocumentMeter,
  { includesPage }: ReadOptions,
): Promise<PageContent[]> {
  const checks = new PageChecks(opened.file)
  const pages: PageContent[] = []
  const broken: number[] = []
  let failure: unknown = null
  let operators = 0
  for (let number = 1; number <= opened.document.numPages; number++) {
    if (!includesPage(number)) continue
    try {
      const page = await opened.page(number)
      const isCorrupt = checks.check(page)
      const cutBefore = countCutTexts()
      const content = await translate(readPage(page, reading))
      page.cleanup()
      if (!content) throw tooComplexToRead(`page ${number} takes too long`)
      // The rest of the page can be read.
      if (isCorrupt || countCutTexts() > cutBefore) broken.push(number)
      operators += content.operators
      reading.readsDrawing = operators < maxOperators
      for (const { text } of [content.runs, ...content.turned].flat()) meter.text(text)
      pages.push(content)
    } catch (error) {
      if (error instanceof WholeDocumentError) throw error
      failure ??= error
      broken.push(number)
    }
    const { numPages } = opened.document
    if (number < numPages && meter.stops(`page ${number} of ${numPages}`)) break
  }
  if (pages.length === 0 && failure !== null) throw failure
  if (broken.length > 0) meter.broken(pagesText(broken))
  else if (checks.corrupt.size > 0) meter.broken('some of its fonts or forms')
  await annotate(opened.document, pages, meter)
  return pages
}

/** Links, form fields, typed text and comments, but not pop-ups. @see AnnotationType in pdf.js */
const annotationTypes = new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 20])
/** Flags: invisible, hidden, or not for viewing. Form fields have other properties for these. @see PDF 1.7, table 165 */
const notShown = 1 | 2 | 32

/** Maximum number of links and form fields. Those on any further pages aren't read. */
const maxAnnotations = 200_000
const pagesAtOnce = 100

/**
 * Reads the annotations of many pages together. For a single page, pdf.js adds the text under each annotation, which takes gigabytes for
 * page-sized links.
 */
async function annotate(
  document: PDFDocumentProxy,
  pages: readonly PageContent[],
  meter: DocumentMeter,
): Promise<void> {
  let count = 0
  for (let from = 0; from < pages.length && count < maxAnnotations; from += pagesAtOnce) {
    const byIndex = new Map(pages.slice(from, from + pagesAtOnce).map((page) => [page.number - 1, page]))
    const others = Array.from({ length: document.numPages }, (_, at) => at).filter((at) => !byIndex.has(at))
    try {
      const found = await translate(document.getAnnotationsByType(annotationTypes, new Set(others)))
      const annotations = (found ?? []) as (Annotation & { pageIndex: number })[]
      const byPage = Map.groupBy(annotations.filter(isShown), ({ pageIndex }) => pageIndex)
      for (const [at, own] of byPage) byIndex.get(at)?.annotate(own)
      count += annotations.length
    } catch (error) {
      if (error instanceof WholeDocumentError) throw error
      meter.broken(`the links and form fields of ${pagesText([...byIndex.keys()].map((at) => at + 1))}`)
    }
  }
}

function isShown({ subtype, annotationFlags = 0 }: Annotation): boolean {
  return subtype === 'Widget' || (annotationFlags & notShown) === 0
}
