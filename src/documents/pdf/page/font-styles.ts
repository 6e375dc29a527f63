/** Guesses font styles from font names. Nothing else in a PDF reliably shows that a font is bold: the flags are often wrong. */

import type { FontStyle } from './run.ts'

/** A font as represented in pdf.js. */
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
  if (mathematical.test(ownName)) {
    return { name: ownName, isBold: false, isItalic: false, isMonospaced: false }
  }
  return {
    name: ownName,
    isBold: isBold === true || black === true || bold.test(ownName),
    isItalic: isItalic === true || italic.test(ownName),
    isMonospaced: monospaced.test(ownName),
  }
}
