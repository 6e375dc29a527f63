/** What is known of each block once all blocks have a chance, as a row of numbers: the chances around it, of its like, and of the page. */

import { isHeadingElement } from '../../document/elements.ts'
import { widerSections } from './block-sums.ts'
import type { MainContentBlock, PageComposition } from './blocks.ts'
import { chooseBlocks, weightOf } from './choice.ts'
import { biggestMember, type MainContentSection, nearestMember, type SectionGroup } from './sections.ts'

const scaleCount = 5
const kindCount = 7

/** Names of the columns, in order. The weights were learned with these: a change needs new ones. */
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
  ...['pageExpected', 'pageThreshold', 'pageChance', 'pageKept', 'pageSure', 'pageBlocks'],
  ...Array.from({ length: kindCount }, (_, n) => `kind:${n}`),
]

/** Where there is nothing of the sort. */
const none = -1
const mostBelow = 60

/** Rows of `contextColumns` for all blocks, one after the other. `chances`: of each block by itself; `kinds`: of each kind of page. */
export function contextFeatures(
  { blocks }: PageComposition,
  chances: Float64Array,
  kinds: ArrayLike<number>,
): Float32Array {
  const count = blocks.length
  const rows = new Float32Array(count * contextColumns.length)
  const sums = new ChanceSums(blocks, chances)
  const alike = new Alikeness(blocks, chances)
  const headings = readHeadings(blocks, sums)
  const scales = new Map<MainContentSection, Float32Array>()
  const { threshold, ofPage } = pageFeatures(blocks, chances, sums, kinds)
  let at = 0
  blocks.forEach(({ section, words, linked, chars }, n) => {
    const chance = chances[n] as number
    rows[at++] = chance
    rows[at++] = chance - threshold
    rows[at++] = Math.log(1 + words.length)
    rows[at++] = linked / Math.max(1, chars)
    rows[at++] = chances[n - 1] ?? none
    rows[at++] = chances[n + 1] ?? none
    rows[at++] = sums.mean(n - 1, n + 2)
    rows[at++] = sums.mean(n - 3, n + 4)
    rows[at++] = sums.mean(n - 8, n + 9)
    rows[at++] = sums.mean(n - 20, n + 21)
    rows[at++] = sums.shareBefore(n)
    at = alike.put(n, sums, rows, at)
    let ofScales = scales.get(section)
    if (!ofScales) {
      ofScales = scaleChances(section, sums)
      scales.set(section, ofScales)
    }
    rows.set(ofScales, at)
    at += scaleCount
    const heading = headings.of[n] as number
    rows[at++] = headings.below[n] as number
    rows[at++] = heading < 0 ? none : (chances[heading] as number)
    rows[at++] = heading < 0 ? none : (headings.below[heading] as number)
    rows[at++] = heading < 0 ? mostBelow : Math.min(mostBelow, n - heading)
    rows.set(ofPage, at)
    at += ofPage.length
  })
  return rows
}

/** Chances weighted by words, in sums over the blocks before each. */
class ChanceSums {
  readonly count: number
  private readonly weights: Float64Array
  private readonly hits: Float64Array

  constructor(blocks: readonly MainContentBlock[], chances: Float64Array) {
    this.count = blocks.length
    this.weights = new Float64Array(this.count + 1)
    this.hits = new Float64Array(this.count + 1)
    blocks.forEach((block, n) => {
      const weight = weightOf(block)
      this.weights[n + 1] = (this.weights[n] as number) + weight
      this.hits[n + 1] = (this.hits[n] as number) + weight * (chances[n] as number)
    })
  }

  /** The mean chance of the blocks from `first` up to, not including, `last`, as far as they exist. */
  mean(first: number, last: number): number {
    const from = Math.max(0, first)
    const to = Math.min(this.count, last)
    if (from >= to) return none
    const hits = (this.hits[to] as number) - (this.hits[from] as number)
    return hits / ((this.weights[to] as number) - (this.weights[from] as number))
  }

  /** The share of the expected content that stands before a block. */
  shareBefore(n: number): number {
    const all = this.hits[this.count] as number
    return all > 0 ? (this.hits[n] as number) / all : 0
  }
}

/** Chances of blocks that look alike. */
interface AlikeChances {
  count: number
  weight: number
  hits: number
  lowest: number
  sum: number
  squares: number
}

/** The blocks of one path, of one group, and of one path within a group: what stands at the same place in each card or post. */
class Alikeness {
  private readonly blocks: readonly MainContentBlock[]
  private readonly paths = new Map<string, AlikeChances>()
  private readonly groups = new Map<SectionGroup, { all: AlikeChances; places: Map<string, AlikeChances> }>()

