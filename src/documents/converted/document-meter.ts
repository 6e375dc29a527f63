/** Limits the size of a converted document, because escaping, repetition and compression can turn a small file into gigabytes. */

import { ServiceError } from '../../base/errors.ts'
import type { Warning } from '../../contract/warning.ts'

const maxChars = 16_000_000
/** Writing more cells would exceed a request's time limit. */
const maxCells = 500_000

/** Maximum number of positions that merged cells may cover: this many, plus some for each filled cell. */
const freeCovered = 20_000
const coveredByFilledCell = 4

/** Maximum number of entries to read in archives and messages, including nested ones, and their total size when unpacked. */
const maxEntries = 50
const maxUnpackedBytes = 192 * 1024 * 1024

/** Counts the output of one document. Writers call it before they escape, join or repeat text. */
export class DocumentMeter {
  #chars = maxChars
  #cells = maxCells
  #covered = freeCovered
  readonly #readUntil: number
  readonly #halfUntil: number
  #stoppedAfter: string | null = null
  readonly #broken = new Set<string>()
  readonly #unread: string[] = []
  #entries = 0
  /** The bytes that archives may still unpack to. */
  readonly unpacking = { bytes: maxUnpackedBytes }
  #failure: ServiceError | null = null

  /** `readUntil`: when to stop reading, as a `performance.now()` time. */
  constructor(readUntil = Number.POSITIVE_INFINITY) {
    this.#readUntil = readUntil
    this.#halfUntil = (performance.now() + readUntil) / 2
  }

  /** True once half of the time has passed. Optional parts of a document must not take more than that. */
  get isHalfOver(): boolean {
    return performance.now() >= this.#halfUntil
  }

  /** Returns true, and adds a warning, once the time limit has passed. `read`: what has been read so far, such as `page 3 of 10`. */
  stops(read: string): boolean {
    if (performance.now() < this.#readUntil) return false
    this.#stoppedAfter = read
    return true
  }

  /** Reports an entry of the document that isn't read, with the reason. */
  unread(entry: string, reason: string): void {
    this.#unread.push(`${entry.slice(0, maxNameChars)} (${reason})`.toWellFormed())
  }

  /** Counts an entry that is read, and returns its number; null if no more may be read. */
  takeEntry(): number | null {
    return this.#entries < maxEntries ? ++this.#entries : null
  }

  /** Reports a part of the document that can't be read, or not completely. */
  broken(part: string): void {
    this.#broken.add(part.slice(0, maxNameChars).toWellFormed())
  }

  /**
   * Returns the result of `read`. If the result is null, or `read` throws an error that concerns only this part, reports the part as broken
   * and returns null. One broken part therefore doesn't make the whole document fail.
   */
  part<Value>(name: string, read: () => Value | null): Value | null {
    let value: Value | null = null
    try {
      value = read()
    } catch (error) {
      if (!(error instanceof ServiceError) || error instanceof WholeDocumentError) throw error
      this.#failure ??= error
    }
    if (value === null) this.broken(name)
    return value
  }

  /** Returns the error for a document without any readable part; null if no part is broken. */
  get failure(): ServiceError | null {
    const [first] = this.#broken
    return (
      this.#failure ??
      (first === undefined ? null : brokenDocument(`${first} can't be read, and nothing else in it has text`))
    )
  }

  /** Warnings that reading stopped at the time limit, and that parts are broken. */
  get cut(): Warning[] {
    const messages = [
      this.#stoppedAfter !== null && `Reading stopped at the time limit, after ${this.#stoppedAfter}`,
      this.#broken.size > 0 && `The document is damaged. Missing or incomplete: ${listed([...this.#broken])}`,
      this.#unread.length > 0 && `Not read: ${listed(this.#unread)}`,
    ]
    return messages.flatMap((message) => (message ? { code: 'document_cut', message } : []))
  }

  /** Counts the escaped length of a string. Throws invalid_response if the limit is exceeded. */
  text(text: string): void {
    this.#take(text.length)
    let added = 0
    for (escaped.lastIndex = 0; escaped.test(text); ) added += addedByEscape
    this.#take(added)
  }

  /** Adds the length of HTML to the total. Called each time the HTML is used. Throws invalid_response if the limit is exceeded. */
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
    // Text that doesn't fit isn't counted, because the rest of the document may fit.
    if (chars <= this.#chars) this.#chars -= chars
    else throw tooLargeToRead(`it expands to more than ${maxChars} characters of HTML`)
  }
}

/** Maximum number of broken parts to name, and of characters per name. */
const maxNames = 20
const maxNameChars = 100

function listed(names: readonly string[]): string {
  const more = names.length - maxNames
  return `${names.slice(0, maxNames).join(', ')}${more > 0 ? `, and ${more} more` : ''}`
}

const tooManyCells = () => tooLargeToRead(`it has more than ${maxCells} filled cells`)

/** Characters that `escapeHtml` replaces with references such as `&#38;`. */
const escaped = /[&<>"\r]/g
const addedByEscape = '&#38;'.length - 1

/** The errors for documents that can't be read are worded the same for every format. `reason` completes the sentence. */
export function brokenDocument(reason: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_response', `The document is broken: ${reason}`, { cause })
}

/** An error that concerns the whole document, even if it occurs in one of its parts. */
export class WholeDocumentError extends ServiceError {}

export function lockedDocument(reason = 'it needs a password', lock = 'a password'): ServiceError {
  const next = `Gleaner can't unlock documents. Use a copy without ${lock}.`
  return new WholeDocumentError('invalid_response', `The document is locked: ${reason}`, { next, isFinal: true })
}

/** The error for a document with too many bytes, characters or cells. */
export function tooLargeToRead(reason: string): ServiceError {
  return new WholeDocumentError('invalid_response', `The document is too large to read: ${reason}`)
}

export function tooComplexToRead(reason: string): ServiceError {
  return new ServiceError('invalid_response', `The document is too complex to read: ${reason}`)
}

/** `html`: the body of the document. Returns no warnings if it has text. */
export function noText(html: string): Warning[] {
  if (/[^\s<>]/.test(html.replace(/<[^>]*>/g, ''))) return []
  return [{ code: 'no_text', message: 'The document contains no text: it is empty, or its pages are images' }]
}
