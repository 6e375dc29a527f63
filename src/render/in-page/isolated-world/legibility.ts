/** Judges by geometry and colour whether text can be read where it stands. */

import type { ElementState } from './element-state.ts'

export type IsLegible = (text: Text, state: ElementState) => boolean

/**
 * Whether the text is large enough to read, on the page or near it, within the box that clips it or near it, and of another
 * colour than what is behind it.
 */
export function isLegible(text: Text, state: ElementState): boolean {
  if (state.isOpened || state.isLazy) return true
  if (state.fontSizePx < 3) return false
  const owner = text.ownerDocument
  const view = owner.defaultView ?? window
  const range = owner.createRange()
  range.selectNodeContents(text)
  const boxes = [...range.getClientRects()].filter((box) => box.width >= 1 && box.height >= 1)
  const { scrollX, scrollY } = view
  const { scrollWidth, clientWidth } = owner.documentElement
  // As far as a visitor would scroll: text far to the right makes the page that wide.
  const reachableWidth = Math.min(Math.max(scrollWidth, clientWidth), 6 * clientWidth)
  const { clipBox } = state
  const reachable = boxes.find((box) => (clipBox ? isOnPage(clipBox) && isInReach(box, clipBox) : isOnPage(box)))
  if (!reachable) return false
  return state.hasClippedBackground || !isSameColour(state.colour, state.background) || hasPictureBehind(reachable)

  function isOnPage({ left, right, bottom }: DOMRect): boolean {
    return right + scrollX > 0 && bottom + scrollY > 0 && left + scrollX < reachableWidth
  }

  /** Within the clipping box, or so near that a slide or "read more" brings it in. */
  function isInReach(box: DOMRect, clip: DOMRect): boolean {
    if (clip.width < 4 || clip.height < 4) return false
    const dx = Math.max(clip.left - box.right, box.left - clip.right, 0)
    const dy = Math.max(clip.top - box.bottom, box.top - clip.bottom, 0)
    if (dx === 0 && dy === 0) return true
    return clip.width >= 60 && clip.height >= 16 && dx <= 6 * clip.width && dy <= 6 * clip.height
  }

  function isSameColour(colour: string, background: string | null): boolean {
    const own = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(colour)
    if (!own) return false
    if (Number(own[4] ?? 1) < 0.05) return true
    const behind = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(background ?? '')
    if (!behind) return false
    return [1, 2, 3].reduce((sum, at) => sum + Math.abs(Number(own[at]) - Number(behind[at])), 0) < 12
  }

  /** White words on a photograph that is no ancestor of theirs, or on what a pseudo-element paints. */
  function hasPictureBehind({ left, top, width, height }: DOMRect): boolean {
    for (const element of owner.elementsFromPoint(left + width / 2, top + height / 2)) {
      if (/^(?:img|picture|video|canvas|svg|iframe|object)$/.test(element.localName)) return true
      for (const part of ['::before', '::after']) {
        const { content, backgroundImage, backgroundColor } = view.getComputedStyle(element, part)
        if (content === 'none') continue
        if (backgroundImage !== 'none' || !/, 0\)$/.test(backgroundColor)) return true
      }
      if (view.getComputedStyle(element).backgroundImage !== 'none') return true
    }
    return false
  }
}
