import { describe, expect, it } from 'vitest'
import { chanceToWait, meanWait, meanWaitOfOne } from '../../bench/cluster/erlang.ts'
import { type ClusterOptions, type KeyResult, queueTimes, simulateCluster } from '../../bench/cluster/simulation.ts'

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const exponential = (meanMs: number) => (random: () => number) => -Math.log(1 - random()) * meanMs
const always = (ms: number) => () => ms

const simulate = (options: Partial<ClusterOptions>) =>
  simulateCluster({
    ...{ workers: 1, slots: 1, seed: 1, forMs: 60_000, streams: [], serviceMs: always(100), order: 'fair' },
    ...options,
  })
const of = (options: Partial<ClusterOptions>, key: string) => simulate(options).keys.get(key) as KeyResult

describe('queueing theory', () => {
  it('gives the results in the textbooks', () => {
    // Two servers and a load of one give 1/3 (Kleinrock, Queueing Systems I, 3.5). One server gives the load itself.
    expect(chanceToWait(2, 1)).toBeCloseTo(1 / 3, 12)
    expect(chanceToWait(1, 0.7)).toBeCloseTo(0.7, 12)
    expect(meanWait(1, 0.5, 1)).toBeCloseTo(1, 12)
    expect(chanceToWait(4000, 3990)).toBeGreaterThan(0.8)
    expect(meanWaitOfOne(0.5, 1, 1)).toBeCloseTo(0.5, 12)
  })
})

describe('the simulated cluster', () => {
  it.each([
    [1, 0.6],
    [4, 0.8],
    [40, 0.95],
  ])('has waits that match Erlang C with %i servers at a load of %d', (servers, load) => {
    const meanMs = 100
    const perSecond = (servers * load * 1000) / meanMs
    const { delaysMs } = of(
      {
        ...{ workers: servers, streams: [{ key: 'a', perSecond }], serviceMs: exponential(meanMs) },
        forMs: 400_000_000 / perSecond,
      },
      'a',
    )
    expect(mean(delaysMs) / meanWait(servers, servers * load, meanMs)).toBeCloseTo(1, 1)
    expect(delaysMs.filter((delay) => delay > 0).length / delaysMs.length).toBeCloseTo(
      chanceToWait(servers, servers * load),
      1,
    )
  })

  it('has waits that match Pollaczek–Khinchine if all jobs take the same time', () => {
    const { delaysMs } = of({ streams: [{ key: 'a', perSecond: 7 }], forMs: 40_000_000 }, 'a')
    expect(mean(delaysMs) / meanWaitOfOne(0.007, 100, 10_000)).toBeCloseTo(1, 1)
  })

  it('is the same for the same seed, and different for another', () => {
    const run = (seed: number) =>
      JSON.stringify([...simulate({ seed, streams: [{ key: 'a', perSecond: 9 }], serviceMs: exponential(100) }).keys])
    expect(run(3)).toBe(run(3))
    expect(run(3)).not.toBe(run(4))
  })

  it('starts the single job of one key before the waiting jobs of a key with 10,000', () => {
    const streams = [
      { key: 'greedy', burst: { atMs: 0, jobs: 10_000 } },
      { key: 'small', burst: { atMs: 950, jobs: 1 } },
    ]
    // The next slot is free at 1,000 ms, and this job's turn comes before those of the waiting jobs.
    expect(of({ workers: 4, streams }, 'small').delaysMs).toEqual([50])
    expect(of({ workers: 4, streams, order: 'arrival' }, 'small').delaysMs).toEqual([249_050])
  })

  it('serves keys in equal shares if they exceed the capacity', () => {
    const streams = ['a', 'b', 'c'].map((key, at) => ({ key, backlog: [500, 50, 10][at] as number }))
    const { keys } = simulate({ workers: 3, streams })
    const served = [...keys.values()].map(
      ({ delaysMs, arrivedMs }) => delaysMs.filter((delay, at) => (arrivedMs[at] ?? 0) + delay < 60_000).length,
    )
    expect(served.map((count) => Math.round(count / 10))).toEqual([60, 60, 60])
  })

  it('completes every job of a dead worker once, on another worker', () => {
    const { keys, takenOver } = simulate({
      ...{ workers: 10, slots: 4, streams: [{ key: 'a', perSecond: 50 }], serviceMs: always(500) },
      deaths: { meanLifeMs: 20_000, replacedAfterMs: 5000 },
    })
    const { delaysMs, answered, refused, timedOut } = keys.get('a') as KeyResult
    expect(takenOver).toBeGreaterThan(20)
    expect([answered, refused, timedOut]).toEqual([delaysMs.length, 0, 0])
    expect(delaysMs.filter((delay) => delay > queueTimes.lockMs).length).toBeGreaterThan(20)
  })

  it('refuses jobs beyond the limit from the key with the most jobs', () => {
    const streams = [
      { key: 'greedy', burst: { atMs: 0, jobs: 200 } },
      { key: 'small', burst: { atMs: 50, jobs: 1 } },
    ]
    const { keys } = simulate({ streams, maxWaiting: 100 })
    // One job has started and a hundred are waiting. One of those is dropped to make room.
    expect(keys.get('greedy')).toMatchObject({ answered: 100, refused: 100 })
    expect(keys.get('small')).toMatchObject({ answered: 1, refused: 0, delaysMs: [50] })
  })

  it('drops jobs when their callers stop waiting', () => {
    const { answered, timedOut } = of({ streams: [{ key: 'a', burst: { atMs: 0, jobs: 100 } }], timeoutMs: 1000 }, 'a')
    expect([answered, timedOut]).toEqual([10, 90])
  })

  it('works no longer than its jobs require', () => {
    const { workedMs, slotMs } = simulate({ workers: 4, streams: [{ key: 'a', perSecond: 20 }] })
    expect(slotMs).toBe(240_000)
    expect(workedMs / slotMs).toBeCloseTo(0.5, 1)
  })
})
