/** Features of a block derived from the sections around it: progressively wider ones, sibling groups, and sections with the same path. */

import { sumOver } from './block-sums.ts'
import type { PageComposition } from './blocks.ts'
import { biggestMember, type MainContentSection, nearestMember } from './sections.ts'

const scaleCount = 5
const scaleNames = ['chars', 'links', 'prose', 'perBlock', 'share', 'headings', 'blocks']

/** Columns for the section and progressively wider ones, the groups around it, and the blocks with its path. `putSections` writes them. */
export const scaleColumns: readonly string[] = Array.from({ length: scaleCount }, (_, n) =>
  scaleNames.map((name) => `scale${n}:${name}`),
).flat()
export const groupColumns: readonly string[] = [
  ...['groupLevel', 'groupCount', 'groupChars', 'groupLinks', 'groupShare', 'groupIndex'],
  ...['bigGroupCount', 'bigGroupChars', 'bigGroupLinks', 'bigGroupShare'],
]
export const pathColumns: readonly string[] = ['pathCount', 'pathChars', 'pathLinks', 'pathShare']

/** Sums over the members of a group, or over the blocks whose sections share a path. */
interface Totals {
  count: number
  chars: number
  linked: number
}

/** Returns the totals of each path, by its number. */
export function totalsOfPaths({ blocks, pathCount }: PageComposition): Totals[] {
  const totals = Array.from({ length: pathCount }, (): Totals => ({ count: 0, chars: 0, linked: 0 }))
  for (const { section, chars, linked } of blocks) {
    const ofPath = totals[section.group.path] as Totals
    ofPath.count++
    ofPath.chars += chars
    ofPath.linked += linked
  }
  return totals
}

interface PageTotals {
  sums: PageComposition['sums']
  paths: readonly Totals[]
  pageChars: number
}

/** Writes all columns of a section into `rows`, starting at index `at`. Returns the index after them. */
export function putSections(section: MainContentSection, page: PageTotals, rows: Float32Array, start: number): number {
  const { sums, paths, pageChars } = page
  let at = start
  let scale = section
  for (let n = 0; n < scaleCount; n++) {
    const chars = Math.max(1, sumOver(sums.chars, scale))
    const blocks = Math.max(1, scale.last - scale.first)
    rows[at++] = Math.log(1 + chars)
    rows[at++] = sumOver(sums.linked, scale) / chars
    rows[at++] = sumOver(sums.prose, scale) / chars
    rows[at++] = Math.log(1 + chars / blocks)
    rows[at++] = chars / pageChars
    rows[at++] = sumOver(sums.headings, scale) / blocks
    rows[at++] = Math.log(blocks)
    scale = scale.wider ?? scale
  }
  const nearest = nearestMember(section)
  rows[at++] = nearest ? section.depth - nearest.depth : 30
  at = putTotals(nearest?.group, pageChars, rows, at)
  rows[at++] = nearest ? nearest.indexInGroup / nearest.group.count : -1
  at = putTotals(biggestMember(section)?.group, pageChars, rows, at)
  return putTotals(paths[section.group.path], pageChars, rows, at)
}

function putTotals(totals: Totals | undefined, pageChars: number, rows: Float32Array, at: number): number {
  rows[at] = totals ? Math.log(totals.count) : 0
  rows[at + 1] = totals ? Math.log(1 + totals.chars / totals.count) : 0
  rows[at + 2] = totals ? totals.linked / Math.max(1, totals.chars) : 0
  rows[at + 3] = totals ? totals.chars / pageChars : 0
  return at + pathColumns.length
}
