/** The times that a worker takes per page, as measured by measure.ts, and times drawn from their distribution. */

import { readFileSync } from 'node:fs'

export interface Measured {
  pages: number
  pagesPerSecond: number
  /** CPU time of all processes: browser, readers and the service. */
  cpuMsPerPage: number
  /** Size of a page's document as received. */
  bytesPerPage: number
  /** Times for single pages, as 101 percentiles from the fastest to the slowest. */
  quantilesMs: number[]
}

export interface ServiceTimes {
  measuredOn: string
  machine: string
  /** `slots`: number of concurrent pages. */
  renders: Measured & { slots: number }
  /** `answerBytesPerPage`: bytes of the response, which is markdown in JSON. */
  fetches: Measured & { slots: number; answerBytesPerPage: number }
}

export function readServiceTimes(): ServiceTimes {
  return JSON.parse(readFileSync(new URL('service-times.json', import.meta.url), 'utf8'))
}

/** Returns a function that draws times from the measured distribution, with linear interpolation. */
export function drawFrom({ quantilesMs }: Pick<Measured, 'quantilesMs'>): (random: () => number) => number {
  const last = quantilesMs.length - 1
  return (random) => {
    const place = random() * last
    const below = Math.min(last - 1, Math.floor(place))
    const [low = 0, high = low] = [quantilesMs[below], quantilesMs[below + 1]]
    return low + (high - low) * (place - below)
  }
}

/** Returns the mean of these times. */
export function meanOf({ quantilesMs }: Pick<Measured, 'quantilesMs'>): number {
  const pairs = quantilesMs.slice(1).map((high, at) => (high + (quantilesMs[at] ?? high)) / 2)
  return pairs.reduce((sum, value) => sum + value, 0) / pairs.length
}
