/** Text of pdf.js without the characters that mean nothing. */

// A font that does not say which characters its codes are gives the codes themselves: control characters and unassigned ones among them.
const unreadable = /[\p{Cc}\p{Cn}\p{Cs}]/gu
/** Ligatures and other forms of letters, which are no characters of their own. */
const forms = /[\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufdff\ufe70-\ufefc]+/g
const blanks = /[\s\u2028\u2029]+/g

export class TextCleaner {
  /** Characters that were left out. */
  unreadableChars = 0

  /** One line of text, with single blanks, also at its ends. */
  readable(text: string): string {
    const plain = text.replace(forms, (found) => found.normalize('NFKC'))
    return plain.replace(blanks, ' ').replace(unreadable, () => {
      this.unreadableChars++
      return ''
    })
  }
}
