/** Opens a PDF with pdf.js, and repairs its page tree if a page can't be opened. */

import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs'
import { ServiceError } from '../../base/errors.ts'
import { lazy } from '../../base/once.ts'
import { brokenDocument, lockedDocument, tooComplexToRead } from '../converted/refusals.ts'
import type { ObjectFile } from './objects/object-file.ts'
import { type RepairedFile, repairPages, statedPages } from './objects/repair-pages.ts'
import { arrayLimitMessage } from './pdfjs-globals.ts'
import { CMapReader } from './predefined-cmaps.ts'

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

export type OpenedPdf = Awaited<ReturnType<typeof openPdf>>

/** Opens a PDF. Throws invalid_response if the document is locked, or none of its pages can be found. */
export async function openPdf(file: ObjectFile, body: Uint8Array) {
  const { getDocumentProxy } = await import('unpdf')
  // pdf.js detaches the buffer passed to it.
  const open = (bytes: Uint8Array) => translate(getDocumentProxy(new Uint8Array(bytes), options))
  let document: PDFDocumentProxy | null = null
  let repaired: RepairedFile | null = null

  /** Tries it once. Resolves with false if nothing can be repaired. */
  const repair = lazy(async (): Promise<boolean> => {
    const found = repairPages(file, body)
    const second = found && (await open(found.body).catch(() => null))
    if (!second) return false
    await document?.loadingTask.destroy()
    ;[document, repaired] = [second, found]
    return true
  })

  try {
    document = await open(body)
    // pdf.js finds fewer pages than stated if one of them is broken.
    if (document.numPages < statedPages(file)) await repair()
  } catch (error) {
    if (!(await repair())) throw error
  }
  return {
    file,
    /** Another one after a repair. */
    get document() {
      return document as PDFDocumentProxy
    },
    /** True if the page tree is lost. Pages may then be missing. */
    get isCut() {
      return repaired?.isCut === true
    },
    /** Opens a page, numbered from 1. Throws invalid_response for a broken page. */
    async page(number: number): Promise<PDFPageProxy> {
      const find = () => translate((document as PDFDocumentProxy).getPage(number))
      const page = await find().catch(async (error) => {
        if (await repair()) return find()
        throw error
      })
      if (repaired?.broken.has(page.ref?.num ?? 0)) throw brokenDocument("its objects can't be read")
      return page
    },
  }
}

/** Resolves with what pdf.js reads. Throws invalid_response instead of its errors. */
export async function translate<Value>(reading: Promise<Value>): Promise<Value> {
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
