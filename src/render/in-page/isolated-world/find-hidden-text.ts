/** Finds what no visitor can see of the document: elements, and single texts beside visible ones. */

import type { isClippedAway } from './clipping.ts'
import type { findCovered, UncoveredText } from './covering.ts'
import type { createElementStates, ElementState } from './element-state.ts'
import type { FrameBodyOf } from './frame-body.ts'
import type { createLegibilityTest } from './legibility.ts'
import type { showDeferred } from './show-deferred.ts'

export type HiddenTextParts = {
  createElementStates: typeof createElementStates
  isClippedAway: typeof isClippedAway
  findCovered: typeof findCovered
  createLegibilityTest: typeof createLegibilityTest
  showDeferred: typeof showDeferred
}

export interface HiddenContent {
  /** Outermost elements of which nothing is seen. */
  elements: Set<Element>
  /** Texts in elements of which something else is seen. */
  texts: Set<Text>
  /** Characters of hidden text that stays, since nearly all of the page is hidden and its scripts should have shown it. */
  keptChars: number
}

/**
 * Looks into shadow trees and same-origin frames too. What a visitor gets to with a click or a swipe (details, tabs, what a control
 * names, the next slide) is not hidden, nor is what is fading in. When nearly all of the page is hidden, what its scripts should have
 * shown is not. The document is as before afterwards.
 */
