/** The questions that the simulation answers: delay by load, bursts, fairness, deaths, and the workers and cost for a given page rate. */

import { quantile } from '../rig/figures.ts'
import { drawFrom, type Measured, meanOf, type ServiceTimes } from './service-times.ts'
import { type ClusterOptions, type KeyResult, simulateCluster } from './simulation.ts'

/** One row in a plot and in a table. */
export type Point = Record<string, string | number>

interface Assumptions {
  seed: number
  /** Price of a vCPU-hour in dollars, on demand, for a general-purpose machine with 4 GiB per vCPU. */
  vcpuHour: number
  /** vCPUs per worker, the same as on the machine where the times were measured. */
  vcpusPerWorker: number
  /** Workers of the largest cluster. */
  workers: number
}

export const assumptions: Assumptions = { seed: 1, vcpuHour: 0.04, vcpusPerWorker: 2, workers: 1000 }

const warmUpMs = 15_000

const delaysAfterWarmUp = ({ delaysMs, arrivedMs }: KeyResult) =>
  delaysMs.filter((_, at) => (arrivedMs[at] ?? 0) >= warmUpMs)

const rounded = (value: number) => (value < 100 ? Math.round(value * 10) / 10 : Math.round(value))

function cluster(measured: Measured & { slots: number }, options: Partial<ClusterOptions>): ClusterOptions {
  return {
    ...{ workers: assumptions.workers, slots: measured.slots, seed: assumptions.seed, forMs: 75_000 },
    ...{ streams: [], serviceMs: drawFrom(measured), order: 'fair' as const },
    ...options,
  }
}

/** Returns the arrival rate (per second) that keeps this share of the slots busy. */
const rateFor = (measured: Measured & { slots: number }, workers: number, share: number) =>
  (workers * measured.slots * share * 1000) / meanOf(measured)

/** Simulates the queue delay by load, for clusters of different sizes. Jobs from many keys arrive at random. */
export function delayByLoad({ renders }: ServiceTimes): Point[] {
  return [2, 10, 100, assumptions.workers].flatMap((workers) =>
    [0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98].map((share) => {
      const perSecond = rateFor(renders, workers, share)
      // This gives enough jobs for a reliable 99th percentile in clusters of any size.
      const forMs = warmUpMs + Math.max(60_000, Math.min(3_600_000, (40_000 / perSecond) * 1000))
      const { keys } = simulateCluster(cluster(renders, { workers, forMs, streams: [{ key: 'all', perSecond }] }))
      const delays = delaysAfterWarmUp(keys.get('all') as KeyResult)
      const [p50, p95, p99] = [0.5, 0.95, 0.99].map((of) => rounded(quantile(delays, of)))
      return { workers, load: share * 100, perSecond: rounded(perSecond), p50: p50 ?? 0, p95: p95 ?? 0, p99: p99 ?? 0 }
    }),
  )
}

/** Simulates the delay of jobs, second by second, during and after a burst of 8,000. */
export function delayAfterBurst({ renders }: ServiceTimes): Point[] {
  return [0.6, 0.8, 0.9].flatMap((share) => {
    const perSecond = rateFor(renders, assumptions.workers, share)
    const streams = [
      { key: 'all', perSecond },
      { key: 'burst', burst: { atMs: 20_000, jobs: 8000 } },
    ]
    const { keys } = simulateCluster(cluster(renders, { forMs: 60_000, streams }))
    return ['all', 'burst'].flatMap((key) => {
      const { delaysMs, arrivedMs } = keys.get(key) as KeyResult
      const seconds = new Map<number, number[]>()
      arrivedMs.forEach((arrived, at) => {
        const second = Math.floor(arrived / 1000)
        seconds.set(second, [...(seconds.get(second) ?? []), delaysMs[at] ?? 0])
      })
      const who = key === 'all' ? 'other keys' : 'the burst itself'
      return [...seconds].map(([second, delays]) => ({
        ...{ load: `a load of ${share * 100}%`, who, second, p95: rounded(quantile(delays, 0.95)) },
      }))
    })
  })
}

