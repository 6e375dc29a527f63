import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ServiceError } from '../../../src/base/errors.ts'
import { subscribe } from '../../../src/base/events.ts'
import { createJobId, type JobQueue, type JobWorker } from '../../../src/pages/queue/job-queue.ts'
import { openRedis } from '../../../src/store/redis/connection.ts'
import { RedisJobQueue } from '../../../src/store/redis/job-queue.ts'
import { RedisJobWorker } from '../../../src/store/redis/job-worker.ts'
import { lacksRedis, openRedisServer, type Service } from '../../services.ts'
import { until, within } from '../../waits.ts'
import { openRelay, type Relay } from './relay.ts'

describe.skipIf(lacksRedis)('a worker that silently lost its network', () => {
  let server: Service
  let relay: Relay
  let queue: JobQueue
  let worker: JobWorker
  let begun: AbortSignal[] = []
  const ends: (() => Promise<void> | void)[] = []

  /** The first job runs until the worker abandons it. */
  const work = async ({ signal }: { signal: AbortSignal }) => {
    begun.push(signal)
    if (begun.length === 1)
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    return Buffer.from(`answer ${begun.length}`)
  }
  beforeEach(async () => {
    begun = []
    server = await openRedisServer()
    relay = await openRelay(server.url)
    const [link, workerLink] = [openRedis(server.url), openRedis(relay.url)]
    worker = new RedisJobWorker(workerLink, { name: 'cut', concurrency: 1, work })
    queue = new RedisJobQueue(link, { name: 'cut', maxWaiting: 10 })
    ends.push(
      () => worker.close(0),
      () => queue.close(),
      link.close,
      workerLink.close,
    )
    await link.settled()
    await until('a worker', () => queue.figures().workers === 1)
  })
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
    await relay.close()
    await server.close()
  })

  /** The answer, or the type of the error. */
  const ask = () => {
    const job = { id: createJobId(null), content: Buffer.from('job'), leftMs: 120_000 }
    const watch = { signal: new AbortController().signal, onAnswer() {}, onBegin() {} }
    return within('the answer', queue.run(job, watch)).catch(({ type }: ServiceError) => type)
  }
  const isBack = async () => (await ask()) instanceof Uint8Array

  it('takes jobs again if it was waiting for one', { timeout: 120_000 }, async () => {
    begun.push(new AbortController().signal)
    expect(await isBack()).toBe(true)
    relay.cut()
    await until('the worker to be away', () => queue.figures().workers === 0)
    relay.mend()
    await until('the worker to be back', () => queue.figures().workers === 1)
    await until('a job to be taken', isBack)
  })

  it('is not ready while Redis is unavailable', { timeout: 120_000 }, async () => {
    const readiness: [string, boolean][] = []
    ends.unshift(subscribe('gleaner:lifecycle', ({ event }) => void readiness.push([event, worker.isReady()])))
    await until('the worker to be ready', () => worker.isReady())
    relay.cut()
    await until('Redis to be away', () => readiness.length === 1)
    relay.mend()
    await until('Redis to be back', () => readiness.length === 2)
    expect(readiness).toEqual([
      ['redis_away', false],
      ['redis_back', true],
    ])
  })

  it('takes jobs again if it was running one', { timeout: 120_000 }, async () => {
    const lost = ask()
    await until('the job to run', () => begun.length === 1)
    relay.cut()
    expect(await lost).toBe('invalid_response')
    relay.mend()
    await until('the worker to be back', () => queue.figures().workers === 1)
    await until('a job to be taken', isBack)
  })

  it('takes jobs again after each of several cuts if it was running several', { timeout: 120_000 }, async () => {
    const link = openRedis(relay.url)
    const worker = new RedisJobWorker(link, {
      ...{ name: 'cut', concurrency: 4 },
      async work() {
        await pause(Math.random() * 400)
        return Buffer.from('answer')
      },
    })
    ends.unshift(() => worker.close(0), link.close)
    begun.push(new AbortController().signal)
    let answers = 0
    let isOver = false
    ends.unshift(() => {
      isOver = true
    })
    const askOn = async () => {
      while (!isOver) if (await isBack()) answers++
    }
    const asking = Array.from({ length: 8 }, askOn)
    for (const cutMs of [2000, 7000]) {
      const before = answers
      await until('jobs to be answered', () => answers > before + 8)
      relay.cut()
      await pause(cutMs)
      relay.mend()
      const after = answers
      await until('jobs to be answered again', () => answers > after + 8)
    }
    isOver = true
    await Promise.all(asking)
  })
})
