/** Derives from computed styles how the text of an element shows, with what its ancestors add. */

/** How text within an element shows. */
export interface ElementState {
  /** False when the element or an ancestor is not rendered, clipped away or transparent. */
  isShown: boolean
  /** False when `visibility` hides it, which a descendant may take back. */
  isVisible: boolean
  /** Whether a click opens it: whatever its styles say now, a visitor gets to see it. */
  isOpened: boolean
  /** Whether it is animated, so that a transparent element may be fading in. */
  isAnimated: boolean
  /** Whether it is laid out only as it comes into view. */
  isLazy: boolean
  /** Whether the background is painted through the letters, so that their own colour says nothing. */
  hasClippedBackground: boolean
  /** The box of the nearest ancestor that cuts off what overflows it; null without one. */
  clipBox: DOMRect | null
  /** Colour behind the text as a computed value; null where it is unknown, since a picture is there. */
  background: string | null
  fontSizePx: number
  colour: string
}

export interface ElementStates {
  /** The element that a node is rendered in: its slot, its parent or the host of its shadow tree. */
  parentOf(node: Node): Element | null
  stateOf(element: Element): ElementState
}

/** States are computed once for each element. No recursion: a page may be nested deeper than the stack is. */
export function createElementStates(): ElementStates {
  const states = new WeakMap<Element, ElementState>()
  const controlled = new WeakMap<Document, Set<string>>()
  const initial = {
    ...{ isShown: true, isVisible: true, isOpened: false, isAnimated: false, isLazy: false },
    ...{ hasClippedBackground: false, clipBox: null, background: 'rgb(255, 255, 255)', fontSizePx: 16, colour: '' },
  }
  return { parentOf, stateOf }

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

  function derive(element: Element, parent: ElementState): ElementState {
    const style = getComputedStyleOf(element)
    const isOpened = parent.isOpened || isOpenedByClick(element)
    const isAnimated =
      parent.isAnimated || style.animationName !== 'none' || fades(style) || style.willChange !== 'auto'
    const isTransparent = Number(style.opacity) < 0.05 || /opacity\(0(?:\.0\d*)?%?\)/.test(style.filter)
    const isGone =
      style.display === 'none' ||
      element.hasAttribute('hidden') ||
      style.contentVisibility === 'hidden' ||
      isClippedAway(style)
    const clips =
      /hidden|clip/.test(style.overflowX + style.overflowY) &&
      (element.localName === 'svg' || !/^(?:inline|contents)$/.test(style.display))
    return {
      isShown: isOpened || (parent.isShown && !isGone && !(isTransparent && !isAnimated)),
      isVisible: isOpened || style.visibility === 'visible',
      isOpened,
      isAnimated,
      isLazy: parent.isLazy || style.contentVisibility === 'auto',
      hasClippedBackground:
        parent.hasClippedBackground || style.webkitBackgroundClip === 'text' || style.backgroundClip === 'text',
      clipBox: clips ? element.getBoundingClientRect() : style.position === 'fixed' ? null : parent.clipBox,
      background: backgroundOf(style, parent.background),
      fontSizePx: Number.parseFloat(style.fontSize),
      colour: style.webkitTextFillColor || style.color,
    }
  }

  function getComputedStyleOf(element: Element): CSSStyleDeclaration {
    return (element.ownerDocument.defaultView ?? window).getComputedStyle(element)
  }

  function fades({ transitionProperty, transitionDuration }: CSSStyleDeclaration): boolean {
    return /opacity|transform|all/.test(transitionProperty) && !/^(?:0s(?:, )?)+$/.test(transitionDuration)
  }

  /** A disclosure, a tab panel, a list to choose from, or what a control names. */
  function isOpenedByClick(element: Element): boolean {
    if (element.parentElement?.localName === 'details' || element.localName === 'select') return true
    if (element.getAttribute('role') === 'tabpanel') return true
    return element.id !== '' && controlledIn(element.ownerDocument).has(element.id)
  }

  /** Ids that controls of the document name. */
  function controlledIn(owner: Document): Set<string> {
    const known = controlled.get(owner)
    if (known) return known
    const controls = [...owner.querySelectorAll('[aria-controls]')]
    const ids = new Set(controls.flatMap((control) => control.getAttribute('aria-controls')?.split(/\s+/) ?? []))
    controlled.set(owner, ids)
    return ids
  }

  function isClippedAway({ clip, clipPath, position }: CSSStyleDeclaration): boolean {
    const sides = /^rect\(([-\d.]+)px, ([-\d.]+)px, ([-\d.]+)px, ([-\d.]+)px\)$/.exec(clip)
    if (sides && /absolute|fixed/.test(position)) {
      const [top = 0, right = 0, bottom = 0, left = 0] = sides.slice(1).map(Number)
      if (right - left < 2 || bottom - top < 2) return true
    }
    return /^inset\((?:50|[6-9]\d|100)(?:\.\d+)?%/.test(clipPath) || /^(?:circle|ellipse)\(0/.test(clipPath)
  }

  function backgroundOf(style: CSSStyleDeclaration, parent: string | null): string | null {
    if (style.backgroundImage !== 'none') return null
    const [, alpha] = /^rgba\(\d+, \d+, \d+, ([\d.]+)\)$/.exec(style.backgroundColor) ?? []
    if (alpha === undefined) return style.backgroundColor
    return Number(alpha) < 0.1 ? parent : null
  }
}
