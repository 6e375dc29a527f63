/** Decides which parts of a document a visitor currently sees, from computed styles, geometry and color. */

import type { findCovered, UncoveredText } from './covering.ts'
import type { createElementKinds } from './element-kinds.ts'
import type { createElementStates, ElementState, ElementStateParts, ElementStates } from './element-state.ts'
import type { FrameBodyOf } from './frame-body.ts'
import type { createLegibilityTest } from './legibility.ts'
import type { createColourReader } from './read-colour.ts'
import type { createVisibilityTally, VisibilityTally } from './visibility-tally.ts'

export type VisibilityParts = ElementStateParts & {
  createElementKinds: typeof createElementKinds
  createColourReader: typeof createColourReader
  createElementStates: typeof createElementStates
  createLegibilityTest: typeof createLegibilityTest
  createVisibilityTally: typeof createVisibilityTally
  findCovered: typeof findCovered
  walkTree: typeof walkTree
}

/** Also looks into shadow trees and same-origin frames. */
export function judgeVisibility(
  frameBodyOf: FrameBodyOf,
  parts: VisibilityParts,
): { tally: VisibilityTally; states: ElementStates } {
  const colours = parts.createColourReader()
  const states = parts.createElementStates(parts, colours)
  const { parentOf, stateOf } = states
  const tally = parts.createVisibilityTally(parentOf)
  const kinds = parts.createElementKinds()
  const findLegible = parts.createLegibilityTest(colours)
  const uncovered: UncoveredText[] = []
  const visitor = { visitElement, visitText }
  if (document.body) parts.walkTree(document.body, visitor)
  const covered = parts.findCovered(uncovered, states.coverers, colours)
  for (const { text, parent } of uncovered) {
    if (covered.has(text)) tally.hideText(text)
    else tally.showText(text, parent)
  }
  return { tally, states }

  /** Returns true if the element's content must be visited. */
  function visitElement(element: Element): boolean {
    const { localName } = element
    if (kinds.unread.test(localName) && !kinds.isForeign(element)) return false
    if (kinds.noBox.test(localName)) return false
    const state = stateOf(element)
    if (!state.isShown && !state.isOpened && styleOf(element).display === 'none') {
      if (kinds.isLazyImage(element)) tally.see(parentOf(element))
      else tally.hideElement(element, countChars(element))
      return false
    }
    if (element.shadowRoot) parts.walkTree(element.shadowRoot, visitor)
    const body = frameBodyOf(element)
    if (body && !isFrameSeen(element, state)) {
      tally.hideElement(element, countChars(body))
      return false
    }
    if (body) parts.walkTree(body, visitor)
    else if (kinds.media.test(localName)) visitMedia(element, state)
    // Most drawings contain hundreds of shapes but no text.
    if (localName === 'svg') return element.querySelector('text, title, desc, metadata, foreignObject') !== null
    return !kinds.rawText.test(localName) || body !== null
  }

  function isFrameSeen(frame: Element, state: ElementState): boolean {
    const { left, right, bottom } = frame.getBoundingClientRect()
    const maxLeft = 6 * document.documentElement.clientWidth
    const isOnPage = right + scrollX > 0 && bottom + scrollY > 0 && left + scrollX < maxLeft
    return state.isOpened || (state.isShown && isOnPage && isVisible(frame, state))
  }

  function visitMedia(element: Element, state: ElementState): void {
    const parent = parentOf(element)
    // An image that is fading in is content.
    const isHidden =
      element.localName === 'img'
        ? parent !== null && !(stateOf(parent).isShown && isVisible(parent, stateOf(parent)))
        : !(state.isShown && isVisible(element, state))
    if (isHidden) tally.hideElement(element, 0)
    // Images count at any size, because we replace each one with a single pixel.
    else if (element.localName === 'img' || element.getBoundingClientRect().width > 1) tally.see(element)
  }

  function visitText(text: Text): void {
    const parent = /\S/.test(text.data) ? parentOf(text) : null
    if (!parent) return
    const state = stateOf(parent)
    const box = state.isShown && !kinds.isUnusedDefinition(parent) ? findLegible(text, parent, state) : null
    if (box === null) tally.hideText(text)
    else if (box === 'unknown') tally.showText(text, parent)
    else uncovered.push({ text, parent, box, isLowered: state.isLowered })
  }

  function isVisible(element: Element, { isOpened }: ElementState): boolean {
    return isOpened || styleOf(element).visibility === 'visible'
  }

  function styleOf(element: Element): CSSStyleDeclaration {
    return (element.ownerDocument.defaultView ?? window).getComputedStyle(element)
  }

  function countChars(element: Element): number {
    let chars = 0
    const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      if (!kinds.unread.test(text.parentElement?.localName ?? '')) chars += (text as Text).data.trim().length
    }
    return chars
  }
}

interface TreeVisitor {
  visitElement(element: Element): boolean
  visitText(text: Text): void
}

/** Visits the root and its descendants. Doesn't visit shadow trees or frames, which are separate trees. */
export function walkTree(root: Element | ShadowRoot, visitor: TreeVisitor): void {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  if (root.nodeType === Node.ELEMENT_NODE && !visitor.visitElement(root as Element)) return
  let isEntered = true
  for (;;) {
    let node: Node | null = isEntered ? walker.nextNode() : walker.nextSibling()
    // Skips the subtree of an element that isn't entered, because a TreeWalker has no method for that.
    while (!node && !isEntered && walker.parentNode()) {
      if (walker.currentNode === root) return
      node = walker.nextSibling()
    }
    if (!node) return
    isEntered = node.nodeType !== Node.ELEMENT_NODE || visitor.visitElement(node as Element)
    if (node.nodeType === Node.TEXT_NODE) visitor.visitText(node as Text)
  }
}
