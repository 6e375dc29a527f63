/** The styles of an OpenDocument text and of its lists. @see OpenDocument 1.3, part 3, §16 */

import type { RunStyle } from '../converted/flow/inline-writer.ts'
import { bulletLevel, type ListLevel, type ListPlace, placeInList } from '../converted/flow/labels.ts'
import { isCodeStyle, type NamedStyle, namedStyle } from '../converted/flow/style-names.ts'
import { OdfStyles } from '../office/parts/odf-styles.ts'
import type { XmlAttributes } from '../office/xml/read-xml.ts'
import { childOf, childrenOf, type XmlElement } from '../office/xml/xml-tree.ts'

/** The appearance of text. Properties that the style doesn't set are undefined. */
type TextLook = Partial<Omit<RunStyle, 'href'>>

interface OdtStyle {
  named: NamedStyle | null
  /** Outline level, starting at 1; 0 removes an inherited level. */
  outline: number | null
  look: TextLook
  /** The formatting that an author applied directly, which is stored as an automatic style for this place only. */
  ownLook: TextLook
}

export class OdtStyles extends OdfStyles {
  readonly #automatic = new Set<XmlElement>()
  readonly #resolved = new Map<string, OdtStyle>()

  /** Adds a style that the program created for directly applied formatting. */
  addAutomatic(element: XmlElement): void {
    this.add(element)
    this.#automatic.add(element)
  }

  find(family: 'paragraph' | 'text', name: string | undefined): OdtStyle {
    const key = `${family} ${name}`
    const known = this.#resolved.get(key)
    if (known) return known
    const chain = this.chain(family, name)
    const shared = chain.filter((element) => !this.#automatic.has(element))
    const [first] = chain
    const look = lookOf(this.of(family, name, 'text'))
    if (family === 'text' && chain.some((element) => isCodeStyle(titleOf(element)))) look.code = true
    // Some programs use the names of LibreOffice's styles without defining them.
    const unknown = chain.length === 0 ? namedStyle(plainName(name ?? '')) : null
    const style: OdtStyle = {
      named: family === 'paragraph' ? (shared.map((one) => namedStyle(titleOf(one))).find(Boolean) ?? unknown) : null,
      outline: wholeNumber(this.stated(family, name, 'style:default-outline-level')),
      look,
      ownLook:
        first && this.#automatic.has(first) ? lookOf(childOf(first, 'style:text-properties')?.attributes ?? {}) : {},
    }
    this.#resolved.set(key, style)
    return style
  }
}

function titleOf({ attributes }: XmlElement): string {
  return attributes['style:display-name'] ?? plainName(attributes['style:name'] ?? '')
}

function plainName(name: string): string {
  return name.replace(/_([\da-f]{2})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** Returns a number of repetitions: at least 1, and at most `max`. */
export function repetitionsOf(text: string | undefined, max = 999_999_999): number {
  return Math.min(Math.max(1, Number.parseInt(text ?? '', 10) || 1), max)
}

export function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null
}

function lookOf(attributes: XmlAttributes): TextLook {
  const look: TextLook = {}
  const weight = attributes['fo:font-weight']
  if (weight !== undefined) look.bold = weight === 'bold' || Number(weight) >= 600
  const slope = attributes['fo:font-style']
  if (slope !== undefined) look.italic = slope !== 'normal'
  const line = attributes['style:text-line-through-style'] ?? attributes['style:text-line-through-type']
  if (line !== undefined) look.strike = line !== 'none'
  const position = attributes['style:text-position']
  if (position !== undefined) look.raised = raisedBy(position)
  return look
}

/** Accepts `super 58%` and `-33% 58%`. */
function raisedBy(position: string): 'sup' | 'sub' | null {
  const [place = ''] = position.split(' ')
  if (place === 'super' || place === 'sub') return place === 'super' ? 'sup' : 'sub'
  const percent = Number.parseFloat(place)
  if (!percent) return null
  return percent > 0 ? 'sup' : 'sub'
}

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
const maxAffixChars = 60

/** LibreOffice numbers the levels that a list style doesn't define. */
export function withAllLevels(style: ListStyle): ListStyle {
  const levels = Array.from({ length: maxLevels }, (_, at) => ({ start: 1, format: 'decimal', text: `%${at + 1}.` }))
  return new Map([...levels.entries(), ...style])
}

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
