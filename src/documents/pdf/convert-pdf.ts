/** Converts a PDF to HTML: its pages in reading order, as headings, paragraphs, lists, tables and code. */

import { runningTextRemoved } from '../../contract/warning.ts'
import type { Page } from '../../page/page.ts'
import { Comments } from '../converted/comments.ts'
import { type ConvertedDocument, type ReadOptions, withPageStart } from '../converted/converted-document.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { escapeHtml } from '../converted/write-html.ts'
import { withArrayLimit } from './array-limit.ts'
import { withFontFailures } from './font-failures.ts'
import { PageComments } from './html/page-comments.ts'
import { writeBlocks } from './html/write-blocks.ts'
import { type LaidOutDocument, layOut } from './lay-out.ts'
import { isComment } from './page/attach-comments.ts'
import { type Annotation, formText } from './page/form-text.ts'
import { readPdf } from './pdf-document.ts'
import { pdfProperties } from './properties.ts'
import { garbledText, warningsOf } from './unread-text.ts'

const maxStreamBytes = 64 * 1024 * 1024

/**
 * Returns the text of the pages, each followed by the text of its forms. Empty for scanned pages, which contain only images. Throws
 * invalid_response if the document is encrypted or broken, or exceeds a limit. The limits are 5,000 pages, 64 MiB in one stream, 5 s of
 * processor time for one page, and the limits of `DocumentMeter`.
 */
export async function convertPdf(
  { body }: Pick<Page, 'body'>,
  meter: DocumentMeter,
  options: ReadOptions,
): Promise<ConvertedDocument> {
  const { value, failedFonts } = await withFontFailures(() =>
    withArrayLimit(maxStreamBytes, () =>
      withSharedMessages(() => withLostRejections(() => readPdf(body, meter, options))),
    ),
  )
  const { comments = new Comments(meter) } = options
  const laidOut = layOut(value)
  const html = htmlOf(laidOut, comments, meter)
  const { pages, pageCount, unreadableChars, isOfXfa, hidden } = value
  const images = pages.flatMap(({ number, isImage }) => (isImage ? number : []))
  if (html === '' && images.length === 0 && meter.failure) throw meter.failure
  return {
    properties: pdfProperties(value.metadata),
    html,
    pageCount,
    warnings: [
      ...warningsOf({ hasText: html !== '', images, failedFonts, unreadableChars, isOfXfa }),
      ...garbledText(pages.flatMap(({ runs }) => runs)),
      ...hidden.warnings,
      ...runningTextRemoved(laidOut.runningText),
    ],
  }
}

/** Returns the body; empty if none of the pages has text. */
function htmlOf({ pages, words }: LaidOutDocument, comments: Comments, meter: DocumentMeter): string {
  const remarks = new PageComments(pages, comments, meter)
  const commentMark = remarks.mark.bind(remarks)
  const parts = pages.map((page) => {
    const { blocks, notes, annotations } = page
    const text = writeBlocks(blocks, { words, notes, commentMark })
    return [text, formHtml(annotations, meter), remarks.rest(page)].filter((part) => part !== '').join('\n')
  })
  if (parts.every((part) => part === '')) return ''
  return parts
    .map((part, at) => {
      const { number = 1 } = pages[at] ?? {}
      return number === 1 ? withPageStart(1, part) : `<page-mark value="${number}"></page-mark>\n${part}`
    })
    .concat(remarks.end())
    .join('\n')
}

/** Counts every line, because many fields can share one value. */
function formHtml(annotations: readonly Annotation[], meter: DocumentMeter): string {
  const lines = annotations.map((one) => {
    if (isComment(one)) return ''
    const line = formText(one)
    meter.text(line)
    return escapeHtml(line)
  })
  const shown = lines.filter(Boolean).join('<br>')
  return shown && `<p>${shown}</p>`
}

let open = 0
const { structuredClone: whole } = globalThis

/**
 * Runs `read`. Meanwhile, `structuredClone` copies only arrays and plain objects, and shares everything else. Copies of more than a million
 * glyphs took 9 % of the time for a document of 675 pages. pdf.js reuses the arrays that it has sent, but never changes glyphs.
 */
async function withSharedMessages<Value>(read: () => Promise<Value>): Promise<Value> {
  if (open++ === 0) globalThis.structuredClone = copyOf
  try {
    return await read()
  } finally {
    if (--open === 0) globalThis.structuredClone = whole
  }
}

function copyOf<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(copyOf) as Value
  if (typeof value !== 'object' || value === null) return value
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return value
  const copy: Record<string, unknown> = {}
  for (const name in value) copy[name] = copyOf(value[name])
  return copy as Value
}

let readsInProgress = 0
const passOver = () => {}

/** Runs `read`. All unhandled rejections during this time come from pdf.js, because a thread reads only one document at a time. */
export async function withLostRejections<Value>(read: () => Promise<Value>): Promise<Value> {
  if (readsInProgress++ === 0) process.on('unhandledRejection', passOver)
  try {
    return await read()
  } finally {
    // Rejections are reported only after all pending work has run.
    setImmediate(() => {
      if (--readsInProgress === 0) process.off('unhandledRejection', passOver)
    })
  }
}
