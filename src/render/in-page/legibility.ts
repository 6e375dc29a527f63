/** Decides from geometry and color whether text is legible. */

import type { ElementState } from './element-state.ts'
import type { ComputedColours } from './read-colour.ts'

/**
 * Finds legible text. It must be large enough, differ in color from its background, and be in or near both the page and its clipping box.
 * Doesn't check content that a click opens, or that is laid out only when it comes into view.
 */
export function createLegibilityTest({ readColour, coloursIn, isInvisible, hasVisibleEdge }: ComputedColours) {
  const range = document.createRange()
  const { scrollWidth, clientWidth } = document.documentElement
  // This limits the width, because text far to the right makes the page wider than a visitor would scroll.
  const pageWidth = Math.min(Math.max(scrollWidth, clientWidth), 6 * clientWidth)
  return findLegible

  /** Returns the box of the text's first legible line, null if no line is legible, or `unknown` if the text isn't checked. */
  function findLegible(text: Text, parent: Element, state: ElementState): DOMRect | 'unknown' | null {
    if (state.isOpened) return 'unknown'
    const style = getComputedStyle(parent)
    const fontSizePx = Number.parseFloat(style.fontSize)
    const { letterSpacing } = style
    if (style.visibility !== 'visible' || fontSizePx < 3 || isSkipped(parent, style)) return null
    // With these styles, letters overlap or are shown as dots.
    if (letterSpacing !== 'normal' && Number.parseFloat(letterSpacing) < -0.4 * fontSizePx) return null
    if (style.getPropertyValue('-webkit-text-security') !== 'none') return null
    if (state.clipBox && style.textIndent.endsWith('%') && Number.parseFloat(style.textIndent) >= 100) return null
    range.selectNodeContents(text)
    const { clipBox } = state
    let hasBox = false
    for (const box of range.getClientRects()) {
      hasBox ||= box.width > 0
      if (box.width < 1 || box.height < 3) continue
      if (!(clipBox ? isOnPage(clipBox) && isInReach(box, clipBox) : isOnPage(box))) continue
      const isDistinct =
        state.hasClippedBackground ||
        !isInvisible(style.webkitTextFillColor || style.color, state.background) ||
        hasVisibleEdge(style, state.background)
      return isDistinct || hasPictureBehind(box) ? box : null
    }
    return !hasBox && isLazy(parent) ? 'unknown' : null
  }

  /** True if the element isn't laid out. It then keeps any boxes from its last layout. */
  function isSkipped(element: Element, { contentVisibility, display }: CSSStyleDeclaration): boolean {
    return contentVisibility === 'hidden' || (!element.checkVisibility() && display !== 'contents')
  }

  /** True if the element is laid out only when it comes into view. */
  function isLazy(element: Element): boolean {
    for (let up: Element | null = element; up; up = up.parentElement) {
      if (getComputedStyle(up).contentVisibility === 'auto') return true
    }
    return false
  }

  function isOnPage({ left, right, bottom }: DOMRect): boolean {
    return right + scrollX > 0 && bottom + scrollY > 0 && left + scrollX < pageWidth
  }

  /** True if the box is inside the clipping box, or close enough for a slider or "read more" to bring it into view. */
  function isInReach(box: DOMRect, clip: DOMRect): boolean {
    if (clip.width < 4 || clip.height < 4) return false
    const dx = Math.max(clip.left - box.right, box.left - clip.right, 0)
    const dy = Math.max(clip.top - box.bottom, box.top - clip.bottom, 0)
    if (dx === 0 && dy === 0) return true
    return clip.width >= 60 && clip.height >= 16 && dx <= 6 * clip.width && dy <= 6 * clip.height
  }

  /** True if the text is on an image that isn't its ancestor, or on something that a pseudo-element paints. */
  function hasPictureBehind({ left, top, width, height }: DOMRect): boolean {
    for (const element of document.elementsFromPoint(left + width / 2, top + height / 2)) {
      if (/^(?:img|picture|video|canvas|svg|iframe|object)$/.test(element.localName)) return true
      for (const part of ['::before', '::after']) {
        const { content, backgroundImage, backgroundColor } = getComputedStyle(element, part)
        if (content === 'none') continue
        if (isPicture(backgroundImage) || readColour(backgroundColor)?.[3] !== 0) return true
      }
      if (isPicture(getComputedStyle(element).backgroundImage)) return true
    }
    return false
  }

  /** True for an image, except for a gradient between two equal colors. */
  function isPicture(image: string): boolean {
    // An empty data URL paints nothing.
    const painted = image.replace(/url\("data:,"\)/g, '')
    return /url\(|image-set|-webkit/.test(painted) || new Set(coloursIn(painted).map(String)).size > 1
  }
}

/** A text node that would be legible if nothing covered it. */
export interface UncoveredText {
  text: Text
  parent: Element
  /** Box of the text's first line, relative to the corner of the window. */
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
    const at = Math.floor((text.box.top + scrollY) / innerHeight)
    const found = windows.get(at)
    if (found) found.push(text)
    else windows.set(at, [text])
  }
  for (const [at, within] of [...windows].slice(0, maxWindows)) {
    const isHere = within.every(({ box }) => box.top >= 0 && box.bottom <= innerHeight)
    if (!isHere || scrollY !== window.scrollY)
      window.scrollTo({ left: scrollX, top: at * innerHeight, behavior: 'instant' })
    const moved = scrollY - window.scrollY
    for (const text of within) if (isCovered(text, moved)) covered.add(text.text)
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
    const y = box.top + box.height / 2 + moved
    for (const share of [0.5, 0.1, 0.9]) {
      if (!isOver(document.elementFromPoint(box.left + share * box.width, y), parent, isLowered)) return false
    }
    return true
  }

  function isOver(hit: Element | null, parent: Element, isLowered: boolean): boolean {
    if (!hit || hit === parent || parent.getRootNode() !== document) return false
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
