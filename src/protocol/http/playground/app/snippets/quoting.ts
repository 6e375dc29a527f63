/** Texts as literals of other languages, whatever they contain. */

/** An equals sign at its beginning would be an expansion of some shells. */
const plainWord = /^[\w@%+:,./-][\w@%+=:,./-]*$/

/** A word of a POSIX shell: nothing in it is expanded. */
export function shellWord(text: string): string {
  return plainWord.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/**
 * A literal of Python and of TypeScript. JSON's escapes are a part of both; half a surrogate pair, which JSON writes as an escape, is
 * replaced, as it is in a query string.
 */
export function stringLiteral(text: string): string {
  return JSON.stringify(text.toWellFormed())
}

/** Lines of an object or a dictionary, with a comma each. */
export function literalEntries(values: Readonly<Record<string, string>>, indent: string): string[] {
  return Object.entries(values).map(([name, value]) => `${indent}${stringLiteral(name)}: ${stringLiteral(value)},`)
}