/** Simulates the delay for a key that sometimes requests a page, while another key always has this many jobs waiting. */
export function delayBesideGreedy({ renders }: ServiceTimes): Point[] {
  return [2, 50].flatMap((workers) =>
    (['fair', 'arrival'] as const).flatMap((order) =>
      [0, 100, 1000, 10_000].map((waiting) => {
        const streams = [
          { key: 'greedy', backlog: waiting === 0 ? 0 : workers * renders.slots + waiting },
          { key: 'small', perSecond: 0.5 },
        ]
        const forMs = 600_000
        const { keys } = simulateCluster(cluster(renders, { workers, order, forMs, streams }))
        const { delaysMs } = keys.get('small') as KeyResult
        const [p50, p95, most] = [0.5, 0.95, 1].map((of) => rounded(quantile(delaysMs, of)))
        return { cluster: `${workers} workers`, workers, order, waiting, p50: p50 ?? 0, p95: p95 ?? 0, most: most ?? 0 }
      }),
    ),
  )
}

/** Simulates how worker deaths affect delays at a load of 80%. */
export function delayByDeaths({ renders }: ServiceTimes): Point[] {
  const lives: [string, number | null][] = [
    ['never', null],
    ['1 day', 86_400_000],
    ['1 hour', 3_600_000],
    ['10 minutes', 600_000],
    ['2 minutes', 120_000],
  ]
  return lives.map(([life, meanLifeMs]) => {
    const perSecond = rateFor(renders, assumptions.workers, 0.8)
    const deaths = meanLifeMs === null ? {} : { deaths: { meanLifeMs, replacedAfterMs: 30_000 } }
    const { keys, takenOver, workedMs, lostMs } = simulateCluster(
      cluster(renders, { forMs: 120_000, streams: [{ key: 'all', perSecond }], ...deaths }),
    )
    const all = keys.get('all') as KeyResult
    const delays = delaysAfterWarmUp(all)
    const [p50, p99, p999] = [0.5, 0.99, 0.999].map((of) => rounded(quantile(delays, of)))
    return {
      ...{ life, p50: p50 ?? 0, p99: p99 ?? 0, p999: p999 ?? 0, jobs: all.answered, takenOver },
      lostWork: `${((lostMs / workedMs) * 100).toFixed(2)}%`,
    }
  })
}

/**
 * Finds the minimum number of workers (at least two) with which 95% of jobs wait at most half a second, and the workers' cost. A fifth of the
 * slots stay free for bursts and failed workers.
 */
export function costByRate(times: ServiceTimes): Point[] {
  const { vcpuHour, vcpusPerWorker } = assumptions
  return (['renders', 'fetches'] as const).flatMap((kind) =>
    [0.1, 1, 10, 100, 1000, 10_000].map((perSecond) => {
      const measured = times[kind]
      const fewest = minWorkers(measured, perSecond)
      const load = (perSecond * meanOf(measured)) / (fewest * measured.slots * 1000)
      const dollarsPerHour = fewest * vcpusPerWorker * vcpuHour
      return {
        ...{ kind, perSecond, workers: fewest, load: Math.round(load * 100), dollarsPerHour: rounded(dollarsPerHour) },
        dollarsPerThousand: Number(((dollarsPerHour / (perSecond * 3600)) * 1000).toPrecision(2)),
        cpuSecondsPerThousand: rounded((1000 * fewest * vcpusPerWorker) / perSecond),
      }
    }),
  )
}

const maxMs = 500
const maxLoad = 0.8

function minWorkers(measured: Measured & { slots: number }, perSecond: number): number {
  const jobs = 40_000
  const isEnough = (workers: number) => {
    const forMs = warmUpMs + Math.max(20_000, Math.min(3_600_000, (jobs / perSecond) * 1000))
    const { keys } = simulateCluster(cluster(measured, { workers, forMs, streams: [{ key: 'all', perSecond }] }))
    return !(quantile(delaysAfterWarmUp(keys.get('all') as KeyResult), 0.95) > maxMs)
  }
  let least = Math.max(2, Math.ceil((perSecond * meanOf(measured)) / 1000 / measured.slots / maxLoad))
  let most = least
  while (!isEnough(most)) {
    least = most + 1
    most = Math.ceil(most * 1.2) + 1
  }
  while (least < most) {
    const middle = (least + most) >> 1
    if (isEnough(middle)) most = middle
    else least = middle + 1
  }
  return most
}
