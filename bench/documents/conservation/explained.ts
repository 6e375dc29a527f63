/** Words that documents lack for a known reason. */

import explained from './explained.json' with { type: 'json' }

/** Keyed by the names of documents. */
type Explained = Readonly<Record<string, { why: string; words: string }>>

/** Returns the words that are lost for an unknown reason. */
export function unexplainedWords(document: string, lost: readonly string[]): string[] {
  const name = document.slice(document.lastIndexOf('/') + 1)
  const known = (explained as Explained)[name]?.words.split(' ') ?? []
  return lost.filter((word) => {
    const at = known.indexOf(word)
    if (at >= 0) known.splice(at, 1)
    return at < 0
  })
}
