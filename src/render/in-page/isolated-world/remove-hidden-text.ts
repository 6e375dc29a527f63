/** Empties text that no visitor can see, for pages that a language model reads. */

import type { createElementStates, ElementState } from './element-state.ts'
import type { FrameBodyOf } from './frame-body.ts'
import type { IsLegible } from './legibility.ts'
import type { HiddenTextLengths } from './results.ts'
import type { showDeferred } from './show-deferred.ts'

export type HiddenTextParts = {
  createElementStates: typeof createElementStates
  isLegible: IsLegible
  showDeferred: typeof showDeferred
}

/**
 * Empties hidden text where it stands, in shadow trees and same-origin frames too. What a visitor gets to with a click or a swipe
 * (details, tabs, what a control names, the next slide) stays, and so does what is fading in. When nearly all of the page is
 * hidden, what its scripts should have shown stays too.
 */
export function removeHiddenText(frameBodyOf: FrameBodyOf, parts: HiddenTextParts): HiddenTextLengths {
  const maxNodes = 100000
  let { parentOf, stateOf } = parts.createElementStates()
  let hiddenTexts: Text[] = []
  let hiddenElements: Element[] = []
  let visibleLength = 0
  let hiddenLength = 0
  let visited = 0

  judge()
  const visibleBefore = visibleLength
  // Deferred content may hide its own parts in turn.
  for (
    let level = 0;
    level < 3 && hidesNearlyAll() && parts.showDeferred(hiddenTexts, { parentOf, stateOf });
    level++
  ) {
    judge()
  }
  for (const text of hiddenTexts) text.data = ''
  for (const element of hiddenElements) {
    for (const name of ['alt', 'title', 'aria-label', 'value', 'placeholder']) element.removeAttribute(name)
  }
  return { removed: hiddenLength, kept: visibleLength - visibleBefore }

  function judge(): void {
    const states = parts.createElementStates()
    parentOf = states.parentOf
    stateOf = states.stateOf
    hiddenTexts = []
    hiddenElements = []
    visibleLength = 0
    hiddenLength = 0
    visited = 0
    if (document.body) collect(document.body)
  }

  function hidesNearlyAll(): boolean {
    return hiddenLength > 100 && visibleLength < hiddenLength / 10
  }

  function collect(root: Element | ShadowRoot): void {
    const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    for (let node = walker.nextNode(); node && visited < maxNodes; node = walker.nextNode()) {
      visited++
      if (node.nodeType === Node.ELEMENT_NODE) visitElement(node as Element)
      else visitText(node as Text)
    }
  }

  function visitElement(element: Element): void {
    if (element.shadowRoot) collect(element.shadowRoot)
    const body = frameBodyOf(element)
    if (body) collect(body)
    else if (/^(?:img|input|textarea)$/.test(element.localName) && !isRendered(stateOf(element))) {
      hiddenElements.push(element)
    }
  }

  function visitText(text: Text): void {
    const { length } = text.data.trim()
    const parent = parentOf(text)
    if (length === 0 || !parent || /^(?:script|style|noscript|template|title)$/.test(parent.localName)) return
    const state = stateOf(parent)
    if (isRendered(state) && parts.isLegible(text, state)) visibleLength += length
    else {
      hiddenLength += length
      hiddenTexts.push(text)
    }
  }

  function isRendered({ isShown, isVisible }: ElementState): boolean {
    return isShown && isVisible
  }
}
