/** Pictures of documents, none of which is decoded: their alternative text. */

import { escapeHtml } from './write-html.ts'

/** A picture without an address; nothing for one whose alternative text is missing, or the name of a file. */
export function pictureHtml(alt: string | null | undefined): string {
  const text = (alt ?? '').replace(writtenByMachine, '').replace(/\s+/g, ' ').trim()
  return text === '' || isFileName.test(text)
    ? ''
    : `<img data-embedded alt="${escapeHtml(text.slice(0, maxAltChars))}">`
}

const maxAltChars = 2000
const isFileName = /^[\w./\\%-]{1,300}\.(?:png|jpe?g|gif|svg|webp|tiff?|bmp|emf|wmf)$/i
// Word's own remark behind a description that it has guessed.
const writtenByMachine =
  /\s*(?:Description automatically generated(?: with \w+ confidence)?|AI-generated content may be incorrect\.?)\s*$/i
