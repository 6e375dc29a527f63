/** Reads ratings and review counts from lines of text and image labels, in the languages of result pages. */

import { countOf, countUnit, decimalOf, ratingOutOf5, withLatinDigits } from './amounts.ts'

export interface Rating {
  /** Out of 5. */
  rating: number | null
  reviews: number | null
}

// Words that accompany ratings and reviews, in the languages of the interface (seen 2014–2026). Most are stems.
const ratingWord =
  /\b(?:rated|ratings?|stars?|not[ée]e?|note|bewert|stern|valutaz|stell[ae]|classific|avalia|estrel|calific|puntu|valorac|beoordel|sterren|waarder|betyg|stjärn|stjern|vurder|arvio|tähte|tähti|ocjen|ocen|zvjezd|hodnoc|hvězd|hodnot|hviezd|értékel|csillag|evaluăr|stele|puan|yıldız|değerlend|peringkat|bintang|penilaian|đánh giá|sao\b|vērtēj|įvertin|hinnang)|оц[еі]н|рейтинг|зв[её]зд|зір|βαθμολ|αστέρ|αξιολ|דירוג|כוכב|التقييم|تقييم|نجوم|نجمة|امتیاز|ستاره|रेटिंग|คะแนน|ดาว|評価|つ星|星|评分|評分|별점|평점/iu
// Compound words in Germanic languages: "Nutzerbewertungen".
const reviewWord = String.raw`(?:(?<!\p{L})\p{L}{0,12}(?:bewertung|rezension|beoordeling|recension|anmeldels|vurdering|omdöme)|\b(?:reviews?|ratings?|votes?|rezension|bewertung|kundenbewertung|meinung|avis|opinions?|recension|recensi|voti|reseñ|resen|opini|valoraci|críticas|comentari|avaliaç|análises|beoordeling|reviewers|omdöme|recensioner|anmeldels|vurdering|arvostelu|arviota|recenz|ocjen|opini|ocen|hodnocen|vélemény|értékelés|recenzii|yorum|değerlendirme|ulasan|đánh giá|atsauk|atsiliep|arvustus)|отзыв|оц[еі]н|відгук|рецензи|мнения|κριτικ|αξιολογ|ביקור|חוות|مراجع|تقييم|تعليق|नज़र|समीक्ष|รีวิว|ความคิดเห็น|คะแนน|件|レビュー|クチコミ|口コミ|评价|評價|评论|評論|则|리뷰|후기|건)`
const count = String.raw`(?:\d{1,3}(?:[.,'’٬\u00a0\u202f\u2009 ]\d{2,3})*(?!\d)(?:[.,٫]\d)?|\d+)(?:\s?${countUnit})?\+?`
const parenthesised = new RegExp(String.raw`[(（]\s*(${count})(?:\s?[\p{L}\p{M}]{1,8}\.?)?\s*[)）]`, 'iu')
const beforeWord = new RegExp(
  String.raw`(?<![\d.,٫])(${count})\s*(?:(?:[\p{L}-]{1,12}[\s-]){0,2}|\p{Script=Han})${reviewWord}`,
  'iu',
)
const afterWord = new RegExp(
  String.raw`(?:件|レビュー|クチコミ|口コミ|评价|評價|评论|評論|리뷰|후기)[\s:：・·(（]{0,3}(${count})(?![\d.,٫]*[%\d])`,
  'u',
)
const reviewPatterns = [parenthesised, beforeWord, afterWord].map((one) => new RegExp(one, `g${one.flags}`))
const anyReviewWord = new RegExp(reviewWord, 'iu')

const decimal = String.raw`\d{1,3}(?:[.,٫]\d{1,2})?`
const scale = String.raw`(?<scale>5|10|100)(?![\d%]|[.,٫]\d)`
// "4.6/5", "4,6 von 5", "4.6 out of 5", "4.6（满分 5 分）". In East Asia, the scale may come first: "5つ星のうち4.6".
const valueThenScale = new RegExp(
  String.raw`(?<![\d.,٫])(?<value>${decimal})(?![.,٫]?\d)\s*(?<between>/|[^\d/;!?]{1,24}?)\s*${scale}`,
  'u',
)
const scaleThenValue = new RegExp(
  String.raw`(?<![\d.,٫])(?<scale>5|10|100)\s*[^\d/;!?]{0,4}[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}][^\d/;!?]{0,8}(?<value>${decimal})(?![\d%])`,
  'u',
)
// "5/4,5", as in Hungarian.
const scaleSlashValue = /(?<![\d.,٫])(?<scale>5|10)\s?\/\s?(?<value>\d[.,٫]\d)(?!\d)/u
const scaleWord =
  /^(?:\/|[^\p{L}]*(?:(?:out\s?)?of|von|aus|sur|su|sobre|de|do|entre|van|uit|av|af|ud af|στα|στο|z|ze|od|iz|din|dari|trên|üzerinden|из|з|із|від|από|מתוך|من|أصل|از|จาก|中|满分|滿分|満分|में से)[^\p{L}]*)$/iu
