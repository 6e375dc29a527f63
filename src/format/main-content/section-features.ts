/** Features of a block from the sections around it: ever wider ones, groups of siblings, and sections of the same path. */

import { type BlockSums, sumOver, widerSections } from './block-sums.ts'
import type { PageComposition } from './blocks.ts'
import { biggestMember, type MainContentSection, nearestMember, type SectionGroup } from './sections.ts'

const scaleCount = 5

/** Names of the columns that `putScales` writes. */
export const scaleColumns: readonly string[] = Array.from({ length: scaleCount }, (_, n) =>
  ['chars', 'links', 'prose', 'perBlock', 'share', 'headings', 'blocks'].map((name) => `scale${n}:${name}`),
).flat()

/** Writes the features of the section and of wider ones into `rows`, from index `at` on. Returns the index after them. */
export function putScales(section: MainContentSection, sums: BlockSums, rows: Float32Array, at: number): number {
  const scales = widerSections(section, scaleCount)
  const pageChars = Math.max(1, sums.chars[sums.chars.length - 1] as number)
  for (let n = 0; n < scaleCount; n++) {
    const scale = scales[Math.min(n, scales.length - 1)] as MainContentSection
    const chars = Math.max(1, sumOver(sums.chars, scale))
    const blocks = Math.max(1, scale.last - scale.first)
    rows[at++] = Math.log(1 + chars)
    rows[at++] = sumOver(sums.linked, scale) / chars
    rows[at++] = sumOver(sums.prose, scale) / chars
    rows[at++] = Math.log(1 + chars / blocks)
    rows[at++] = chars / pageChars
    rows[at++] = sumOver(sums.headings, scale) / blocks
    rows[at++] = Math.log(blocks)
  }
  return at
}

/** Names of the columns that `putGroups` writes. */
export const groupColumns: readonly string[] = [
  ...['groupLevel', 'groupCount', 'groupChars', 'groupLinks', 'groupShare', 'groupIndex'],
  ...['bigGroupCount', 'bigGroupChars', 'bigGroupLinks', 'bigGroupShare'],
]

/**
 * Writes the features of the nearest group of three or more around a block, and of the one with the most text, into `rows`, from index
 * `at` on. Returns the index after them.
 */
export function putGroups(section: MainContentSection, pageChars: number, rows: Float32Array, at: number): number {
  const nearest = nearestMember(section)
  const biggest = biggestMember(section)
  rows[at++] = nearest ? section.depth - nearest.depth : 30
  at = putGroup(nearest?.group, pageChars, rows, at)
  rows[at++] = nearest ? nearest.indexInGroup / nearest.group.members.length : -1
  return putGroup(biggest?.group, pageChars, rows, at)
}

function putGroup(group: SectionGroup | undefined, pageChars: number, rows: Float32Array, at: number): number {
  if (!group) return at + 4
  const { chars, linked, members } = group
  rows[at++] = Math.log(members.length)
  rows[at++] = Math.log(1 + chars / members.length)
  rows[at++] = linked / Math.max(1, chars)
  rows[at++] = chars / pageChars
  return at
}

/** Sums over the blocks whose sections share a path. */
export interface PathSums {
  count: number
  chars: number
  linked: number
}

/** By path. */
export function sumPaths({ blocks }: PageComposition): Map<string, PathSums> {
  const paths = new Map<string, PathSums>()
  for (const { section, chars, linked } of blocks) {
    const sums = paths.get(section.path) ?? { count: 0, chars: 0, linked: 0 }
    sums.count++
    sums.chars += chars
    sums.linked += linked
    paths.set(section.path, sums)
  }
  return paths
}
