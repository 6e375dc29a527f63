/**
 * Describes each block, once all blocks have a chance, as a row of numbers: the chances around it, those of similar blocks, and the page's.
 */

import { isHeadingElement } from '../../html/elements.ts'
import type { AlikeBlocks } from './alike-blocks.ts'
import { AlikeChances } from './alike-chances.ts'
import { logOf } from './block-sums.ts'
import type { MainContentBlock, PageComposition } from './blocks.ts'
import { ChanceSums, none } from './chance-sums.ts'
import { chooseBlocks } from './choice.ts'
import { pageKinds } from './page-kind.ts'
import type { MainContentSection } from './sections.ts'
import type { RowShape, RowWriter } from './tree-scorer.ts'

const scaleCount = 5

const pageColumns = [
  ...['pageExpected', 'pageThreshold', 'pageChance', 'pageKept', 'pageSure', 'pageBlocks'],
  ...pageKinds.map((_, n) => `kind:${n}`),
]

/** Column names, in order. The weights were learned with these: any change needs new weights. */
export const contextColumns: readonly string[] = [
  ...[
    'chance',
    'overThreshold',
    'words',
    'linkShare',
    'before1',
    'after1',
    'around1',
    'around3',
    'around8',
    'around20',
  ],
  ...['chanceBefore', 'path', 'pathLowest', 'pathCount', 'group', 'groupCount', 'member', 'memberIndex'],
  ...['bigGroup', 'bigGroupCount', 'bigMember', 'place', 'placeCount', 'placeSpread'],
  ...Array.from({ length: scaleCount }, (_, n) => `scale${n}`),
  ...['below', 'heading', 'headingBelow', 'fromHeading'],
  ...pageColumns,
]

const pageFrom = contextColumns.length - pageColumns.length

export const contextRowShape: RowShape = { width: contextColumns.length, pageFrom, high: { from: 0, to: 0 } }

/** Means are never smaller than -1. */
const unread = -2
const maxBelow = 60

/** Writes the rows of a page's blocks one by one. */
export class ContextFeatures implements RowWriter {
  private readonly blocks: readonly MainContentBlock[]
  private readonly chances: Float64Array
  private readonly sums: ChanceSums
  private readonly alike: AlikeChances
  private readonly headings: Headings
  private readonly threshold: number
  private readonly ofPage: Float32Array
  /** By section number; `unread` until first needed. */
  private readonly means: Float32Array

  constructor(page: PageComposition, alike: AlikeBlocks, chances: Float64Array, kinds: ArrayLike<number>) {
    this.blocks = page.blocks
    this.chances = chances
    this.sums = new ChanceSums(alike.weights, chances)
    this.alike = new AlikeChances(alike, chances)
    this.headings = readHeadings(page.blocks, this.sums)
    this.means = new Float32Array(page.sections.length).fill(unread)
    const { threshold, ofPage } = pageFeatures(alike.weights, chances, this.sums, kinds)
    this.threshold = threshold
    this.ofPage = ofPage
  }

  /** Writes the columns that are the same for all blocks. */
  putPage(row: Float32Array): void {
    row.set(this.ofPage, pageFrom)
  }

  /** Writes the other columns of block n into `rows`, starting at index `start`. */
  put(n: number, rows: Float32Array, start: number): void {
    const { chances, sums, headings } = this
    const { section, words, linked, chars } = this.blocks[n] as MainContentBlock
    const chance = chances[n] as number
    rows[start] = chance
    rows[start + 1] = chance - this.threshold
    rows[start + 2] = logOf(1 + words)
    rows[start + 3] = linked / (chars > 0 ? chars : 1)
    rows[start + 4] = n > 0 ? (chances[n - 1] as number) : none
    rows[start + 5] = n + 1 < chances.length ? (chances[n + 1] as number) : none
    rows[start + 6] = sums.mean(n - 1, n + 2)
    rows[start + 7] = sums.mean(n - 3, n + 4)
    rows[start + 8] = sums.mean(n - 8, n + 9)
    rows[start + 9] = sums.mean(n - 20, n + 21)
    rows[start + 10] = sums.shareBefore(n)
    let at = this.alike.put(n, section, sums, rows, start + 11)
    let scale = section
    for (let k = 0; k < scaleCount; k++) {
      rows[at++] = this.meanOf(scale)
      scale = scale.wider ?? scale
    }
    const heading = headings.of[n] as number
    rows[at++] = headings.below[n] as number
    rows[at++] = heading < 0 ? none : (chances[heading] as number)
    rows[at++] = heading < 0 ? none : (headings.below[heading] as number)
    rows[at] = heading < 0 || n - heading > maxBelow ? maxBelow : n - heading
  }

  private meanOf({ number, first, last }: MainContentSection): number {
    const known = this.means[number] as number
    if (known !== unread) return known
    this.means[number] = this.sums.mean(first, last)
    return this.means[number] as number
  }
}

interface Headings {
  /** Index of the heading at or before each block; -1 for none. */
  of: Int32Array
  /** Mean chance of the text below each heading; -1 for other blocks. */
  below: Float32Array
}

/** The text below a heading extends to the next heading of the same or a higher level, and over at most 60 blocks. */
function readHeadings(blocks: readonly MainContentBlock[], sums: ChanceSums): Headings {
  const count = blocks.length
  const of = new Int32Array(count)
  const below = new Float32Array(count).fill(none)
  const levels = new Uint8Array(count)
  let heading = -1
  for (let n = 0; n < count; n++) {
    const { element } = (blocks[n] as MainContentBlock).section
    if (isHeadingElement(element)) {
      levels[n] = Number(element.name[1])
      heading = n
    }
    of[n] = heading
  }
  for (let n = 0; n < count; n++) {
    const level = levels[n] as number
    if (level === 0) continue
    const most = Math.min(count, n + maxBelow)
    let end = n + 1
    while (end < most && !isHeadingUpTo(levels[end] as number, level)) end++
    below[n] = sums.mean(n + 1, end)
  }
  return { of, below }
}

const isHeadingUpTo = (level: number, most: number) => level > 0 && level <= most

/** Returns the columns that are the same for all blocks: the outcome of a choice by chances alone, and the page's kind. */
function pageFeatures(
  weights: Float64Array,
  chances: Float64Array,
  sums: ChanceSums,
  kinds: ArrayLike<number>,
): { threshold: number; ofPage: Float32Array } {
  const { kept, expected, threshold } = chooseBlocks(chances, weights)
  const count = weights.length
  let all = 0
  let ofKept = 0
  let sure = 0
  for (let n = 0; n < count; n++) {
    const weight = weights[n] as number
    all += weight
    if (kept[n]) ofKept += weight
    sure += weight * Math.abs(2 * (chances[n] as number) - 1)
  }
  const ofPage = Float32Array.from([
    ...[expected, threshold, sums.mean(0, count), ofKept / all, sure / all, Math.log(count)],
    ...Array.from(kinds),
  ])
  return { threshold, ofPage }
}
