import { afterEach, describe, expect, it, vi } from 'vitest'
import { createByteBudget, noShare } from '../../../src/base/share.ts'
import type { PageRequest } from '../../../src/page/page.ts'
import { createJobId, sealPlaces, type TakenJob } from '../../../src/pages/queue/job-queue.ts'
import { createLoadWorker, type LoadAnswer, packLoadJob } from '../../../src/pages/queue/load-job.ts'
import { packValue, unpackValue } from '../../../src/pages/queue/packed-value.ts'
import { createSealer } from '../../../src/store/seal.ts'
import { pageOf } from '../snapshot/kept-page.ts'

const seal = createSealer(['a secret'])
const hourMs = 60 * 60 * 1000

/** A job with the given time limit, as a worker reads it from Redis, where the writer chooses the times. */
function takenJob(timeoutMs: number): TakenJob {
  const { signal } = new AbortController()
  const deadlineAt = performance.now() + timeoutMs
  const request: PageRequest = { url: new URL('https://example.com/'), signal, deadlineAt, share: noShare }
  const id = createJobId('a')
  const content = seal.seal(packLoadJob(request), sealPlaces.job(id))
  return { id, content, leftMs: hourMs, signal }
}

describe('a worker', () => {
  afterEach(() => void vi.restoreAllMocks())

  /** `ms` is the job's age when it is taken. Resolves with the outcome (true if done) and the number of page loads. */
  async function takeAfter(ms: number, timeoutMs: number) {
    const load = vi.fn(async () => pageOf())
    const work = createLoadWorker({ source: { load }, seal, budget: createByteBudget(1e6), checkSite: undefined })
    const job = takenJob(timeoutMs)
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now + ms)
    const sealed = await work(job)
    const answer =
      sealed && unpackValue<LoadAnswer>(seal.open(sealed, sealPlaces.answer(job.id)) ?? new Uint8Array())?.value
    return { isDone: Boolean(answer && 'page' in answer.loaded), loads: load.mock.calls.length }
  }

  it('refuses a job sealed longer ago than its time limit, regardless of its entry in Redis', async () => {
    const [done, refused] = [
      { isDone: true, loads: 1 },
      { isDone: false, loads: 0 },
    ]
    expect(await takeAfter(95_000, 30_000)).toEqual(refused)
    expect(await takeAfter(95_000, 40_000)).toEqual(done)
  })

  it('ignores a job that contains nothing', async () => {
    const work = createLoadWorker({
      source: { load: async () => pageOf() },
      seal,
      budget: createByteBudget(1e6),
      checkSite: undefined,
    })
    const job = takenJob(1000)
    expect(await work({ ...job, content: seal.seal(packValue(null), sealPlaces.job(job.id)) })).toBeNull()
  })

  it('accepts a job from a service with a clock that is up to a minute off', async () => {
    for (const ms of [-59_000, 59_000]) expect(await takeAfter(ms, 1000)).toEqual({ isDone: true, loads: 1 })
  })
})