const ratedNumber = String.raw`([0-5][.,٫]\d{1,2})(?![\d%]|[.,٫]\d)`
const leadingRating = new RegExp(String.raw`^(?:[★⭐☆]\s*)*${ratedNumber}`, 'u')
const anyRating = new RegExp(String.raw`(?<![\d.,٫\p{Sc}])${ratedNumber}(?!\s*\p{Sc})`, 'u')
const stars = /[★⭐☆⯪½]{3,}/u
/** Values of characters other than a whole star. */
const starValues = new Map([
  ['☆', 0],
  ['½', 0.5],
  ['⯪', 0.5],
])
const maxLength = 120
const maxLabelLength = 300

/** The rating in the label of an image or element, such as "Rated 4.6 out of 5, 141 user reviews"; null for other labels. */
export function ratingInLabel(label: string): Rating | null {
  if (label.length > maxLabelLength || !/\p{Nd}/u.test(label)) return null
  const text = withLatinDigits(label)
  const hasWord = ratingWord.test(text)
  const rating = scaledRating(text, hasWord)
  const isReviewed = rating !== null || /^[(（]/.test(text)
  const reviews = isReviewed || hasWord ? reviewsIn(text) : null
  if (rating !== null) return { rating, reviews }
  const unscaled = hasWord ? decimalOf(anyRating.exec(text)?.[1] ?? '') : null
  if (unscaled !== null) return { rating: ratingOutOf5(unscaled), reviews }
  return reviews === null || !anyReviewWord.test(text) ? null : { rating: null, reviews }
}

/**
 * The rating in a line, such as "4,6 ★★★★ (1.234)", "8.4/10" or "Rating for shop.example: 4.6 - 352 reviews". `hasStars` is true if the
 * line shows stars as an image. Null for other lines, including a number without any sign of a rating.
 */
export function ratingInLine(line: string, hasStars: boolean): Rating | null {
  if (line.length > maxLength) return null
  const text = withLatinDigits(line)
  const glyphs = stars.exec(text)?.[0]
  const hasSign = hasStars || glyphs !== undefined || /[★⭐]/u.test(text) || ratingWord.test(text)
  const reviews = reviewsIn(text)
  const scaled = scaledRating(text, hasSign || parenthesised.test(text))
  if (scaled !== null) return { rating: scaled, reviews }
  const leading = decimalOf(leadingRating.exec(text)?.[1] ?? '')
  const isBesideCount = /^[0-5][.,٫]\d(?:\s*[(（]|[\s·•|–-]+\d)/u.test(text) && reviews !== null
  if (leading !== null && (hasSign || isBesideCount)) return { rating: ratingOutOf5(leading), reviews }
  // In "(1.2K)" after stars, the number is the count.
  const others = reviews === null ? text : text.replace(parenthesised, ' ')
  const named = hasSign ? decimalOf(anyRating.exec(others)?.[1] ?? '') : null
  if (named !== null) return { rating: ratingOutOf5(named), reviews }
  if (glyphs === undefined) return null
  const rating = [...glyphs].reduce((sum, glyph) => sum + (starValues.get(glyph) ?? 1), 0)
  return { rating: ratingOutOf5(rating), reviews }
}

/** The review count in a line that contains nothing else: "(1,234)" or "352 reviews"; null for other lines. */
export function reviewsOfLine(line: string): number | null {
  if (line.length > 40) return null
  const text = withLatinDigits(line)
  const found = parenthesised.exec(text) ?? beforeWord.exec(text) ?? afterWord.exec(text)
  if (found === null) return null
  const rest = text.replace(found[0], '').replace(/[\p{M}\s().,:·-]/gu, '')
  // In "Pack of (12)", the number counts something else.
  const isOfReviews = /^\p{L}*$/u.test(rest) && (rest === '' || anyReviewWord.test(text) || ratingWord.test(text))
  return isOfReviews ? reviewsIn(text) : null
}

function scaledRating(text: string, hasSign: boolean): number | null {
  for (const pattern of [valueThenScale, scaleThenValue, scaleSlashValue]) {
    const { value, scale, between } = pattern.exec(text)?.groups ?? {}
    if (value === undefined) continue
    // In text such as "2 of 5", the numbers usually count images or pages rather than stars.
    if (!hasSign && !/[.,٫]/.test(value)) continue
    // "2.5 x 5" gives dimensions.
    if (!hasSign && between !== undefined && !scaleWord.test(between.trim())) continue
    const rating = ratingOutOf5(decimalOf(value), Number(scale))
    if (rating !== null) return rating
  }
  return null
}

function reviewsIn(text: string): number | null {
  for (const pattern of reviewPatterns) {
    for (const [, found = ''] of text.matchAll(pattern)) {
      const count = countOf(found)
      if (count !== null) return count
    }
  }
  return null
}
