/** Prepares the main world of every frame before the page's own scripts run in it. */

import type { moveClock } from './move-clock.ts'
import type { openShadowRoots } from './open-shadow-roots.ts'
import type { paceFrames } from './pace-frames.ts'
import type { wrapFunction } from './wrap-function.ts'

/** The functions that make up the main world's code. Each is sent as text, so they can't import each other. */
type MainWorldParts = {
  wrapFunction: typeof wrapFunction
  moveClock: typeof moveClock
  paceFrames: typeof paceFrames
  openShadowRoots: typeof openShadowRoots
}

/**
 * Reports intersection observers and storage to the isolated world, because virtual time and requests don't reveal them. Disables shared
 * and service workers. Also disables pop-ups: headless Chromium doesn't block them, and each takes ten milliseconds of this process's time.
 */
export function installMainWorld(parts: MainWorldParts): void {
  const wrap = parts.wrapFunction
  window.open = () => null
  Reflect.deleteProperty(window, 'SharedWorker')
  if (window.ServiceWorkerContainer) {
    const refusal = () => Promise.reject(new DOMException('Not supported here', 'SecurityError'))
    ServiceWorkerContainer.prototype.register = refusal
  }
  wrap(window, 'IntersectionObserver', {
    construct(target, args, self) {
      report('observer')
      return Reflect.construct(target, args, self)
    },
  })
  const reportStorage: ProxyHandler<() => unknown> = {
    apply(target, self, args) {
      report('storage')
      return Reflect.apply(target, self, args)
    },
  }
  wrap(window.IDBFactory?.prototype, 'open', reportStorage)
  for (const name of ['open', 'match'] as const) wrap(window.CacheStorage?.prototype, name, reportStorage)
  parts.moveClock(wrap)
  parts.paceFrames(wrap)
  parts.openShadowRoots(wrap)

  function report(name: string): void {
    try {
      top?.document.dispatchEvent(new CustomEvent(`gleaner:${name}`))
    } catch {}
  }
}
