/** Finds the context of marked content: the element that forms its block, and the kind of structure around it. */

import { type ElementKind, kindOf } from '../page/roles.ts'
import { isContent, type StructureElement } from '../page/structure-tree.ts'

export interface MarkPlace {
  /** The nearest non-inline element. */
  block: StructureElement
  /** The kind of the nearest surrounding element more specific than a paragraph; null for plain text. */
  within: ElementKind | null
}

const plainKinds: ReadonlySet<ElementKind> = new Set(['group', 'paragraph', 'inline'])

/** Returns places keyed by marked-content id. If several elements name an id, the first one gets it. */
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
