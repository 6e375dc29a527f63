/** Prefix sums over the blocks of a page. The sum over any section is the difference between two entries. */

/** In each array, index n holds the sum over the blocks before block n. The last entry is the page's total. */
export interface BlockSums {
  chars: Int32Array
  linked: Int32Array
  /** Characters in blocks that read like sentences. */
  prose: Int32Array
  headings: Int32Array
  /** Number of blocks on the page with fewer than 5 words. */
  short: number
}

interface SummedBlock {
  section: { isHeading: boolean }
  text: string
  words: number
  chars: number
  linked: number
}

/** Returns the number of characters outside links in a block that reads like sentences; 0 for any other block. */
export function proseOf(block: Pick<SummedBlock, 'text' | 'chars' | 'linked'>): number {
  const own = block.chars - block.linked
  return own > 60 && /[.!?;:,。、！？]/.test(block.text) ? own : 0
}

/** Returns a block's weight: its number of words, or 0.5 if it has no words. */
export function weightOf({ words }: Pick<SummedBlock, 'words'>): number {
  return Math.max(0.5, words)
}

/** Blocks from `first` up to, but not including, `last`. */
export interface BlockRange {
  first: number
  last: number
}

/** Returns the weights of the blocks: in total, and multiplied by their chances. */
export function weigh(blocks: readonly SummedBlock[], chances: Float64Array, { first, last }: BlockRange) {
  let [words, hits] = [0, 0]
  for (let n = first; n < last; n++) {
    const weight = weightOf(blocks[n] as SummedBlock)
    words += weight
    hits += weight * (chances[n] as number)
  }
  return { words, hits }
}

export function sumBlocks(blocks: readonly SummedBlock[]): BlockSums {
  const count = blocks.length
  const zeros = () => new Int32Array(count + 1)
  const sums: BlockSums = { chars: zeros(), linked: zeros(), prose: zeros(), headings: zeros(), short: 0 }
  const { chars, linked, prose, headings } = sums
  for (let n = 0; n < count; n++) {
    const block = blocks[n] as SummedBlock
    chars[n + 1] = (chars[n] as number) + block.chars
    linked[n + 1] = (linked[n] as number) + block.linked
    prose[n + 1] = (prose[n] as number) + proseOf(block)
    headings[n + 1] = (headings[n] as number) + (block.section.isHeading ? 1 : 0)
    if (block.words < 5) sums.short++
  }
  return sums
}

export function sumOver(prefix: Int32Array, { first, last }: BlockRange): number {
  return (prefix[last] as number) - (prefix[first] as number)
}

/** True if a block from `first` up to, but not including, `last` is kept. */
export function includesKept(kept: readonly boolean[], first: number, last: number): boolean {
  for (let n = Math.max(0, first); n < last; n++) if (kept[n]) return true
  return false
}
