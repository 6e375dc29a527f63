/** Is enough left of the page? When it is not, less is pruned, in the end nothing. */

import { countEastAsian } from '../../document/east-asian.ts'
import { type Block, type Composition, levelsToTag, type Section } from './blocks.ts'
import type { Choice } from './choice.ts'

/** `strict`: what reads unlike content is dropped; `loose`: what surely is none; `tags`: what HTML itself sets apart. */
export type Level = 'strict' | 'loose' | 'tags' | 'nothing'

const enoughChars = 250
/** A sign of Chinese or Japanese says about as much as so many letters. */
const lettersOfSign = 3
const enoughShare = 0.05
/** A block with so small a chance is kept only where nothing else would be. */
const looseChance = 0.15

interface Kept {
  kept: boolean[]
  level: Level
  confidence: number
}

/** Below 250 letters or 5 % of the page's text more is kept; a page that is as short as that keeps all but what its tags set apart. */
export function keepMore({ blocks }: Composition, chances: Float64Array, { kept, expected }: Choice): Kept {
  const lengths = blocks.map(({ text, chars }) => chars + (lettersOfSign - 1) * countEastAsian(text))
  const charsOf = (isIn: (n: number) => boolean) => lengths.reduce((sum, length, n) => sum + (isIn(n) ? length : 0), 0)
  const total = charsOf(() => true)
  const isEnough = (chosen: boolean[]) => {
    const chars = charsOf((n) => chosen[n] === true)
    return chars >= enoughChars && chars >= enoughShare * total
  }
  if (isEnough(kept)) {
    const apart = charsOf((n) => kept[n] === true && isSetApart((blocks[n] as Block).section))
    const isApart = apart > 0.5 * charsOf((n) => kept[n] === true)
    return { kept, level: 'strict', confidence: isApart ? Math.min(expected, 0.4) : expected }
  }
  const loose = blocks.map((block, n) => (chances[n] as number) >= looseChance && !isSetApart(block.section))
  if (total >= 2 * enoughChars && isEnough(loose))
    return { kept: loose, level: 'loose', confidence: Math.min(expected, 0.6) }
  const tags = blocks.map(({ section }) => !isSetApart(section))
  const isLittle = charsOf((n) => tags[n] === true) < enoughShare * total
  const confidence = isLittle || total >= 2 * enoughChars ? 0.3 : 0.6
  if (isLittle) return { kept: blocks.map(() => true), level: 'nothing', confidence }
  return { kept: tags, level: 'tags', confidence }
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
