/** Removes meaningless characters from the text that pdf.js extracts. */

// A font that doesn't map its codes to characters yields the codes themselves, including control and unassigned characters.
const unreadable = /[\p{Cc}\p{Cn}\p{Cs}]/gu
/** Presentation forms: ligatures and letter variants, which aren't characters in their own right. */
const forms = /[\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufdff\ufe70-\ufefc]+/g
const blanks = /[\s\u2028\u2029]+/g

export class TextCleaner {
  /** Number of characters that were left out. */
  unreadableChars = 0

  /** Returns one line of text with whitespace collapsed to single spaces, including at its ends. */
  readable(text: string): string {
    const plain = text.replace(forms, (found) => found.normalize('NFKC'))
    return plain.replace(blanks, ' ').replace(unreadable, () => {
      this.unreadableChars++
      return ''
    })
  }
}
