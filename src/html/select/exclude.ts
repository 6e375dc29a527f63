/** Removes a selector's matches from a page. */

import type { ChildNode, Element } from 'domhandler'
import { maxSelectorSteps } from '../../contract/service-limits.ts'
import type { Document } from '../document.ts'
import { PageElements } from '../page-elements.ts'
import { removeNodes } from '../parse/rearrange.ts'
import { selectAll } from './select.ts'

/**
 * The document without the matches of `exclude_selector`, which must have passed `checkSelector`; the same document if nothing matches.
 * Both share the changed tree. The input's list of elements stays complete, so its metadata can still be read.
 */
export function withoutMatches(document: Document, selector: string): Document {
  const matches = new Set<ChildNode>(selectAll(document, selector, maxSelectorSteps, 'exclude_selector'))
  if (matches.size === 0) return document
  const kept = new Set<Element>()
  document.elements.visitBelow(
    document.root,
    (element) => matches.has(element),
    (element) => kept.add(element),
  )
  removeNodes(matches)
  return {
    ...document,
    elements: new PageElements(document.root, [...kept]),
    frameElements: document.frameElements.filter((element) => kept.has(element)),
    frames: document.frames && new Map([...document.frames].filter(([element]) => kept.has(element))),
  }
}
