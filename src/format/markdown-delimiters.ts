/** Where may `**` stand? Punctuation at the edge of a word would keep it from opening or closing. @see CommonMark 6.2 */

export interface Split {
  before: string
  core: string
  after: string
}

/** Content cut into what delimiters can hold (`core`) and the punctuation that has to stand outside them. */
export function splitForDelimiters(content: string, charBefore: string, charAfter: string): Split {
  const before = isWord.test(charBefore) ? (opening.exec(content)?.[0] ?? '') : ''
  const end = before ? closingOf(before.length) : isWord.test(charAfter) ? endOfPhrase : null
  const after = end?.exec(content.slice(-longest))?.[0] ?? ''
  return { before, core: content.slice(before.length, content.length - after.length), after }
}

const isWord = /^[\p{L}\p{N}]$/u
// A longer run is a drawing, and searching for one from every character would cost its length squared.
const longest = 8
const opening = /^[("“‘«„¿¡[{]{1,8}/
const endOfPhrase = /[.,:;!?…。，：；！？、»”’"]+$/

/** As many brackets and quotes at the end as were opened at the start. */
function closingOf(count: number): RegExp {
  return new RegExp(`[)"”’»\\]}]{1,${count}}$`)
}
