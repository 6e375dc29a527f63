/** Prefix sums over the blocks of a page: the sum over any section is the difference of two of them. */

import { isHeadingElement } from '../../document/elements.ts'
import type { MainContentBlock, PageComposition } from './blocks.ts'

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

/** A block weighs as much as it has words; one without a word weighs half. */
export function weightOf({ words }: { words: number }): number {
  return Math.max(0.5, words)
}

export function sumBlocks({ blocks }: PageComposition): BlockSums {
  const count = blocks.length
  const zeros = () => new Float64Array(count + 1)
  const sums: BlockSums = {
    ...{ chars: zeros(), linked: zeros(), words: zeros(), prose: zeros(), headings: zeros(), links: zeros() },
    short: zeros(),
  }
  const { chars, linked, words, prose, headings, links, short } = sums
  for (let n = 0; n < count; n++) {
    const block = blocks[n] as MainContentBlock
    const { words: wordCount } = block
    chars[n + 1] = (chars[n] as number) + block.chars
    linked[n + 1] = (linked[n] as number) + block.linked
    words[n + 1] = (words[n] as number) + wordCount
    prose[n + 1] = (prose[n] as number) + proseOf(block)
    headings[n + 1] = (headings[n] as number) + (isHeadingElement(block.section.element) ? 1 : 0)
    links[n + 1] = (links[n] as number) + block.links
    short[n + 1] = (short[n] as number) + (wordCount < 5 ? 1 : 0)
  }
  return sums
}

/** The sum over the blocks from `first` up to, not including, `last`. */
export function sumOver(prefix: Float64Array, { first, last }: { first: number; last: number }): number {
  return (prefix[last] as number) - (prefix[first] as number)
}

const logs = new Float64Array(4096)

/** The natural logarithm of a positive integer. Most are small and asked for again and again. */
export function logOf(count: number): number {
  if (count >= logs.length) return Math.log(count)
  const known = logs[count] as number
  if (known !== 0) return known
  const log = Math.log(count)
  logs[count] = log
  return log
}
