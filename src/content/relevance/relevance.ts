/** Ranks passages of text against a query by BM25, over words and their stems, and over character pairs in writing systems without spaces. */

interface RankedText {
  text: string
  /** Headings above it, outermost first. */
  headings: readonly string[]
}

// Okapi BM25's usual constants: k1 (saturation of repeated terms) and b (normalization by length).
const saturation = 1.2
const lengthWeight = 0.75
const headingWeight = 2

/**
 * Returns a BM25 score for each text, in order; 0 where no term of the query occurs. Scores from different calls aren't comparable.
 * @example
 * scoreTexts([{ text: 'Refunds take a week', headings: [] }, { text: 'Contact', headings: [] }], 'refund').at(1) // 0
 */
export function scoreTexts(texts: readonly RankedText[], query: string): number[] {
  const weights = queryTermsOf(query)
  const counted = texts.map(createTermCounter(weights))
  const averageLength = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(1, counted.length)
  const frequency = new Map<string, number>()
  for (const { counts } of counted)
    for (const term of counts.keys()) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  const importance = new Map<string, number>()
  for (const [term, having] of frequency) {
    // Adding 1 keeps the weight of a term small but positive if it occurs in every text.
    const rarity = Math.log(1 + (texts.length - having + 0.5) / (having + 0.5))
    importance.set(term, rarity * (weights.get(term) ?? 0))
  }
  return counted.map(({ counts, length }) => {
    const damping = saturation * (1 - lengthWeight + (lengthWeight * length) / Math.max(1, averageLength))
    let score = 0
    for (const [term, count] of counts) {
      score += ((importance.get(term) ?? 0) * count * (saturation + 1)) / (count + damping)
    }
    return score
  })
}

interface TermCounts {
  counts: Map<string, number>
  length: number
}

function createTermCounter(weights: ReadonlyMap<string, number>): (text: RankedText) => TermCounts {
  const stems = new Map<string, string>()
  // Short passages may share long headings. Rereading those headings for each passage would take most of the time.
  const ofHeadings = new WeakMap<readonly string[], TermCounts>()

  function countTerms(sources: readonly string[], weight: number): TermCounts {
    const counts = new Map<string, number>()
    let length = 0
    const count = (term: string) => {
      if (weights.has(term)) counts.set(term, (counts.get(term) ?? 0) + weight)
    }
    for (const source of sources) {
      for (const word of wordsOf(source)) {
        length++
        const stem = stems.get(word) ?? stemOf(word)
        if (stems.size < maxStems) stems.set(word, stem)
        count(stem)
        count(exactPrefix + word)
      }
    }
    return { counts, length }
  }

  return ({ text, headings }) => {
    const above = ofHeadings.get(headings) ?? countTerms(headings, headingWeight)
    ofHeadings.set(headings, above)
    const { counts, length } = countTerms([text], 1)
    for (const [term, count] of above.counts) counts.set(term, (counts.get(term) ?? 0) + count)
    return { counts, length: length + above.length }
  }
}

/** Maximum number of cached stems, because a hostile text may have any number of words. */
const maxStems = 50_000

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
const exactPrefix = '='
/** Extra weight for a word spelled exactly as in the query. Added to the weight of the word's stem. */
const exactWeight = 0.5
const hiraganaWeight = 0.3
/** Maximum number of distinct query words. */
const maxWords = 300

/** Returns the query's terms with their weights. Leaves out stop words, unless the query has no other words. */
function queryTermsOf(query: string): ReadonlyMap<string, number> {
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
function* wordsOf(text: string): Generator<string> {
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
function stemOf(whole: string): string {
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
