/** Normalizes Arabic words: the light stemmer light10 of Larkey, Ballesteros and Connell, plus the indefinite accusative ending. */

/** Characters removed or spelled alike: vowels and the tatweel; forms of alef; alef maqsura and Farsi yeh; teh marbuta; kaf. */
const spellings: readonly [RegExp, string][] = [
  [/[\u064b-\u065f\u0670\u0640]/g, ''],
  [/[أإآٱ]/g, 'ا'],
  [/[ىی]/g, 'ي'],
  [/ة/g, 'ه'],
  [/ک/g, 'ك'],
]

/** Each affix is removed once, if enough of the word remains. */
const prefix = /^(?:وال|فال|بال|كال|ال|لل|و)(?=.{3})/u
const suffix = /(?<=.{3})(?:ها|ان|ات|ون|ين|يه|ه|ي|ا)$/u

/** Returns the stem of a word in Arabic script: `والمكتبات` and `مكتبة` share one. */
export function arabicStem(word: string): string {
  const spelled = spellings.reduce((text, [signs, one]) => text.replace(signs, one), word)
  return spelled.replace(prefix, '').replace(suffix, '')
}
