/** Returns the command that runs this program. */

import { basename, relative } from 'node:path'

/** Returns `gleaner` if it is installed. In a clone, returns `node bin/gleaner.mjs`, with the full path if run from another folder. */
export function programName(file: string = process.argv[1] ?? '', folder: string = process.cwd()): string {
  if (basename(file) !== 'gleaner.mjs' || file.includes('node_modules')) return 'gleaner'
  const path = relative(folder, file)
  return `node ${path.startsWith('..') ? file : path}`
}

/** Returns the text as one word, quoted where needed. */
export function quotedWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
