/** Features of a block from the sections around it: ever wider ones, groups of siblings, and sections of the same path. */

import { type BlockSums, logOf, sumOver } from './block-sums.ts'
import type { PageComposition } from './blocks.ts'
import { biggestMember, type MainContentSection, nearestMember, type SectionGroup } from './sections.ts'

const scaleCount = 5
const scaleNames = ['chars', 'links', 'prose', 'perBlock', 'share', 'headings', 'blocks']
const scaleWidth = scaleNames.length

/** Names of the columns that `SectionFeatures` writes: the section and ever wider ones, groups around it, blocks of its path. */
export const scaleColumns: readonly string[] = Array.from({ length: scaleCount }, (_, n) =>
  scaleNames.map((name) => `scale${n}:${name}`),
).flat()
export const groupColumns: readonly string[] = [
  ...['groupLevel', 'groupCount', 'groupChars', 'groupLinks', 'groupShare', 'groupIndex'],
  ...['bigGroupCount', 'bigGroupChars', 'bigGroupLinks', 'bigGroupShare'],
]
export const pathColumns: readonly string[] = ['pathCount', 'pathChars', 'pathLinks', 'pathShare']

type Figures = readonly [number, number, number, number]
const noFigures: Figures = [0, 0, 0, 0]

/** What is known of the sections of one page, computed once for each: blocks share the sections around them. */
export class SectionFeatures {
  private readonly sums: BlockSums
  private readonly pageChars: number
  /** The figures of a section as a scale, at `scaleWidth` times its number. */
  private readonly scales: Float32Array
  /** The nearest section around each that holds more blocks, null for none; undefined until its figures are known. */
  private readonly wider: (MainContentSection | null | undefined)[]
  private readonly groups = new Map<SectionGroup, Figures>()
  private readonly paths: ReadonlyMap<string, Figures>

  constructor(page: PageComposition, sums: BlockSums) {
    this.sums = sums
    this.pageChars = Math.max(1, sums.chars[sums.chars.length - 1] as number)
    this.scales = new Float32Array(scaleWidth * page.sections.length)
    this.wider = new Array<MainContentSection | null | undefined>(page.sections.length).fill(undefined)
    this.paths = readPaths(page, this.pageChars)
  }

  /** Writes all columns of a section into `rows`, from index `at` on. Returns the index after them. */
  put(section: MainContentSection, rows: Float32Array, start: number): number {
    let at = this.putScales(section, rows, start)
    const nearest = nearestMember(section)
    rows[at++] = nearest ? section.depth - nearest.depth : 30
    at = putFigures(nearest ? this.figuresOf(nearest.group) : noFigures, rows, at)
    rows[at++] = nearest ? nearest.indexInGroup / nearest.group.members.length : -1
    const biggest = biggestMember(section)
    at = putFigures(biggest ? this.figuresOf(biggest.group) : noFigures, rows, at)
    return putFigures(this.paths.get(section.path) as Figures, rows, at)
  }

  private putScales(section: MainContentSection, rows: Float32Array, start: number): number {
    const { scales } = this
    let scale = section
    let at = start
    for (let n = 0; n < scaleCount; n++) {
      let wider = this.wider[scale.number]
      if (wider === undefined) wider = this.read(scale)
      const from = scaleWidth * scale.number
      for (let k = 0; k < scaleWidth; k++) rows[at + k] = scales[from + k] as number
      at += scaleWidth
      if (wider !== null) scale = wider
    }
    return at
  }

  /** Reads the figures of a section. Returns the nearest one around it that holds more blocks. */
  private read(section: MainContentSection): MainContentSection | null {
    const { sums, scales } = this
    const size = section.last - section.first
    const chars = Math.max(1, sumOver(sums.chars, section))
    const blocks = Math.max(1, size)
    let at = scaleWidth * section.number
    scales[at++] = logOf(1 + chars)
    scales[at++] = sumOver(sums.linked, section) / chars
    scales[at++] = sumOver(sums.prose, section) / chars
    scales[at++] = Math.log(1 + chars / blocks)
    scales[at++] = chars / this.pageChars
    scales[at++] = sumOver(sums.headings, section) / blocks
    scales[at++] = logOf(blocks)
    let wider = section.parent
    while (wider && wider.last - wider.first <= size) wider = wider.parent
    this.wider[section.number] = wider
    return wider
  }

  private figuresOf(group: SectionGroup): Figures {
    const known = this.groups.get(group)
    if (known !== undefined) return known
    const { chars, linked, members } = group
    const count = members.length
    const figures: Figures = [
      logOf(count),
      Math.log(1 + chars / count),
      linked / Math.max(1, chars),
      chars / this.pageChars,
    ]
    this.groups.set(group, figures)
    return figures
  }
}

function putFigures(figures: Figures, rows: Float32Array, at: number): number {
  rows[at] = figures[0]
  rows[at + 1] = figures[1]
  rows[at + 2] = figures[2]
  rows[at + 3] = figures[3]
  return at + 4
}

/** Figures of the blocks whose sections share a path, by path. */
function readPaths({ blocks }: PageComposition, pageChars: number): Map<string, Figures> {
  const sums = new Map<string, { count: number; chars: number; linked: number }>()
  for (const { section, chars, linked } of blocks) {
    const known = sums.get(section.path)
    if (known === undefined) {
      sums.set(section.path, { count: 1, chars, linked })
      continue
    }
    known.count++
    known.chars += chars
    known.linked += linked
  }
  const figures = new Map<string, Figures>()
  for (const [path, { count, chars, linked }] of sums) {
    figures.set(path, [logOf(count), Math.log(1 + chars / count), linked / Math.max(1, chars), chars / pageChars])
  }
  return figures
}
