/** Text of a PDF, page by page, by pdf.js; nothing is fetched, executed or printed. */

import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import type { Warning } from '../../../contract/warning.ts'
import { ServiceError } from '../../../errors.ts'
import { arrayLimitMessage, withArrayLimit } from './array-limit.ts'
import { withFontFailures } from './font-failures.ts'
import { formText } from './form-text.ts'
import { PageReader } from './page-text.ts'
import { CMapReader } from './predefined-cmaps.ts'
import { warningsOf } from './unread-text.ts'

const maxPages = 5000
const maxChars = 20_000_000
const maxStreamBytes = 64 * 1024 * 1024

export interface PdfText {
  /** Pages in order, with a blank line between them; each with what is filled into its form behind its text. */
  text: string
  /** `no_text` where there is none, and where some of it could not be read. */
  warnings: Warning[]
}

/**
 * Text of the pages and of the forms on them; empty for scanned pages, which hold images only.
 * Throws invalid_response when the document is encrypted, broken, or beyond 5,000 pages,
 * 20 million characters or 64 MiB in one stream.
 */
export async function pdfText(body: Uint8Array): Promise<PdfText> {
  const { value, failedFonts } = await withFontFailures(() => withArrayLimit(maxStreamBytes, () => readPages(body)))
  const { text, unread } = value
  return { text, warnings: warningsOf({ hasText: text !== '', failedFonts, ...unread }) }
}

interface ReadPages {
  text: string
  unread: { unreadableChars: number; isOfXfa: boolean }
}

async function readPages(body: Uint8Array): Promise<ReadPages> {
  const { getDocumentProxy } = await import('unpdf')
  const options = {
    ...{ verbosity: 1, useSystemFonts: false, disableFontFace: true, useWasm: false, useWorkerFetch: false },
    BinaryDataFactory: CMapReader,
  }
  // pdf.js detaches the buffer that it is given.
  const document = await translate(getDocumentProxy(new Uint8Array(body), options))
  try {
    if (document.numPages > maxPages) throw tooComplex(`${document.numPages} pages`)
    const pages: string[] = []
    const reader = new PageReader()
    let length = 0
    for (let number = 1; number <= document.numPages; number++) {
      const page = await translate(document.getPage(number))
      const ofPage = reader.textOf(await translate(page.getTextContent()))
      const ofForm = reader.readable(formText(await translate(page.getAnnotations())))
      page.cleanup()
      const text = [ofPage, ofForm].filter((part) => part !== '').join('\n\n')
      length += text.length
      if (length > maxChars) throw tooComplex(`more than ${maxChars} characters`)
      if (text !== '') pages.push(text)
    }
    const isOfXfa = await holdsFormOfXfa(document)
    return { text: pages.join('\n\n'), unread: { unreadableChars: reader.unreadableChars, isOfXfa } }
  } finally {
    await document.loadingTask.destroy()
  }
}

/** Whether the content is a form that only some programs show: the page itself asks to wait for it, and is all that is read. */
async function holdsFormOfXfa(document: PDFDocumentProxy): Promise<boolean> {
  const { info } = await translate(document.getMetadata())
  const { IsXFAPresent, IsAcroFormPresent } = info as Record<string, unknown>
  return IsXFAPresent === true && IsAcroFormPresent !== true
}

async function translate<Value>(reading: Promise<Value>): Promise<Value> {
  try {
    return await reading
  } catch (cause) {
    // pdf.js wraps errors of its decoders.
    if (String(cause).includes(arrayLimitMessage)) throw tooComplex('a stream decodes to too much')
    const isLocked = cause instanceof Error && cause.name === 'PasswordException'
    throw new ServiceError(
      'invalid_response',
      isLocked ? 'The PDF is encrypted: it needs a password' : 'The PDF is broken and cannot be read',
      { cause },
    )
  }
}

function tooComplex(why: string): ServiceError {
  return new ServiceError('invalid_response', `The PDF is too complex to read: ${why}`)
}
