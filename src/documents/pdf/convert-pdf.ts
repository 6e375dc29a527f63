/** Converts a PDF to HTML: its pages in reading order, as headings, paragraphs, lists, tables and code. */

import { runningTextRemoved } from '../../contract/warning.ts'
import type { Page } from '../../page/page.ts'
import { type Comment, Comments, Notes } from '../converted/comments.ts'
import { type ConvertedDocument, type ReadOptions, withPageStart } from '../converted/converted-document.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { type DocumentProperties, escapeHtml, languageTagOf, textHtml } from '../converted/write-html.ts'
import { type LaidOutDocument, layOut } from './lay-out.ts'
import { commentsAmong, isComment } from './page/attach-comments.ts'
import { type Annotation, formText } from './page/form-text.ts'
import type { PdfComment } from './page/run.ts'
import { type PdfMetadata, readPdf } from './pdf-document.ts'
import { withPdfjsGlobals } from './pdfjs-globals.ts'
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
  const lines: string[] = []
  for (const annotation of annotations) {
    const line = isComment(annotation) ? '' : formText(annotation)
    meter.text(line)
    lines.push(line)
  }
  const shown = lines.filter(Boolean).map(escapeHtml).join('<br>')
  return shown && `<p>${shown}</p>`
}

/** Reads the information dictionary and the XMP metadata. */
function pdfProperties({ info, metadata }: PdfMetadata): DocumentProperties {
  const stated = (name: string, ofXmp: string) => textOf(metadata?.get(ofXmp)) || textOf(info[name])
  return {
    title: titleOf(stated('Title', 'dc:title')),
    author: stated('Author', 'dc:creator'),
    description: stated('Subject', 'dc:description'),
    language: languageTagOf(info.Language) ?? languageTagOf(first(metadata?.get('dc:language'))),
    publishedAt: dateOf(info.CreationDate) ?? isoDate(metadata?.get('xmp:createdate')),
    modifiedAt: dateOf(info.ModDate) ?? isoDate(metadata?.get('xmp:modifydate')),
  }
}

const first = (value: unknown) => (Array.isArray(value) ? value[0] : value)

/** Returns the value on one line, with several values separated by commas; null if it is empty. */
function textOf(value: unknown): string | null {
  const text = Array.isArray(value) ? value.filter((one) => typeof one === 'string').join(', ') : value
  if (typeof text !== 'string') return null
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return line.slice(0, 1000) || null
}

const fileName =
  /^(?:untitled|document\d*|title|.{1,80}\.(?:docx?|odt|rtf|tex|dvi|indd|qxd|pptx?|xlsx?|pdf|ps|html?)|\S*\d\S*)$/i

/** Drops a title that a program derived from a file name. */
function titleOf(title: string | null): string | null {
  if (title === null || fileName.test(title)) return null
  return title.replace(/^Microsoft (?:Word|PowerPoint|Excel) - /, '').replace(/\.(?:docx?|pptx?|xlsx?)$/i, '')
}

/** Returns a date such as `D:20240131120000+01'00'` in ISO 8601 format; null if the text isn't a date. @see ISO 32000-2, 7.9.4 */
function dateOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const parts = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z)|([+-])(\d\d)'?(\d\d)?)?/.exec(value)
  if (!parts) return isoDate(value)
  const [, year, month = '01', day = '01', hour, minute = '00', second = '00', , sign, hours, minutes = '00'] = parts
  const date = `${year}-${month}-${day}`
  const zone = sign ? `${sign}${hours}:${minutes}` : 'Z'
  return isoDate(hour === undefined ? date : `${date}T${hour}:${minute}:${second}${zone}`)
}

function isoDate(value: unknown): string | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d/.test(value) || Number.isNaN(Date.parse(value))) return null
  return value
}
