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

/** Names the glyphs. The codes of symbols, which aren't among letters, have other meanings, except that of a bullet. */
function namedGlyphs(text: string): string {
  const named = text.replaceAll('\x88', '•')
  return /\p{L}{3}/u.test(text) ? named.replace(unreadable, (code) => ofTex[code] ?? code) : named
}

export class TextCleaner {
  /** Number of characters that were left out. */
  unreadableChars = 0

  /** Returns one line of text with whitespace collapsed to single spaces, including at its ends. `isDrawn`: its font is of Type 3. */
  readable(text: string, isDrawn: boolean): string {
    const plain = (isDrawn ? namedGlyphs(text) : text).replace(forms, (found) => found.normalize('NFKC'))
    return plain.replace(blanks, ' ').replace(unreadable, () => {
      this.unreadableChars++
      return ''
    })
  }
}
