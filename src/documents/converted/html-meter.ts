/** Bounds the HTML that a document becomes: parts that are used again and again would make a small file a long text. */

import { tooLargeToRead } from './refusals.ts'

/** More takes longer to read than a request may, and more memory than a thread for small documents has. */
const maxHtmlChars = 16_000_000

/** Counts characters of HTML as they are made. Throws invalid_response beyond the limit. */
export type HtmlMeter = (html: string) => void

export function createHtmlMeter(): HtmlMeter {
  let left = maxHtmlChars
  return ({ length }) => {
    left -= length
    if (left < 0) throw tooLargeToRead(`it becomes more than ${maxHtmlChars} characters of HTML`)
  }
}
