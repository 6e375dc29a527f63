/** Pictures of documents, by what their authors say that they show: none is decoded. */

import { escapeHtml } from './write-html.ts'

/** Nothing for one that says nothing. */
export function pictureHtml(alt: string | null | undefined): string {
  const text = (alt ?? '').replace(writtenByMachine, '').replace(/\s+/g, ' ').trim()
  return text === '' || names.some((name) => name.test(text))
    ? ''
    : `<img data-embedded alt="${escapeHtml(text.slice(0, maxAltChars))}">`
}

const maxAltChars = 2000
// Word's own remark behind a description that it has guessed.
const writtenByMachine =
  /(?:Description automatically generated(?: with \w+ confidence)?|AI-generated content may be incorrect\.?)\s*$/i

/** What programs write there by themselves: the file, its path or URL, its number in a collection. */
const names: readonly RegExp[] = [
  /^.{1,300}\.(?:png|jpe?g|gif|svg|webp|tiff?|bmp|emf|wmf)$/i,
  /^(?:[a-z]:|\\)\\|^(?:file|https?|cid):\S+$/i,
  /^[a-z]{1,4}(?:\d{5,}|_\d{4,})(?:\[\d{1,3}\])?$/i,
]
