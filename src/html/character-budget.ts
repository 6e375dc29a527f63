/** How many characters may be written of one page: nested lists, spanning cells and a long `<base>` multiply what a page holds. */

import { ServiceError } from '../base/errors.ts'
import type { Document } from './document.ts'

/** A page's output is about as long as its source; one with entities alone is six times as long in clean HTML. */
const timesSource = 8
const minChars = 2 * 1024 * 1024
const maxChars = 32 * 1024 * 1024

/** For one output of a page: 8 times the characters of the page and its frames, at least 2 Mi, at most 32 Mi. */
export class CharacterBudget {
  readonly limit: number
  #taken = 0

  constructor({ source, framedChars = 0 }: Pick<Document, 'source'> & Partial<Pick<Document, 'framedChars'>>) {
    this.limit = Math.min(maxChars, Math.max(minChars, timesSource * (source.length + framedChars)))
  }

  /** Counts characters that are written. Throws response_too_large where they are too many. */
  take(characters: number): void {
    this.#taken += characters
    if (this.#taken > this.limit) throw tooLarge(this.limit)
  }

  /** Counts characters no longer that were written in another form. */
  giveBack(characters: number): void {
    this.#taken -= characters
  }
}

function tooLarge(limit: number): ServiceError {
  return new ServiceError(
    'response_too_large',
    `The page makes more than ${limit} characters of this output, the most that is written of a page of its length: ask for ` +
      'raw_html, or for a part of the page with css_selector',
  )
}
