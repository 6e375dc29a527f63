/** The labels of OpenDocument list levels, and the counters of a list. @see OpenDocument 1.3, part 3, §16.30 */

import type { ListItem } from '../converted/flow/flow-writer.ts'
import { aroundNumber, writeNumber } from '../converted/flow/labels.ts'
import { childrenOf, type XmlElement } from '../office/xml/xml-tree.ts'
import { wholeNumber } from './styles.ts'

interface ListLevel {
  /** Null for a bullet. */
  format: string | null
  /** True if no label is shown. */
  isEmpty: boolean
  prefix: string
  suffix: string
  start: number
  /** Number of levels shown in its label. */
  shown: number
}

export type ListStyle = ReadonlyMap<number, ListLevel>

/** `element`: `text:list-style` or `text:outline-style`. Levels start at 0. */
export function readListStyle(element: XmlElement): ListStyle {
  const levels = new Map<number, ListLevel>()
  for (const { name, attributes } of childrenOf(element)) {
    const level = wholeNumber(attributes['text:level'])
    if (level === null || level < 1 || level > maxLevels) continue
    const format = attributes['style:num-format'] ?? ''
    const isNumber = /number$|outline-level-style$/.test(name)
    const prefix = attributes['style:num-prefix'] ?? ''
    const suffix = attributes['style:num-suffix'] ?? ''
    levels.set(level - 1, {
      format: isNumber ? (formats.get(format) ?? 'decimal') : null,
      isEmpty: isNumber && format === '' && (prefix + suffix).trim() === '',
      prefix: prefix.slice(0, maxAffixChars),
      suffix: suffix.slice(0, maxAffixChars),
      start: wholeNumber(attributes['text:start-value']) ?? 1,
      shown: format === '' ? 0 : (wholeNumber(attributes['text:display-levels']) ?? 1),
    })
  }
  return levels
}

const maxLevels = 10
const maxAffixChars = 60

/** Office names of OpenDocument number formats. */
const formats: ReadonlyMap<string, string> = new Map([
  ['1', 'decimal'],
  ['01', 'decimalZero'],
  ['a', 'lowerLetter'],
  ['A', 'upperLetter'],
  ['i', 'lowerRoman'],
  ['I', 'upperRoman'],
  ['一, 二, 三, ...', 'chineseCounting'],
])

/** The current number of each level of a list; undefined for a level that hasn't started. */
export class ListCounter {
  readonly #values: (number | undefined)[] = []

  /** Counts another item. `value`: the number that the document sets for it. */
  next(style: ListStyle, level: number, value: number | null): { item: ListItem | null; label: string | null } {
    const own = style.get(level) ?? bullet
    const before = this.#values[level]
    this.#values[level] = value ?? (before === undefined ? own.start : before + 1)
    for (let above = 0; above < level; above++) this.#values[above] ??= style.get(above)?.start ?? 1
    this.#values.length = level + 1
    if (own.isEmpty) return { item: null, label: null }
    if (own.format === null) return { item: { level, number: null, label: null }, label: null }
    const label = this.#labelOf(style, own, level)
    const isNumberAlone =
      own.shown === 1 && aroundNumber.before.test(own.prefix.trim()) && aroundNumber.after.test(own.suffix.trim())
    const number = isNumberAlone ? (this.#values[level] ?? 1) : null
    return { item: { level, number, label: isNumberAlone ? null : label }, label }
  }

  #labelOf(style: ListStyle, { prefix, suffix, shown }: ListLevel, level: number): string {
    const numbers: string[] = []
    for (let at = Math.max(0, level - shown + 1); at <= level && shown > 0; at++) {
      const one = style.get(at)
      if (one?.format && (at === level || one.shown > 0)) numbers.push(writeNumber(this.#values[at] ?? 1, one.format))
    }
    return `${prefix}${numbers.join('.')}${suffix}`.trim()
  }
}

const bullet: ListLevel = { format: null, isEmpty: false, prefix: '', suffix: '', start: 1, shown: 1 }
