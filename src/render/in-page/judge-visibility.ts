/** Decides which parts of a document a visitor currently sees, from computed styles, geometry and color. */

import { createElementStates, type ElementState, parentOf, styleOf } from './element-state.ts'
import { createLegibilityTest, findCovered, type UncoveredText } from './legibility.ts'
import { createColourReader } from './read-colour.ts'

/** Also looks into shadow trees. Frames are judged in their own documents, but their text counts if scripts can reach it. */
export function judgeVisibility() {
  const colours = createColourReader()
  const states = createElementStates(colours)
  const { stateOf } = states
  const tally = createVisibilityTally()
  const kinds = createElementKinds()
  const findLegible = createLegibilityTest(colours)
  const uncovered: UncoveredText[] = []
  const visitor = { visitElement, visitText }
  if (document.body) walkTree(document.body, visitor)
  const covered = findCovered(uncovered, states.coverers, colours)
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
    if (element.shadowRoot) walkTree(element.shadowRoot, visitor)
    const body = (element as Partial<HTMLIFrameElement>).contentDocument?.body
    if (body) {
      if (isFrameSeen(element, state)) tally.showElement(element, countChars(body))
      else tally.hideElement(element, countChars(body))
      return false
    }
    if (kinds.media.test(localName)) visitMedia(element, state)
    // Most drawings contain hundreds of shapes but no text.
    if (localName === 'svg') return element.querySelector('text, title, desc, metadata, foreignObject') !== null
    return !kinds.rawText.test(localName)
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

/** Classifies elements by name and attributes, regardless of the page's styles. */
export function createElementKinds() {
  return {
    media: /^(?:img|video|audio|canvas|svg|iframe|object|embed|input|button|select|textarea|meter|progress|math)$/,
    /** Names of elements whose content visitors don't see. */
    unread: /^(?:script|style|noscript|template|title|head|link|meta|base|param|source|track|map|area|col|colgroup)$/,
    noBox: /^(?:br|wbr|hr|option|optgroup)$/,
    rawText: /^(?:textarea|xmp|plaintext|iframe|noembed|noframes)$/,
    isForeign,

    /** True if a script shows the image once the image has loaded. The renderer doesn't load images. */
    isLazyImage(element: Element): boolean {
      if (!/^(?:img|picture)$/.test(element.localName)) return false
      return (
        /lazy|load/i.test(element.className) ||
        element.getAttributeNames().some((name) => /^data-.*(?:src|lazy)/.test(name))
      )
    },

    /** True for parts of an SVG that are drawn only where they are referenced, and that the document doesn't reference. */
    isUnusedDefinition(element: Element): boolean {
      if (!isForeign(element)) return false
      return element.closest('defs, symbol, clipPath, mask, pattern, marker') !== null && !document.querySelector('use')
    },
  }

  /** True outside the HTML namespace, where `title` is not the page's title. */
  function isForeign(element: Element): boolean {
    return element.namespaceURI !== 'http://www.w3.org/1999/xhtml'
  }
}

/** Collects a document's hidden elements and text nodes, and counts the characters of hidden and visible text. */
export function createVisibilityTally() {
  const hiddenElements = new Set<Element>()
  const hiddenTexts: Text[] = []
  const seen = new Set<Node>()
  let hiddenChars = 0
  const tally = {
    visibleChars: 0,
    hiddenElements,
    hiddenTexts,

    /** Records the element as hidden. `chars` is the length of its text. */
    hideElement(element: Element, chars: number) {
      hiddenChars += chars
      hiddenElements.add(element)
    },

    hideText(text: Text) {
      hiddenChars += text.data.trim().length
      hiddenTexts.push(text)
    },

    showText(text: Text, parent: Element) {
      tally.showElement(parent, text.data.trim().length)
    },

    /** Records something visible in the element. `chars` is the length of its text. */
    showElement(element: Element, chars: number) {
      tally.visibleChars += chars
      see(element)
    },

    see,
    hidesNearlyAll: () => hiddenChars > 100 && tally.visibleChars < hiddenChars / 10,

    /** Returns the outermost fully hidden elements, and the hidden text nodes in partly visible elements. */
    outermostHidden() {
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
    },
  }
  return tally

  /** Records that something inside the element is visible. */
  function see(element: Element | null): void {
    for (let up = element; up && !seen.has(up); up = parentOf(up)) seen.add(up)
  }
}
