/** Words for a POSIX shell. */

/** Returns the text as one word, quoted where needed. */
export function quotedWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
