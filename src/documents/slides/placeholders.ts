/** Finds the list markers of a placeholder's levels in the slide's layout and master. @see ECMA-376, part 1, §19.3.1.36 */

import { childOf, childrenOf, elementsIn, type XmlElement } from '../office/xml/xml-tree.ts'

interface Placeholder {
  /** `title`, `body`, `obj`, …; null for a shape that isn't a placeholder. */
  type: string | null
  idx: string | null
}

export type ListMark = { kind: 'bullet' | 'none' } | { kind: 'number'; start: number; format: string }

/** Returns null if the properties of a paragraph or level don't specify a marker. */
export function listMarkOf(properties: XmlElement | undefined): ListMark | null {
  for (const { name, attributes } of childrenOf(properties)) {
    if (name === 'a:buNone') return { kind: 'none' }
    if (name === 'a:buChar' || name === 'a:buBlip') return { kind: 'bullet' }
    if (name === 'a:buAutoNum')
      return { kind: 'number', start: startOf(attributes.startAt), format: attributes.type ?? '' }
  }
  return null
}

function startOf(text: string | undefined): number {
  const start = Number.parseInt(text ?? '1', 10)
  return start > 0 && start < 100_000 ? start : 1
}

export function placeholderOf(shape: XmlElement): Placeholder {
  for (const properties of childrenOf(shape)) {
    const found = childOf(properties, 'p:nvPr', 'p:ph')
    if (found) return { type: found.attributes.type ?? 'obj', idx: found.attributes.idx ?? null }
  }
  return { type: null, idx: null }
}

export interface Inherited {
  /** Returns the list marker for a level of a placeholder's text. Levels start at 0. */
  mark(placeholder: Placeholder, level: number): ListMark
  /** Returns the placeholders that this placeholder inherits from, starting with the layout's placeholder. */
  shapesOf(placeholder: Placeholder): XmlElement[]
  /** Returns the master's style for all levels of a placeholder's text. For text outside placeholders, returns the presentation's style. */
  textStyle(placeholder: Placeholder): XmlElement | undefined
}

/** `layout` and `master`: the trees of these parts, if the slide has them. `defaults`: `p:defaultTextStyle`. */
export function createInherited(
  layout: XmlElement | null,
  master: XmlElement | null,
  defaults: XmlElement | undefined,
): Inherited {
  const ofLayout = placeholdersIn(layout)
  const ofMaster = placeholdersIn(master)
  const styles = childOf(master, 'p:sldMaster', 'p:txStyles')
  const shapesOf = ({ type, idx }: Placeholder) => {
    if (type === null) return []
    const base = baseType(type)
    const above = idx === null ? ofLayout.byType.get(base) : ofLayout.byIdx.get(idx)
    return [above, ofMaster.byType.get(base)].filter((shape) => shape !== undefined)
  }
  const textStyle = ({ type }: Placeholder) => {
    if (type === null) return defaults
    return childOf(styles, baseType(type) === 'title' ? 'p:titleStyle' : 'p:bodyStyle')
  }
  return {
    shapesOf,
    textStyle,
    mark(placeholder, level) {
      if (placeholder.type === null) return { kind: 'none' }
      const lists = shapesOf(placeholder).map((shape) => childOf(shape, 'p:txBody', 'a:lstStyle'))
      for (const list of [...lists, textStyle(placeholder)]) {
        const mark = listMarkOf(levelOf(list, level))
        if (mark) return mark
      }
      return { kind: 'none' }
    },
  }
}

type Shapes = Map<string, XmlElement>

function placeholdersIn(part: XmlElement | null): { byType: Shapes; byIdx: Shapes } {
  const byType: Shapes = new Map()
  const byIdx: Shapes = new Map()
  for (const shape of elementsIn(part, 'p:sp')) {
    const { type, idx } = placeholderOf(shape)
    if (type !== null && !byType.has(baseType(type))) byType.set(baseType(type), shape)
    if (idx !== null && !byIdx.has(idx)) byIdx.set(idx, shape)
  }
  return { byType, byIdx }
}

/** Returns the properties of a level in a list style. */
export function levelOf(list: XmlElement | undefined, level: number): XmlElement | undefined {
  return childOf(list, `a:lvl${level + 1}pPr`)
}

function baseType(type: string): string {
  if (type === 'title' || type === 'ctrTitle') return 'title'
  return type === 'obj' || type === 'subTitle' ? 'body' : type
}
