/** Checks whether a page contains quotes, and reports the passages (docs/quotes.md). No language model is involved. */

import type { CheckedQuote } from '../../contract/list-items.ts'
import { blocksOf } from '../markdown-blocks.ts'
import { type PageStart, pageAt } from '../outline.ts'
import { headingText } from '../plain-text.ts'
import { collapsed, type FoundQuote, findQuote, type SearchedText, searchedText, shortened } from './find-quote.ts'
import { type NearestPassage, nearestPassage } from './nearest-passage.ts'
import { type PassagePlace, passageUrl } from './text-fragment.ts'

interface QuotedPage {
  markdown: string
  pageStarts: readonly PageStart[]
  /** Returns the markdown of everything on the page; null if `markdown` is that. Called only if a quote isn't in `markdown`. */
  wholeMarkdown(): Promise<string | null>
  /** True if the text is the whole requested page. Otherwise, a quote that isn't found may still be on the page. */
  isWhole: boolean
  place: PassagePlace
}

const maxTextChars = 2000
const maxReportedChars = 300

export async function checkQuotes(quotes: readonly string[], page: QuotedPage): Promise<CheckedQuote[]> {
  const main = searchedText(page.markdown)
  const found = quotes.map((quote) => findQuote(quote, main))
  const rest = found.includes(null) ? await page.wholeMarkdown() : null
  const whole = rest === null || rest === page.markdown ? null : searchedText(rest)
  return quotes.map((quote, n) => {
    const inMain = found[n]
    if (inMain) return describe(quote, inMain, main, page)
    const outside = whole && findQuote(quote, whole)
    if (outside) return describe(quote, outside, whole, page, false)
    if (!page.isWhole) return { ...nowhere(quote), match: 'unknown' }
    const nearest = nearestPassage(quote, main)
    const nearestOutside = whole && nearestPassage(quote, whole)
    if (nearestOutside && nearestOutside.shared > (nearest?.shared ?? 0)) {
      return describe(quote, nearestOutside, whole, page, false)
    }
    return nearest ? describe(quote, nearest, main, page) : nowhere(quote)
  })
}

function nowhere(quote: string): CheckedQuote {
  return {
    ...{ quote, match: 'none', offset: null, chars: null, text: null, heading: null, page: null, url: null },
    ...{ in_main_content: null, omitted: [], differences: [] },
  }
}

function describe(
  quote: string,
  passage: FoundQuote | NearestPassage,
  searched: SearchedText,
  { markdown, pageStarts, place }: QuotedPage,
  inMain = true,
): CheckedQuote {
  const { start, end } = passage
  const offset = searched.offsets[start] as number
  const page = inMain ? pageAt(pageStarts, offset) : null
  return {
    quote,
    match: 'match' in passage ? passage.match : 'none',
    offset: inMain ? offset : null,
    chars: inMain ? (searched.offsets[end - 1] as number) + 1 - offset : null,
    text: shortened(collapsed(searched.text.slice(start, end)), maxTextChars),
    heading: inMain ? headingAbove(markdown, offset) : null,
    page,
    url: passageUrl(place, searched, passage, page),
    in_main_content: inMain,
    omitted: 'omitted' in passage ? passage.omitted : [],
    differences: 'differences' in passage ? passage.differences : [],
  }
}

function headingAbove(markdown: string, offset: number): string | null {
  let heading: string | null = null
  for (const { kind, start, end } of blocksOf(markdown)) {
    if (start > offset) break
    if (kind === 'heading' && end <= offset) heading = headingText(markdown.slice(start, end)) || null
  }
  return heading
}

/**
 * Returns the results of the checks as markdown: a numbered line for each quote.
 * @example
 * quotesReport(checked) // '1. exact: “The tower is 330 metres high” (under “History”)'
 */
export function quotesReport(checked: readonly CheckedQuote[]): string {
  return checked.map((one, n) => `${n + 1}. ${reportLine(one)}`).join('\n')
}

function reportLine({ match, text, heading, in_main_content, omitted, differences }: CheckedQuote): string {
  if (match === 'unknown') return 'unknown: not found, but the page is incomplete or another one'
  if (text === null) return 'none: no similar passage on the page'
  const where =
    in_main_content === false ? ' (outside the main content)' : heading === null ? '' : ` (under “${heading}”)`
  const passage = `“${shortened(text, maxReportedChars)}”${where}`
  const changes = differences.map(({ quote, page }) => `quote “${quote}”, page “${page}”`)
  if (match === 'none') return `none, nearest: ${passage}; differs: ${changes.join('; ')}`
  return `${match}: ${passage}${omitted.map((one) => `; omits “${one}”`).join('')}`
}
