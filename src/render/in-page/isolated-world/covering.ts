/** Finds the texts over which something opaque is painted. */

/** A text that could be read if nothing were over it. */
export interface UncoveredText {
  text: Text
  /** The element that it is rendered in. */
  parent: Element
  /** Of its first line, from the corner of the window of its document. */
  box: DOMRect
  /** Whether it is painted below the background of an ancestor, or may be. */
  isLowered: boolean
}

/**
 * Texts of which the middle and both ends are under an opaque box that is not around them. Scrolls the document by whole windows, as
 * the browser knows only what is in the window, and back. Looks at 300 boxes, 1,500 texts and 40 windows at most: those beyond cover
 * nothing and are not covered.
 */
export function findCovered(all: readonly UncoveredText[], coverers: readonly Element[]): Set<Text> {
  const maxTexts = 1500
  const maxWindows = 40
  const maxCoverers = 300
  const boxes = coverers.slice(0, maxCoverers).map((element) => ({ element, box: element.getBoundingClientRect() }))
  const texts = all.filter(mayBeCovered)
  const covered = new Set<Text>()
  const { scrollX, scrollY } = window
  const windows = new Map<number, UncoveredText[]>()
  for (const text of texts.slice(0, maxTexts)) {
    // A frame is not scrolled: what is out of its window has no box in it.
    const at = text.text.ownerDocument === document ? Math.floor((text.box.top + scrollY) / innerHeight) : 0
    const found = windows.get(at)
    if (found) found.push(text)
    else windows.set(at, [text])
  }
  for (const [at, within] of [...windows].slice(0, maxWindows)) {
    const isHere = within.every(({ box }) => box.top >= 0 && box.bottom <= innerHeight)
    if (!isHere || scrollY !== window.scrollY)
      window.scrollTo({ left: scrollX, top: at * innerHeight, behavior: 'instant' })
    const moved = scrollY - window.scrollY
    for (const text of within)
      if (isCovered(text, text.text.ownerDocument === document ? moved : 0)) covered.add(text.text)
  }
  if (scrollY !== window.scrollY) window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
  return covered

  /** The browser is asked only where boxes say that it may be so. */
  function mayBeCovered({ parent, box: { left, top, width, height }, isLowered }: UncoveredText): boolean {
    const x = left + width / 2
    const y = top + height / 2
    const isOver = (box: DOMRect) => x > box.left && x < box.right && y > box.top && y < box.bottom
    return isLowered || boxes.some(({ element, box }) => isOver(box) && !element.contains(parent))
  }

  function isCovered({ parent, box, isLowered }: UncoveredText, moved: number): boolean {
    const owner = parent.ownerDocument
    const y = box.top + box.height / 2 + moved
    for (const share of [0.5, 0.1, 0.9]) {
      if (!isOver(owner.elementFromPoint(box.left + share * box.width, y), parent, isLowered)) return false
    }
    return true
  }

  function isOver(hit: Element | null, parent: Element, isLowered: boolean): boolean {
    if (!hit || hit === parent || parent.getRootNode() !== parent.ownerDocument) return false
    if (hit.contains(parent)) return isLowered && isOpaque(hit)
    // What is in the element covers the element's own text too.
    for (let up: Element | null = hit; up && !up.contains(parent); up = up.parentElement) {
      if (isOpaque(up)) return !isOverlay(up)
    }
    return false
  }

  function isOpaque(element: Element): boolean {
    const { backgroundColor, opacity } = getComputedStyle(element)
    return /^rgb\(/.test(backgroundColor) && Number(opacity) > 0.95
  }

  /** A visitor scrolls what a bar covers, and closes a dialog. */
  function isOverlay(element: Element): boolean {
    for (let up: Element | null = element; up; up = up.parentElement) {
      if (/fixed|sticky/.test(getComputedStyle(up).position)) return true
    }
    return element.closest('dialog, [role=dialog], [role=alertdialog], [aria-modal]') !== null
  }
}
