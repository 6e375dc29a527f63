/** Scrolls through the document window by window, so that everything is in view once. */

/** Resolves when the end or `maxHeight` has been in view. The page is notified in each frame. */
export async function passThrough(maxHeight: number): Promise<void> {
  const maxSteps = 100
  for (let step = 1; step <= maxSteps; step++) {
    const top = step * innerHeight
    if (top >= Math.min(maxHeight, document.scrollingElement?.scrollHeight ?? 0)) return
    scrollTo({ top, left: 0, behavior: 'instant' })
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}
