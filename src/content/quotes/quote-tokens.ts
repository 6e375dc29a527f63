/** Reads a quote: its parts between omissions, as tokens in the spelling of the page. */

import { checkBoxes, ellipsis, exactKey, type Token, tokensOf } from './tokens.ts'
import { bullet, lowered, raised, type VisibleText } from './visible-text.ts'

export interface QuoteToken extends Token {
  /** The number or bullet of a list item that the quote has before this token. */
  marker: string | null
  /** Labels of notes that the quote has after this token, as in `blue[1]` or `blue¹`. */
  notes: readonly string[]
  /** The signs of check boxes before this token, and after the last one. */
  boxes: readonly [before: string, after: string]
}

/** A number or bullet of a list item, as in `1. First item`. */
interface Marker {
  start: number
  end: number
  /** The label that the page must have for this item; null if the page may lack a label. */
  label: string | null
}

/** The numbers and bullets in a quote that may come from the page's list items. */
export function listMarkers(quote: string, { markers }: VisibleText): Marker[] {
  const labels = new Set(markers.map(({ label }) => label))
  // Links from a note back to its references.
  const [back] = /^\s*\^(?:\s+[a-z](?=\s))*(?=\s)/.exec(quote) ?? []
  if (back !== undefined) return [{ start: 0, end: back.length, label: null }]
  return [...quote.matchAll(/(?<!\S)(?:\d{1,9}[.)]|[-–*•◦▪‣·●○■])(?=\s)/gu)].flatMap(({ 0: mark, index: start }) => {
    const label = mark.length > 1 ? mark : bullet
    return labels.has(label) ? [{ start, end: start + mark.length, label }] : []
  })
}

/** The tokens of a quote without these markers. `inde-` and `pendent`, divided by a line end, are one word if the page has that word. */
export function quoteTokens(
  quote: string,
  markers: readonly Marker[],
  isOnPage: (key: string) => boolean,
): QuoteToken[] {
  const tokens: QuoteToken[] = []
  const written = tokensOf(withoutMarkers(quote, markers))
  const markerBefore = ({ start }: Token, previous: Token | undefined) =>
    markers.find((one) => one.end <= start && one.start >= (previous?.end ?? 0))?.label ?? null
  for (let at = 0; at < written.length; at++) {
    const one = written[at] as Token
    const marker = markerBefore(one, written[at - 1])
    const [hyphen, rest] = [written[at + 1], written[at + 2]]
    const isDivided =
      one.kind === 'word' &&
      hyphen?.key === '-' &&
      hyphen.start === one.end &&
      rest?.kind === 'word' &&
      rest.start > hyphen.end
    const whole = isDivided ? tokensOf(quote.slice(one.start, one.end) + quote.slice(rest.start, rest.end)) : []
    const key = whole[0]?.key
    if (whole.length === 1 && isDivided && key !== undefined && isOnPage(key)) {
      tokens.push({ ...one, end: rest.end, key, marker, notes: [], boxes: noBoxes })
      at += 2
    } else {
      const pieces = one.kind === 'word' && !isOnPage(one.key) ? piecesOf(one, quote, isOnPage) : [one]
      tokens.push(
        ...pieces.map((piece, n) => ({ ...piece, marker: n === 0 ? marker : null, notes: [], boxes: noBoxes })),
      )
    }
  }
  if (!checkBoxes.test(quote)) return tokens
  return tokens.map((one, n) => ({
    ...one,
    boxes: [
      signsOfBoxes(quote.slice(tokens[n - 1]?.end ?? 0, one.start)),
      n === tokens.length - 1 ? signsOfBoxes(quote.slice(one.end)) : '',
    ],
  }))
}

/** The quote with a space in words that the page has as two: copies lack the space between two cells or elements. */
export function withMissingSpaces(quote: string, isOnPage: (key: string) => boolean): string {
  const isKnown = (text: string) => isOnPage(text.toLowerCase()) || isOnPage(exactKey(text))
  let spaced = ''
  let from = 0
  for (const { start, end, key } of tokensOf(quote)) {
    const text = quote.slice(start, end)
    const cuts = isOnPage(key) ? [] : [...text.matchAll(missingSpace)].map(({ index }) => index)
    const cut = cuts.find((at) => isKnown(text.slice(0, at)) && isKnown(text.slice(at)))
    if (cut === undefined) continue
    spaced += `${quote.slice(from, start + cut)} `
    from = start + cut
  }
  return spaced + quote.slice(from)
}

const missingSpace = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L}{4})(?=\p{Nd})|(?<=\p{Nd})(?=\p{Lu}\p{Ll}{2})/gu
const noBoxes = ['', ''] as const

export function signsOfBoxes(text: string): string {
  return text.replace(/[^☐☑☒]/g, '')
}

