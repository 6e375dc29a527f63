/** Estimates the number of tokens in content, for `content_tokens` and token limits. Accurate on average (docs/scrape.md). */

/** Kinds of UTF-16 units that token vocabularies treat differently. A word's last kind of letter in this list determines its price. */
const kinds = [
  ...(['space', 'newline', 'lower', 'upper', 'accented', 'umlaut', 'extended', 'tone', 'digit'] as const),
  ...(['sign', 'mark', 'wideMark', 'pair', 'greek', 'cyrillic', 'otherCyrillic', 'georgian', 'hebrew'] as const),
  ...(['arabic', 'devanagari', 'bengali', 'gurmukhi', 'tamil', 'telugu', 'thai', 'khmer'] as const),
  ...(['kana', 'han', 'traditional', 'hangul', 'rare'] as const),
]
type Kind = (typeof kinds)[number]

/**
 * The start of each kind's range in Unicode, in ascending order. Each range extends to the next one. Scripts that cost about the same share
 * a kind. `umlaut` letters are common in German and Nordic languages, `extended` ones in Slavic and Turkic ones, and `tone` in Vietnamese.
 */
const starts: Readonly<Record<number, Kind>> = {
  ...{ 0: 'sign', 9: 'space', 10: 'newline', 11: 'sign', 13: 'newline', 14: 'sign', 32: 'space' },
  ...{ 33: 'sign', 48: 'digit', 58: 'sign', 65: 'upper', 91: 'sign', 97: 'lower', 123: 'sign' },
  ...{ 160: 'space', 161: 'mark', 192: 'accented', 196: 'umlaut', 199: 'accented', 214: 'umlaut', 217: 'accented' },
  ...{ 220: 'umlaut', 224: 'accented', 228: 'umlaut', 231: 'accented', 246: 'umlaut', 249: 'accented', 252: 'umlaut' },
  ...{ 256: 'extended' },
  ...{ 592: 'mark', 880: 'greek', 1024: 'otherCyrillic', 1040: 'cyrillic', 1104: 'otherCyrillic', 1105: 'cyrillic' },
  ...{ 1106: 'otherCyrillic', 1328: 'georgian', 1424: 'hebrew', 1536: 'arabic', 1792: 'rare', 2304: 'devanagari' },
  ...{ 2432: 'bengali', 2560: 'gurmukhi', 2688: 'bengali', 2816: 'rare', 2944: 'tamil', 3072: 'telugu', 3328: 'tamil' },
  ...{ 3456: 'gurmukhi', 3584: 'thai', 3712: 'rare', 4096: 'khmer', 4256: 'georgian', 4352: 'hangul', 4608: 'rare' },
  ...{ 6016: 'khmer', 6144: 'rare', 7680: 'tone', 7936: 'greek', 8192: 'mark', 12288: 'space', 12289: 'wideMark' },
  ...{ 12352: 'kana', 12544: 'wideMark', 13312: 'rare', 19968: 'han', 40960: 'rare', 44032: 'hangul', 55216: 'rare' },
  ...{ 55296: 'pair', 57344: 'mark', 63744: 'han', 64256: 'mark', 64336: 'arabic', 65024: 'mark', 65136: 'arabic' },
  ...{ 65280: 'wideMark' },
}

/** The most common characters that only traditional Chinese uses. */
const traditionalOnly = '這們個來時說為會對國學無後過還沒與樣點開關經發進動問題實現'

const codeOf = Object.fromEntries(kinds.map((kind, code) => [kind, code])) as Record<Kind, number>
const { space, newline, lower, upper, accented, umlaut, extended, tone, digit, sign, pair, kana, han, traditional } =
  codeOf
const kindOf = kindsByUnit()

/**
 * Tokens per run and per unit for kinds whose words aren't analyzed. Like the word prices below, they were fitted to the o200k_base
 * vocabulary on half of 4,000 texts and source files. `npm run bench -- tokens` prints the error for each
 * writing system.
 */
const runPrices: Partial<Record<Kind, readonly [run: number, unit: number]>> = {
  ...{ mark: [0.28, 0.67], wideMark: [0.18, 0.53], greek: [0.3, 0.34], cyrillic: [0.88, 0.15] },
  ...{ otherCyrillic: [0.35, 0.25], georgian: [0.31, 0.3], hebrew: [0.1, 0.43], arabic: [0.3, 0.29] },
  ...{ devanagari: [0.39, 0.3], bengali: [0.28, 0.35], gurmukhi: [0.08, 0.62], tamil: [0.37, 0.32] },
  ...{ telugu: [0.19, 0.41], thai: [0.1, 0.41], khmer: [0.04, 0.58], kana: [0.19, 0.59], hangul: [0.5, 0.56] },
  ...{ pair: [0.2, 0.9], rare: [0.2, 1.75] },
}
const perRun = Float64Array.from(kinds, (kind) => runPrices[kind]?.[0] ?? 0)
const perUnit = Float64Array.from(kinds, (kind) => runPrices[kind]?.[1] ?? 0)

const plainWord = wordPrices(0.99, 0, 0.03, 0.12)
/** Prices for a word directly after a symbol, as in URLs. Vocabularies mostly list words with a leading space. */
const behindSign = wordPrices(0.68, 0.05, 0.11, 0.28)
/** Prices for a word next to a digit, as in keys and hashes. */
const nextToDigit = wordPrices(1.07, 0.39, 0.1, 0.19)
const partOfCamelCase = wordPrices(0.94, 0, 0, 0.09)
const capitals = wordPrices(0.85, 0.13, 0.17, 0.23)
const accentPrices = {
  [accented]: wordPrices(1.1, 0, 0.31, 0.12),
  [umlaut]: wordPrices(1.15, 0, 0.14, 0),
  [extended]: wordPrices(1.38, 0, 0.18, 0),
  [tone]: wordPrices(1.16, 0, 0.1, 0),
}

