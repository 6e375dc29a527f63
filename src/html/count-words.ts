/** Counts words in any script. */

import { countEastAsian } from './east-asian.ts'

// Thai, Lao, Burmese and Khmer.
const unspacedLetter = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/g
const unspacedRun = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uf900-\uffe6]+/g

/** In scripts without spaces between words, two characters count as one word. */
export function countWords(text: string): number {
  const unspaced = countEastAsian(text) + (text.match(unspacedLetter)?.length ?? 0)
  const spaced = unspaced === 0 ? text : text.replace(unspacedRun, ' ')
  return (spaced.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ?? 0) + Math.floor(unspaced / 2)
}
