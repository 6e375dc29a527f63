/** Hashes whole contents, so that a caller can tell whether a page has changed (docs/quotes.md, Read only what changed). */

import { createHash } from 'node:crypto'
import { endOfFrontMatter } from './front-matter.ts'
import { isText, textBytes, type WrittenContent } from './written.ts'

/** The line of Gleaner's front matter that differs with each request. */
const fetchedAt = /^fetched_at: .*\n/m

/** Returns `sha256:` and 64 hex digits: of text as UTF-8, or of the compact JSON of a list or an object. */
export function hashOfContent({ json }: WrittenContent, hasFrontMatter: boolean): string {
  let bytes = isText(json) ? textBytes(json) : json
  if (hasFrontMatter) {
    const text = Buffer.from(bytes).toString()
    const end = endOfFrontMatter(text)
    bytes = Buffer.from(text.slice(0, end).replace(fetchedAt, '') + text.slice(end))
  }
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}

/** Returns the content of a result that has not changed: empty, and of the same type. */
export function emptyContent({ json }: WrittenContent): '' | [] | Record<string, never> {
  if (isText(json)) return ''
  return json[0] === '['.charCodeAt(0) ? [] : {}
}
