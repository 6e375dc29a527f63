/** Is enough left of the page? When it is not, less is pruned, in the end nothing. */

import { type Block, type Composition, levelsToTag, type Section } from './main-content-blocks.ts'
import type { Choice } from './main-content-choice.ts'

/** `strict`: what reads unlike content is dropped; `loose`: what surely is none; `tags`: what HTML itself sets apart. */
export type Level = 'strict' | 'loose' | 'tags' | 'nothing'

const enoughChars = 250
const enoughShare = 0.05
/** A block with so small a chance is kept only where nothing else would be. */
const looseChance = 0.15

interface Kept {
  kept: boolean[]
  level: Level
  confidence: number
}

/** Below 250 characters or 5 % of the page's text more is kept; a page that is as short as that keeps all but what its tags set apart. */
export function keepMore({ blocks }: Composition, chances: Float64Array, { kept, expected }: Choice): Kept {
  const total = charsOf(blocks, () => true)
  const isEnough = (chosen: boolean[]) => {
    const chars = charsOf(blocks, (n) => chosen[n] === true)
    return chars >= enoughChars && chars >= enoughShare * total
  }
  if (isEnough(kept)) {
    const apart = charsOf(blocks, (n) => kept[n] === true && isSetApart((blocks[n] as Block).section))
    const isApart = apart > 0.5 * charsOf(blocks, (n) => kept[n] === true)
    return { kept, level: 'strict', confidence: isApart ? Math.min(expected, 0.4) : expected }
  }
  const loose = blocks.map((block, n) => (chances[n] as number) >= looseChance && !isSetApart(block.section))
  if (total >= 2 * enoughChars && isEnough(loose))
    return { kept: loose, level: 'loose', confidence: Math.min(expected, 0.6) }
  const tags = blocks.map(({ section }) => !isSetApart(section))
  const isLittle = charsOf(blocks, (n) => tags[n] === true) < enoughShare * total
  const confidence = isLittle || total >= 2 * enoughChars ? 0.3 : 0.6
  if (isLittle) return { kept: blocks.map(() => true), level: 'nothing', confidence }
  return { kept: tags, level: 'tags', confidence }
}

function charsOf(blocks: readonly Block[], isIn: (n: number) => boolean): number {
  return blocks.reduce((sum, { chars }, n) => sum + (isIn(n) ? chars : 0), 0)
}

const tags = new Set(['nav', 'aside', 'footer', 'menu', 'dialog', 'search'])
const roles =
  /^(?:navigation|banner|contentinfo|complementary|search|dialog|alertdialog|menu|menubar|toolbar|tablist)$/i

/** True for what HTML itself names as standing beside the content. */
export function isSetApart(section: Section): boolean {
  for (let up: Section | null = section; up; up = up.parent) {
    const { name, attribs } = up.element
    if (name === 'main' || name === 'article') return false
    if (tags.has(name) || roles.test(attribs.role ?? '')) return true
    if (name === 'header' && levelsToTag(up, 4) === 255 && levelsToTag(up, 5) === 255) return true
  }
  return false
}
