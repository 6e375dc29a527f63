/** What each piece of marked content is a part of: the element that is its block, and the kind of structure around it. */

import { type ElementKind, kindOf } from '../page/roles.ts'
import { isContent, type StructureElement } from '../page/structure-tree.ts'

export interface MarkPlace {
  /** The nearest element that is no part of a line. */
  block: StructureElement
  /** The nearest kind around it that says more than a paragraph does; null for plain text. */
  within: ElementKind | null
}

const plainKinds: ReadonlySet<ElementKind> = new Set(['group', 'paragraph', 'inline'])

/** By ids of marked content; the first element that names one has it. */
export function markPlaces(root: StructureElement): Map<string, MarkPlace> {
  const places = new Map<string, MarkPlace>()
  const walk = (element: StructureElement, place: MarkPlace) => {
    for (const child of element.children) {
      if (isContent(child)) {
        if (!places.has(child.id)) places.set(child.id, place)
        continue
      }
      const kind = kindOf(child)
      walk(child, {
        block: kind === 'inline' ? place.block : child,
        within: plainKinds.has(kind) ? place.within : kind,
      })
    }
  }
  walk(root, { block: root, within: null })
  return places
}
