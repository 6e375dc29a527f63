/** Reads an ad's rating and its number of reviews, from visible text or, failing that, from the labels of its stars. */

import type { Element } from 'domhandler'
import { isElement, walk } from '../../../html/traverse.ts'
import { cleanText } from '../../text/clean-text.ts'
import { isCopy } from '../../text/copied-text.ts'
import { noRating, type Rating, ratingInLabel, ratingInLine, reviewsOfLine } from '../../text/ratings.ts'
import { maxDetailLines } from '../dom/size-limits.ts'
import { isHiddenInMarkup, isNonContent, type TextLine } from '../dom/text-lines.ts'

const minNameLength = 4
const maxLabelLength = 500

/**
 * The rating in the lines or, failing that, in a label below `root`. The visible number is more exact than the label, because stars are
 * rounded to halves. `title` is the ad's title, whose numbers aren't ratings. `lines` are the ad's lines that may contain a rating.
 */
export function readRating(root: Element, lines: TextLine[], title: string | null): Rating {
  const candidates = lines.slice(0, maxDetailLines).filter(({ text }) => title === null || !isCopy(text, title))
  const shown = ratingIn(candidates)
  const labelled = ratingInLabels(root, title)
  const rating = shown.rating ?? labelled.rating
  if (rating === null) return { rating: null, reviews: labelled.reviews }
  return { rating, reviews: shown.reviews ?? labelled.reviews ?? countBeside(candidates) }
}

/** True if the line contains only a rating. */
export function isRatingLine(line: TextLine): boolean {
  return ratingInLine(line.text, line.isRating) !== null || reviewsOfLine(line.text) !== null
}

function ratingIn(lines: TextLine[]): Rating {
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1]
    // If the stars are on a separate line, the rating comes first, followed by the count or the name of what was rated.
    const isNumber = /^\p{Nd}[.,٫]\p{Nd}$/u.test(line.text)
    const isCountNext = isNumber && next !== undefined && isRatingCaption(next)
    const found = ratingInLine(line.text, line.isRating || isCountNext)
    if (found?.rating != null) return { ...found, reviews: found.reviews ?? (next ? reviewsOfLine(next.text) : null) }
  }
  return noRating
}

function isRatingCaption({ text, isRating }: TextLine): boolean {
  return isRating || reviewsOfLine(text) !== null || ratingInLine(`4.5 ${text}`, false) !== null
}

function countBeside(lines: TextLine[]): number | null {
  // As in "(12K) · Free".
  for (const part of lines.flatMap(({ text }) => text.split(/\s+·\s+/))) {
    const reviews = reviewsOfLine(part)
    if (reviews !== null) return reviews
  }
  return null
}

function ratingInLabels(root: Element, title: string | null): Rating {
  let rating: number | null = null
  let reviews: number | null = null
  let labels = 0
  const read = (node: Element) => {
    for (const label of [node.attribs['aria-label'], node.attribs.alt, node.attribs.title]) {
      if (label === undefined || label.length > maxLabelLength || ++labels > maxDetailLines) continue
      const found = ratingInLabel(withoutName(cleanText(label), title))
      rating ??= found?.rating ?? null
      reviews ??= found?.reviews ?? null
    }
  }
  read(root)
  walk(root, (node) => {
    if (!isElement(node)) return
    if (isHiddenInMarkup(node) || isNonContent(node)) return false
    if (rating === null || reviews === null) read(node)
  })
  return { rating, reviews }
}

// In "Blue mug for $19.99 from Cup Shop, Rated 4.6 out of 5", numbers in the name aren't ratings.
function withoutName(label: string, title: string | null): string {
  return title !== null && title.length >= minNameLength ? label.replaceAll(title, ' ') : label
}
