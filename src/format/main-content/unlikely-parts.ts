/** On an article, drops the chosen parts that are clearly less likely to be content than the rest, such as comments and teasers. */

import { type Purpose, purposes } from '../../html/class-names.ts'
import { weightOf } from './block-sums.ts'
import type { MainContentBlock, PageComposition } from './blocks.ts'
import type { BlockChoice } from './choice.ts'
import type { PageKind } from './page-kind.ts'
import { hasPurpose, type MainContentSection } from './sections.ts'

/** The purposes of parts around an article's text. Names for other purposes, such as "related", are also common in texts. */
const partPurposes: readonly Purpose[] = [
  ...(['nav', 'banner', 'crumbs', 'footer', 'sidebar', 'comment', 'form', 'author', 'byline', 'widget'] as const),
]

const minGap = 0.25
/** In words. */
const minRest = 20
const minTextShare = 0.8

/**
 * Returns the choice without the parts whose mean chance is at least 0.25 lower than the mean chance of the other kept blocks. A part is
 * what follows the article's text, or everything whose names suggest the same purpose. Comments may be longer than the article, but any
 * other part with more than half of the kept words stays, because it is the content itself. A thread that was taken for an article keeps
 * its posts if they are as likely as the rest.
 */
export function dropUnlikely(
  page: PageComposition,
  chances: Float64Array,
  { kept, expected }: BlockChoice,
  kind: PageKind,
): BlockChoice {
  if (kind !== 'article') return { kept, expected }
  const { blocks } = page
  const rest = [...kept]
  const dropPart = (isPart: (n: number) => boolean, mayBeMost = false) => {
    const part = { weight: 0, hits: 0 }
    const others = { weight: 0, hits: 0 }
    for (let n = 0; n < blocks.length; n++) {
      if (!rest[n]) continue
      const weight = weightOf(blocks[n] as MainContentBlock)
      const sum = isPart(n) ? part : others
      sum.weight += weight
      sum.hits += weight * (chances[n] as number)
    }
    if (part.weight === 0 || others.weight < minRest || (part.weight > others.weight && !mayBeMost)) return
    if (others.hits / others.weight - part.hits / part.weight < minGap) return
    for (let n = 0; n < blocks.length; n++) if (isPart(n)) rest[n] = false
  }
  const { last } = findText(page, chances, kept)
  dropPart((n) => n >= last)
  for (const purpose of partPurposes) {
    const index = purposes.indexOf(purpose)
    dropPart((n) => hasPurpose((blocks[n] as MainContentBlock).section, index), purpose === 'comment')
  }
  return { kept: rest, expected }
}

/** Returns the innermost section with at least 80% of the kept content. */
function findText({ blocks, sections }: PageComposition, chances: Float64Array, kept: boolean[]): MainContentSection {
  const hits = new Float64Array(blocks.length + 1)
  blocks.forEach((block, n) => {
    hits[n + 1] = (hits[n] as number) + (kept[n] ? weightOf(block) * (chances[n] as number) : 0)
  })
  const all = hits[blocks.length] as number
  let text = sections[0] as MainContentSection
  for (const section of sections) {
    const own = (hits[section.last] as number) - (hits[section.first] as number)
    if (section.parent === text && own >= minTextShare * all) text = section
  }
  return text
}
