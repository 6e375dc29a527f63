/** Counts words in any writing system. */

// Characters that count as half a word: Thai, Lao, Burmese, Khmer, Han, kana, bopomofo and full-width forms. Korean uses spaces.
const unspaced =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u303e\u3041-\u312f\u3190-\u31ff\u3400-\u9fff\uf900-\ufaff\uff01-\uffe6]/g

/** In writing systems without spaces between words, two characters count as one word. */
export function countWords(text: string): number {
  let characters = 0
  const spaced = text.replace(unspaced, () => {
    characters++
    return ' '
  })
  return (spaced.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ?? 0) + Math.floor(characters / 2)
}
