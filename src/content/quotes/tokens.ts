/** Divides text into words, numbers and signs that can be compared (docs/quotes.md, What counts as the same). */

import { unspaced } from '../relevance/relevance.ts'

export interface Token {
  /** Start and end in the text, in UTF-16 units. */
  start: number
  end: number
  /** Two tokens are the same if their keys are equal. */
  key: string
  kind: 'word' | 'number' | 'sign'
}

const spaced = String.raw`(?:(?!${unspaced.source})[\p{L}\p{M}])`
/** Characters that aren't shown: soft hyphens (which Chromium copies from PDFs as U+FFFE or U+0002), joiners, marks of direction, and controls. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\ufffe]|[^\P{Cc}\s]/gu
/** The sign of a number. A minus after a letter or digit is a dash. */
export const numberSign = String.raw`(?:(?<![\p{L}\p{N}\p{M})\]%'’"”-])[-+−﹣－–±])?`
/**
 * A number contains its sign, its separators, and the raised digit, fraction or letters that follow it. Words may contain digits. Every
 * character of a writing system without spaces is a word.
 */
const token = new RegExp(
  [
    String.raw`(?<number>${numberSign}[.,]?(?<![\p{L}\p{N}])\p{Nd}+(?:[.,:/]\p{Nd}+|['’]\p{Nd}{3})*\p{No}*${spaced}*)`,
    String.raw`(?<character>${unspaced.source}\p{M}*)`,
    String.raw`(?<word>(?:${spaced}|[\p{N}\u0002\u00ad\u200b-\u200d\u2060\ufffe])+(?:(?<=\p{N})[.,:]\p{Nd}+)*)`,
    String.raw`(?:\.{3,}|…|_{3,})`,
    String.raw`[^\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]`,
  ].join('|'),
  'gu',
)

export const checkBoxes = /[☐☑☒]/
/** The key of an ellipsis, also of one that is written as three dots. */
export const ellipsis = '…'
const quotationMarks = /[‘’‚‛′`´]/gu
const doubleQuotationMarks = /[“”„‟«»″「」『』]/gu
const dashes = /[‐‑‒–—―−﹣－⁃]/gu
const compatible = /[\ufb00-\ufb06\uff01-\uff5e\u3000]/gu
const hasNumber = /\p{N}/u

/** Kinds of ASCII characters. Most tokens can be read from these, which takes a tenth of the time of a regular expression. */
const classes = [/\s/, /[a-z]/, /[A-Z]/, /\d/, /[-+.,]/, /[!-^{-~]/]
const [space, small, capital, digit, numberSigns, otherSign] = [1, 2, 3, 4, 5, 6]
const classOf = Uint8Array.from(
  { length: 128 },
  (_, code) => 1 + classes.findIndex((one) => one.test(String.fromCharCode(code))),
)

function classAt(text: string, at: number): number {
  return at < text.length ? (classOf[text.charCodeAt(at)] ?? 0) : space
}

/** Returns the end of a token of ASCII characters that what follows can't continue; else `at`. */
function endOfSimple(text: string, at: number): number {
  const first = classAt(text, at)
  let end = at
  let next = first
  if (first === small || first === capital) {
    while (next === small || next === capital) next = classAt(text, ++end)
    return next === 0 || next === digit ? at : end
  }
  const before = at === 0 ? space : classAt(text, at - 1)
  if (first === digit && (before === space || before >= numberSigns)) {
    while (next === digit) next = classAt(text, ++end)
    return next === space || (next >= numberSigns && classAt(text, end + 1) !== digit) ? end : at
  }
  return first === otherSign || (first === numberSigns && classAt(text, at + 1) === space) ? at + 1 : at
}

/** Returns a function for parts of texts in lower case. It keeps them, because cutting one out takes longer than comparing it. */
export function keyReader(): (text: string, start: number, end: number) => string {
  const keys: string[] = Array(0x10000).fill('')
  return (text, start, end) => {
    let hash = 0
    for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + (text.charCodeAt(at) | 32)) & 0xffff
    const kept = keys[hash] as string
    let isKept = kept.length === end - start
    for (let at = start; isKept && at < end; at++) {
      const code = text.charCodeAt(at)
      isKept = kept.charCodeAt(at - start) === (classOf[code] === capital ? code + 32 : code)
    }
    if (!isKept) keys[hash] = text.slice(start, end).toLowerCase()
    return keys[hash] as string
  }
}

/** Returns the tokens of the text in order. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  readTokens(text, (start, end, key, kind) => tokens.push({ start, end, key, kind }))
  return tokens
}

export type OnToken = (start: number, end: number, key: string, kind: Token['kind']) => void

/** Calls `onToken` for each token in order. Case counts in a word that contains or directly follows a number: `5 MW` isn't `5 mW`. */
export function readTokens(
  text: string,
  onToken: OnToken,
  keyOf = (from: string, start: number, end: number) => from.slice(start, end).toLowerCase(),
  isAfterNumber = false,
): void {
  let followsNumber = isAfterNumber
  for (let at = 0; at < text.length; ) {
    const first = classAt(text, at)
    const end = first === space ? at + 1 : endOfSimple(text, at)
    if (first !== space && end > at) {
      const kind = first === digit ? 'number' : first > digit ? 'sign' : 'word'
      onToken(at, end, followsNumber && kind === 'word' ? exactKey(text.slice(at, end)) : keyOf(text, at, end), kind)
      followsNumber = kind === 'number'
    }
    if (end > at) {
      at = end
      continue
    }
    token.lastIndex = at
    const found = token.exec(text)
    if (!found) return
    const { 0: written, index, groups = {} } = found
    at = index + written.length
    const kind =
      groups.number !== undefined ? 'number' : (groups.word ?? groups.character) === undefined ? 'sign' : 'word'
    const shown = kind === 'sign' && written.startsWith('...') ? ellipsis : folded(written)
    // Underscores are a drawn line, and copies lack the signs of check boxes.
    if (shown === '' || shown.startsWith('___') || checkBoxes.test(shown)) continue
    const isExact = kind !== 'sign' && (followsNumber || hasNumber.test(shown))
    onToken(index, at, isExact ? exactKey(shown) : shown.toLowerCase(), kind)
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
