/** Collapses white space. */

const moreThanSpace = /\s{2,}|[^\S ]/g

/** Every run of white space as one space, also at the ends. Nearly all runs are one space already: only others are replaced. */
export function collapseSpaces(text: string): string {
  return text.replace(moreThanSpace, ' ')
}

/** Every run of white space as one space, none at the ends. */
export function collapseAndTrim(text: string): string {
  return collapseSpaces(text).trim()
}
