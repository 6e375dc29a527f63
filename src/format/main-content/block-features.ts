/** Describes each block as a row of numbers: features of the block, its position, the sections around it, its neighbours and the page. */

import { purposes } from '../../html/class-names.ts'
import { type BlockSums, sumOver } from './block-sums.ts'
import type { MainContentBlock, PageComposition } from './blocks.ts'
import { ownColumns, type PageTexts, putOwn } from './own-features.ts'
import type { PageFacts } from './page-facts.ts'
import { pageKinds } from './page-kind.ts'
import { groupColumns, pathColumns, SectionFeatures, scaleColumns } from './section-features.ts'
import { putLevels, watchedTags } from './sections.ts'

const neighbourSteps = [-3, -2, -1, 1, 2, 3]
const maxSteps = 3

const placeColumns = ['index', 'place', 'depth', 'fromH1', 'fromMost', 'headingLevel', 'fromHeading', 'headingLinked']
const levelColumns = [...purposes.map((purpose) => `near:${purpose}`), ...watchedTags.map((tag) => `in:${tag}`)]
const pageColumns = [
  ...['pageBlocks', 'pageChars', 'pageLinks', 'pageProse', 'pageShort'],
  ...pageKinds.map((_, n) => `kind:${n}`),
]

/** Column names, in order. The weights were learned for these columns, so any change requires new weights. */
export const columns: readonly string[] = [
  ...ownColumns,
  ...placeColumns,
  ...levelColumns,
  ...scaleColumns,
  ...groupColumns,
  ...pathColumns,
  ...neighbourSteps.flatMap((step) => [`n${step}:chars`, `n${step}:links`]),
  ...pageColumns,
]

const pageFrom = columns.length - pageColumns.length

/** Writes the rows of a page's blocks in order, so that only a few are in memory, even for a page of 100,000 blocks. */
export class BlockFeatures {
  private readonly page: PageComposition
  private readonly sums: BlockSums
  private readonly landmarks: PageLandmarks
  private readonly sections: SectionFeatures
  private readonly texts: PageTexts
  private readonly pageChars: number
  // One entry per block, plus three empty entries at each end.
  private readonly logChars: Float32Array
  private readonly linkShares: Float32Array
  private readonly ofPage: Float64Array
  private heading: MainContentBlock | null = null
  private headingAt = 0

  constructor(page: PageComposition, facts: PageFacts, kinds: ArrayLike<number>) {
    const { blocks, sums } = page
    const count = blocks.length
    const all = { first: 0, last: count }
    this.page = page
    this.sums = sums
    this.landmarks = findLandmarks(page)
    this.sections = new SectionFeatures(page)
    this.texts = {
      counts: page.counts,
      titleSize: facts.title.size,
      hasData: facts.data.size > 0,
      ...countRepeats(blocks),
    }
    this.pageChars = Math.max(1, sumOver(sums.chars, all))
    this.logChars = new Float32Array(count + 2 * maxSteps).fill(-1)
    this.linkShares = new Float32Array(count + 2 * maxSteps).fill(-1)
    for (let n = 0; n < count; n++) {
      const { chars, linked } = blocks[n] as MainContentBlock
      this.logChars[n + maxSteps] = Math.log(1 + chars)
      this.linkShares[n + maxSteps] = linked / Math.max(1, chars)
    }
    this.ofPage = Float64Array.from([
      ...[Math.log(count), Math.log(this.pageChars), sumOver(sums.linked, all) / this.pageChars],
      ...[sumOver(sums.prose, all) / this.pageChars, sums.short / count, ...Array.from(kinds)],
    ])
  }

  /** Writes the columns that are the same for all blocks. */
  putPage(row: Float32Array): void {
    row.set(this.ofPage, pageFrom)
  }

  /** Writes the other columns of block n into `rows`, starting at index `start`. Earlier blocks must have been written first. */
  put(n: number, rows: Float32Array, start: number): void {
    const { sums, pageChars, landmarks } = this
    const block = this.page.blocks[n] as MainContentBlock
    const { section } = block
    if (section.isHeading) {
      this.heading = block
      this.headingAt = n
    }
    const { heading } = this
    const charsBefore = sums.chars[n] as number
    let at = putOwn(block, n, this.texts, rows, start)
    rows[at++] = n / this.page.blocks.length
    rows[at++] = charsBefore / pageChars
    rows[at++] = section.depth
    rows[at++] = landmarks.h1 < 0 ? -500 : Math.max(-300, Math.min(300, n - landmarks.h1))
    rows[at++] = (charsBefore - landmarks.proseCentre) / pageChars
    rows[at++] = heading ? Number(heading.section.element.name[1]) : 0
    rows[at++] = heading ? Math.min(60, n - this.headingAt) : 99
    rows[at++] = heading ? heading.linked / Math.max(1, heading.chars) : 0
    at = this.sections.put(section, rows, putLevels(section, rows, at))
    for (let near = n; near <= n + 2 * maxSteps; near++) {
      if (near === n + maxSteps) continue
      rows[at++] = this.logChars[near] as number
      rows[at++] = this.linkShares[near] as number
    }
  }
}

function countRepeats(blocks: readonly MainContentBlock[]): Pick<PageTexts, 'repeats' | 'repeatIndex'> {
  const firsts = new Map<string, number>()
  const repeats = new Int32Array(blocks.length)
  const repeatIndex = new Int32Array(blocks.length)
  const firstOf = new Int32Array(blocks.length)
  for (let n = 0; n < blocks.length; n++) {
    const { text } = blocks[n] as MainContentBlock
    const first = firsts.get(text) ?? n
    if (first === n) firsts.set(text, n)
    firstOf[n] = first
    repeatIndex[n] = repeats[first] as number
    repeats[first] = (repeats[first] as number) + 1
  }
  for (let n = 0; n < blocks.length; n++) repeats[n] = repeats[firstOf[n] as number] as number
  return { repeats, repeatIndex }
}

interface PageLandmarks {
  /** Index of the first `h1`; -1 if the page has none. */
  h1: number
  /** Number of characters before the middle of the five consecutive blocks with the most prose. */
  proseCentre: number
}

function findLandmarks({ blocks, sums: { prose, chars } }: PageComposition): PageLandmarks {
  const count = blocks.length
  let proseCentre = 0
  let most = -1
  for (let n = 0; n < count; n++) {
    // Holds integers, so the difference between two sums is exact.
    const around = (prose[Math.min(count, n + 3)] as number) - (prose[Math.max(0, n - 2)] as number)
    if (around > most) {
      most = around
      proseCentre = chars[n] as number
    }
  }
  return { h1: blocks.findIndex(({ section }) => section.element.name === 'h1'), proseCentre }
}
