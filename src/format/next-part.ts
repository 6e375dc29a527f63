/** Finds the next part of a text that a page divides into numbered parts. */

import { resolveUrl, withoutFragment } from '../html/absolute-url.ts'
import type { Document } from '../html/document.ts'
import { firstText } from '../html/traverse.ts'

/** The number at the end of a part's URL: `/2`, `/page/2/`, `?page=2`, `-2.html`. */
const partNumber = /(?:[-_,/?&](?:page|part|p|pg|seite)?[-_/=]?)(\d{1,3})(\/?|\.\w{2,5})$/i
const extension = /\/?$|\.\w{2,5}$/

/**
 * Returns the URL of the part after this page: the page's URL, or that of its first part, with the next number. A page links to it as the
 * next page, or by its number. Null on the home page, whose next page has older articles.
 */
export function nextPartOf(document: Document): string | null {
  const own = withoutFragment(document.url)
  const number = Number(partNumber.exec(own)?.[1] ?? Number.NaN)
  const bases = [{ stem: own.replace(extension, ''), next: 2 }]
  if (number > 1) bases.push({ stem: own.replace(partNumber, ''), next: number + 1 })
  for (const element of [...document.elements.named('link'), ...document.elements.named('a')]) {
    const { rel = '', href } = element.attribs
    // These quick tests reject nearly all links.
    if (href === undefined || !((rel !== '' && /\bnext\b/i.test(rel)) || /^\s*\d{1,3}\s*$/.test(firstText(element))))
      continue
    const url = withoutFragment(resolveUrl(document, href) ?? '')
    const found = partNumber.exec(url)
    const isNext = bases.some(({ stem, next }) => {
      const isOfText = found?.[1] === String(next) && url.slice(0, found.index) === stem
      return isOfText && URL.parse(stem)?.pathname !== '/'
    })
    if (isNext) return url
  }
  return null
}
