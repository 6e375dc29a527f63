/** Drops what surrounds an article, such as comments and sign-up forms, if it is much less likely to be content than the rest. */

import { type Purpose, purposes } from '../../html/class-names.ts'
import { weightOf } from './block-sums.ts'
import type { MainContentBlock, PageComposition } from './blocks.ts'
import type { BlockChoice } from './choice.ts'
import type { PageKind } from './page-kind.ts'
import { levelsTo, type MainContentSection } from './sections.ts'

/** Others, such as `related` or `author`, aren't listed because articles use such class names for their own parts too. */
const partPurposes: readonly Purpose[] = ['comment', 'sidebar', 'form']

const minGap = 0.25
const minRestWords = 20
/** A shorter text above comments that outweigh it is the first post of a thread rather than an article. */
const minArticleWords = 150
const minTextShare = 0.8

/**
 * Returns the choice without the parts whose mean chance is at least 0.25 lower than the mean chance of the other chosen blocks. A part is
 * either everything after the article's text, or all blocks whose surrounding names suggest one purpose, such as comments. Comments may be
 * longer than the article. Any other part with more than half of the chosen words is the content itself, so it stays.
 */
export function dropUnlikely(
  page: PageComposition,
  chances: Float64Array,
  { kept, expected }: BlockChoice,
  kind: PageKind,
): BlockChoice {
  if (kind !== 'article') return { kept, expected }
  const { blocks } = page
  const stays = [...kept]
  const dropPart = (isPart: (n: number) => boolean, minRest: (part: number) => number) => {
    const part = { words: 0, hits: 0 }
    const rest = { words: 0, hits: 0 }
    for (let n = 0; n < blocks.length; n++) {
      if (!stays[n]) continue
      const weight = weightOf(blocks[n] as MainContentBlock)
      const sum = isPart(n) ? part : rest
      sum.words += weight
      sum.hits += weight * (chances[n] as number)
    }
    if (part.words === 0 || rest.words < minRest(part.words)) return
    if (rest.hits / rest.words - part.hits / part.words < minGap) return
    for (let n = 0; n < blocks.length; n++) if (isPart(n)) stays[n] = false
  }
  const ofOther = (words: number) => Math.max(minRestWords, words)
  const ofComments = (words: number) => Math.min(minArticleWords, ofOther(words))
  const { last } = findTextSection(page, chances, kept)
  dropPart((n) => n >= last, ofOther)
  for (const purpose of partPurposes) {
    const index = purposes.indexOf(purpose)
    const minRest = purpose === 'comment' ? ofComments : ofOther
    dropPart((n) => levelsTo((blocks[n] as MainContentBlock).section, index) < 255, minRest)
  }
  return { kept: stays, expected }
}

/** Returns the innermost section that holds at least 80% of the chosen words, weighted by their chances. */
function findTextSection({ blocks, sections }: PageComposition, chances: Float64Array, kept: readonly boolean[]) {
  const hits = new Float64Array(blocks.length + 1)
  blocks.forEach((block, n) => {
    hits[n + 1] = (hits[n] as number) + (kept[n] ? weightOf(block) * (chances[n] as number) : 0)
  })
  const least = minTextShare * (hits[blocks.length] as number)
  let found = sections[0] as MainContentSection
  for (const section of sections) {
    const own = (hits[section.last] as number) - (hits[section.first] as number)
    if (section.parent === found && own >= least) found = section
  }
  return found
}
