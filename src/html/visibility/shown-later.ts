/** Input for searching one document for content that becomes visible later. */

import type { Element, ParentNode } from 'domhandler'
import { isElement } from '../traverse.ts'

export type ElementTest = (element: Element) => boolean

export interface HiddenText {
  hidden: readonly Element[]
  isHidden(element: Element): boolean
  styleOf(element: Element): string
  /** Elements whose text never belongs to the page, regardless of style, such as scripts and templates. */
  isSkipped(element: Element): boolean
}

/** Creates a test that is true for the elements that pass another test and for everything in them. Tests each element once. */
export function withinAny(test: ElementTest): (node: ParentNode) => boolean {
  const known = new Map<ParentNode, boolean>()
  return (node) => {
    const path: ParentNode[] = []
    let isWithin = false
    for (let up: ParentNode | null = node; up; up = up.parent) {
      const before = known.get(up)
      isWithin = before ?? (isElement(up) && test(up))
      if (before !== undefined) break
      path.push(up)
      if (isWithin) break
    }
    for (const one of path) known.set(one, isWithin)
    return isWithin
  }
}

/** The elements that aren't inside any of the others. */
export function outermost(elements: readonly Element[]): Element[] {
  const set = new Set(elements)
  const isWithin = withinAny((element) => set.has(element))
  return elements.filter(({ parent }) => parent === null || !isWithin(parent))
}
