/** Finds text that is covered by something opaque. */

import type { ComputedColours } from './read-colour.ts'

/** A text node that would be legible if nothing covered it. */
export interface UncoveredText {
  text: Text
  parent: Element
  /** Box of the text's first line, relative to the corner of its document's window. */
  box: DOMRect
  /** True if an ancestor's background is or may be painted over the text. */
  isLowered: boolean
}

/**
 * Returns the text nodes whose middle and ends are under an opaque box that doesn't contain them. The browser can test only what is in the
 * window, so this scrolls through the document, one window at a time, and then back. Ignores everything after the first 300 boxes, 1,500
 * text nodes and 40 windows.
 */
export function findCovered(
  all: readonly UncoveredText[],
  coverers: readonly Element[],
  colours: ComputedColours,
): Set<Text> {
  const maxTexts = 1500
  const maxWindows = 40
  const maxCoverers = 300
  const boxes = coverers.slice(0, maxCoverers).map((element) => ({ element, box: element.getBoundingClientRect() }))
  const texts = all.filter(mayBeCovered)
  const covered = new Set<Text>()
  const { scrollX, scrollY } = window
  const windows = new Map<number, UncoveredText[]>()
  for (const text of texts.slice(0, maxTexts)) {
    // Text outside a frame's viewport never counts as covered, because frames aren't scrolled.
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

  /** False if comparing the boxes shows that the text can't be covered, in which case the browser isn't asked. */
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
    // An element's children also cover its own text.
    for (let up: Element | null = hit; up && !up.contains(parent); up = up.parentElement) {
      if (isOpaque(up)) return !isOverlay(up)
    }
    return false
  }

  function isOpaque(element: Element): boolean {
    const { backgroundColor, opacity } = getComputedStyle(element)
    return colours.isOpaque(backgroundColor) && Number(opacity) > 0.95
  }

  /** True for a bar, which visitors can scroll away from, and for a dialog, which they can close. */
  function isOverlay(element: Element): boolean {
    for (let up: Element | null = element; up; up = up.parentElement) {
      if (/fixed|sticky/.test(getComputedStyle(up).position)) return true
    }
    return element.closest('dialog, [role=dialog], [role=alertdialog], [aria-modal]') !== null
  }
}
