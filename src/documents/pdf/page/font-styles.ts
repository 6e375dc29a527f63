/**
 * Guesses font styles from font names. Nothing else in a PDF reliably shows that a font is bold: the flags are often wrong. The widths of
 * letters show which fonts are monospaced.
 */

import { type FontStyle, plainFont } from './run.ts'

export interface PdfFont {
  name?: string | null
  bold?: boolean
  black?: boolean
  italic?: boolean
}

const bold =
  /bold|black|heavy|(?:^|[-_,\d])(?:demi|semi|medi)(?:bold|ital|obl|$)|^(?:cm|sf|ec|tc)(?:ss)?bx|^lmb|^cmb\d|bx(?:ti|sl)?\d+$|\.bi?$/i
const italic = /ital|obli|slant|kursiv|^(?:cm|sf|ec)(?:ti|sl|bxti|bxsl|ssi|itt)\d|\.b?i$/i
const monospaced =
  /mono(?!type)|courier|typewriter|consol|menlo|inconsolata|\bcode\b|sourcecode|fixed|terminal|^(?:cm|sf|ec)(?:sl)?tt|^cmitt|^lmtt|^txtt|nimbusmon|lettergothic|console|monaco|hack|iosevka|andale/i
const mathematical = /^(?:cm|eu|ms)(?:mi|sy|ex|bsy|mib|rm|fm|sm|am|bm)\d|math|symbol/i

export function fontStyleOf({ name, bold: isBold, black, italic: isItalic }: PdfFont): FontStyle {
  const ownName = (name ?? '').replace(/^[A-Z]{6}\+/, '')
  if (mathematical.test(ownName)) return { ...plainFont, name: ownName }
  return {
    name: ownName,
    isBold: isBold === true || black === true || bold.test(ownName),
    isItalic: isItalic === true || italic.test(ownName),
    isMonospaced: monospaced.test(ownName),
  }
}

const narrow = /[fijlt.,;:!|'()]/
const wide = /[mwDGMOQW@%]/
const fullWidth = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

export class LetterWidths {
  readonly #narrow = new Set<number>()
  readonly #wide = new Set<number>()
  #isFullWidth = false

  add(letter: string, width: number): void {
    if (narrow.test(letter)) this.#narrow.add(width)
    else if (wide.test(letter)) this.#wide.add(width)
    else this.#isFullWidth ||= fullWidth.test(letter)
  }

  /** True if narrow and wide letters have the same width. The fonts of Chinese and Japanese prose have such letters too. */
  get isMonospaced(): boolean {
    const haveBoth = this.#narrow.size > 0 && this.#wide.size > 0
    return haveBoth && !this.#isFullWidth && new Set([...this.#narrow, ...this.#wide]).size === 1
  }
}
