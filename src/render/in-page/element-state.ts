/** Derives from computed styles how an element's text is displayed, taking its ancestors into account. */

import type { ComputedColours } from './read-colour.ts'

export interface ElementState {
  /** False if the element or an ancestor is clipped away, transparent or not rendered. */
  isShown: boolean
  /** True if a click opens the element. Visitors can then see it, regardless of its current styles. */
  isOpened: boolean
  /** True if the letters are filled with the background, so their own color is irrelevant. */
  hasClippedBackground: boolean
  /** True if an ancestor's background is or may be painted over the text. */
  isLowered: boolean
  /** Opacity of the element and its ancestors combined. */
  opacity: number
  /** The box of the nearest ancestor that clips its overflow, or null if none does. */
  clipBox: DOMRect | null
  /** Computed color behind the text. Null if an image makes it unknown. */
  background: string | null
}

export type ElementStates = ReturnType<typeof createElementStates>

/** Computes the state of each element once. Avoids recursion, because a page may be nested more deeply than the stack allows. */
export function createElementStates({ readColour, isOpaque, coloursIn, isSame }: ComputedColours) {
  const states = new WeakMap<Element, ElementState>()
  const isOpenedByClick = createClickTest()
  const initial: ElementState = {
    ...{ isShown: true, isOpened: false, hasClippedBackground: false, isLowered: false, opacity: 1, clipBox: null },
    background: 'rgb(255, 255, 255)',
  }
  /** Opaque elements found so far that may be painted over others. */
  const coverers: Element[] = []
  return { stateOf, coverers }

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

  // Reading a property takes a microsecond, so inherited properties are read only from the parents of text nodes.
  function derive(element: Element, parent: ElementState): ElementState {
    const style = styleOf(element)
    const isOpened = parent.isOpened || isOpenedByClick(element)
    const { display } = style
    if (display === 'none' && !isOpened) return { ...parent, isShown: false }
    const { filter, maskImage, overflow, position, backgroundColor, backgroundImage } = style
    const opacity = isOpened ? 1 : parent.opacity * Number(style.opacity)
    const isGone =
      (opacity < 0.05 && !isFadingIn(element)) ||
      (filter !== 'none' && isFilteredAway(filter, Number.parseFloat(style.fontSize))) ||
      (maskImage !== 'none' &&
        (/^0(?:px|%)/.test(style.maskSize) || readColour(oneColourOf(maskImage) ?? '')?.[3] === 0)) ||
      isClippedAway(element, style, position)
    const clips =
      ((overflow !== 'visible' && /hidden|clip/.test(overflow)) || /paint|strict|content/.test(style.contain)) &&
      (element.localName === 'svg' || !/^(?:inline|contents)$/.test(display))
    const isFilled = style.boxShadow.includes('inset')
    const isPainted = backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none' || isFilled
    if (isOpaque(backgroundColor) && isAbove(element, style, position)) coverers.push(element)
    return {
      isShown: isOpened || (parent.isShown && !isGone),
      isOpened,
      hasClippedBackground:
        parent.hasClippedBackground ||
        (isPainted && `${style.webkitBackgroundClip} ${style.backgroundClip}`.includes('text')),
      isLowered: parent.isLowered || (position !== 'static' && Number(style.zIndex) < 0),
      opacity,
      clipBox: clips ? element.getBoundingClientRect() : position === 'fixed' ? null : parent.clipBox,
      background: isFilled
        ? null
        : isPainted
          ? backgroundOf(backgroundColor, backgroundImage, parent.background)
          : parent.background,
    }
  }

  /** True if the element is painted over the text that precedes it. Other elements have backgrounds below that text. */
  function isAbove(element: Element, { transform }: CSSStyleDeclaration, position: string): boolean {
    if (position !== 'static' || transform !== 'none') return true
    const around = parentOf(element)
    return around !== null && /grid|flex/.test(styleOf(around).display)
  }

  function isFilteredAway(filter: string, fontSizePx: number): boolean {
    if (/opacity\(0(?:\.0\d*)?%?\)|contrast\(0(?:\.0\d*)?%?\)/.test(filter)) return true
    return Number(/blur\(([\d.]+)px\)/.exec(filter)?.[1] ?? 0) > fontSizePx
  }

  function backgroundOf(backgroundColor: string, backgroundImage: string, parent: string | null): string | null {
    // An empty data URL paints nothing.
    if (backgroundImage !== 'none' && backgroundImage !== 'url("data:,")') return oneColourOf(backgroundImage)
    const alpha = readColour(backgroundColor)?.[3]
    if (alpha === undefined || alpha === 255) return backgroundColor
    return alpha < 26 ? parent : null
  }

  /** Returns the color of a gradient between equal colors, or null for any other image. */
  function oneColourOf(image: string): string | null {
    if (!/^(?:repeating-)?(?:linear|radial|conic)-gradient\([^u]*$/.test(image)) return null
    const [first, ...others] = coloursIn(image)
    if (!first || !others.every((other) => isSame(first, other) && first[3] === other[3])) return null
    return `rgba(${first.slice(0, 3).join(', ')}, ${first[3] / 255})`
  }
}

/** Returns the element that renders a node: its slot, its parent or the host of its shadow tree. */
export function parentOf(node: Node): Element | null {
  const { assignedSlot } = node as Partial<Text>
  return assignedSlot ?? node.parentElement ?? (node.getRootNode() as Partial<ShadowRoot>).host ?? null
}

export function styleOf(element: Element): CSSStyleDeclaration {
  return getComputedStyle(element)
}

/** True if the element or an ancestor is animated or in a transition. */
export function isFadingIn(element: Element): boolean {
  for (let up: Element | null = element; up; up = parentOf(up)) {
    const style = styleOf(up)
    if (style.willChange !== 'auto') return true
    if (/opacity|transform|all/.test(style.transitionProperty) && !/^(?:0s(?:, )?)+$/.test(style.transitionDuration))
      return true
    if (style.animationName !== 'none' && up.getAnimations().some(shows)) return true
  }
  return false

  /** True if an animation runs and soon makes its element visible. A finished animation stays at its last frame. */
  function shows({ playState, effect }: Animation): boolean {
    const maxDelayMs = 60_000
    return (
      playState === 'running' &&
      Number(effect?.getTiming().delay) < maxDelayMs &&
      (effect as KeyframeEffect).getKeyframes().some(({ opacity }) => Number(opacity ?? 1) >= 0.05)
    )
  }
}

/** Detects disclosures, tab panels, selection lists, elements that a control refers to, and content that find-in-page reveals. */
export function createClickTest(): (element: Element) => boolean {
  let controlled: Set<string> | undefined
  return isOpenedByClick

  function isOpenedByClick(element: Element): boolean {
    if (element.localName === 'select' || element.parentElement?.localName === 'details') return true
    if (element.getAttribute('role') === 'tabpanel' || element.getAttribute('hidden') === 'until-found') return true
    return element.id !== '' && findControlled().has(element.id)
  }

  function findControlled(): Set<string> {
    const controls = () => [...document.querySelectorAll('[aria-controls]')]
    controlled ??= new Set(controls().flatMap((control) => control.getAttribute('aria-controls')?.split(/\s+/) ?? []))
    return controlled
  }
}

/** Decides whether `clip` or `clip-path` hides an element. True if fewer than two pixels of the element's width or height are left. */
export function isClippedAway(element: Element, style: CSSStyleDeclaration, position: string): boolean {
  if (/absolute|fixed/.test(position)) {
    const sides = /^rect\(([-\d.]+)px,? ([-\d.]+)px,? ([-\d.]+)px,? ([-\d.]+)px\)$/
      .exec(style.clip)
      ?.slice(1)
      .map(Number)
    if (sides) {
      const [top = 0, right = 0, bottom = 0, left = 0] = sides
      if (right - left < 2 || bottom - top < 2) return true
    }
  }
  const { clipPath } = style
  if (clipPath === 'none') return false
  const [, shape, written = ''] = /^(inset|circle|ellipse|polygon|path)\((.*?)\)/.exec(clipPath) ?? []
  if (shape === undefined) return false
  const { width, height } = element.getBoundingClientRect()
  if (shape === 'inset') {
    const sides = written.replace(/ round .*/, '').split(' ')
    const [top = '0', right = top, bottom = top, left = right] = sides
    return isThin(width - toPx(left, width) - toPx(right, width), height - toPx(top, height) - toPx(bottom, height))
  }
  if (shape === 'path') return new Set(written.match(/-?[\d.]+[\s,]+-?[\d.]+/g)).size < 3 && !/[hv]/i.test(written)
  if (shape === 'polygon') {
    const corners = written.split(',').map((corner) => corner.trim().split(' '))
    const across = corners.map(([x = '']) => toPx(x, width))
    const down = corners.map(([, y = '']) => toPx(y, height))
    return isThin(Math.max(...across) - Math.min(...across), Math.max(...down) - Math.min(...down))
  }
  const [radius = '', second = radius] = written.replace(/ ?at .*/, '').split(' ')
  if (!/^[\d.]/.test(radius)) return false
  return isThin(2 * toPx(radius, width), 2 * toPx(second, height))

  function isThin(across: number, down: number): boolean {
    return across < 2 || down < 2
  }

  function toPx(length: string, whole: number): number {
    const value = Number.parseFloat(length) || 0
    return length.endsWith('%') ? (value / 100) * whole : value
  }
}
