/** Limits the size of a converted document, because escaping, repetition and compression can turn a small file into gigabytes. */

import type { Warning } from '../../contract/warning.ts'
import { tooLargeToRead } from './refusals.ts'

/** Reading more characters would exceed a request's time limit and a reader's memory. */
const maxChars = 16_000_000
/** Writing more cells would exceed a request's time limit. */
const maxCells = 500_000

/** Number of positions that merged cells may always cover, and the number that each filled cell adds. */
const freeCovered = 20_000
const coveredByFilledCell = 4

/** Counts the output of one document. Writers call it before they escape, join or repeat text. */
export class DocumentMeter {
  #chars = maxChars
  #cells = maxCells
  #covered = freeCovered
  readonly #readUntil: number
  readonly #halfUntil: number
  /** The warning that reading stopped at the time limit, if it did. */
  readonly cut: Warning[] = []

  /** `readUntil`: when to stop reading, as a `performance.now()` time. */
  constructor(readUntil = Number.POSITIVE_INFINITY) {
    this.#readUntil = readUntil
    this.#halfUntil = (performance.now() + readUntil) / 2
  }

  /** True once half of the time has passed. What the document can be read without isn't worth more. */
  get isHalfOver(): boolean {
    return performance.now() >= this.#halfUntil
  }

  /** Returns true, and adds a warning, once the time limit has passed. `read`: what has been read so far, such as `page 3 of 10`. */
  stops(read: string): boolean {
    if (performance.now() < this.#readUntil) return false
    this.cut.push({ code: 'document_cut', message: `Reading stopped at the time limit, after ${read}` })
    return true
  }

  /** Counts the escaped length of a string. Throws invalid_response if the limit is exceeded. */
  text(text: string): void {
    this.#take(text.length)
    let added = 0
    for (escaped.lastIndex = 0; escaped.test(text); ) added += addedByEscape
    this.#take(added)
  }

  /** Counts existing HTML each time it is used. Throws invalid_response if the limit is exceeded. */
  html({ length }: string): void {
    this.#take(length)
  }

  /** Counts the HTML of a cell's additional copies before they are made. Throws invalid_response if a limit is exceeded. */
  copies({ length }: string, count: number): void {
    if (count > this.#cells) throw tooManyCells()
    this.#take(length * count)
  }

  /** Counts filled and repeated cells. Throws invalid_response if the limit is exceeded. */
  cells(count = 1): void {
    this.#cells -= count
    this.#covered += coveredByFilledCell * count
    if (this.#cells < 0) throw tooManyCells()
  }

  /** Counts the places that merged cells cover and returns true; returns false if they would exceed the limit. */
  takeCovered(places: number): boolean {
    if (places > this.#covered) return false
    this.#covered -= places
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
