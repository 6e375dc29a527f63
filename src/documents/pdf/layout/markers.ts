/** Markers of list items: bullets, numbers and letters. */

import { numberOfRoman } from '../../converted/flow/labels.ts'

export type Marker =
  | { kind: 'bullet'; length: number }
  | { kind: 'number' | 'letter'; length: number; number: number; form: string }

// Bullets in text fonts, and bullets in symbol fonts with private-use codes.
const bullet =
  /^(?:[•‣⁃◦▪▫●○■□▸►▶▹➢➤❖✓✔✗✘◆◇⬧∙⦁★☆·\uf0b7\uf0a7\uf0d8\uf0fc\uf076\uf02d\uf0a8\uf06c\uf06e]|[-–—*+](?= ))\s*/u
const patternOf = (sign: string) => new RegExp(String.raw`^(\(?)(${sign})([.)])(?=\s|$)\s*`)
const numberOfLetter = (letter: string) => letter.toLowerCase().charCodeAt(0) - 96
/** `first`: the sign that a list of this form starts with. */
const counting = [
  { kind: 'number', pattern: patternOf(String.raw`\d{1,3}`), first: '1', numberOf: Number },
  { kind: 'letter', pattern: patternOf('[a-z]'), first: 'a', numberOf: numberOfLetter },
  { kind: 'letter', pattern: patternOf('[A-Z]'), first: 'A', numberOf: numberOfLetter },
  { kind: 'letter', pattern: patternOf('[ivx]{1,5}|[IVX]{1,5}'), first: 'i', numberOf: numberOfRoman },
] as const

/** Returns the marker at the start of a line; null if there isn't one. */
export function markerOf(text: string): Marker | null {
  const ofBullet = bullet.exec(text)
  if (ofBullet) return { kind: 'bullet', length: ofBullet[0].length }
  for (const { kind, pattern, first, numberOf } of counting) {
    const [all, open, sign = '', close] = pattern.exec(text) ?? []
    if (all !== undefined) return { kind, length: all.length, number: numberOf(sign), form: `${open}${first}${close}` }
  }
  return null
}

/** True for text that consists only of a marker. */
export function isMarkerAlone(text: string): boolean {
  // A plus sign without text isn't a bullet.
  return text !== '+' && text.length <= 6 && (markerOf(`${text} `)?.length ?? 0) >= text.length
}

/** True if `next` can directly follow `marker` in the same list. */
export function continuesList(marker: Marker, next: Marker): boolean {
  if (marker.kind === 'bullet' || next.kind === 'bullet') return marker.kind === next.kind
  if (marker.form === next.form) return next.number === marker.number + 1
  // `i)` after `h)` is a letter. If `ii)` follows `i)`, both are numbers.
  return marker.kind === 'letter' && next.kind === 'letter' && /^\(?i/.test(next.form) && next.number === 2
}
