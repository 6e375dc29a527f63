/** Warnings about PDF text that couldn't be read. */

import type { Warning } from '../../contract/warning.ts'
import { groupsOf } from './page/geometry.ts'
import type { Run } from './page/run.ts'

interface UnreadText {
  hasText: boolean
  images: readonly number[]
  unreadableChars: number
  failedFonts: number
  /** True if the document is a form that can't be read. */
  isOfXfa: boolean
}

const fontsText = (count: number) => (count === 1 ? 'a font' : `${count} fonts`)

export function warningsOf({ hasText, images, unreadableChars, failedFonts, isOfXfa }: UnreadText): Warning[] {
  const lost = [
    isOfXfa && 'an XFA form, which few programs can display',
    failedFonts > 0 && `text in ${fontsText(failedFonts)} that couldn't be read`,
    unreadableChars === 1 && 'a character not identified by its font',
    unreadableChars > 1 && `${unreadableChars} characters not identified by their fonts`,
  ].filter(Boolean)
  const isEmpty = images.length === 0 && lost.length === 0
  if (hasText && isEmpty) return []
  const why = [
    images.length > 0 && `${pagesText(images)} ${images.length === 1 ? 'is an image' : 'are images'}, as in a scan`,
    lost.length > 0 && `left out: ${lost.join(', ')}`,
    isEmpty && 'its pages are empty or are images, as in a scan',
  ].filter(Boolean)
  const what = hasText ? 'The text of the document is incomplete' : 'The document contains no readable text'
  return [{ code: 'no_text', message: `${what}: ${why.join('; ')}` }]
}

const maxRanges = 20

/** `pages`: page numbers in ascending order. Returns a string such as `pages 2–11 and 14`. */
export function pagesText(pages: readonly number[]): string {
  const ranges = groupsOf(pages, (before, page) => page === before + 1)
  const names = ranges.slice(0, maxRanges).map((own) => (own.length === 1 ? `${own[0]}` : `${own[0]}–${own.at(-1)}`))
  if (ranges.length > maxRanges) names.push(`${ranges.length - maxRanges} more ranges`)
  const last = names.length > 1 ? ` and ${names.pop()}` : ''
  return `${pages.length === 1 ? 'page' : 'pages'} ${names.join(', ')}${last}`
}

const minLetters = 300
/** Fonts with a smaller share of a document's letters are ignored: they contain symbols, or names in formulas. */
const minShareOfLetters = 0.1
const usualWords =
  /^(?:the|of|and|to|in|is|de|la|le|et|les|en|une|der|die|das|und|den|von|que|el|los|do|da|di|il|che|van|het|een|och|att|det|som|er|na|nie|je|se|si|az|hogy|ve|bir|ja|on|yang|dan)$/i

/**
 * Returns a warning if the text in a font with many letters can't be real text. Such text has too few of the usual letters, and almost no
 * common words.
 */
export function garbledText(runs: readonly Run[]): Warning[] {
  const fonts = Map.groupBy(
    runs.filter(({ font }) => !font.isMonospaced),
    ({ font }) => font.name,
  )
  const wordsOfFonts = [...fonts.values()].map((own) =>
    own.flatMap(({ text }) => text.match(/[\p{Script=Latin}\p{M}\p{Co}]{2,}/gu) ?? []),
  )
  const all = wordsOfFonts.flat().join('').length
  const garbled = wordsOfFonts.filter((words) => {
    const letters = words.join('').normalize('NFD')
    if (letters.length < Math.max(minLetters, all * minShareOfLetters)) return false
    const frequent = letters.match(/[etaoinsrldu]/gi)?.length ?? 0
    const usual = words.filter((word) => usualWords.test(word)).length
    // In any of these languages, 60 to 80% of the letters are common ones.
    return frequent < letters.length * 0.6 && usual < words.length * 0.02
  })
  if (garbled.length === 0) return []
  return [
    {
      code: 'text_garbled',
      message: `Text set in ${fontsText(garbled.length)} doesn't form words when extracted, although the pages show readable text`,
    },
  ]
}
