/** Estimates the number of tokens in content, for `content_tokens` and token limits. Accurate on average (docs/scrape.md). */

/** Kinds of UTF-16 units that token vocabularies treat differently. */
const kinds = [
  ...(['space', 'newline', 'lower', 'upper', 'accented', 'digit', 'sign', 'mark', 'wideMark'] as const),
  ...(['greek', 'cyrillic', 'hebrew', 'arabic', 'indic', 'kana', 'han', 'hangul', 'pair'] as const),
]
type Kind = (typeof kinds)[number]

/**
 * The start of each kind's range in Unicode, in ascending order. Each range extends to the next one. Latin letters beyond ASCII count as
 * accented.
 */
const starts: Readonly<Record<number, Kind>> = {
  ...{ 0: 'sign', 9: 'space', 10: 'newline', 11: 'sign', 13: 'newline', 14: 'sign', 32: 'space' },
  ...{ 33: 'sign', 48: 'digit', 58: 'sign', 65: 'upper', 91: 'sign', 97: 'lower', 123: 'sign' },
  ...{ 160: 'space', 161: 'mark', 192: 'accented', 880: 'greek', 1024: 'cyrillic', 1328: 'greek' },
  ...{ 1424: 'hebrew', 1536: 'arabic', 1920: 'indic', 4352: 'hangul', 4608: 'indic', 7680: 'accented' },
  ...{ 8192: 'mark', 12288: 'space', 12289: 'wideMark', 12352: 'kana', 12544: 'han', 44032: 'hangul' },
  ...{ 55216: 'mark', 55296: 'pair', 57344: 'mark', 63744: 'han', 64256: 'mark', 64336: 'arabic' },
  ...{ 65024: 'mark', 65136: 'arabic', 65280: 'wideMark' },
}

const codeOf = Object.fromEntries(kinds.map((kind, code) => [kind, code])) as Record<Kind, number>
const { space, newline, lower, upper, accented, digit, sign, kana, han } = codeOf
const kindOf = kindsByUnit()

/**
 * Tokens per unit for kinds whose words aren't analysed. Like the word prices below, they were fitted to the o200k_base vocabulary on half
 * of about 800 saved pages. `npm run bench -- tokens` prints their error.
 */
const perUnit: Partial<Record<Kind, number>> = {
  ...{ mark: 1.6, wideMark: 1.2, greek: 0.44, cyrillic: 0.33, hebrew: 0.46, arabic: 0.38, indic: 0.41, hangul: 0.72 },
  ...{ kana: 0.61, pair: 0.79 },
}
const unitPrices = Float64Array.from(kinds, (kind) => perUnit[kind] ?? 0)

/** Estimated tokens in a word: one price for up to four letters, then one per letter up to the seventh, then one per further letter. */
interface WordPrice {
  word: number
  upToSeven: number
  further: number
}

const plainWord: WordPrice = { word: 0.82, upToSeven: 0.23, further: 0 }
/** For a word directly after a symbol, as in URLs, because vocabularies mostly list words with a leading space. */
const behindSign: WordPrice = { word: 1.05, upToSeven: 0, further: 0.21 }
/** For a word next to a digit, or within a camelCase name. */
const partOfName: WordPrice = { word: 1, upToSeven: 0.03, further: 0.16 }
const capitals: WordPrice = { word: 1.25, upToSeven: 1.7, further: 0 }
const accentedWord: WordPrice = { word: 1.2, upToSeven: 0.8, further: 0.2 }

/** A Han character costs more in Japanese than in Chinese, because vocabularies contain more Chinese words. */
const hanPrices = { japanese: 0.9, chinese: 0.7 }

/** Longer text is estimated from samples, because reading megabytes of text would take longer than writing them. */
const maxReadUnits = 200_000
const sampleUnits = 10_000

/** Estimates a string's o200k_base token count, within 10% on average for each language and within 20% for a single page. */
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

/** Counts the tokens in each run of characters of the same kind. */
function tokensOf(text: string): number {
  const { length } = text
  let tokens = 0
  let hanUnits = 0
  let kanaUnits = 0
  let before = -1
  let next = length > 0 ? (kindOf[text.charCodeAt(0)] as number) : -1
  for (let end = 0; end < length; ) {
    const start = end
    const kind = next
    const isWord = isLetter(kind)
    let last = kind
    let isAccented = false
    do {
      last = next
      if (last === accented) isAccented = true
      end++
      next = end < length ? (kindOf[text.charCodeAt(end)] as number) : -1
    } while (isWord ? goesOn(last, next) : next === kind)
    const units = end - start
    if (isWord) {
      const isPart = before === digit || before === lower || next === digit || next === upper
      const isCapital = kind === upper && last === upper && units > 1
      const usual = isPart ? partOfName : isCapital ? capitals : before === sign ? behindSign : plainWord
      tokens += wordPrice(isAccented ? accentedWord : usual, units)
    } else if (kind === space) tokens += units > 1 ? 0.87 : next === digit ? 1.09 : 0
    else if (kind === newline) tokens += before === sign ? 0.18 : 1.18
    else if (kind === digit) tokens += 1.15 * Math.ceil(units / 3)
    else if (kind === sign) tokens += signsPrice(units, next)
    else tokens += units * (unitPrices[kind] as number)
    if (kind === han) hanUnits += units
    else if (kind === kana) kanaUnits += units
    before = last
  }
  return tokens + hanUnits * (kanaUnits * 10 > hanUnits ? hanPrices.japanese : hanPrices.chinese)
}

/** True if a word continues. A capital after a lower-case letter begins another word. */
function goesOn(last: number, next: number): boolean {
  return isLetter(next) && !(next === upper && last === lower)
}

function isLetter(kind: number): boolean {
  return kind === lower || kind === upper || kind === accented
}

function wordPrice({ word, upToSeven, further }: WordPrice, letters: number): number {
  if (letters <= 4) return word
  return word + upToSeven * (Math.min(letters, 7) - 4) + (letters > 7 ? further * (letters - 7) : 0)
}

/** A single symbol may form one token with the word after it. A run of up to four symbols is often one token. */
function signsPrice(units: number, next: number): number {
  if (units === 1 && (next === lower || next === upper)) return 0.6
  return 0.75 + 0.07 * (Math.min(units, 4) - 1) + 0.8 * Math.max(0, units - 4)
}

function kindsByUnit(): Uint8Array {
  const table = new Uint8Array(0x10000)
  for (const [from, kind] of Object.entries(starts)) table.fill(codeOf[kind], Number(from))
  return table
}
