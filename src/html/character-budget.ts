/** Limits the characters written for one page, because nested lists, spanning cells and a long `<base>` can multiply its content. */

import { ServiceError } from '../base/errors.ts'
import type { Document } from './document.ts'

/** A page's output is usually about as long as its source. In clean HTML, a page consisting only of entities becomes six times as long. */
const timesSource = 8
const minChars = 2 * 1024 * 1024
const maxChars = 32 * 1024 * 1024

/** The limit for one output: 8 times the characters of the page and its frames, at least 2 Mi, at most 32 Mi. */
export class CharacterBudget {
  readonly limit: number
  #taken = 0

  constructor({ source, framedChars = 0 }: Pick<Document, 'source'> & Partial<Pick<Document, 'framedChars'>>) {
    this.limit = Math.min(maxChars, Math.max(minChars, timesSource * (source.length + framedChars)))
  }

  /** Counts characters written. Throws response_too_large when the total exceeds the limit. */
  take(characters: number): void {
    this.#taken += characters
    if (this.#taken <= this.limit) return
    const message =
      `This output of the page exceeds ${this.limit} characters, the limit for a page this long. Request ` +
      'raw_html, or select part of the page with css_selector'
    throw new ServiceError('response_too_large', message)
  }

  /** Subtracts the characters of text that another version has replaced. */
  giveBack(characters: number): void {
    this.#taken -= characters
  }
}
