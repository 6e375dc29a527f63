/** Collects a document's hidden elements and text nodes, and counts the characters of hidden and visible text. */

export interface VisibilityTally {
  readonly visibleChars: number
  readonly hiddenElements: ReadonlySet<Element>
  readonly hiddenTexts: readonly Text[]
  /** Records the element as hidden. `chars` is the length of its text. */
  hideElement(element: Element, chars: number): void
  hideText(text: Text): void
  showText(text: Text, parent: Element): void
  /** Records that something inside the element is visible. */
  see(element: Element | null): void
  hidesNearlyAll(): boolean
  /** Returns the outermost fully hidden elements, and the hidden text nodes in partly visible elements. */
  outermostHidden(): { elements: Set<Element>; texts: Set<Text> }
}

export function createVisibilityTally(parentOf: (node: Node) => Element | null): VisibilityTally {
  const hiddenElements = new Set<Element>()
  const hiddenTexts: Text[] = []
  const seen = new Set<Node>()
  let visibleChars = 0
  let hiddenChars = 0
  return {
    get visibleChars() {
      return visibleChars
    },
    hiddenElements,
    hiddenTexts,

    hideElement(element, chars) {
      hiddenChars += chars
      hiddenElements.add(element)
    },

    hideText(text) {
      hiddenChars += text.data.trim().length
      hiddenTexts.push(text)
    },

    showText(text, parent) {
      visibleChars += text.data.trim().length
      see(parent)
    },

    see,
    hidesNearlyAll: () => hiddenChars > 100 && visibleChars < hiddenChars / 10,

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

  function see(element: Element | null): void {
    for (let up = element; up && !seen.has(up); up = parentOf(up)) seen.add(up)
  }
}
