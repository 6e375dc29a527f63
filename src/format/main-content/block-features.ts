/** Describes each block as a row of numbers: features of the block, its position, the sections around it, its neighbours and the page. */

import { purposes } from '../../html/class-names.ts'
import { type BlockSums, sumOver } from './block-sums.ts'
import type { MainContentBlock, PageComposition } from './blocks.ts'
import type { PageFacts } from './page-facts.ts'
import { dateText, pageKinds } from './page-kind.ts'
import { groupColumns, pathColumns, putSections, scaleColumns, totalsOfPaths } from './section-features.ts'
import { putLevels, watchedTags } from './sections.ts'
import { codeAt, type TextCounts } from './text-counts.ts'

const tagKinds =
  'p|li|h1|h2|h3 h4 h5 h6|td th|pre|dt dd|blockquote|figcaption caption figure|div|section article main|label legend fieldset form'
const kindOfTag = new Map(
  tagKinds.split('|').flatMap((tags, at) => tags.split(' ').map((tag) => [tag, at + 1] as const)),
)

/** Names of the columns that `putOwn` writes. */
export const ownColumns: readonly string[] = [
  ...['tag', 'chars', 'words', 'linkShare', 'links', 'marked', 'wordLength', 'sentences', 'commas', 'endsSentence'],
  ...['upper', 'bar', 'date', 'inTitle', 'ofTitle', 'ofDescription', 'ofData', 'ownControls', 'repeats', 'repeatIndex'],
]

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
  readonly sums: BlockSums
  private readonly landmarks: ReturnType<typeof findLandmarks>
  readonly paths: ReturnType<typeof totalsOfPaths>
  private readonly texts: PageTexts
  readonly pageChars: number
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
    this.paths = totalsOfPaths(page)
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
    at = putSections(section, this, rows, putLevels(section, rows, at))
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

/** Returns the index of the first `h1` (or -1), and the characters before the middle of the five consecutive blocks with the most prose. */
function findLandmarks({ blocks, sums: { prose, chars } }: PageComposition) {
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

const sentenceEnds = new Set([...'.!?。！？…:"”’)'].map((character) => character.charCodeAt(0)))
const bar = /[|›»·•/>]/
const maxDateWords = 40

interface PageTexts {
  counts: TextCounts
  titleSize: number
  /** True if the page's structured data contains a long string of text. */
  hasData: boolean
  /** For each block, how many blocks have the same text, and how many of them come before it. */
  repeats: Int32Array
  repeatIndex: Int32Array
}

/** Writes the features of block n into `rows`, starting at index `at`. Returns the index after them. */
function putOwn(
  { section, text, words, chars, linked, links, marked }: MainContentBlock,
  n: number,
  { counts, titleSize, hasData, repeats, repeatIndex }: PageTexts,
  rows: Float32Array,
  at: number,
): number {
  const someChars = Math.max(1, chars)
  const someWords = Math.max(1, words)
  const inTitle = counts.inTitle[n] as number
  const hasDate = (counts.digits[n] as number) > 0 && words < maxDateWords && dateText.test(text)
  rows[at] = kindOfTag.get(section.element.name) ?? 0
  rows[at + 1] = Math.log(1 + chars)
  rows[at + 2] = Math.log(1 + words)
  rows[at + 3] = linked / someChars
  rows[at + 4] = Math.min(20, links)
  rows[at + 5] = Math.min(1, marked / someChars)
  rows[at + 6] = chars / someWords
  rows[at + 7] = Math.min(30, counts.sentenceEnds[n] as number)
  rows[at + 8] = Math.min(30, counts.commas[n] as number)
  rows[at + 9] = sentenceEnds.has(codeAt(text, text.length - 1)) ? 1 : 0
  rows[at + 10] = (counts.uppercase[n] as number) / someChars
  rows[at + 11] = bar.test(text) ? 1 : 0
  rows[at + 12] = hasDate ? 1 : 0
  rows[at + 13] = inTitle / someWords
  rows[at + 14] = Math.min(1, inTitle / Math.max(1, titleSize))
  rows[at + 15] = (counts.inDescription[n] as number) / someWords
  rows[at + 16] = hasData ? (counts.inData[n] as number) / someWords : -1
  rows[at + 17] = Math.min(20, section.controls)
  rows[at + 18] = Math.min(10, repeats[n] as number)
  rows[at + 19] = Math.min(10, repeatIndex[n] as number)
  return at + ownColumns.length
}
