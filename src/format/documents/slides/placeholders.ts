/** What placeholders of a slide inherit from its layout and its master: how each level of their text is listed. @see ECMA-376, part 1, §19.3.1.36 */

import { childOf, childrenOf, elementsIn, type XmlElement } from '../xml/xml-tree.ts'

export interface Placeholder {
  /** `title`, `body`, `obj`, …; null for a shape that is none. */
  type: string | null
  idx: string | null
}

/** A bullet, a number from a start on, or neither. */
export type ListMark = { kind: 'bullet' | 'none' } | { kind: 'number'; start: number }

/** Null where the properties of a paragraph or a level say nothing. */
export function listMarkOf(properties: XmlElement | undefined): ListMark | null {
  for (const { name, attributes } of childrenOf(properties)) {
    if (name === 'a:buNone') return { kind: 'none' }
    if (name === 'a:buChar' || name === 'a:buBlip') return { kind: 'bullet' }
    if (name === 'a:buAutoNum') return { kind: 'number', start: startOf(attributes.startAt) }
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

/** The mark of a level, from 0 on, of a placeholder's text. */
export type InheritedMarks = (placeholder: Placeholder, level: number) => ListMark

/** `layout` and `master`: the trees of these parts, where the slide has them. */
export function createInheritedMarks(layout: XmlElement | null, master: XmlElement | null): InheritedMarks {
  const ofLayout = listStylesIn(layout)
  const ofMaster = listStylesIn(master)
  const styles = childOf(master, 'p:sldMaster', 'p:txStyles')
  return (placeholder, level) => {
    if (placeholder.type === null) return { kind: 'none' }
    const base = baseType(placeholder.type)
    const { idx } = placeholder
    const above = idx === null ? ofLayout.byType.get(base) : ofLayout.byIdx.get(idx)
    const style = childOf(styles, base === 'title' ? 'p:titleStyle' : 'p:bodyStyle')
    for (const list of [above, ofMaster.byType.get(base), style]) {
      const mark = listMarkOf(levelOf(list, level))
      if (mark) return mark
    }
    return { kind: 'none' }
  }
}

type ListStyles = Map<string, XmlElement | undefined>

/** List styles of the placeholders of a part: of the first one of each type and each index. */
function listStylesIn(part: XmlElement | null): { byType: ListStyles; byIdx: ListStyles } {
  const byType: ListStyles = new Map()
  const byIdx: ListStyles = new Map()
  for (const shape of elementsIn(part, 'p:sp')) {
    const { type, idx } = placeholderOf(shape)
    const list = childOf(shape, 'p:txBody', 'a:lstStyle')
    if (type !== null && !byType.has(baseType(type))) byType.set(baseType(type), list)
    if (idx !== null && !byIdx.has(idx)) byIdx.set(idx, list)
  }
  return { byType, byIdx }
}

/** Properties of a level in a list style. */
export function levelOf(list: XmlElement | undefined, level: number): XmlElement | undefined {
  return childOf(list, `a:lvl${level + 1}pPr`)
}

function baseType(type: string): string {
  if (type === 'title' || type === 'ctrTitle') return 'title'
  return type === 'obj' || type === 'subTitle' ? 'body' : type
}
