/** Prefix sums over the blocks of a page: the sum over any section is the difference of two of them. */

import { isHeadingElement } from '../../document/elements.ts'
import type { PageComposition } from './blocks.ts'
import type { MainContentSection } from './sections.ts'

/** In each array, index n holds the sum over the blocks before block n; the last one is the sum over the page. */
export interface BlockSums {
  chars: Float64Array
  /** Characters in links. */
  linked: Float64Array
  words: Float64Array
  /** Characters of blocks that read like sentences. */
  prose: Float64Array
  headings: Float64Array
  links: Float64Array
  /** Blocks of fewer than 5 words. */
  short: Float64Array
}

/** Characters outside links of a block that reads like sentences; 0 for a block that does not. */
export function proseOf(block: { chars: number; linked: number; text: string }): number {
  const own = block.chars - block.linked
  return own > 60 && /[.!?;:,。、！？]/.test(block.text) ? own : 0
}

export function sumBlocks({ blocks }: PageComposition): BlockSums {
  const count = blocks.length
  const zeros = () => new Float64Array(count + 1)
  const sums: BlockSums = {
    ...{ chars: zeros(), linked: zeros(), words: zeros(), prose: zeros(), headings: zeros(), links: zeros() },
    short: zeros(),
  }
  blocks.forEach((block, n) => {
    const add = (prefix: Float64Array, value: number) => {
      prefix[n + 1] = (prefix[n] as number) + value
    }
    add(sums.chars, block.chars)
    add(sums.linked, block.linked)
    add(sums.words, block.words.length)
    add(sums.prose, proseOf(block))
    add(sums.headings, isHeadingElement(block.section.element) ? 1 : 0)
    add(sums.links, block.links)
    add(sums.short, block.words.length < 5 ? 1 : 0)
  })
  return sums
}

/** The sum over the blocks from `first` up to, not including, `last`. */
export function sumOver(prefix: Float64Array, { first, last }: { first: number; last: number }): number {
  return (prefix[last] as number) - (prefix[first] as number)
}

/** The section and those around it that hold more blocks than the one before, smallest first; at most `limit`. */
export function widerSections(section: MainContentSection, limit: number): MainContentSection[] {
  const found: MainContentSection[] = [section]
  let widest = section
  for (let up = section.parent; up && found.length < limit; up = up.parent) {
    if (up.last - up.first > widest.last - widest.first) {
      found.push(up)
      widest = up
    }
  }
  return found
}
