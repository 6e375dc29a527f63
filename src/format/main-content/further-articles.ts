/** Drops the articles that an endlessly scrolling page appends to its own article. */

import type { PageComposition } from './blocks.ts'

const minWords = 100

/** Drops them from `kept` and returns how many there are: siblings of the article whose `h1` is the page's title, with their own `h1` and text. */
export function dropFurtherArticles({ blocks, sections, counts }: PageComposition, kept: boolean[]): number {
  const articles = sections.flatMap((section) => {
    if (section.element.name !== 'article') return []
    let [words, heading, count] = [0, -1, 0]
    for (let n = section.first; n < section.last; n++) {
      if (kept[n]) words += blocks[n]?.words ?? 0
      if (blocks[n]?.section.element.name === 'h1') [heading, count] = [n, count + 1]
    }
    const isTitle = heading >= 0 && (counts.inTitle[heading] as number) >= (blocks[heading]?.words ?? 0)
    return count === 1 && words >= minWords ? [{ section, isTitle }] : []
  })
  const [own, ...further] = articles
  if (!own?.isTitle || further.some(({ section, isTitle }) => isTitle || section.parent !== own.section.parent))
    return 0
  for (const { section } of further) kept.fill(false, section.first, section.last)
  return further.length
}