  constructor(blocks: readonly MainContentBlock[], chances: Float64Array) {
    this.blocks = blocks
    blocks.forEach((block, n) => {
      const chance = chances[n] as number
      const { section } = block
      const weight = weightOf(block)
      count(this.paths, section.path, chance, weight)
      const group = nearestMember(section)?.group
      if (!group) return
      let known = this.groups.get(group)
      if (!known) {
        known = { all: noChances(), places: new Map() }
        this.groups.set(group, known)
      }
      add(known.all, chance, weight)
      count(known.places, section.path, chance, weight)
    })
  }

  put(n: number, sums: ChanceSums, rows: Float32Array, start: number): number {
    const { section } = this.blocks[n] as MainContentBlock
    const path = this.paths.get(section.path) as AlikeChances
    const member = nearestMember(section)
    const biggest = biggestMember(section)
    const group = member ? this.groups.get(member.group) : undefined
    const ofBiggest = biggest ? this.groups.get(biggest.group) : undefined
    const place = group?.places.get(section.path)
    let at = start
    rows[at++] = path.hits / path.weight
    rows[at++] = path.lowest
    rows[at++] = Math.log(path.count)
    rows[at++] = group ? group.all.hits / group.all.weight : none
    rows[at++] = member ? Math.log(member.group.members.length) : none
    rows[at++] = member ? sums.mean(member.first, member.last) : none
    rows[at++] = member ? member.indexInGroup / member.group.members.length : none
    // A group all of whose blocks stand in nearer groups has no chances of its own.
    rows[at++] = ofBiggest
      ? ofBiggest.all.hits / ofBiggest.all.weight
      : biggest
        ? sums.mean(biggest.first, biggest.last)
        : none
    rows[at++] = biggest ? Math.log(biggest.group.members.length) : none
    rows[at++] = biggest ? sums.mean(biggest.first, biggest.last) : none
    rows[at++] = place ? place.sum / place.count : none
    rows[at++] = place ? Math.log(place.count) : none
    rows[at++] = place ? Math.sqrt(Math.max(0, place.squares / place.count - (place.sum / place.count) ** 2)) : none
    return at
  }
}

const noChances = (): AlikeChances => ({ count: 0, weight: 0, hits: 0, lowest: 1, sum: 0, squares: 0 })

function count(into: Map<string, AlikeChances>, key: string, chance: number, weight: number): void {
  let alike = into.get(key)
  if (!alike) {
    alike = noChances()
    into.set(key, alike)
  }
  add(alike, chance, weight)
}

function add(alike: AlikeChances, chance: number, weight: number): void {
  alike.count++
  alike.weight += weight
  alike.hits += weight * chance
  alike.lowest = Math.min(alike.lowest, chance)
  alike.sum += chance
  alike.squares += chance * chance
}

/** The mean chances of the section and of wider ones. */
function scaleChances(section: MainContentSection, sums: ChanceSums): Float32Array {
  const scales = widerSections(section, scaleCount)
  return Float32Array.from({ length: scaleCount }, (_, n) => {
    const { first, last } = scales[Math.min(n, scales.length - 1)] as MainContentSection
    return sums.mean(first, last)
  })
}

interface Headings {
  /** Of each block, the index of the heading at or before it; -1 for none. */
  of: Int32Array
  /** Of each heading, the mean chance of the text below it; -1 for other blocks. */
  below: Float64Array
}

/** Text is below a heading up to the next one of its level or a higher one, and up to 60 blocks. */
function readHeadings(blocks: readonly MainContentBlock[], sums: ChanceSums): Headings {
  const of = new Int32Array(blocks.length)
  const below = new Float64Array(blocks.length).fill(none)
  const levels = blocks.map(({ section: { element } }) => (isHeadingElement(element) ? Number(element.name[1]) : 0))
  let heading = -1
  levels.forEach((level, n) => {
    if (level > 0) heading = n
    of[n] = heading
    if (level === 0) return
    let end = n + 1
    while (end < blocks.length && end - n < mostBelow && !isHeadingUpTo(levels[end] as number, level)) end++
    below[n] = sums.mean(n + 1, end)
  })
  return { of, below }
}

const isHeadingUpTo = (level: number, most: number) => level > 0 && level <= most

/** What is the same for all blocks of a page: how the choice by chances alone turns out, and the kind. */
function pageFeatures(
  blocks: readonly MainContentBlock[],
  chances: Float64Array,
  sums: ChanceSums,
  kinds: ArrayLike<number>,
): { threshold: number; ofPage: Float32Array } {
  const weights = Float64Array.from(blocks, weightOf)
  const { kept, expected, threshold } = chooseBlocks(chances, weights)
  let all = 0
  let ofKept = 0
  let sure = 0
  weights.forEach((weight, n) => {
    all += weight
    if (kept[n]) ofKept += weight
    sure += weight * Math.abs(2 * (chances[n] as number) - 1)
  })
  const ofPage = Float32Array.from([
    ...[expected, threshold, sums.mean(0, blocks.length), ofKept / all, sure / all, Math.log(blocks.length)],
    ...Array.from({ length: kindCount }, (_, n) => kinds[n] ?? 0),
  ])
  return { threshold, ofPage }
}
