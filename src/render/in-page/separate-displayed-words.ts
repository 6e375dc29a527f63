/** Inserts spaces between words that are adjacent in the document but displayed apart, such as the children of a flex box. */

/** Does the same as `createGapTest` in html/visibility/word-gaps.ts, but with computed styles. */
export function separateDisplayedWords(root: Element): void {
  const inline = new Set(
    'a abbr b bdi bdo big button cite data del dfn em font i ins label mark output q s small span strike strong sub sup time u var'.split(
      ' ',
    ),
  )
  const verbatim = 'pre, code, kbd, samp, tt, math, svg, textarea, mjx-container'
  const maxDepth = 200
  const displays = new Map<Element, string>()

  separateIn(root)

  function separateIn(tree: Element | ShadowRoot): void {
    for (const element of tree.querySelectorAll('*')) {
      if (element.shadowRoot) separateIn(element.shadowRoot)
      if (!inline.has(element.localName)) continue
      const { previousSibling, nextSibling } = element
      if (nextSibling && touches(element, nextSibling) && areApart(element, nextSibling)) element.after(' ')
      if (
        previousSibling?.nodeType === Node.TEXT_NODE &&
        touches(previousSibling, element) &&
        areApart(previousSibling, element)
      ) {
        element.before(' ')
      }
    }
  }

  function touches(left: Node, right: Node): boolean {
    if (right.nodeType === Node.ELEMENT_NODE && !inline.has((right as Element).localName)) return false
    return (
      isWordChar(edgeOf(left, 'last').slice(-1)) &&
      isWordChar(edgeOf(right, 'first')[0]) &&
      !left.parentElement?.closest(verbatim)
    )
  }

  function isWordChar(char: string | undefined): boolean {
    return char !== undefined && /[\p{L}\p{N}]/u.test(char)
  }

  /** Returns a node's first or last text, or an empty string if the node starts or ends with something else. */
  function edgeOf(node: Node, side: 'first' | 'last'): string {
    let at: Node | null = node
    for (let depth = 0; at && depth < maxDepth; depth++) {
      if (at.nodeType === Node.TEXT_NODE) return (at as Text).data
      if (at.nodeType !== Node.ELEMENT_NODE || (depth > 0 && !inline.has((at as Element).localName))) return ''
      at = side === 'first' ? at.firstChild : at.lastChild
    }
    return ''
  }

  function areApart(left: Node, right: Node): boolean {
    // A single letter may also be in its own box, if letters are animated one by one.
    if (
      (left.textContent?.length ?? 0) < 2 &&
      (right.textContent?.length ?? 0) < 2 &&
      !/\d/.test(right.textContent ?? '')
    )
      return false
    const { parentElement } = left
    if (parentElement && /^(?:inline-)?(?:flex|grid)$/.test(displayOf(parentElement))) return true
    const sides = [left, right].filter((side): side is Element => side.nodeType === Node.ELEMENT_NODE)
    if (
      sides.some((side) =>
        /^(?:block|flex|grid|flow-root|list-item|table(?:-row|-cell|-caption)?)$/.test(displayOf(side)),
      )
    )
      return true
    return sides.length === 2 && sides.some((side) => /^inline-(?:block|flex|grid|table)$/.test(displayOf(side)))
  }

  function displayOf(element: Element): string {
    const known = displays.get(element)
    if (known !== undefined) return known
    const display = getComputedStyle(element).display
    displays.set(element, display)
    return display
  }
}
