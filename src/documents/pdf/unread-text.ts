/** Warnings about PDF text that couldn't be read. */

import type { Warning } from '../../contract/warning.ts'
import type { Run } from './page/run.ts'

interface UnreadText {
  hasText: boolean
  /** Numbers of the pages that are images. */
  images: readonly number[]
  /** Number of meaningless characters that were left out. */
  unreadableChars: number
  /** Number of fonts whose text was left out. */
  failedFonts: number
  /** True if the document is a form that can't be read. */
  isOfXfa: boolean
}

export function warningsOf({ hasText, images, unreadableChars, failedFonts, isOfXfa }: UnreadText): Warning[] {
  const lost = [
    ...(isOfXfa ? ['a form that only its own program can show (XFA)'] : []),
    ...(failedFonts > 0
      ? [`the text of ${failedFonts === 1 ? 'a font' : `${failedFonts} fonts`} that couldn't be read`]
      : []),
    ...(unreadableChars > 0 ? [`${unreadableChars} characters that their fonts don't identify`] : []),
  ]
  if (hasText && lost.length === 0 && images.length === 0) return []
  const what = hasText ? 'The text of the document is incomplete' : 'The document contains no readable text'
  const isEmpty = images.length === 0 && lost.length === 0
  const why = [
    ...(images.length > 0 ? [`${pagesText(images)}, as in a scan`] : []),
    ...(lost.length > 0 ? [`left out: ${lost.join(', ')}`] : []),
    ...(isEmpty ? ['its pages are images, as in a scan, or empty'] : []),
  ]
  return [{ code: 'no_text', message: `${what}: ${why.join('; ')}` }]
}

const maxRanges = 20

/** `pages`: in ascending order. Returns a string such as `pages 2–11 and 14 are images`. */
function pagesText(pages: readonly number[]): string {
  const ranges: [first: number, last: number][] = []
  for (const page of pages) {
    const range = ranges.at(-1)
    if (range?.[1] === page - 1) range[1] = page
    else ranges.push([page, page])
  }
  const names = ranges.slice(0, maxRanges).map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`))
  if (ranges.length > maxRanges) names.push(`${ranges.length - maxRanges} more ranges`)
  const last = names.length > 1 ? ` and ${names.pop()}` : ''
  return `${pages.length === 1 ? 'page' : 'pages'} ${names.join(', ')}${last} ${pages.length === 1 ? 'is an image' : 'are images'}`
}

/** Counts of the letters of one font. */
interface FontText {
  letters: number
  /** The letters that are frequent in all languages in Latin script: 60 to 80 % of a text. */
  common: number
  words: number
  /** Words such as `the`. */
  usual: number
  /** Private-use characters, and letters that change from lower to upper case within a word. */
  odd: number
}

const minLetters = 300
/** Frequent words of languages in Latin script. */
const usualWords = new Set(
  'the of and to in is for de la le et les en un une der die das und den von zu que el los se do da di il che per van het een och att det som og er på na nie je to si az és hogy ve bir ja on la yang dan'.split(
    ' ',
  ),
)

/** Returns a warning if the letters of a font can't be those of a text. */
export function garbledText(runs: Iterable<Run>): Warning[] {
  const fonts = new Map<string, FontText>()
  for (const { text, font } of runs) {
    if (font.isMonospaced) continue
    const counts = fonts.get(font.name) ?? { letters: 0, common: 0, words: 0, usual: 0, odd: 0 }
    fonts.set(font.name, counts)
    counts.odd += text.match(/[\p{Co}\ufffd]/gu)?.length ?? 0
    for (const [word] of text.matchAll(/[\p{Script=Latin}\p{M}]{2,}/gu)) {
      counts.words++
      if (usualWords.has(word.toLowerCase())) counts.usual++
      counts.letters += word.length
      counts.common += word.normalize('NFD').match(/[etaoinsrldu]/gi)?.length ?? 0
      counts.odd += word.match(/\p{Ll}\p{Lu}/gu)?.length ?? 0
    }
  }
  const garbled = [...fonts.values()].filter(({ letters, common, words, usual, odd }) => {
    if (letters + odd < minLetters) return false
    return odd > letters * 0.2 || (common < letters * 0.6 && usual < words * 0.02)
  })
  if (garbled.length === 0) return []
  const what = garbled.length === 1 ? 'a font' : `${garbled.length} fonts`
  return [{ code: 'text_garbled', message: `The characters of ${what} don't form words; the pages show other text` }]
}
