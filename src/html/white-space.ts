/** Collapses white space. */

const moreThanSpace = /\s{2,}|[^\S ]/g

const notBlank = /[^ \n\t\r\f]/

/** True if a string consists only of white space between tags. */
export function isBlank(text: string): boolean {
  return !notBlank.test(text)
}

/**
 * Replaces every run of white space with one space, including at the start and end. Skips runs that are already a single space, as nearly
 * all runs are.
 */
export function collapseSpaces(text: string): string {
  // Most text nodes on a page are white space between two tags.
  if (text.trim() === '') return text === '' ? '' : ' '
  return text.replace(moreThanSpace, ' ')
}

export function collapseAndTrim(text: string): string {
  return text.trim().replace(moreThanSpace, ' ')
}
