/** Splits text into comparable terms: stems, whole words, and pairs of characters. */

/** Scripts without spaces between words. */
export const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const word = /[\p{L}\p{N}\p{M}ー]+/gu
const runOfOneKind = new RegExp(`${unspaced.source}+|[^${unspaced.source.slice(1)}+`, 'gu')
const arabic = /\p{Script=Arabic}/u
/** Parts that Arabic words lose, if enough remains: vowels, the tatweel, articles, conjunctions, endings. @see Larkey et al., light10 */
const arabicMarks = /[\u064b-\u065f\u0670\u0640]/gu
const arabicPrefix = /^(?:[وفبك]?ال|لل|و)(?=.{3})/u
const arabicSuffix = /(?<=.{3})(?:ها|ان|ات|ون|ين|ية|ه|ة|ي|ا)$/u
/** Japanese endings and particles, which say little about the subject. */
const hiraganaOnly = /^\p{Script=Hiragana}+$/u

/** Prefix of a term that is a whole word rather than a stem. */
export const exactPrefix = '='
/** Extra weight for a word spelled exactly as in the query. Added to the weight of the word's stem. */
const exactWeight = 0.5
const hiraganaWeight = 0.3
/** Maximum number of distinct query words. */
const maxWords = 300

/** Returns the query's terms with their weights. Leaves out stop words, unless the query has no other words. */
export function queryTermsOf(query: string): ReadonlyMap<string, number> {
  const words = [...new Set(wordsOf(query))].slice(0, maxWords)
  const telling = words.filter((one) => !stopWords.has(one) && !stopWords.has(stemOf(one)))
  const terms = new Map<string, number>()
  for (const one of telling.length > 0 ? telling : words) {
    terms.set(stemOf(one), hiraganaOnly.test(one) ? hiraganaWeight : 1)
    if (!unspaced.test(one)) terms.set(exactPrefix + one, exactWeight)
  }
  return terms
}

/** Yields words in lower case. In writing systems without spaces, yields pairs of adjacent characters. */
export function* wordsOf(text: string): Generator<string> {
  for (const [match] of text.normalize('NFKC').toLowerCase().matchAll(word)) {
    if (!unspaced.test(match)) {
      yield match
      continue
    }
    for (const [run] of match.matchAll(runOfOneKind)) {
      if (!unspaced.test(run) || run.length === 1) yield run
      else for (let at = 0; at + 1 < run.length; at++) yield run.slice(at, at + 2)
    }
  }
}

/**
 * Returns the first six letters without accents, or a short word without its plural s: `Kündigung` and `kündigen` share a stem. An
 * Arabic word loses its article and endings.
 */
export function stemOf(whole: string): string {
  if (unspaced.test(whole)) return whole
  if (arabic.test(whole)) return whole.replace(arabicMarks, '').replace(arabicPrefix, '').replace(arabicSuffix, '')
  const plain = /[\u0080-\uffff]/.test(whole) ? whole.normalize('NFD').replace(/\p{Mn}/gu, '') : whole
  if (plain.length > 6) return plain.slice(0, 6)
  return plain.length > 3 ? plain.replace(/s$/, '') : plain
}

const byLanguage = {
  english: `a about an and any are as at be been but by can could did do does for from get had has have how i if in into is it its
    many me much my not of on one or our should so some than that the their them then there these they this to was we were what when where
    which who whom whose why will with would you your`,
  german: `aber alle als am an auch auf aus bei beim bin bis da das dass dem den der des die dies diese dieser dieses durch ein eine einem
    einen einer eines er es für gibt hat haben hatte ich ihr ihre im in ist kann kein keine man mein mich mir mit muss nach nicht noch nun nur ob
    oder seine seit sich sie sind so über um und uns unter viel viele vom von vor wann war waren warum was welche welchem welchen welcher welches
    wenn wer werden wessen wie wieviel wird wo wohin woher wurde wurden zu zum zur`,
  french: `au aux avec ce ces cette combien comment dans de des du elle en est et il ils je la le les leur mais ne nous on ou où par pas
    pour pourquoi qu quand que quel quelle quelles quels qui quoi sa se ses son sont sur un une vous`,
  spanish: `al como con cómo cuál cuándo cuánto cuántos de del dónde el ella en es esta este la las lo los más no o para pero por porque que
    quién qué se son su sus un una y`,
  arabic: `ما ماذا من متى أين كيف كم هل لماذا أي هو هي هم في على إلى عن مع أن إن التي الذي هذا هذه ذلك تلك كان كانت يكون تكون بين قبل
    بعد عند كل أو ثم لا لم لن قد`,
  japanese: `です ます した ます ませ せん こと もの どの どん ので など から まで には では とは です すか ます はい いつ どこ だれ なに いく
    くら ある いる する れる られ てい って んな のは のか るの いま たの しょ うか`,
  chinese: '什么 怎么 哪里 多少 哪些 是否 如何 为何 几个',
} as const

const stopWords: ReadonlySet<string> = new Set(Object.values(byLanguage).flatMap((words) => words.split(/\s+/)))
