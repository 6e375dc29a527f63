/** Finds lines that are at the same place on several pages, and differ in nothing except a page number. */

import { numberOfRoman } from '../../converted/flow/labels.ts'
import type { PdfLine } from '../layout/line.ts'
import { groupsOf } from '../page/neighbours.ts'

export interface NumberedPage {
  number: number
  /** The page number that the document states; null if it states none. */
  label: string | null
}

export interface Edge<Page = NumberedPage> {
  line: PdfLine
  page: Page
  /** Distance from the edge of the page. */
  y: number
}

/** Maximum difference in position between two pages, in points. */
const near = 5
/** Running text is on at least this many pages. */
const minPages = 3

export interface Repeated {
  /** Lines on at least three pages that are at least half of all pages, or of the even or the odd ones. */
  onMost: ReadonlySet<PdfLine>
  onSome: ReadonlySet<PdfLine>
  numbered: ReadonlySet<PdfLine>
}

/** `maxNumbered`: the number in larger text is part of a heading. */
export function repeatedLines(
  edges: readonly Edge[],
  pages: readonly NumberedPage[],
  maxNumbered = Number.POSITIVE_INFINITY,
): Repeated {
  const same = [...Map.groupBy(edges, ({ line }) => line.text).values()].flatMap(samePlaces)
  const small = edges.filter(({ line }) => line.size <= maxNumbered || !/\p{L}/u.test(line.text))
  const linesOf = (some: readonly (readonly Edge[])[]) => new Set(some.flat().map(({ line }) => line))
  const numbered = linesOf(numberedAlike(small, minPages).filter((group) => isOnMost(group, pages)))
  const isOnSome = (group: readonly Edge[]) => new Set(group.map(({ page }) => page)).size > 1
  return {
    onMost: new Set([...linesOf(same.filter((group) => isOnMost(group, pages))), ...numbered]),
    onSome: new Set([...linesOf([...same, ...numberedAlike(small, 2)].filter(isOnSome)), ...numbered]),
    numbered,
  }
}

function isOnMost(edges: readonly Edge[], pages: readonly NumberedPage[]): boolean {
  const own = new Set(edges.map(({ page }) => page))
  const parts = [pages, ...[0, 1].map((rest) => pages.filter(({ number }) => number % 2 === rest))]
  return parts.some((part) => {
    const count = part.filter((page) => own.has(page)).length
    return count >= minPages && count * 2 >= part.length
  })
}

const samePlaces = (edges: readonly Edge[]): Edge[][] =>
  groupsOf(
    edges.toSorted((a, b) => a.y - b.y),
    (before, edge) => edge.y - before.y <= near,
  )

const numbers = /\d+|\b[ivxlc]+\b/gi
const numberOf = (number: string) => (/\d/.test(number) ? Number(number) : numberOfRoman(number))

/** Groups lines that are the same except for a page number, as on `min` pages: `3`, `Page 3 of 12`, `iii`, `2-3`. */
function numberedAlike(edges: readonly Edge[], min: number): Edge[][] {
  const counting = edges.flatMap((edge) => {
    const { text } = edge.line
    return Array.from(text.matchAll(numbers), ({ 0: number, index }) => ({
      edge,
      offset: numberOf(number) - edge.page.number,
      isLabel: number === edge.page.label,
      rest: withoutTotal(`${text.slice(0, index)}\0${text.slice(index + number.length)}`),
    })).filter(({ offset, isLabel, rest }) => {
      return pageWords.test(rest) || (apart.test(rest) && (isLabel || Math.abs(offset) < maxOffset))
    })
  })
  return [...Map.groupBy(counting, ({ rest }) => rest).values()].flatMap((alike) => {
    // Numbering may start again, after the front matter or in each chapter.
    const offsets = [...Map.groupBy(alike, ({ offset }) => offset).values()]
    const places = offsets.flatMap((same) => samePlaces(same.map(({ edge }) => edge)))
    return samePlaces(places.filter(({ length }) => length >= min).flat())
  })
}

/** Years and numbers of invoices may count with the pages, too. An excerpt may be from a long book. */
const maxOffset = 1000

/** Removes the number of pages, or of the chapter, from text whose page number is `\0`. */
function withoutTotal(text: string): string {
  return text
    .replace(/\0\s*(?:(?:\/|of|out of|von|de|sur|di|do|du|av|af|van|od|z|ze|iz|из)\s*\d+|\(\d+\))/iu, '\0')
    .replace(/^[\p{L}\d]{1,3}[-–.]\0$/u, '\0')
}

/** Matches a number that isn't part of a phrase: alone in its line, or apart from a title: `17 | Chapter 3`. `Day 3` isn't a page number. */
const apart = /(?:^|[|·•]|\s[-–—]|\s{3})[^\p{L}\d]*\0[^\p{L}\d]*(?:$|[|·•]|[-–—]\s|\s{3})/u

/** Matches a page number at the start or the end of a line, with the word for "page" in a common language. */
const pageWords = (() => {
  const before = `(?:pages?|pp?|pgs?|Seiten?|s|sidan?|side|sivu|p[áa]gina|p[áa]g|stran[aey]|str|страница|стр|с|oldal|σελίδα|σελ|sayfa|trang|第|頁|页)[.:]?`
  const after = String.raw`[.:]?\s?(?:página|sida|side|sivu|strana|oldal|lk|sayfa|ページ|頁|页|페이지|쪽)`
  const number = String.raw`(?:(?<!\p{L})${before}\s*\0|\0${after})`
  return new RegExp(String.raw`^[^\p{L}\d]*${number}(?![\p{L}\d])|${number}[^\p{L}\d]*$`, 'iu')
})()
