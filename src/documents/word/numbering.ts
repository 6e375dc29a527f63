/** The numbering of a Word document: the number or bullet of each paragraph. @see ECMA-376, part 1, §17.9 */

import type { ListItem } from '../converted/flow/flow-writer.ts'
import { aroundNumber, writeNumber } from '../converted/flow/labels.ts'
import {
  type LinkOf,
  type ListDefinition,
  type ListDefinitionLevel,
  levelCount,
  readListDefinitions,
} from './list-definitions.ts'

export interface NumberedPlace {
  /** Position in a list; null if no label is displayed. */
  item: ListItem | null
  /** The label as displayed; null for a bullet. */
  label: string | null
  indent: number | null
}

export interface Numbering {
  /** Counts another paragraph; returns null for a list that doesn't exist. */
  next(numId: string, level: number): NumberedPlace | null
  /** Returns the level linked to the style. */
  levelOfStyle(numId: string, style: string): number | null
}

export function readNumbering(xml: string | null, linkOf: LinkOf): Numbering {
  const lists = readListDefinitions(xml, linkOf)
  const counters = new Map<string, (number | undefined)[]>()
  const started = new Set<string>()

  function next(numId: string, at: number): NumberedPlace | null {
    const list = lists.get(numId)
    if (!list) return null
    const depth = Math.min(Math.max(0, at), levelCount - 1)
    const level = list.levels.get(depth) ?? bulletLevel
    const values = counters.get(list.abstractId) ?? []
    counters.set(list.abstractId, values)
    if (!started.has(numId)) {
      started.add(numId)
      for (const [overridden] of list.overrides) values[overridden] = undefined
    }
    const before = values[depth]
    values[depth] = before === undefined ? (list.overrides.get(depth) ?? level.start) : before + 1
    for (let above = 0; above < depth; above++) {
      values[above] ??= list.overrides.get(above) ?? list.levels.get(above)?.start ?? 1
    }
    for (let below = depth + 1; below < levelCount; below++) {
      const { restart } = list.levels.get(below) ?? bulletLevel
      if (restart === null || (restart > 0 && depth < restart)) values[below] = undefined
    }
    return placeOf(list, level, depth, values)
  }

  return {
    next,
    levelOfStyle(numId, style) {
      for (const [depth, level] of lists.get(numId)?.levels ?? []) if (level.style === style) return depth
      return null
    },
  }
}

function placeOf(
  list: ListDefinition,
  level: ListDefinitionLevel,
  depth: number,
  values: readonly (number | undefined)[],
): NumberedPlace {
  const { format, text, indent } = level
  if (format === 'bullet') return { item: { level: depth, number: null, label: null }, label: null, indent }
  const label = text
    .replace(/%([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1
      const own = list.levels.get(at)?.format ?? 'decimal'
      return own === 'none' ? '' : writeNumber(values[at] ?? 1, level.isLegal ? 'decimal' : own)
    })
    .trim()
  if (label === '') return { item: null, label: null, indent }
  const [, before = '', after] = /^([^%]*)%[1-9]([^%]*)$/.exec(text) ?? []
  const isNumberAlone =
    format !== 'none' &&
    after !== undefined &&
    aroundNumber.before.test(before.trim()) &&
    aroundNumber.after.test(after.trim())
  const item = {
    level: depth,
    number: isNumberAlone ? (values[depth] ?? 1) : null,
    label: isNumberAlone ? null : label,
  }
  return { item, label, indent }
}

const bulletLevel: ListDefinitionLevel = {
  start: 1,
  format: 'bullet',
  text: '',
  isLegal: false,
  restart: null,
  style: null,
  indent: null,
}
