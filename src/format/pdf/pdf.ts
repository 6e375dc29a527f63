/** Text of a PDF, page by page, by pdf.js; nothing is fetched, executed or printed. */

import { ServiceError } from '../../errors.ts'
import { arrayLimitMessage, withArrayLimit } from './array-limit.ts'

const maxPages = 5000
const maxChars = 20_000_000
const maxStreamBytes = 64 * 1024 * 1024

/**
 * Text of the pages in order, with a blank line between them; empty for scanned pages, which hold images only.
 * Throws invalid_response when the document is encrypted, broken, or beyond 5,000 pages,
 * 20 million characters or 64 MiB in one stream.
 */
export async function pdfText(body: Uint8Array): Promise<string> {
  return await withArrayLimit(maxStreamBytes, () => readPages(body))
}

async function readPages(body: Uint8Array): Promise<string> {
  const { getDocumentProxy } = await import('unpdf')
  const options = { verbosity: 0, useSystemFonts: false, disableFontFace: true, useWasm: false, useWorkerFetch: false }
  // pdf.js detaches the buffer that it is given.
  const document = await translate(getDocumentProxy(new Uint8Array(body), options))
  try {
    if (document.numPages > maxPages) throw tooComplex(`${document.numPages} pages`)
    const pages: string[] = []
    let length = 0
    for (let number = 1; number <= document.numPages; number++) {
      const page = await translate(document.getPage(number))
      const text = textOfPage(await translate(page.getTextContent()))
      page.cleanup()
      length += text.length
      if (length > maxChars) throw tooComplex(`more than ${maxChars} characters`)
      if (text !== '') pages.push(text)
    }
    return pages.join('\n\n')
  } finally {
    await document.loadingTask.destroy()
  }
}

type TextContent = Awaited<
  ReturnType<Awaited<ReturnType<import('unpdf/pdfjs').PDFDocumentProxy['getPage']>>['getTextContent']>
>

function textOfPage({ items }: TextContent): string {
  const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
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
