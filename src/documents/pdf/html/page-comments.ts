/** Writes the comments of a PDF as notes, numbered after the document's own notes. */

import type { Comments } from '../../converted/comments.ts'
import type { DocumentMeter } from '../../converted/document-meter.ts'
import { Notes } from '../../converted/flow/notes.ts'
import { textHtml } from '../../converted/text-html.ts'
import { commentsAmong } from '../page/attach-comments.ts'
import type { Annotation } from '../page/form-text.ts'
import type { PdfComment } from '../page/run.ts'
import type { NoteName } from '../text/notes.ts'

interface CommentedPage {
  annotations: readonly Annotation[]
  notes: ReadonlyMap<string, NoteName>
}

export class PageComments {
  readonly #comments: Comments
  readonly #meter: DocumentMeter
  readonly #notes: Notes
  readonly #written = new Set<PdfComment>()

  constructor(pages: readonly CommentedPage[], comments: Comments, meter: DocumentMeter) {
    this.#comments = comments
    this.#meter = meter
    const labels = pages.flatMap(({ notes }) => [...notes.values()].map(({ label }) => Number(label) || 0))
    this.#notes = new Notes(labels.reduce((most, label) => Math.max(most, label), 0) + 1)
    for (const { annotations } of pages) comments.found(commentsAmong(annotations).length)
  }

  /** Returns the HTML of the reference to a comment; empty if it already has one. */
  mark(comment: PdfComment): string {
    if (this.#written.has(comment)) return ''
    this.#written.add(comment)
    const { titleObj, contentsObj } = comment
    const text = (contentsObj?.str ?? '').replace(/\r\n?/g, '\n').trim()
    const html = `<p>${textHtml(text, this.#meter)}</p>`
    // LibreOffice adds the date.
    const author = (titleObj?.str ?? '').replace(/, [\d./-]{6,10},?\s*$/, '')
    return this.#comments.mark({ author, html }, this.#notes)
  }

  /** Returns references to the comments of a page that aren't at any text. */
  rest({ annotations }: CommentedPage): string {
    const marks = commentsAmong(annotations).map((comment) => this.mark(comment))
    return marks.some(Boolean) ? `<p>${marks.join('')}</p>` : ''
  }

  end(): string {
    return this.#notes.end()
  }
}