export function findHiddenText(frameBodyOf: FrameBodyOf, parts: HiddenTextParts): HiddenContent {
  const media = /^(?:img|video|audio|canvas|svg|iframe|object|embed|input|button|select|textarea|meter|progress|math)$/
  const unread =
    /^(?:script|style|noscript|template|title|head|link|meta|base|param|source|track|map|area|col|colgroup)$/
  const noBox = /^(?:br|wbr|hr|option|optgroup)$/
  /** Markup in them is text. */
  const rawText = /^(?:textarea|xmp|plaintext|iframe|noembed|noframes)$/
  let { parentOf, stateOf, coverers } = parts.createElementStates(parts.isClippedAway)
  let findLegible = parts.createLegibilityTest()
  let uncovered: UncoveredText[] = []
  let hiddenElements = new Set<Element>()
  let hiddenTexts: Text[] = []
  /** Elements in which something is seen. */
  let seen = new Set<Node>()
  let visibleLength = 0
  let hiddenLength = 0

  judge()
  const visibleBefore = visibleLength
  const restore: (() => void)[] = []
  // Deferred content may hide its own parts in turn.
  for (let level = 0; level < 3 && hidesNearlyAll(); level++) {
    const undo = parts.showDeferred([...hiddenTexts, ...hiddenElements], { parentOf, stateOf, coverers })
    if (undo === null) break
    restore.unshift(undo)
    judge()
  }
  for (const undo of restore) undo()
  return { ...outermost(), keptChars: visibleLength - visibleBefore }

  function judge(): void {
    const states = parts.createElementStates(parts.isClippedAway)
    parentOf = states.parentOf
    stateOf = states.stateOf
    coverers = states.coverers
    findLegible = parts.createLegibilityTest()
    uncovered = []
    hiddenElements = new Set()
    hiddenTexts = []
    seen = new Set()
    visibleLength = 0
    hiddenLength = 0
    if (document.body) collect(document.body)
    const covered = parts.findCovered(uncovered, coverers)
    for (const { text, parent } of uncovered) {
      if (covered.has(text)) hideText(text)
      else showText(text, parent)
    }
  }

  function hidesNearlyAll(): boolean {
    return hiddenLength > 100 && visibleLength < hiddenLength / 10
  }

  function collect(root: Element | ShadowRoot): void {
    const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    if (root.nodeType === Node.ELEMENT_NODE && !visitElement(root as Element)) return
    let isEntered = true
    for (;;) {
      let node: Node | null = isEntered ? walker.nextNode() : walker.nextSibling()
      // Over what is not entered, as a walker has no step for that.
      while (!node && !isEntered && walker.parentNode()) {
        if (walker.currentNode === root) return
        node = walker.nextSibling()
      }
      if (!node) return
      isEntered = node.nodeType !== Node.ELEMENT_NODE || visitElement(node as Element)
      if (node.nodeType === Node.TEXT_NODE) visitText(node as Text)
    }
  }

  /** Whether to look at what is in the element. */
  function visitElement(element: Element): boolean {
    const { localName } = element
    if (unread.test(localName) && !isForeign(element)) return false
    if (noBox.test(localName)) return false
    const state = stateOf(element)
    if (!state.isShown && !state.isOpened && isNotDisplayed(element)) {
      if (isLazyImage(element)) see(parentOf(element))
      else hide(element)
      return false
    }
    if (element.shadowRoot) collect(element.shadowRoot)
    const body = frameBodyOf(element)
    if (body) collect(body)
    else if (media.test(localName)) visitMedia(element, state)
    // Most drawings hold hundreds of shapes, and no text.
    if (localName === 'svg') return element.querySelector('text, title, desc, metadata, foreignObject') !== null
    return !rawText.test(localName) || body !== null
  }

  function isNotDisplayed(element: Element): boolean {
    return (element.ownerDocument.defaultView ?? window).getComputedStyle(element).display === 'none'
  }

  /** Not in HTML's name space: there `title` is no title of the page. */
  function isForeign(element: Element): boolean {
    return element.namespaceURI !== 'http://www.w3.org/1999/xhtml'
  }

  /** Scripts show a picture once it has arrived, and here none does. */
  function isLazyImage(element: Element): boolean {
    if (!/^(?:img|picture)$/.test(element.localName)) return false
    return (
      /lazy|load/i.test(element.className) ||
      element.getAttributeNames().some((name) => /^data-.*(?:src|lazy)/.test(name))
    )
  }

  function visitMedia(element: Element, state: ElementState): void {
    const parent = parentOf(element)
    // A picture that fades in itself is content.
    const isHidden =
      element.localName === 'img'
        ? parent !== null && !(stateOf(parent).isShown && isVisible(parent, stateOf(parent)))
        : !(state.isShown && isVisible(element, state))
    if (isHidden) hiddenElements.add(element)
    // Pictures are loaded as a dot.
    else if (element.localName === 'img' || element.getBoundingClientRect().width > 1) see(element)
  }

  function isVisible(element: Element, { isOpened }: ElementState): boolean {
    return isOpened || (element.ownerDocument.defaultView ?? window).getComputedStyle(element).visibility === 'visible'
  }

  function hide(element: Element): void {
    hiddenElements.add(element)
    const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      if (!unread.test(text.parentElement?.localName ?? '')) hiddenLength += (text as Text).data.trim().length
    }
  }

  function visitText(text: Text): void {
    const parent = /\S/.test(text.data) ? parentOf(text) : null
    if (!parent) return
    const state = stateOf(parent)
    const box = state.isShown && !isDefinition(parent) ? findLegible(text, parent, state) : null
    if (box === null) hideText(text)
    else if (box === 'unknown') showText(text, parent)
    else uncovered.push({ text, parent, box, isLowered: state.isLowered })
  }

  function hideText(text: Text): void {
    hiddenLength += text.data.trim().length
    hiddenTexts.push(text)
  }

  function showText(text: Text, parent: Element): void {
    visibleLength += text.data.trim().length
    see(parent)
  }

  /** SVG that is drawn only where it is used. */
  function isDefinition(parent: Element): boolean {
    if (!isForeign(parent)) return false
    return (
      parent.closest('defs, symbol, clipPath, mask, pattern, marker') !== null &&
      !parent.ownerDocument.querySelector('use')
    )
  }

  function see(element: Element | null): void {
    for (let up = element; up && !seen.has(up); up = parentOf(up)) seen.add(up)
  }

  /** Texts of which the element around shows nothing are hidden with it, as far up as that holds. */
  function outermost(): { elements: Set<Element>; texts: Set<Text> } {
    const elements = new Set<Element>()
    const texts = new Set<Text>()
    const found = new Map<Element, Element>()
    for (const node of [...hiddenElements, ...hiddenTexts]) {
      let top: Element | null = null
      const chain: Element[] = []
      const start = node.nodeType === Node.ELEMENT_NODE ? (node as Element) : parentOf(node)
      for (let up = start; up && up.localName !== 'body' && !seen.has(up); up = parentOf(up)) {
        const known = found.get(up)
        top = known ?? up
        chain.push(up)
        if (known) break
      }
      for (const element of chain) if (top) found.set(element, top)
      if (top) elements.add(top)
      else if (node.nodeType === Node.ELEMENT_NODE) elements.add(node as Element)
      else texts.add(node as Text)
    }
    return { elements, texts }
  }
}
