/** Removes characters without meaning from the text of pdf.js. */

// A font that doesn't map its codes to characters yields the codes themselves, including control and unassigned characters.
const unreadable = /[\p{Cc}\p{Cn}\p{Cs}]/gu
/** Presentation forms: ligatures and variants of letters, which aren't separate characters. */
const forms = /[\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufdff\ufe70-\ufefc]+/g
const blanks = /[\s\u2028\u2029]+/g

export class TextCleaner {
  /** Number of characters that were left out. */
  unreadableChars = 0

  /** Returns one line of text with single blanks, also at its ends. */
  readable(text: string): string {
    const plain = text.replace(forms, (found) => found.normalize('NFKC'))
    return plain.replace(blanks, ' ').replace(unreadable, () => {
      this.unreadableChars++
      return ''
    })
  }
}
