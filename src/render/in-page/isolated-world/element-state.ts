/** Derives from computed styles how the text of an element shows, with what its ancestors add. */

import type { createClickTest } from './click-test.ts'
import type { isClippedAway } from './clipping.ts'
import type { isFadingIn } from './fading.ts'

export type ElementStateParts = {
  isClippedAway: typeof isClippedAway
  isFadingIn: typeof isFadingIn
  createClickTest: typeof createClickTest
}

/** How text within an element shows. */
export interface ElementState {
  /** False when the element or an ancestor is not rendered, clipped away or transparent. */
  isShown: boolean
  /** Whether a click opens it: whatever its styles say now, a visitor gets to see it. */
  isOpened: boolean
  /** Whether the background is painted through the letters, so that their own colour says nothing. */
  hasClippedBackground: boolean
  /** Whether it is painted below the background of an ancestor, or may be. */
  isLowered: boolean
  /** Of the element and its ancestors together. */
  opacity: number
  /** The box of the nearest ancestor that cuts off what overflows it; null without one. */
  clipBox: DOMRect | null
  /** Colour behind the text as a computed value; null where it is unknown, since a picture is there. */
  background: string | null
}

export interface ElementStates {
  /** The element that a node is rendered in: its slot, its parent or the host of its shadow tree. */
  parentOf(node: Node): Element | null
  stateOf(element: Element): ElementState
  /** Elements so far that may be painted over others, and let nothing of them through. */
  coverers: Element[]
}

/** States are computed once for each element. No recursion: a page may be nested deeper than the stack is. */
export function createElementStates({ isClippedAway, isFadingIn, createClickTest }: ElementStateParts): ElementStates {
  const states = new WeakMap<Element, ElementState>()
  const isOpenedByClick = createClickTest()
  const initial: ElementState = {
    ...{ isShown: true, isOpened: false, hasClippedBackground: false, isLowered: false, opacity: 1, clipBox: null },
    background: 'rgb(255, 255, 255)',
  }
  const coverers: Element[] = []
  return { parentOf, stateOf, coverers }

  function parentOf(node: Node): Element | null {
    const { assignedSlot } = node as Partial<Text>
    return assignedSlot ?? node.parentElement ?? (node.getRootNode() as Partial<ShadowRoot>).host ?? null
  }

  function stateOf(element: Element): ElementState {
    const chain: Element[] = []
    let up: Element | null = element
    for (; up && !states.has(up); up = parentOf(up)) chain.push(up)
    let state: ElementState = (up && states.get(up)) ?? initial
    for (const descendant of chain.reverse()) {
      state = derive(descendant, state)
      states.set(descendant, state)
    }
    return state
  }

  // Each property that is read takes a microsecond: what is inherited is read of the parents of texts alone.
  function derive(element: Element, parent: ElementState): ElementState {
    const style = (element.ownerDocument.defaultView ?? window).getComputedStyle(element)
    const isOpened = parent.isOpened || isOpenedByClick(element)
    const { display } = style
    if (display === 'none' && !isOpened) return { ...parent, isShown: false }
    const { filter, maskImage, overflow, position, backgroundColor, backgroundImage } = style
    const opacity = isOpened ? 1 : parent.opacity * Number(style.opacity)
    const isGone =
      (opacity < 0.05 && !isFadingIn(element, parentOf)) ||
      (filter !== 'none' && isFilteredAway(filter, Number.parseFloat(style.fontSize))) ||
      (maskImage !== 'none' && isOneColour(maskImage)?.endsWith(', 0)')) ||
      isClippedAway(element, style, position)
    const clips =
      overflow !== 'visible' &&
      /hidden|clip/.test(overflow) &&
      (element.localName === 'svg' || !/^(?:inline|contents)$/.test(display))
    const isPainted = backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none'
    if (/^rgb\(/.test(backgroundColor) && isAbove(element, style, position)) coverers.push(element)
    return {
      isShown: isOpened || (parent.isShown && !isGone),
      isOpened,
      hasClippedBackground:
        parent.hasClippedBackground ||
        (isPainted && `${style.webkitBackgroundClip} ${style.backgroundClip}`.includes('text')),
      isLowered: parent.isLowered || (position !== 'static' && Number(style.zIndex) < 0),
      opacity,
      clipBox: clips ? element.getBoundingClientRect() : position === 'fixed' ? null : parent.clipBox,
      background: isPainted ? backgroundOf(backgroundColor, backgroundImage, parent.background) : parent.background,
    }
  }

  /** Whether the element is painted after texts that stand before it: others leave texts above their backgrounds. */
  function isAbove(element: Element, { transform }: CSSStyleDeclaration, position: string): boolean {
    if (position !== 'static' || transform !== 'none') return true
    const around = parentOf(element)
    return (
      around !== null && /grid|flex/.test((around.ownerDocument.defaultView ?? window).getComputedStyle(around).display)
    )
  }

  function isFilteredAway(filter: string, fontSizePx: number): boolean {
    if (/opacity\(0(?:\.0\d*)?%?\)|contrast\(0(?:\.0\d*)?%?\)/.test(filter)) return true
    return Number(/blur\(([\d.]+)px\)/.exec(filter)?.[1] ?? 0) > fontSizePx
  }

  function backgroundOf(backgroundColor: string, backgroundImage: string, parent: string | null): string | null {
    if (backgroundImage !== 'none') return isOneColour(backgroundImage)
    const [, alpha] = /^rgba\(\d+, \d+, \d+, ([\d.]+)\)$/.exec(backgroundColor) ?? []
    if (alpha === undefined) return backgroundColor
    return Number(alpha) < 0.1 ? parent : null
  }

  /** The colour of a gradient from a colour to the same; null for all other pictures. */
  function isOneColour(image: string): string | null {
    if (!/^(?:repeating-)?(?:linear|radial|conic)-gradient\([^u]*$/.test(image)) return null
    const colours = new Set(image.match(/rgba?\([^)]*\)/g))
    return colours.size === 1 ? ([...colours][0] ?? null) : null
  }
}
