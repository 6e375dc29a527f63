/** The numbering of a Word document: the number or bullet of each paragraph. @see ECMA-376, part 1, §17.9 */

import { bulletLevel, type ListPlace, placeInList } from '../converted/flow/labels.ts'
import { childOf, childrenOf, parseXml, type XmlElement } from '../office/xml/xml-tree.ts'
import { isOn, statedValue } from './looks.ts'
import { indentOf, numberOf } from './styles.ts'

export type NumberedPlace = ListPlace & { indent: number | null }

export class Numbering {
  readonly #lists: ReturnType<typeof readListDefinitions>
  readonly #counters = new Map<string, (number | undefined)[]>()
  readonly #started = new Set<string>()

  constructor(xml: string, linkOf: LinkOf) {
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

type ListDefinitionLevel = ReturnType<typeof levelOf>

/** Levels start at 0. */
const levelCount = 9

type LinkOf = (style: string) => string | null

/** By `numId`. */
function readListDefinitions(xml: string, linkOf: LinkOf) {
  const root = childOf(parseXml(xml), 'w:numbering')
  const abstracts = new Map(
    childrenOf(root, 'w:abstractNum').map((element) => {
      const link = statedValue(childOf(element, 'w:numStyleLink'))
      return [element.attributes['w:abstractNumId'] ?? '', { link, levels: levelsOf(element) }]
    }),
  )
  const elements = new Map(childrenOf(root, 'w:num').map((element) => [element.attributes['w:numId'] ?? '', element]))
  const lists = new Map<string, ReturnType<typeof withOverrides>>()
  for (const [numId, element] of elements) {
    // A definition may refer to a style, which in turn refers to a list. Stops at a cycle.
    let list: XmlElement | undefined = element
    for (let steps = 0; list && steps < 5; steps++) {
      const abstractId: string = statedValue(childOf(list, 'w:abstractNumId')) ?? ''
      const abstract = abstracts.get(abstractId)
      if (abstract?.link === null) {
        lists.set(numId, withOverrides(element, abstractId, abstract.levels))
        break
      }
      list = elements.get((abstract && linkOf(abstract.link)) ?? '')
    }
  }
  return lists
}

/** Lists with the same abstract definition share their numbering. */
function withOverrides(element: XmlElement, abstractId: string, own: ReadonlyMap<number, ListDefinitionLevel>) {
  const overrides = new Map<number, number>()
  const levels = new Map(own)
  for (const override of childrenOf(element, 'w:lvlOverride')) {
    const start = numberOf(childOf(override, 'w:startOverride'))
    if (start !== null) overrides.set(depthOf(override), start)
    const level = childOf(override, 'w:lvl')
    if (level) levels.set(depthOf(override), levelOf(level))
  }
  return { abstractId, overrides, levels }
}

function levelsOf(abstract: XmlElement | undefined): Map<number, ListDefinitionLevel> {
  return new Map(childrenOf(abstract, 'w:lvl').map((element) => [depthOf(element), levelOf(element)]))
}

/** Invalid depths are never looked up. */
const depthOf = ({ attributes }: XmlElement) => Number.parseInt(attributes['w:ilvl'] ?? '0', 10)

function levelOf(element: XmlElement) {
  return {
    start: numberOf(childOf(element, 'w:start')) ?? 1,
    format: statedValue(childOf(element, 'w:numFmt')) ?? 'decimal',
    text: (statedValue(childOf(element, 'w:lvlText')) ?? '').slice(0, 100),
    isLegal: isOn(childOf(element, 'w:isLgl')),
    /** Items at this level (counted from 1) or a higher one restart the numbering. Null if any higher level does; 0 if none does. */
    restart: numberOf(childOf(element, 'w:lvlRestart')),
    style: statedValue(childOf(element, 'w:pStyle')),
    /** Left edge in twips. */
    indent: indentOf(childOf(element, 'w:pPr')),
  }
}
