/** Recognises elements that are transparent only because they are fading in. */

/** True if the element or an ancestor is animated or in a transition. */
export function isFadingIn(element: Element, parentOf: (node: Node) => Element | null): boolean {
  for (let up: Element | null = element; up; up = parentOf(up)) {
    const style = (up.ownerDocument.defaultView ?? window).getComputedStyle(up)
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
