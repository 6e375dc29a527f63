/** The numbering of a Word document: which number or bullet stands before each paragraph. @see ECMA-376, part 1, §17.9 */

import type { ListItem } from '../flow/flow-writer.ts'
import { aroundNumber, writeNumber } from '../flow/labels.ts'
import { childOf, childrenOf, parseXml, type XmlElement } from '../xml/xml-tree.ts'
import { indentOf, isOn, numberOf, statedValue } from './styles.ts'

interface Level {
  start: number
  format: string
  /** `%1.%2.` */
  text: string
  /** All numbers in its label are decimal. */
  isLegal: boolean
  /** 0: it goes on whatever stands before. */
  restart: number | null
  style: string | null
  indent: number | null
}

interface List {
  /** Whose numbers it shares. */
  abstractId: string
  overrides: ReadonlyMap<number, number>
  levels: ReadonlyMap<number, Level>
}

export interface NumberedPlace {
  /** In a list; null where no label is shown. */
  item: ListItem | null
  /** The label as it is shown; null for a bullet. */
  label: string | null
  indent: number | null
}

export interface Numbering {
  /** Counts one more paragraph; null for a list that does not exist. */
  next(numId: string, level: number): NumberedPlace | null
  /** The level whose paragraphs have the style. */
  levelOfStyle(numId: string, style: string): number | null
}

const levelCount = 9

/** `linkOf`: the list that a numbering style names. */
export function readNumbering(xml: string | null, linkOf: (style: string) => string | null): Numbering {
  const root = childOf(parseXml(xml ?? ''), 'w:numbering')
  const lists = listsOf(root, linkOf)
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

function placeOf(list: List, level: Level, depth: number, values: readonly (number | undefined)[]): NumberedPlace {
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

const bulletLevel: Level = {
  start: 1,
  format: 'bullet',
  text: '',
  isLegal: false,
  restart: null,
  style: null,
  indent: null,
}

function listsOf(root: XmlElement | undefined, linkOf: (style: string) => string | null): Map<string, List> {
  const abstracts = new Map<string, XmlElement>()
  for (const element of childrenOf(root, 'w:abstractNum')) {
    abstracts.set(element.attributes['w:abstractNumId'] ?? '', element)
  }
  const elements = new Map<string, XmlElement>()
  for (const element of childrenOf(root, 'w:num')) elements.set(element.attributes['w:numId'] ?? '', element)
  const levels = new Map<string, ReadonlyMap<number, Level>>()
  const lists = new Map<string, List>()
  for (const [numId, element] of elements) {
    const abstractId = abstractOf(element, { abstracts, elements, linkOf })
    if (abstractId === null) continue
    const own = levels.get(abstractId) ?? levelsOf(abstracts.get(abstractId))
    levels.set(abstractId, own)
    lists.set(numId, withOverrides(element, abstractId, own))
  }
  return lists
}

interface Definitions {
  abstracts: ReadonlyMap<string, XmlElement>
  elements: ReadonlyMap<string, XmlElement>
  linkOf: (style: string) => string | null
}

/** A definition may name a style, which names a list: a circle ends. */
function abstractOf(element: XmlElement, { abstracts, elements, linkOf }: Definitions): string | null {
  let list: XmlElement | undefined = element
  for (let steps = 0; list && steps < 5; steps++) {
    const id = statedValue(childOf(list, 'w:abstractNumId')) ?? ''
    const abstract = abstracts.get(id)
    const link = statedValue(childOf(abstract, 'w:numStyleLink'))
    if (abstract && link === null) return id
    list = elements.get((link === null ? null : linkOf(link)) ?? '')
  }
  return null
}

function withOverrides(element: XmlElement, abstractId: string, own: ReadonlyMap<number, Level>): List {
  const overrides = new Map<number, number>()
  const levels = new Map(own)
  for (const override of childrenOf(element, 'w:lvlOverride')) {
    const depth = Number.parseInt(override.attributes['w:ilvl'] ?? '', 10)
    if (!(depth >= 0 && depth < levelCount)) continue
    const start = numberOf(childOf(override, 'w:startOverride'))
    if (start !== null) overrides.set(depth, start)
    const level = childOf(override, 'w:lvl')
    if (level) levels.set(depth, levelOf(level))
  }
  return { abstractId, overrides, levels }
}

function levelsOf(abstract: XmlElement | undefined): Map<number, Level> {
  const levels = new Map<number, Level>()
  for (const element of childrenOf(abstract, 'w:lvl')) {
    const depth = Number.parseInt(element.attributes['w:ilvl'] ?? '0', 10)
    if (depth >= 0 && depth < levelCount) levels.set(depth, levelOf(element))
  }
  return levels
}

function levelOf(element: XmlElement): Level {
  return {
    start: numberOf(childOf(element, 'w:start')) ?? 1,
    format: statedValue(childOf(element, 'w:numFmt')) ?? 'decimal',
    text: (statedValue(childOf(element, 'w:lvlText')) ?? '').slice(0, 100),
    isLegal: isOn(childOf(element, 'w:isLgl')),
    restart: numberOf(childOf(element, 'w:lvlRestart')),
    style: statedValue(childOf(element, 'w:pStyle')),
    indent: indentOf(childOf(element, 'w:pPr')),
  }
}
