/** Writes the YAML front matter that `front_matter` puts before markdown: the page's own metadata, its URL and the time it was fetched. */

import type { Metadata } from '../contract/metadata.ts'
import { withoutInvisible } from '../html/visibility/invisible-characters.ts'
import type { FrontMatterOrigin } from './format-request.ts'

type Stated = Partial<Pick<Metadata, 'title' | 'author' | 'published_at' | 'language' | 'site_name'>>

/** A longer value is truncated, so that front matter doesn't outweigh the content. */
const maxValueChars = 1000

/** Characters that YAML rejects or reads as a line break, in addition to those that JSON escapes. @see YAML 1.2.2, 5.1 and 5.4 */
const unprintable = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g

/** Returns the text preceded by its front matter and a blank line. Fields that the page doesn't state are left out. */
export function withFrontMatter(markdown: string, { url, fetchedAt }: FrontMatterOrigin, stated: Stated = {}): string {
  const { title, author, published_at, language, site_name } = stated
  const fields = {
    ...{ title: plain(title), url, author: plain(author), published_at: plain(published_at) },
    ...{ language: plain(language), site_name: plain(site_name), fetched_at: fetchedAt ?? '' },
  }
  const lines = Object.entries(fields).flatMap(([name, value]) => (value === '' ? [] : `${name}: ${quoted(value)}`))
  return ['---', ...lines, '---', '', markdown].join('\n')
}

function plain(value: string | null | undefined): string {
  return withoutInvisible(value ?? '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxValueChars)
    .toWellFormed()
}

/** JSON strings are valid YAML, except for a few characters. */
function quoted(value: string): string {
  return JSON.stringify(value).replace(unprintable, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
