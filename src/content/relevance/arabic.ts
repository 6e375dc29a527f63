/** Arabic words in one spelling and without what is joined to them: the light stemmer of Larkey, Ballesteros and Connell (light10), and the ending of an indefinite object. */

/** Signs that are left out or written alike: vowels and the tatweel; forms of alef; alef maqsura and Farsi yeh; teh marbuta; kaf. */
const spellings: readonly [RegExp, string][] = [
  [/[\u064b-\u065f\u0670\u0640]/g, ''],
  [/[أإآٱ]/g, 'ا'],
  [/[ىی]/g, 'ي'],
  [/ة/g, 'ه'],
  [/ک/g, 'ك'],
]

/** Each is taken off once, where enough of the word is left. */
const prefix = /^(?:وال|فال|بال|كال|ال|لل|و)(?=.{3})/u
const suffix = /(?<=.{3})(?:ها|ان|ات|ون|ين|يه|ه|ي|ا)$/u

/** The stem of a word in Arabic script: `والمكتبات` and `مكتبة` share one. */
export function arabicStem(word: string): string {
  const spelled = spellings.reduce((text, [signs, one]) => text.replace(signs, one), word)
  return spelled.replace(prefix, '').replace(suffix, '')
}
