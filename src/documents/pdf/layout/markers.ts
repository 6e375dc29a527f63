/** Markers of list items: bullets, numbers and letters. */

import { numberOfRoman } from '../../converted/flow/labels.ts'

export type Marker =
  | { kind: 'bullet'; length: number }
  | { kind: 'number'; length: number; number: number; form: string }
  | { kind: 'letter'; length: number; number: number; form: string }

// Bullets in text fonts, and bullets in symbol fonts with private-use codes.
const bullet =
  /^(?:[•‣⁃◦▪▫●○■□▸►▶▹➢➤❖✓✔✗✘◆◇⬧∙⦁★☆·\uf0b7\uf0a7\uf0d8\uf0fc\uf076\uf02d\uf0a8\uf06c\uf06e]|[-–—*+](?= ))\s*/u
const number = /^(\(?)(\d{1,3})([.)])(?=\s|$)\s*/
const letter = /^(\(?)([a-z]|[A-Z])([.)])(?=\s|$)\s*/
const roman = /^(\(?)([ivx]{1,5}|[IVX]{1,5})([.)])(?=\s|$)\s*/

/** Returns the marker at the start of a line; null if there isn't one. */
export function markerOf(text: string): Marker | null {
  const ofBullet = bullet.exec(text)
  if (ofBullet) return { kind: 'bullet', length: ofBullet[0].length }
  const ofNumber = number.exec(text)
  if (ofNumber) {
    const [all, open = '', digits = '', close = ''] = ofNumber
    return { kind: 'number', length: all.length, number: Number(digits), form: `${open}1${close}` }
  }
  const ofLetter = letter.exec(text)
  if (ofLetter) {
    const [all, open = '', char = '', close = ''] = ofLetter
    const isLower = char === char.toLowerCase()
    return {
      kind: 'letter',
      length: all.length,
      number: char.toLowerCase().charCodeAt(0) - 96,
      form: `${open}${isLower ? 'a' : 'A'}${close}`,
    }
  }
  const ofRoman = roman.exec(text)
  if (ofRoman) {
    const [all, open = '', digits = '', close = ''] = ofRoman
    return { kind: 'letter', length: all.length, number: numberOfRoman(digits), form: `${open}i${close}` }
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
