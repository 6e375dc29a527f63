/** Collapses white space. */

const moreThanSpace = /\s{2,}|[^\S ]/g

const notBlank = /[^ \n\t\r\f]/

/** Whether a text is nothing but the white space between tags. */
export function isBlank(text: string): boolean {
  return !notBlank.test(text)
}

/** Every run of white space as one space, also at the ends. Nearly all runs are one space already: only others are replaced. */
export function collapseSpaces(text: string): string {
  // Most texts of a page are the white space between two tags.
  if (text.trim() === '') return text === '' ? '' : ' '
  return text.replace(moreThanSpace, ' ')
}

/** Every run of white space as one space, none at the ends. */
export function collapseAndTrim(text: string): string {
  return text.trim().replace(moreThanSpace, ' ')
}
