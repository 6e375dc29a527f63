/** Characters of scripts without spaces between words, where a source line break isn't a space. @see CSS Text 3, segment breaks */

// Han, kana, bopomofo, their punctuation and full-width forms. Korean uses spaces.
const letter =
  /[\u2e80-\u303e\u3041-\u312f\u3190-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff01-\uffe6]/
const lineEnd = new RegExp(`(${letter.source})[^\\S\\n]*\\n\\s*(?=${letter.source})`, 'g')

const first = '\u2e80'

export function isEastAsian(char: string): boolean {
  return char >= first && letter.test(char)
}

/** Removes line breaks between two such characters, along with the spaces around the breaks. */
export function joinLines(text: string): string {
  return text.includes('\n') && letter.test(text) ? text.replace(lineEnd, '$1') : text
}
