/** Limits the size of a converted document: escaping, repetition and compression can turn a small file into gigabytes. */

import { tooLargeToRead } from './refusals.ts'

/** Reading more would take longer than a request may, and more memory than a reader has. */
const maxChars = 16_000_000
/** Writing more would take longer than a request may. */
const maxCells = 500_000

/** Merged cells are copied into the cells they cover, within these limits plus four cells for each filled one. */
const freeCopies = { cells: 20_000, chars: 4_000_000 }
const copiesByFilledCell = 4

/** Counts the output of one document. Writers call it before they escape, join or repeat text. */
export class DocumentMeter {
  #chars = maxChars
  #cells = maxCells
  readonly #copies = { ...freeCopies }

  /** Counts a text by its escaped length. Throws invalid_response over the limit. */
  text(text: string): void {
    this.#take(text.length)
    let added = 0
    for (escaped.lastIndex = 0; escaped.test(text); ) added += addedByEscape
    this.#take(added)
  }

  /** Counts HTML that is already written, each time it is used. Throws invalid_response over the limit. */
  html({ length }: string): void {
    this.#take(length)
  }

  /** Counts the HTML of further copies of a cell, before they are made. Throws invalid_response over a limit. */
  copies({ length }: string, count: number): void {
    if (count > this.#cells) throw tooManyCells()
    this.#take(length * count)
  }

  /** Counts filled and repeated cells. Throws invalid_response over the limit. */
  cells(count = 1): void {
    this.#cells -= count
    this.#copies.cells += copiesByFilledCell * count
    if (this.#cells < 0) throw tooManyCells()
  }

  /** Returns true, and counts the copies, if this many copies of a merged cell are within their limit. */
  takeCopies(copies: number, { length }: string): boolean {
    if (copies > this.#copies.cells || copies * length > this.#copies.chars) return false
    this.#copies.cells -= copies
    this.#copies.chars -= copies * length
    return true
  }

  #take(chars: number): void {
    this.#chars -= chars
    if (this.#chars < 0) throw tooLargeToRead(`it expands to more than ${maxChars} characters of HTML`)
  }
}

const tooManyCells = () => tooLargeToRead(`it has more than ${maxCells} filled cells`)

/** Characters that `escapeHtml` replaces with references such as `&#38;`. */
const escaped = /[&<>"\r]/g
const addedByEscape = '&#38;'.length - 1
