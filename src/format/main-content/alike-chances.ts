/** Features from the chances of similar blocks: those that share a path, a group, or a place within a group's members. */

import type { AlikeBlocks } from './alike-blocks.ts'
import { logOf } from './block-sums.ts'
import { type ChanceSums, none } from './chance-sums.ts'
import { biggestMember, type MainContentSection, nearestMember } from './sections.ts'

/** Chances of similar blocks, indexed by the number of a path, a group or a place. */
export class AlikeChances {
  private readonly alike: AlikeBlocks
  private readonly paths: ChancesByNumber
  private readonly groups: ChancesByNumber
  private readonly places: ChancesByNumber

  constructor(alike: AlikeBlocks, chances: Float64Array) {
    this.alike = alike
    this.paths = new ChancesByNumber(alike.paths, alike.pathCount, alike.weights, chances)
    this.groups = new ChancesByNumber(alike.groups, alike.groupCount, alike.weights, chances)
    this.places = new ChancesByNumber(alike.places, alike.placeCount, alike.weights, chances)
  }

  put(n: number, section: MainContentSection, sums: ChanceSums, rows: Float32Array, at: number): number {
    const { alike, paths, groups, places } = this
    const path = alike.paths[n] as number
    const place = alike.places[n] as number
    rows[at] = paths.mean(path)
    rows[at + 1] = paths.lowest[path] as number
    rows[at + 2] = logOf(paths.count[path] as number)
    const member = nearestMember(section)
    if (member === null) {
      rows.fill(none, at + 3, at + 13)
      return at + 13
    }
    const memberCount = member.group.count
    rows[at + 3] = groups.mean(member.group.number)
    rows[at + 4] = logOf(memberCount)
    rows[at + 5] = sums.mean(member.first, member.last)
    rows[at + 6] = member.indexInGroup / memberCount
    const biggest = biggestMember(section)
    if (biggest === null) rows.fill(none, at + 7, at + 10)
    else {
      const group = biggest.group.number
      const mean = sums.mean(biggest.first, biggest.last)
      // A group whose blocks all belong to nearer groups has no chances itself.
      rows[at + 7] = (groups.count[group] as number) > 0 ? groups.mean(group) : mean
      rows[at + 8] = logOf(biggest.group.count)
      rows[at + 9] = mean
    }
    const count = places.count[place] as number
    const mean = (places.sum[place] as number) / count
    const spread = (places.squares[place] as number) / count - mean ** 2
    rows[at + 10] = mean
    rows[at + 11] = logOf(count)
    rows[at + 12] = spread > 0 ? Math.sqrt(spread) : 0
    return at + 13
  }
}

/** For each path, group or place number: how many blocks have it, and the sum of their chances. */
class ChancesByNumber {
  readonly count: Int32Array
  readonly lowest: Float64Array
  readonly sum: Float64Array
  readonly squares: Float64Array
  private readonly weight: Float64Array
  private readonly hits: Float64Array

  constructor(numbers: Int32Array, limit: number, weights: Float64Array, chances: Float64Array) {
    this.count = new Int32Array(limit)
    this.lowest = new Float64Array(limit).fill(1)
    this.sum = new Float64Array(limit)
    this.squares = new Float64Array(limit)
    this.weight = new Float64Array(limit)
    this.hits = new Float64Array(limit)
    const { count, lowest, sum, squares, weight, hits } = this
    for (let n = 0; n < numbers.length; n++) {
      const at = numbers[n] as number
      if (at < 0) continue
      const chance = chances[n] as number
      const own = weights[n] as number
      count[at] = (count[at] as number) + 1
      weight[at] = (weight[at] as number) + own
      hits[at] = (hits[at] as number) + own * chance
      sum[at] = (sum[at] as number) + chance
      squares[at] = (squares[at] as number) + chance * chance
      if (chance < (lowest[at] as number)) lowest[at] = chance
    }
  }

  /** Weighted by word count. */
  mean(number: number): number {
    return (this.hits[number] as number) / (this.weight[number] as number)
  }
}
