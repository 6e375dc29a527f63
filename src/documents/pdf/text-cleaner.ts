/** Removes meaningless characters from the text that pdf.js extracts. */

// A font that doesn't map its codes to characters yields the codes themselves, including control and unassigned characters. Some programs
// map such codes to U+FFFD.
const unreadable = /[\p{Cc}\p{Cn}\p{Cs}\ufffd]/gu
/** Presentation forms: ligatures and letter variants, which aren't characters in their own right. */
const forms = /[\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufdff\ufe70-\ufefc]+/g
const blanks = /[\s\u2028\u2029]+/g

/** Glyphs without names in the bitmap fonts of TeX, by their codes in its encodings T1 and TS1. */
const ofTex: Readonly<Record<string, string>> = {
  '\x10': '“',
  '\x11': '”',
  '\x15': '–',
  '\x16': '—',
  '\x1b': 'ff',
  '\x1c': 'fi',
  '\x1d': 'fl',
  '\x1e': 'ffi',
  '\x1f': 'ffl',
}

/** The characters for the codes 0 to 31 in TeX's fonts, by the name of the font: symbols, letters of formulas, and text. */
const texCodes: readonly (readonly [fonts: RegExp, characters: readonly string[]])[] = [
  [/^cmb?sy\d/i, [...'−·×∗÷⋄±∓⊕⊖⊗⊘⊙○◦•≍≡⊆⊇≤≥⪯⪰∼≈⊂⊃≪≫≺≻']],
  [/^cmmib?\d/i, [...'ΓΔΘΛΞΠΣΥΦΨΩαβγδϵζηθικλμνξπρστυϕχ']],
  [
    /^cm(?:r|b|bx|ti|sl|bxti|bxsl|ss|ssi|ssbx|csc|u|dunh)\d/i,
    [...'ΓΔΘΛΞΠΣΥΦΨΩ', 'ff', 'fi', 'fl', 'ffi', 'ffl', ...'ıȷ', ...Array(7).fill(''), ...'ßæœøÆŒØ'],
  ],
]

/** Some programs map the codes of TeX's fonts to the control characters with the same numbers. */
function fromTexCodes(text: string, font: string): string {
  const characters = texCodes.find(([fonts]) => fonts.test(font))?.[1]
  if (!characters) return text
  return text.replace(/\p{Cc}/gu, (code) => characters[code.charCodeAt(0)] || code)
}

/** Replaces TeX's codes for bullets and, only among letters, all others. Symbol fonts use the same codes differently. */
function namedGlyphs(text: string): string {
  const named = text.replaceAll('\x88', '•')
  return /\p{L}{3}/u.test(text) ? named.replace(unreadable, (code) => ofTex[code] ?? code) : named
}

export class TextCleaner {
  /** Number of characters that were left out. */
  unreadableChars = 0

  /**
   * Returns one line of text with whitespace collapsed to single spaces, including at the start and end. `font`: its name without the
   * prefix of a subset. Drawn fonts are named Type3.
   */
  readable(text: string, font: string): string {
    const named = font === 'Type3' ? namedGlyphs(text) : fromTexCodes(text, font)
    const plain = named.replace(forms, (found) => found.normalize('NFKC'))
    return plain.replace(blanks, ' ').replace(unreadable, () => {
      this.unreadableChars++
      return ''
    })
  }
}
