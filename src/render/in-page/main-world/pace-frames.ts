/** Runs animation frames on the page's clock instead of the display's. */

import type { wrapFunction } from './wrap-function.ts'

/**
 * Runs callbacks for animation frames from timers, which virtual time fast-forwards, so that scripts that count frames or check timestamps
 * can finish. Slows down an endless loop after a while, because each frame may be expensive.
 */
export function paceFrames(wrap: typeof wrapFunction): void {
  const promptFrames = 60
  const promptMs = 16
  const laterMs = 50
  const { setTimeout, performance, reportError } = window
  let requested = new Map<number, FrameRequestCallback>()
  let running = requested
  let lastId = 0
  let shown = 0

  wrap(window, 'requestAnimationFrame', {
    apply(target, _self, args) {
      if (typeof args[0] !== 'function') return Reflect.apply(target, window, args)
      if (requested.size === 0) setTimeout.call(window, showFrame, shown < promptFrames ? promptMs : laterMs)
      requested.set(++lastId, args[0])
      return lastId
    },
  })
  wrap(window, 'cancelAnimationFrame', {
    apply(_target, _self, [id]) {
      requested.delete(id)
      running.delete(id)
    },
  })

  function showFrame(): void {
    running = requested
    requested = new Map()
    shown++
    // Transitions don't start unless styles are applied between two frames.
    void document.documentElement?.offsetHeight
    const now = performance.now()
    for (const [id, callback] of running) {
      running.delete(id)
      try {
        callback(now)
      } catch (error) {
        reportError(error)
      }
    }
  }
}
