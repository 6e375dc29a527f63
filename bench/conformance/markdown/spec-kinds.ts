/** Style differences between a page and its markdown (docs/markdown.md), with the tree details to ignore for each. */

import type { TreeDetail } from './page-tree.ts'
import { differenceOf } from './round-trip.ts'

interface DifferenceKind {
  name: string
  applies(html: string): boolean
  without: readonly TreeDetail[]
}

const has = (pattern: RegExp) => (html: string) => pattern.test(html)

const kinds: readonly DifferenceKind[] = [
  { name: 'white space at the ends of code', applies: has(/<pre/), without: ['code space'] },
  { name: 'empty code', applies: has(/<pre[^>]*><code[^>]*>\s*<\/code>/), without: ['code space', 'empty'] },
  { name: 'tables used for layout', applies: has(/<table/), without: ['tables', 'code space'] },
  { name: 'links to the page itself', applies: has(/href=""/), without: ['links'] },
  { name: 'titles that repeat words, or are empty', applies: hasTitleWithoutNews, without: ['titles'] },
  {
    name: 'emphasis that continues in the next block',
    applies: has(/<(em|strong)>(?:(?!<\/\1>).)*<\/p>/s),
    without: ['emphasis'],
  },
]

/** Returns the only kind of style difference between the page and its markdown, or null if anything else differs. */
export function kindOfDifference(html: string): string | null {
  const kind = kinds.find(({ applies, without }) => applies(html) && !differenceOf(html, { without: new Set(without) }))
  return kind?.name ?? null
}

function hasTitleWithoutNews(html: string): boolean {
  const titles = [...html.matchAll(/ title="([^"]*)"/g)].map(([, title = '']) => title)
  const rest = html.replace(/ (?:title|href|src)="[^"]*"/g, '')
  return titles.some((title) => rest.includes(title) || !/[\p{L}\p{N}]/u.test(title))
}
