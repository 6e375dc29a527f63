/** Converts a PDF to HTML: its pages in reading order, as headings, paragraphs, lists, tables and code. */

import { runningTextRemoved } from '../../contract/warning.ts'
import type { Page } from '../../page/page.ts'
import { type Comment, Comments } from '../converted/comments.ts'
import { type ConvertedDocument, type ReadOptions, withPageStart } from '../converted/converted-document.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { Notes } from '../converted/flow/notes.ts'
import { textHtml } from '../converted/text-html.ts'
import { escapeHtml } from '../converted/write-html.ts'
import { type LaidOutDocument, layOut } from './lay-out.ts'
import { commentsAmong, isComment } from './page/attach-comments.ts'
import { type Annotation, formText } from './page/form-text.ts'
import type { PdfComment } from './page/run.ts'
import { readPdf } from './pdf-document.ts'
import { withPdfjsGlobals } from './pdfjs-globals.ts'
import { pdfProperties } from './properties.ts'
import { garbledText, warningsOf } from './unread-text.ts'
import { writeBlocks } from './write-blocks.ts'

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
  const { value, failedFonts } = await withPdfjsGlobals(() => readPdf(body, meter, options))
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

/** Returns the body; empty if none of the pages has text. Comments become notes, numbered after the document's own notes. */
function htmlOf({ pages, words }: LaidOutDocument, comments: Comments, meter: DocumentMeter): string {
  const labels = pages.flatMap(({ notes }) => [...notes.values()].map(({ label }) => Number(label) || 0))
  const commentNotes = new Notes(labels.reduce((most, label) => Math.max(most, label), 0) + 1)
  const written = new Set<PdfComment>()
  for (const { annotations } of pages) comments.found(commentsAmong(annotations).length)
  /** Returns the HTML of the reference to a comment; empty if it already has one. */
  const commentMark = (comment: PdfComment) => {
    if (written.has(comment)) return ''
    written.add(comment)
    return comments.mark(commentOf(comment, meter), commentNotes)
  }
  const parts = pages.map(({ number, blocks, notes, annotations }) => {
    const text = writeBlocks(blocks, { words, notes, commentMark })
    const fields = formHtml(annotations, meter)
    // References to comments that aren't at any text.
    const marks = commentsAmong(annotations).map(commentMark).join('')
    return { number, html: [text, fields, marks && `<p>${marks}</p>`].filter((part) => part !== '').join('\n') }
  })
  if (parts.every(({ html }) => html === '')) return ''
  const marked = parts.map(({ number, html }) =>
    number === 1 ? withPageStart(1, html) : `<page-mark value="${number}"></page-mark>\n${html}`,
  )
  return [...marked, commentNotes.end()].join('\n')
}

function commentOf({ titleObj, contentsObj }: PdfComment, meter: DocumentMeter): Comment {
  const text = (contentsObj?.str ?? '').replace(/\r\n?/g, '\n').trim()
  // LibreOffice adds the date.
  const author = (titleObj?.str ?? '').replace(/, [\d./-]{6,10},?\s*$/, '')
  return { author, html: `<p>${textHtml(text, meter)}</p>` }
}

/** Counts every line, because many fields can share one value. */
function formHtml(annotations: readonly Annotation[], meter: DocumentMeter): string {
  const lines = annotations.flatMap((one) => (isComment(one) ? [] : formText(one)))
  for (const line of lines) meter.text(line)
  const shown = lines.filter(Boolean).map(escapeHtml).join('<br>')
  return shown && `<p>${shown}</p>`
}
