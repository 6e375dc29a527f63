/** The labels of OpenDocument list levels, and the counters of a list. @see OpenDocument 1.3, part 3, §16.30 */

import { bulletLevel, type ListLevel, type ListPlace, placeInList } from '../converted/flow/labels.ts'
import { childrenOf, type XmlElement } from '../office/xml/xml-tree.ts'
import { wholeNumber } from './styles.ts'

export type ListStyle = ReadonlyMap<number, ListLevel>

/** `element`: `text:list-style` or `text:outline-style`. Levels start at 0. */
export function readListStyle(element: XmlElement): ListStyle {
  const stated = new Map<number, XmlElement>()
  for (const child of childrenOf(element)) {
    const level = wholeNumber(child.attributes['text:level']) ?? 0
    if (level > 0 && level <= maxLevels) stated.set(level - 1, child)
  }
  return new Map(
    [...stated].map(([depth, { name, attributes }]) => {
      const start = wholeNumber(attributes['text:start-value']) ?? 1
      if (!/number$|outline-level-style$/.test(name))
        return [depth, { ...bulletLevel, start, text: attributes['text:bullet-char'] ?? '' }]
      const format = attributes['style:num-format'] ?? ''
      const shown = format === '' ? 0 : (wholeNumber(attributes['text:display-levels']) ?? 1)
      const numbers = Array.from({ length: depth + 1 }, (_, at) => at).filter((at) => {
        return at > depth - shown && stated.get(at)?.attributes['style:num-format']
      })
      const [prefix = '', suffix = ''] = ['prefix', 'suffix'].map((one) =>
        attributes[`style:num-${one}`]?.slice(0, maxAffixChars),
      )
      const text = prefix + numbers.map((at) => `%${at + 1}`).join('.') + suffix
      return [depth, { start, format: formats.get(format) ?? 'decimal', text }]
    }),
  )
}

const maxLevels = 9

/** LibreOffice numbers the levels that a list style doesn't define. */
export function withAllLevels(style: ListStyle): ListStyle {
  const levels = Array.from({ length: maxLevels }, (_, at) => ({ start: 1, format: 'decimal', text: `%${at + 1}.` }))
  return new Map([...levels.entries(), ...style])
}
const maxAffixChars = 60

/** Office's names for OpenDocument number formats. */
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

  /** Counts another item. `value`: the number that the document sets for the item. */
  next(style: ListStyle, level: number, value: number | null): ListPlace {
    const before = this.#values[level]
    this.#values[level] = value ?? (before === undefined ? (style.get(level)?.start ?? 1) : before + 1)
    for (let above = 0; above < level; above++) this.#values[above] ??= style.get(above)?.start ?? 1
    this.#values.length = level + 1
    return placeInList(style, level, this.#values)
  }
}
