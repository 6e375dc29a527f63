/** Sums over any section of a page in two look-ups: its blocks stand in a row. */

import { isHeadingElement } from '../../document/elements.ts'
import type { Composition, Section } from './blocks.ts'

export interface Totals {
  chars: Float64Array
  linked: Float64Array
  words: Float64Array
  prose: Float64Array
  headings: Float64Array
  links: Float64Array
  short: Float64Array
}

/** Characters of a block that reads like sentences. */
export function proseOf(block: { chars: number; linked: number; text: string }): number {
  const own = block.chars - block.linked
  return own > 60 && /[.!?;:,。、！？]/.test(block.text) ? own : 0
}

export function totalsOf({ blocks }: Composition): Totals {
  const count = blocks.length
  const row = () => new Float64Array(count + 1)
  const totals: Totals = {
    ...{ chars: row(), linked: row(), words: row(), prose: row(), headings: row(), links: row(), short: row() },
  }
  blocks.forEach((block, n) => {
    const add = (sums: Float64Array, value: number) => {
      sums[n + 1] = (sums[n] as number) + value
    }
    add(totals.chars, block.chars)
    add(totals.linked, block.linked)
    add(totals.words, block.words.length)
    add(totals.prose, proseOf(block))
    add(totals.headings, isHeadingElement(block.section.element) ? 1 : 0)
    add(totals.links, block.links)
    add(totals.short, block.words.length < 5 ? 1 : 0)
  })
  return totals
}

export function sum(sums: Float64Array, { first, last }: { first: number; last: number }): number {
  return (sums[last] as number) - (sums[first] as number)
}

/**
 * The sections around a block, smallest first, each holding more blocks than the one before; wrappers of the same
 * blocks are passed over. At most `limit`.
 */
export function scalesOf(section: Section, limit: number): Section[] {
  const scales: Section[] = [section]
  let last = section
  for (let up = section.parent; up && scales.length < limit; up = up.parent) {
    if (up.last - up.first > last.last - last.first) {
      scales.push(up)
      last = up
    }
  }
  return scales
}
