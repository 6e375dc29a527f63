import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createJobId,
  type Job,
  type JobQueue,
  type TakenJob,
  type WorkOnJob,
} from '../../../src/pages/queue/job-queue.ts'
import { openRedis, type RedisLink } from '../../../src/store/redis/connection.ts'
import { RedisJobQueue } from '../../../src/store/redis/job-queue.ts'
import { RedisJobWorker } from '../../../src/store/redis/job-worker.ts'
import { lacksRedis, openRedisServer, type Service } from '../../services.ts'
import { until, within } from '../../waits.ts'

describe.skipIf(lacksRedis)('jobs in Redis', () => {
  let server: Service
  let redis: Redis
  const links: RedisLink[] = []
  const ends: (() => Promise<void>)[] = []
  let name = ''
  let count = 0

  beforeAll(async () => {
    server = await openRedisServer()
    redis = new Redis(server.url)
  })
  beforeEach(() => {
    name = `tests-${count++}`
  })
  afterEach(async () => {
    await Promise.all(ends.splice(0).map((end) => end()))
    for (const link of links.splice(0)) link.close()
  })
  afterAll(async () => {
    redis.disconnect()
    await server.close()
  })

  function connect(): RedisLink {
    const link = openRedis(server.url)
    links.push(link)
    return link
  }

  async function openQueue(options: { maxWaiting?: number; maxTurn?: number } = {}): Promise<JobQueue> {
    const link = connect()
    const queue = new RedisJobQueue(link, { name, maxWaiting: 1000, ...options })
    ends.push(() => queue.close())
    await link.settled()
    return queue
  }

  /** Starts a worker and waits until the queue knows that it is alive. */
  async function openWorker(work: WorkOnJob, concurrency = 1): Promise<(graceMs?: number) => Promise<void>> {
    const before = await redis.zcard(`gleaner:jobs:${name}:workers`)
    const worker = new RedisJobWorker(connect(), { name, concurrency, work })
    const close = (graceMs = 0) => worker.close(graceMs)
    ends.push(close)
    await until('a worker', async () => (await redis.zcard(`gleaner:jobs:${name}:workers`)) > before)
    return close
  }

  const jobOf = (text: string, { keyId = 'a', leftMs = 20_000 } = {}): Job => ({
    id: createJobId(keyId),
    content: Buffer.from(text),
    leftMs,
  })

  function watch(signal: AbortSignal = new AbortController().signal) {
    return { signal, onAnswer() {}, onBegin() {} }
  }

  async function ask(queue: JobQueue, job: Job, signal?: AbortSignal): Promise<string | null> {
    const answer = await within(`the answer to ${Buffer.from(job.content)}`, queue.run(job, watch(signal)))
    return answer && Buffer.from(answer).toString()
  }

  const textOf = ({ content }: TakenJob) => Buffer.from(content).toString()
  const echo: WorkOnJob = async (job) => Buffer.from(`answer to ${textOf(job)}`)

  /** A worker that finishes its jobs when the gate opens, and the texts of the jobs that have started. */
  async function openGatedWorker() {
    const gate = Promise.withResolvers<void>()
    const begun: string[] = []
    await openWorker(async (job) => {
      begun.push(textOf(job))
      await gate.promise
      return Buffer.from('done')
    })
    return { gate, begun }
  }

  /** Redis keys of a queue, without those that exist for the queue as a whole. */
  async function leftovers(): Promise<string[]> {
    const whole = ['meta', 'events', 'workers', 'stopping', 'turns', 'marker', 'pc', 'stalled-check', 'stalled', 'id']
    const keys = await redis.keys(`gleaner:*:${name}:*`)
    return keys.filter((key) => !whole.includes(key.split(':')[3] ?? ''))
  }

  it('are answered by a worker, and leave nothing behind', async () => {
    await openWorker(echo)
    const queue = await openQueue()
    expect(await ask(queue, jobOf('one'))).toBe('answer to one')
    await until('nothing to be left', async () => (await leftovers()).length === 0)
  })

  it('are done by the caller if no worker is alive', async () => {
    const queue = await openQueue()
    expect(await ask(queue, jobOf('one'))).toBeNull()
    const close = await openWorker(echo)
    expect(await ask(queue, jobOf('two'))).toBe('answer to two')
    await close()
    expect(await ask(queue, jobOf('three'))).toBeNull()
    expect(await leftovers()).toEqual([])
  })

  it('start in turns by key, so waiting jobs of one key do not delay the first job of another', async () => {
    const { gate, begun } = await openGatedWorker()
    const queue = await openQueue()
    const many = Array.from({ length: 50 }, (_, index) => ask(queue, jobOf(`a${index}`)))
    await until(
      'a job to run',
      async () => begun.length === 1 && (await redis.zcard(`gleaner:queue:${name}:prioritized`)) === 49,
    )
    const first = ask(queue, jobOf('b0', { keyId: 'b' }))
    const second = ask(queue, jobOf('b1', { keyId: 'b' }))
    await until('the jobs of b to wait', async () => (await redis.zcard(`gleaner:queue:${name}:prioritized`)) === 51)
    gate.resolve()
    await Promise.all([...many, first, second])
    expect(begun.slice(0, 5)).toEqual(['a0', 'b0', 'a1', 'b1', 'a2'])
  })

  it('are refused immediately beyond the queue limit', async () => {
    const { gate, begun } = await openGatedWorker()
    const queue = await openQueue({ maxWaiting: 2 })
    const jobs = [ask(queue, jobOf('0'))]
    await until('a job to run', () => begun.length === 1)
    for (const waiting of [1, 2]) {
      jobs.push(ask(queue, jobOf(`${waiting}`)))
      await until('a job to wait', async () => (await redis.zcard(`gleaner:queue:${name}:prioritized`)) === waiting)
    }
    await expect(ask(queue, jobOf('3'))).rejects.toMatchObject({ type: 'overloaded', retryAfterS: 2 })
    gate.resolve()
    expect(await Promise.all(jobs)).toEqual(['done', 'done', 'done'])
    await until('nothing to be left', async () => (await leftovers()).length === 0)
  })

  it('are dropped with their callers, whether running or waiting', async () => {
    const begun: TakenJob[] = []
    await openWorker(async (job) => {
      begun.push(job)
      await new Promise((_, reject) => job.signal.addEventListener('abort', () => reject(job.signal.reason)))
      return null
    })
    const queue = await openQueue()
    const leaving = [new AbortController(), new AbortController()]
    const running = ask(queue, jobOf('runs'), leaving[0]?.signal).catch(String)
    await until('the job to run', () => begun.length === 1)
    const waiting = ask(queue, jobOf('waits'), leaving[1]?.signal).catch(String)
    await until('the job to wait', async () => (await redis.zcard(`gleaner:queue:${name}:prioritized`)) === 1)
    for (const one of leaving.reverse()) one.abort('left')
    expect(await Promise.all([running, waiting])).toEqual(['left', 'left'])
    await until('the running one to end', () => begun[0]?.signal.aborted === true)
    await until('nothing to be left', async () => (await leftovers()).length === 0)
    expect(begun).toHaveLength(1)
  })

  it('are not started if no caller can still be waiting', async () => {
    const { gate, begun } = await openGatedWorker()
    const queue = await openQueue()
    const first = ask(queue, jobOf('first'))
    await until('a job to run', () => begun.length === 1)
    // The worker's process has died, so it doesn't take the job back.
    void queue.run(jobOf('late', { leftMs: 50 }), watch()).catch(() => {})
    await until('the job to wait', async () => (await redis.zcard(`gleaner:queue:${name}:prioritized`)) === 1)
    await sleep(60)
    gate.resolve()
    expect(await first).toBe('done')
    await until('nothing to be left', async () => (await leftovers()).length === 0)
    expect(begun).toEqual(['first'])
  })

  it('keep their remaining time, however long they have waited', async () => {
    const gate = Promise.withResolvers<void>()
    const left: number[] = []
    await openWorker(async ({ leftMs }) => {
      left.push(leftMs)
      await gate.promise
      return Buffer.from('')
    })
    const queue = await openQueue()
    const both = ['one', 'two'].map((text) => ask(queue, jobOf(text, { leftMs: 120_000 })))
    await until('a job to run', () => left.length === 1)
    await sleep(200)
    gate.resolve()
    await Promise.all(both)
    expect(left[1]).toBeLessThan(120_000 - 190)
    for (const ms of left) expect(ms).toBeGreaterThan(60_000)
  })

  it('continue on another worker when their own is stopping', async () => {
    const begun: string[] = []
    const workAs =
      (who: string): WorkOnJob =>
      async (job) => {
        begun.push(who)
        if (who === 'first')
          await new Promise((_, reject) => job.signal.addEventListener('abort', () => reject(job.signal.reason)))
        return Buffer.from(who)
      }
    const close = await openWorker(workAs('first'))
    const queue = await openQueue()
    const answer = ask(queue, jobOf('one'))
    await until('the job to run', () => begun.length === 1)
    await openWorker(workAs('second'))
    await close(0)
    expect(await answer).toBe('second')
    expect(begun).toEqual(['first', 'second'])
  })

  it('are done by the caller if a worker cannot open them', async () => {
    await openWorker(async () => null)
    const queue = await openQueue()
    expect(await ask(queue, jobOf('one'))).toBeNull()
  })

  it('get a response even when turns start over', async () => {
    const begun: string[] = []
    await openWorker(async (job) => {
      begun.push(textOf(job))
      return Buffer.from('')
    })
    const queue = await openQueue({ maxTurn: 5 })
    for (let round = 0; round < 4; round++) {
      for (let index = 0; index < 4; index++) await ask(queue, jobOf(`${round}.${index}`))
      const turns = await redis.hgetall(`gleaner:jobs:${name}:turns`)
      expect(Math.max(...Object.values(turns).map(Number))).toBeLessThanOrEqual(6)
    }
    expect(begun).toHaveLength(16)
  })
})
