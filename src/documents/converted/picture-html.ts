/** Replaces the images in documents with their authors' descriptions. Images are never decoded. */

import { escapeHtml } from './write-html.ts'

/** Returns an empty string for an image without a description. */
export function pictureHtml(alt: string | null | undefined): string {
  const text = (alt ?? '').replace(writtenByMachine, '').replace(/\s+/g, ' ').trim()
  return text === '' || names.some((name) => name.test(text))
    ? ''
    : `<img data-embedded alt="${escapeHtml(text.slice(0, maxAltChars))}">`
}

const maxAltChars = 2000
// The notice that Word appends to the descriptions that it generates.
const writtenByMachine =
  /(?:Description automatically generated(?: with \w+ confidence)?|AI-generated content may be incorrect\.?)\s*$/i

/** Descriptions that programs fill in automatically: the image's file name, its path or URL, or its number in a collection. */
const names: readonly RegExp[] = [
  /^.{1,300}\.(?:png|jpe?g|gif|svg|webp|tiff?|bmp|emf|wmf)$/i,
  /^(?:[a-z]:|\\)\\|^(?:file|https?|cid):\S+$/i,
  /^[a-z]{1,4}(?:\d{5,}|_\d{4,})(?:\[\d{1,3}\])?$/i,
]
