/** Collapses white space. */

const moreThanSpace = /\s{2,}|[^\S ]/g
/** Matches if `moreThanSpace` does. A test takes less time than a replacement that changes nothing. */
const mayCollapse = /[^\S ]| {2}/

const notBlank = /[^ \n\t\r\f]/

/** True if a string consists only of white space between tags. */
export function isBlank(text: string): boolean {
  return !notBlank.test(text)
}

/** Replaces every run of white space with one space, also at the start and end. Nearly all runs already are one, and are skipped. */
export function collapseSpaces(text: string): string {
  // Most text nodes on a page are white space between two tags.
  if (text.trim() === '') return text === '' ? '' : ' '
  return collapse(text)
}

export function collapseAndTrim(text: string): string {
  return collapse(text.trim())
}

function collapse(text: string): string {
  return mayCollapse.test(text) ? text.replace(moreThanSpace, ' ') : text
}
