/**
 * Features of a block derived from the sections around it: progressively wider sections, sibling groups, and sections with the same path.
 */

import { type BlockSums, sumOver } from './block-sums.ts'
import type { MainContentBlock, PageComposition } from './blocks.ts'
import { biggestMember, type MainContentSection, nearestMember, type SectionGroup } from './sections.ts'

const scaleCount = 5
const scaleNames = ['chars', 'links', 'prose', 'perBlock', 'share', 'headings', 'blocks']
const scaleWidth = scaleNames.length

/**
 * Names of the columns that `SectionFeatures` writes: for the section and progressively wider ones, the groups around it, and the blocks
 * with its path.
 */
export const scaleColumns: readonly string[] = Array.from({ length: scaleCount }, (_, n) =>
  scaleNames.map((name) => `scale${n}:${name}`),
).flat()
export const groupColumns: readonly string[] = [
  ...['groupLevel', 'groupCount', 'groupChars', 'groupLinks', 'groupShare', 'groupIndex'],
  ...['bigGroupCount', 'bigGroupChars', 'bigGroupLinks', 'bigGroupShare'],
]
export const pathColumns: readonly string[] = ['pathCount', 'pathChars', 'pathLinks', 'pathShare']

const figureCount = pathColumns.length

/** Figures for the sections of one page, computed once per section because blocks share the sections around them. */
export class SectionFeatures {
  private readonly sums: BlockSums
  private readonly pageChars: number
  /** The figures that a section adds as one of the wider sections around a block, starting at `scaleWidth` times its number. */
  private readonly scales: Float32Array
  /** A group's figures, starting at `figureCount` times its number. */
  private readonly groups: Float64Array
  /** A path's figures, starting at `figureCount` times its number. */
  private readonly paths: Float64Array

  constructor(page: PageComposition) {
    const { sums } = page
    this.sums = sums
    this.pageChars = Math.max(1, sums.chars[sums.chars.length - 1] as number)
    this.scales = new Float32Array(scaleWidth * page.sections.length)
    this.groups = new Float64Array(figureCount * page.groupCount)
    this.paths = readPaths(page, this.pageChars)
  }

  /** Writes all columns of a section into `rows`, starting at index `at`. Returns the index after them. */
  put(section: MainContentSection, rows: Float32Array, start: number): number {
    let at = this.putScales(section, rows, start)
    const nearest = nearestMember(section)
    rows[at++] = nearest ? section.depth - nearest.depth : 30
    at = this.putGroup(nearest, rows, at)
    rows[at++] = nearest ? nearest.indexInGroup / nearest.group.count : -1
    const biggest = biggestMember(section)
    at = this.putGroup(biggest, rows, at)
    const from = figureCount * section.group.path
    for (let k = 0; k < figureCount; k++) rows[at++] = this.paths[from + k] as number
    return at
  }

  private putScales(section: MainContentSection, rows: Float32Array, start: number): number {
    const { scales } = this
    let scale = section
    let at = start
    for (let n = 0; n < scaleCount; n++) {
      const from = scaleWidth * scale.number
      // The first figure is 0 until the figures are computed.
      if (scales[from] === 0) this.readScale(scale)
      for (let k = 0; k < scaleWidth; k++) rows[at + k] = scales[from + k] as number
      at += scaleWidth
      scale = scale.wider ?? scale
    }
    return at
  }

  private readScale(section: MainContentSection): void {
    const { sums, scales } = this
    const chars = Math.max(1, sumOver(sums.chars, section))
    const blocks = Math.max(1, section.last - section.first)
    let at = scaleWidth * section.number
    scales[at++] = Math.log(1 + chars)
    scales[at++] = sumOver(sums.linked, section) / chars
    scales[at++] = sumOver(sums.prose, section) / chars
    scales[at++] = Math.log(1 + chars / blocks)
    scales[at++] = chars / this.pageChars
    scales[at++] = sumOver(sums.headings, section) / blocks
    scales[at++] = Math.log(blocks)
  }

  /** Writes the figures of the group that a section belongs to. */
  private putGroup(member: MainContentSection | null, rows: Float32Array, at: number): number {
    const end = at + figureCount
    if (member === null) {
      rows.fill(0, at, end)
      return end
    }
    const { groups } = this
    const from = figureCount * member.group.number
    // The first figure is 0 until the figures are computed. A single member isn't a group.
    if (groups[from] === 0) this.readGroup(member.group)
    for (let k = 0; k < figureCount; k++) rows[at + k] = groups[from + k] as number
    return end
  }

  private readGroup({ number, chars, linked, count }: SectionGroup): void {
    const { groups } = this
    const at = figureCount * number
    groups[at] = Math.log(count)
    groups[at + 1] = Math.log(1 + chars / count)
    groups[at + 2] = linked / Math.max(1, chars)
    groups[at + 3] = chars / this.pageChars
  }
}

/** Returns the figures of the blocks whose sections share a path, starting at `figureCount` times the path's number. */
function readPaths({ blocks, pathCount }: PageComposition, pageChars: number): Float64Array {
  const counts = new Float64Array(pathCount)
  const chars = new Float64Array(pathCount)
  const linked = new Float64Array(pathCount)
  for (let n = 0; n < blocks.length; n++) {
    const block = blocks[n] as MainContentBlock
    const { path } = block.section.group
    counts[path] = (counts[path] as number) + 1
    chars[path] = (chars[path] as number) + block.chars
    linked[path] = (linked[path] as number) + block.linked
  }
  const figures = new Float64Array(figureCount * pathCount)
  for (let path = 0; path < pathCount; path++) {
    const count = counts[path] as number
    if (count === 0) continue
    const ofPath = chars[path] as number
    const at = figureCount * path
    figures[at] = Math.log(count)
    figures[at + 1] = Math.log(1 + ofPath / count)
    figures[at + 2] = (linked[path] as number) / Math.max(1, ofPath)
    figures[at + 3] = ofPath / pageChars
  }
  return figures
}
