/** Advances the page's clock while a script reads it in a loop. */

import type { wrapFunction } from './wrap-function.ts'

/**
 * Virtual time stops while a script runs, so a script that loops until some time has passed would never finish. After many reads of the
 * same time, each further read advances the clock by a millisecond.
 */
export function moveClock(wrap: typeof wrapFunction): void {
  const readingsOfInstant = 10000
  let movedMs = 0
  wrap(Date, 'now', countReadings())
  wrap(Performance.prototype, 'now', countReadings())

  function countReadings(): ProxyHandler<() => number> {
    let instant = -1
    let readings = 0
    return {
      apply(now, self, args) {
        const time = Reflect.apply(now, self, args)
        if (time !== instant) {
          instant = time
          readings = 0
        } else if (++readings > readingsOfInstant) movedMs++
        return time + movedMs
      },
    }
  }
}