/** A word that the page lacks, in the page's spelling: with raised or lowered digits, or with a hyphen. */
function piecesOf(word: Token, quote: string, isOnPage: (key: string) => boolean): Token[] {
  const text = quote.slice(word.start, word.end)
  for (const digits of /\d/.test(text) ? [raised, lowered] : []) {
    const key = exactKey(text.replace(/\d/g, (digit) => digits[Number(digit)] as string))
    if (isOnPage(key)) return [{ ...word, key }]
  }
  return hyphenated(word, isOnPage)
}

/** Splits a word that the page lacks into two words of the page and a hyphen. Some viewers leave out every hyphen at a line end. */
function hyphenated(word: Token, isOnPage: (key: string) => boolean): Token[] {
  for (let cut = 3; cut <= word.key.length - 3; cut++) {
    const [before, after] = [word.key.slice(0, cut), word.key.slice(cut)]
    if (!isOnPage(before) || !isOnPage(after)) continue
    return [before, '-', after].map((key) => ({ ...word, key, kind: key === '-' ? 'sign' : 'word' }))
  }
  return [word]
}

/** The quote with white space instead of the markers. */
export function withoutMarkers(quote: string, markers: readonly Marker[]): string {
  let text = quote
  for (const { start, end } of markers) text = text.slice(0, start) + ' '.repeat(end - start) + text.slice(end)
  return text
}

/** The tokens without the marks of notes, which people copy along with the text; null if it has no marks. */
export function withoutNoteMarks(
  tokens: readonly QuoteToken[],
  quote: string,
  isOnPage: (key: string) => boolean,
): QuoteToken[] | null {
  const kept: QuoteToken[] = []
  for (let at = 0; at < tokens.length; at++) {
    const one = tokens[at] as QuoteToken
    const before = kept.at(-1)
    const [label, close] = [tokens[at + 1], tokens[at + 2]]
    const isMark =
      one.key === '[' &&
      close?.key === ']' &&
      label !== undefined &&
      label.kind !== 'sign' &&
      label.end - label.start <= 3
    if (before && isMark && one.start === before.end) {
      kept[kept.length - 1] = { ...before, notes: [...before.notes, quote.slice(label.start, label.end)] }
      at += 2
      continue
    }
    const text = quote.slice(one.start, one.end)
    const [, number = '', sign = '', mark] =
      /^(?:(\d[\d.,]*)(?=[.,]))?([.,]?)(\d{1,3}|[⁰¹²³⁴-⁹]{1,3})$/u.exec(text) ?? []
    if (
      mark !== undefined &&
      before &&
      one.kind !== 'sign' &&
      (number === '' ? one.start === before.end && before.kind !== 'number' : !isOnPage(one.key))
    ) {
      if (number !== '') kept.push({ ...one, end: one.start + number.length, key: tokensOf(number)[0]?.key ?? number })
      const last =
        sign === ''
          ? (kept.pop() as QuoteToken)
          : { ...one, start: one.end - mark.length - 1, key: sign, kind: 'sign' as const, marker: null }
      kept.push({ ...last, end: one.end, notes: [...last.notes, plainDigits(mark)] })
      const next = tokens[at + 1]
      // Case doesn't count after a mark.
      if (next?.kind === 'word') {
        kept.push({ ...next, key: tokensOf(quote.slice(next.start, next.end))[0]?.key ?? next.key })
        at++
      }
      continue
    }
    const [, word = '', digits = ''] = /^(\p{L}{2,})([⁰¹²³⁴-⁹]{1,3}|\d{1,3})$/u.exec(text) ?? []
    const [inner] = word === '' || isOnPage(one.key) ? [] : tokensOf(word)
    if (inner) {
      kept.push({ ...one, key: inner.key, notes: [plainDigits(digits)] })
    } else kept.push(one)
  }
  return kept.some(({ notes }) => notes.length > 0) ? kept : null
}

function plainDigits(digits: string): string {
  return digits.replace(/[⁰¹²³⁴-⁹]/gu, (digit) => String(raised.indexOf(digit)))
}

/** The parts of a quote between its omissions: `…`, `...` and `[…]`. */
export function partsBetweenOmissions(tokens: readonly QuoteToken[]): QuoteToken[][] {
  const parts: QuoteToken[][] = [[]]
  for (const [at, one] of tokens.entries()) {
    const isBracket =
      (one.key === '[' && tokens[at + 1]?.key === ellipsis && tokens[at + 2]?.key === ']') ||
      (one.key === ']' && tokens[at - 1]?.key === ellipsis && tokens[at - 2]?.key === '[')
    if (one.key === ellipsis) parts.push([])
    else if (!isBracket) parts.at(-1)?.push(one)
  }
  return parts.filter((part) => part.length > 0)
}
