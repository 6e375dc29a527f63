/** Corrects the choice: drops unlikely parts, keeps related blocks together, and keeps more of a page when too little of it is left. */

import type { ExplainResult } from '../../contract/explain.ts'
import { type Purpose, purposes } from '../../html/class-names.ts'
import { weightOf } from './block-sums.ts'
import type { MainContentBlock, PageComposition } from './blocks.ts'
import type { BlockChoice } from './choice.ts'
import { keepTogether } from './kept-together.ts'
import type { PageKind } from './page-kind.ts'
import { levelsTo, levelsToTag, type MainContentSection } from './sections.ts'

/** Applies the rules that correct the choice of the models. */
export function correctChoice(
  page: PageComposition,
  chances: Float64Array,
  choice: BlockChoice,
  kind: PageKind,
): KeptBlocks {
  const likely = dropUnlikely(page, chances, dropApart(page, chances, choice), kind)
  return keepEnough(page, chances, { ...likely, kept: keepTogether(page, chances, likely.kept, kind) })
}

/**
 * How much of the page is dropped. `strict`: blocks that don't read like content. `loose`: blocks that are very unlikely to be
 * content. `tags`: parts that HTML's tags and roles set apart. `nothing`: no part.
 */
export type PruningLevel = ExplainResult['level']

const minChars = 100
/** Pages with fewer letters are short. Only parts that HTML sets apart are dropped from them. */
const minPageChars = 500
const minShare = 0.05
/** With this expected F1, a choice may be a smaller share of the page, such as a short article below a long menu. */
const minExpected = 0.4
/** Blocks with a smaller chance are kept only if nothing else is left. */
const looseChance = 0.15

interface KeptBlocks {
  kept: boolean[]
  level: PruningLevel
  /** From 0 to 1. */
  confidence: number
}

/**
 * Returns the result of the first level that keeps at least 100 letters and 5% of the text. A likely choice may keep less than 5%. On pages
 * with fewer than 500 letters, drops only parts that HTML sets apart.
 */
export function keepEnough(
  { blocks, sums }: PageComposition,
  chances: Float64Array,
  { kept, expected }: BlockChoice,
): KeptBlocks {
  const lengthOf = (chosen: readonly boolean[], isIn = (_: MainContentSection) => true) =>
    blocks.reduce((sum, { chars, section }, n) => (chosen[n] && isIn(section) ? sum + chars : sum), 0)
  const total = sums.chars[blocks.length] as number
  const isEnough = (length: number) => length >= minChars && length >= minShare * total
  const length = lengthOf(kept)
  if ((expected >= minExpected && length >= minChars) || isEnough(length)) {
    const isMostlyApart = lengthOf(kept, isSetApart) > 0.5 * length
    return { kept, level: 'strict', confidence: isMostlyApart ? Math.min(expected, 0.4) : expected }
  }
  const loose = blocks.map((block, n) => (chances[n] as number) >= looseChance && !isSetApart(block.section))
  if (total >= minPageChars && isEnough(lengthOf(loose)))
    return { kept: loose, level: 'loose', confidence: Math.min(expected, 0.6) }
  const tags = blocks.map(({ section }) => !isSetApart(section))
  const isTooLittle = lengthOf(tags) < minShare * total
  const confidence = isTooLittle || total >= minPageChars ? 0.3 : 0.6
  if (isTooLittle) return { kept: blocks.map(() => true), level: 'nothing', confidence }
  return { kept: tags, level: 'tags', confidence }
}

const minApartChance = 0.5

/** Drops the chosen blocks that HTML sets apart and that are rather not content, if the others have at least 100 letters. */
export function dropApart(
  { blocks }: PageComposition,
  chances: Float64Array,
  { kept, expected }: BlockChoice,
): BlockChoice {
  let length = 0
  const rest = blocks.map(({ section, chars }, n) => {
    const stays = kept[n] === true && ((chances[n] as number) >= minApartChance || !isSetApart(section))
    if (stays) length += chars
    return stays
  })
  return { kept: length >= minChars ? rest : kept, expected }
}

const apartTags = new Set(['nav', 'aside', 'footer', 'menu', 'dialog', 'search'])
const apartRoles =
  /^(?:navigation|banner|contentinfo|complementary|search|dialog|alertdialog|menu|menubar|toolbar|tablist)$/i

/** True for a section that tags or roles set apart from the content, with no `main` or `article` in between. */
export function isSetApart(section: MainContentSection): boolean {
  const { element, parent, group } = section
  const { name, attribs } = element
  if (name === 'main' || name === 'article') return false
  if (apartTags.has(name) || (attribs.role !== undefined && apartRoles.test(attribs.role))) return true
  if (name === 'header' && levelsToTag(section, 'main') === 255 && levelsToTag(section, 'article') === 255) return true
  if (parent === null) return false
  // All members of a group have the same parent section, so the parent's answer is cached in the group.
  group.isApartAround ??= isSetApart(parent)
  return group.isApartAround
}

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