/**
 * Tokens per letter after the fourth, times the share of words with umlauts plus twice the share with extended letters. Vocabularies
 * contain fewer long words of languages with such letters. The sum of the shares has a maximum.
 */
const longWords = { perLetter: 1.24, maxShare: 0.2 }

/** A Han character costs less in simplified Chinese, because vocabularies contain more of its words. */
const hanPrices = { simplified: 0.77, other: 0.97 }

/** In longer strings, only the tokens of samples are counted. Counting megabytes of text would take longer than writing the result. */
const maxReadUnits = 200_000
const sampleUnits = 10_000

/** Estimates a string's o200k_base token count, within 8% on average for each writing system and usually within 15% for a single page. */
export function contentTokensOf(text: string): number {
  if (text.length <= maxReadUnits) return Math.round(tokensOf(text))
  const samples = maxReadUnits / sampleUnits
  let tokens = 0
  for (let n = 0; n < samples; n++) {
    const from = Math.floor((n * (text.length - sampleUnits)) / (samples - 1))
    tokens += tokensOf(text.slice(from, from + sampleUnits))
  }
  return Math.round((tokens * text.length) / maxReadUnits)
}

function tokensOf(text: string): number {
  const { length } = text
  const unitsOf = new Uint32Array(kinds.length)
  let tokens = 0
  let words = 0
  let splitWords = 0
  let longLetters = 0
  let before = -1
  let next = length > 0 ? (kindOf[text.charCodeAt(0)] as number) : -1
  for (let end = 0; end < length; ) {
    const start = end
    const kind = next
    let last = kind
    let highest = kind
    const isWord = isLetter(kind)
    do {
      last = next
      if (last > highest) highest = last
      end++
      next = end < length ? (kindOf[text.charCodeAt(end)] as number) : -1
    } while (isWord ? isLetter(next) && (next !== upper || last !== lower) : next === kind)
    const units = end - start
    if (isWord) {
      const prices = pricesOf(highest, before, next, last === upper && units > 1)
      tokens += units < 64 ? (prices[units] as number) : ((prices[63] as number) * units) / 63
      words++
      if (highest === umlaut) splitWords++
      else if (highest === extended) splitWords += 2
      if (units > 4 && (prices === plainWord || highest > upper)) longLetters += units - 4
    } else if (kind === space) tokens += units > 1 ? 1.03 : next === digit ? 1 : 0
    else if (kind === newline) tokens += before >= sign && before <= pair ? 0.19 : 1
    else if (kind === digit) tokens += Math.ceil(units / 3)
    else if (kind === sign) tokens += signsPrice(units, next)
    else {
      tokens += (perRun[kind] as number) + units * (perUnit[kind] as number)
      unitsOf[kind] = (unitsOf[kind] as number) + units
    }
    before = last
  }
  const splitShare = Math.min(splitWords / Math.max(words, 1), longWords.maxShare)
  const kanaUnits = unitsOf[kana] as number
  const traditionalUnits = unitsOf[traditional] as number
  const hanUnits = (unitsOf[han] as number) + traditionalUnits
  const isSimplified = kanaUnits * 10 <= hanUnits && traditionalUnits * 33 <= hanUnits
  const hanTokens = hanUnits * (isSimplified ? hanPrices.simplified : hanPrices.other)
  return tokens + hanTokens + longLetters * splitShare * longWords.perLetter
}

function isLetter(kind: number): boolean {
  return kind >= lower && kind <= tone
}

function pricesOf(highest: number, before: number, next: number, isCapital: boolean): Float64Array {
  if (highest > upper) return accentPrices[highest] as Float64Array
  if (before === digit || next === digit) return nextToDigit
  if (before === lower || next === upper) return partOfCamelCase
  if (isCapital) return capitals
  return before === sign ? behindSign : plainWord
}

/**
 * Returns the number of tokens for each length of a word. The prices are for the first letter, then for each letter up to the fourth, each
 * up to the seventh, and each further letter. Strings of more than 20 letters are seldom words.
 */
function wordPrices(...prices: [first: number, upToFour: number, upToSeven: number, further: number]): Float64Array {
  const [first, upToFour, upToSeven, further] = prices
  const priceOf = (n: number) => (n <= 1 ? first : n <= 4 ? upToFour : n <= 7 ? upToSeven : n <= 20 ? further : 0.45)
  const table = new Float64Array(64)
  for (let n = 1; n < 64; n++) table[n] = (table[n - 1] as number) + priceOf(n)
  return table
}

/** A single symbol may form one token with the word after it. A run of symbols is often one token. */
function signsPrice(units: number, next: number): number {
  if (units === 1 && (next === lower || next === upper)) return 0.58
  return 0.95 + 0.16 * (Math.min(units, 4) - 1) + 0.12 * Math.max(0, units - 4)
}

function kindsByUnit(): Uint8Array {
  const table = new Uint8Array(0x10000)
  for (const [from, kind] of Object.entries(starts)) table.fill(codeOf[kind], Number(from))
  for (const char of traditionalOnly) table[char.charCodeAt(0)] = codeOf.traditional
  return table
}
