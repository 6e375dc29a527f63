/** Recognizes elements that are transparent only for now, as they are fading in. */

/** Whether the element or an ancestor is animated, or changes by a transition. */
export function isFadingIn(element: Element, parentOf: (node: Node) => Element | null): boolean {
  for (let up: Element | null = element; up; up = parentOf(up)) {
    const style = (up.ownerDocument.defaultView ?? window).getComputedStyle(up)
    if (style.willChange !== 'auto') return true
    if (/opacity|transform|all/.test(style.transitionProperty) && !/^(?:0s(?:, )?)+$/.test(style.transitionDuration))
      return true
    // The last frame of a finished animation is how the element stays.
    if (style.animationName !== 'none' && up.getAnimations().some(({ playState }) => playState !== 'finished'))
      return true
  }
  return false
}
