/** Text of pdf.js without the characters that mean nothing. */

// A font that does not say which characters its codes are gives the codes themselves: control characters and unassigned ones among them.
const unreadable = /[\p{Cc}\p{Cn}\p{Cs}]/gu
const blanks = /[\s\u2028\u2029]+/g

export class PageReader {
  /** Characters that were left out. */
  unreadableChars = 0

  /** One line of text, with single blanks, also at its ends. */
  readable(text: string): string {
    return text.replace(blanks, ' ').replace(unreadable, () => {
      this.unreadableChars++
      return ''
    })
  }
}
