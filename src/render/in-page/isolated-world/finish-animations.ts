/** Finishes finite animations. They follow the display's clock, which virtual time doesn't advance. */

/**
 * Lets scripts that wait for the end of an animation continue. Returns the number of elements animated for the first time. Adds these to
 * `finished`, since repeated movement in one place isn't a change.
 */
export function finishAnimations(finished: WeakSet<Element>): number {
  const maxAnimations = 300
  const maxDelayMs = 60_000
  let fresh = 0
  for (const animation of document.getAnimations().slice(0, maxAnimations)) {
    const { effect, playState, timeline } = animation
    if (playState !== 'running' || timeline !== document.timeline) continue
    if (effect?.getComputedTiming().endTime === Infinity || Number(effect?.getTiming().delay) > maxDelayMs) continue
    // Every effect of a document's animations is a KeyframeEffect.
    const target = (effect as KeyframeEffect | null)?.target
    if (target && !finished.has(target)) {
      finished.add(target)
      fresh++
    }
    try {
      animation.finish()
    } catch {}
  }
  return fresh
}
