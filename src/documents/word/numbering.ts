/** The numbering of a Word document: the number or bullet of each paragraph. @see ECMA-376, part 1, §17.9 */

import { bulletLevel, type ListPlace, placeInList } from '../converted/flow/labels.ts'
import { type LinkOf, levelCount, readListDefinitions } from './list-definitions.ts'

export interface NumberedPlace extends ListPlace {
  indent: number | null
}

export class Numbering {
  readonly #lists: ReturnType<typeof readListDefinitions>
  readonly #counters = new Map<string, (number | undefined)[]>()
  readonly #started = new Set<string>()

  constructor(xml: string | null, linkOf: LinkOf) {
    this.#lists = readListDefinitions(xml, linkOf)
  }

  /** Counts another paragraph; returns null for a list that doesn't exist. */
  next(numId: string, at: number): NumberedPlace | null {
    const list = this.#lists.get(numId)
    if (!list) return null
    const depth = Math.min(Math.max(0, at), levelCount - 1)
    const level = list.levels.get(depth)
    const values = this.#counters.get(list.abstractId) ?? []
    this.#counters.set(list.abstractId, values)
    if (!this.#started.has(numId)) for (const [overridden] of list.overrides) values[overridden] = undefined
    this.#started.add(numId)
    const before = values[depth]
    values[depth] = before === undefined ? (list.overrides.get(depth) ?? level?.start ?? bulletLevel.start) : before + 1
    for (let above = 0; above < depth; above++) {
      values[above] ??= list.overrides.get(above) ?? list.levels.get(above)?.start ?? 1
    }
    for (let below = depth + 1; below < levelCount; below++) {
      const restart = list.levels.get(below)?.restart ?? null
      if (restart === null || (restart > 0 && depth < restart)) values[below] = undefined
    }
    return { ...placeInList(list.levels, depth, values), indent: level?.indent ?? null }
  }

  /** Returns the level linked to the style. */
  levelOfStyle(numId: string, style: string): number | null {
    for (const [depth, level] of this.#lists.get(numId)?.levels ?? []) if (level.style === style) return depth
    return null
  }
}
