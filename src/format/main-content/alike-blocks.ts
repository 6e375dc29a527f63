/**
 * Assigns a shared number to blocks that look alike: those with the same path, the same group, or the same place within a group's members.
 */

import { weightOf } from './block-sums.ts'
import type { MainContentBlock, PageComposition } from './blocks.ts'
import { nearestMember } from './sections.ts'

/** Each array has one entry per block; -1 means no group. */
export interface AlikeBlocks {
  /** Weights by word count, see `weightOf`. */
  weights: Float64Array
  paths: Int32Array
  /** Number of the nearest group of three or more. */
  groups: Int32Array
  /** Number of a path within a group: blocks at the same place in each card or post share it. */
  places: Int32Array
  /** Exclusive upper bound of the path numbers; likewise below. */
  pathCount: number
  groupCount: number
  placeCount: number
}

export function findAlike({ blocks, groupCount, pathCount }: PageComposition): AlikeBlocks {
  const count = blocks.length
  const alike: AlikeBlocks = {
    weights: new Float64Array(count),
    paths: new Int32Array(count),
    groups: new Int32Array(count).fill(-1),
    places: new Int32Array(count).fill(-1),
    pathCount,
    groupCount,
    placeCount: 0,
  }
  const placeNumbers = new Map<number, number>()
  for (let n = 0; n < count; n++) {
    const block = blocks[n] as MainContentBlock
    const { path } = block.section.group
    alike.weights[n] = weightOf(block)
    alike.paths[n] = path
    const member = nearestMember(block.section)
    if (member === null) continue
    const group = member.group.number
    const key = group * pathCount + path
    let place = placeNumbers.get(key)
    if (place === undefined) {
      place = placeNumbers.size
      placeNumbers.set(key, place)
    }
    alike.groups[n] = group
    alike.places[n] = place
  }
  alike.placeCount = placeNumbers.size
  return alike
}
