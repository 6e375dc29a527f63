/** Collects the sheets of a workbook as HTML, with the comments on their cells as notes. */

import { type Comment, Comments, Notes } from '../converted/comments.ts'
import { type ConvertedDocument, type ReadOptions, withPageStart } from '../converted/converted-document.ts'
import { type DocumentMeter, noText } from '../converted/document-meter.ts'
import { DroppedText } from '../converted/hidden-text.ts'
import { type DocumentProperties, textHtml } from '../converted/write-html.ts'
import { type CellPlace, type Sheet, sheetHtml } from './sheet.ts'

/** A comment as plain text. */
export interface CellComment extends CellPlace {
  author: string
  text: string
}

export class Workbook {
  readonly meter: DocumentMeter
  readonly hidden = new DroppedText()
  /** Names of the sheets that aren't hidden. */
  readonly shown: ReadonlySet<string>
  readonly #options: ReadOptions
  readonly #comments: Comments
  readonly #notes = new Notes()
  readonly #pages: string[] = []
  #pageCount = 0

  constructor(meter: DocumentMeter, options: ReadOptions, shown: Iterable<string> = []) {
    this.meter = meter
    this.shown = new Set(shown)
    this.#options = options
    this.#comments = options.comments ?? new Comments(meter)
  }

  /** Counts the next sheet. Returns true if it must be read. */
  takes(isHidden: boolean): boolean {
    if (isHidden) this.hidden.addSheet()
    return !isHidden && this.#options.includesPage(++this.#pageCount)
  }

  /** Writes the sheet that was counted last. */
  add(sheet: Sheet): void {
    this.#pages.push(withPageStart(this.#pageCount, sheetHtml(sheet, this.hidden)))
  }

  comment(sheet: Sheet, { text, ...place }: CellComment): void {
    this.mark(sheet, { ...place, html: `<p>${textHtml(text.trim(), this.meter)}</p>` })
  }

  /** Writes the reference to a comment at the end of its cell. */
  mark(sheet: Sheet, { row, column, ...comment }: Comment & CellPlace): void {
    this.#comments.found()
    if (this.#comments.areIncluded) sheet.markCell(row, column, () => this.#comments.mark(comment, this.#notes))
  }

  end(properties: DocumentProperties): ConvertedDocument {
    const html = this.#pages.filter(Boolean).join('\n') + this.#notes.end()
    const warnings = [...noText(html), ...this.hidden.warnings]
    return { properties, html, pageCount: this.#pageCount, warnings }
  }
}
