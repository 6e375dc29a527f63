/** Decides from geometry and color whether text is legible. */

import type { ElementState } from './element-state.ts'
import type { ComputedColours } from './read-colour.ts'

/** Returns the box of the text's first legible line, null if no line is legible, or `unknown` if the text isn't checked. */
type FindLegible = (text: Text, parent: Element, state: ElementState) => DOMRect | 'unknown' | null

/**
 * Finds legible text. It must be large enough, differ in color from its background, and be in or near both the page and its clipping box.
 * Doesn't check content that a click opens, or that is laid out only when it comes into view. Create one test for a document and its
 * frames.
 */
export function createLegibilityTest({
  readColour,
  coloursIn,
  isInvisible,
  hasVisibleEdge,
}: ComputedColours): FindLegible {
  const extents = new WeakMap<Document, { range: Range; scrollX: number; scrollY: number; width: number }>()
  return findLegible

  function findLegible(text: Text, parent: Element, state: ElementState): DOMRect | 'unknown' | null {
    if (state.isOpened) return 'unknown'
    const owner = text.ownerDocument
    const view = owner.defaultView ?? window
    const style = view.getComputedStyle(parent)
    const fontSizePx = Number.parseFloat(style.fontSize)
    const { letterSpacing } = style
    if (style.visibility !== 'visible' || fontSizePx < 3 || isSkipped(parent, style)) return null
    // With these styles, letters overlap or are shown as dots.
    if (letterSpacing !== 'normal' && Number.parseFloat(letterSpacing) < -0.4 * fontSizePx) return null
    if (style.getPropertyValue('-webkit-text-security') !== 'none') return null
    if (state.clipBox && style.textIndent.endsWith('%') && Number.parseFloat(style.textIndent) >= 100) return null
    const extent = extents.get(owner) ?? measure(owner, view)
    extent.range.selectNodeContents(text)
    const { clipBox } = state
    let hasBox = false
    for (const box of extent.range.getClientRects()) {
      hasBox ||= box.width > 0
      if (box.width < 1 || box.height < 3) continue
      if (!(clipBox ? isOnPage(clipBox, extent) && isInReach(box, clipBox) : isOnPage(box, extent))) continue
      const isDistinct =
        state.hasClippedBackground ||
        !isInvisible(style.webkitTextFillColor || style.color, state.background) ||
        hasVisibleEdge(style, state.background)
      return isDistinct || hasPictureBehind(box, owner) ? box : null
    }
    return !hasBox && isLazy(parent, view) ? 'unknown' : null
  }

  /** True if the element isn't laid out. It then keeps any boxes from its last layout. */
  function isSkipped(element: Element, { contentVisibility, display }: CSSStyleDeclaration): boolean {
    return contentVisibility === 'hidden' || (!element.checkVisibility() && display !== 'contents')
  }

  function measure(owner: Document, view: Window) {
    const { scrollX, scrollY } = view
    const { scrollWidth, clientWidth } = owner.documentElement
    // This limits the width, because text far to the right makes the page wider than a visitor would scroll.
    const width = Math.min(Math.max(scrollWidth, clientWidth), 6 * clientWidth)
    const extent = { range: owner.createRange(), scrollX, scrollY, width }
    extents.set(owner, extent)
    return extent
  }

  /** True if the element is laid out only when it comes into view. */
  function isLazy(element: Element, view: Window): boolean {
    for (let up: Element | null = element; up; up = up.parentElement) {
      if (view.getComputedStyle(up).contentVisibility === 'auto') return true
    }
    return false
  }

  function isOnPage(
    { left, right, bottom }: DOMRect,
    extent: { scrollX: number; scrollY: number; width: number },
  ): boolean {
    return right + extent.scrollX > 0 && bottom + extent.scrollY > 0 && left + extent.scrollX < extent.width
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
  function hasPictureBehind({ left, top, width, height }: DOMRect, owner: Document): boolean {
    const view = owner.defaultView ?? window
    for (const element of owner.elementsFromPoint(left + width / 2, top + height / 2)) {
      if (/^(?:img|picture|video|canvas|svg|iframe|object)$/.test(element.localName)) return true
      for (const part of ['::before', '::after']) {
        const { content, backgroundImage, backgroundColor } = view.getComputedStyle(element, part)
        if (content === 'none') continue
        if (isPicture(backgroundImage) || readColour(backgroundColor)?.[3] !== 0) return true
      }
      if (isPicture(view.getComputedStyle(element).backgroundImage)) return true
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
