/** Divides text into words, numbers and signs that can be compared (docs/quotes.md, What counts as the same). */

import { unspaced } from '../relevance/terms.ts'

export interface Token {
  /** Start and end in the text, in UTF-16 units. */
  start: number
  end: number
  /** Two tokens are the same if their keys are equal. */
  key: string
  kind: 'word' | 'number' | 'sign'
}

const spaced = String.raw`(?:(?!${unspaced.source})[\p{L}\p{M}])`
/** Characters that aren't shown: soft hyphens, joiners and marks of direction. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/gu
/** The sign of a number. A minus after a letter or digit is a dash. */
export const numberSign = String.raw`(?:(?<![\p{L}\p{N}\p{M})\]%'’"”-])[-+−﹣－–±])?`
/**
 * A number contains its sign, its separators, and the raised digit, fraction or letters that follow it. Words may contain digits. Every character of a script without spaces is a word.
 */
const token = new RegExp(
  [
    String.raw`(?<number>${numberSign}[.,]?(?<![\p{L}\p{N}])\p{Nd}+(?:[.,:/]\p{Nd}+|['’]\p{Nd}{3})*\p{No}*${spaced}*)`,
    String.raw`(?<character>${unspaced.source}\p{M}*)`,
    String.raw`(?<word>(?:${spaced}|[\p{N}\u00ad\u200b-\u200d\u2060])+(?:(?<=\p{N})[.,:]\p{Nd}+)*)`,
    String.raw`(?:\.{3,}|…)`,
    String.raw`[^\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]`,
  ].join('|'),
  'gu',
)

/** The key of an ellipsis, also of one that is written as three dots. */
export const ellipsis = '…'
const quotationMarks = /[‘’‚‛′`´]/gu
const doubleQuotationMarks = /[“”„‟«»″「」『』]/gu
const dashes = /[‐‑‒–—―−﹣－⁃]/gu
const compatible = /[\ufb00-\ufb06\uff01-\uff5e\u3000]/gu
const hasNumber = /\p{N}/u

/** Yields the tokens of a text in order. Case counts in a word that contains or directly follows a number: `5 MW` isn't `5 mW`. */
export function* tokensOf(text: string): Generator<Token> {
  let followsNumber = false
  for (const { 0: written, index, groups = {} } of text.matchAll(token)) {
    const kind =
      groups.number !== undefined ? 'number' : (groups.word ?? groups.character) === undefined ? 'sign' : 'word'
    const shown = kind === 'sign' && written.startsWith('...') ? ellipsis : folded(written)
    if (shown === '') continue
    const isExact = kind !== 'sign' && (followsNumber || hasNumber.test(shown))
    const key = isExact ? exactKey(shown) : shown.toLowerCase()
    yield { start: index, end: index + written.length, key, kind }
    followsNumber = kind === 'number'
  }
}

export function exactKey(shown: string): string {
  // Words without capitals have the same key in both cases.
  return shown === shown.toLowerCase() ? shown : `\u0000${shown}`
}

/** Returns text in composed form with one spelling of each quotation mark, dash and ligature. */
export function folded(text: string): string {
  if (/^[\x21-\x7e]*$/.test(text)) return text.replace('`', "'")
  return text
    .replace(invisible, '')
    .replace(compatible, (sign) => sign.normalize('NFKC'))
    .replace(quotationMarks, "'")
    .replace(doubleQuotationMarks, '"')
    .replace(dashes, '-')
    .normalize('NFC')
}
