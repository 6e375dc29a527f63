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
import { openRedisJobQueue } from '../../../src/store/redis/job-queue.ts'
import { openRedisJobWorker } from '../../../src/store/redis/job-worker.ts'
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
    const queue = openRedisJobQueue(link, { name, maxWaiting: 1000, ...options })
    ends.push(queue.close)
    await link.settled()
    return queue
  }

  /** Starts a worker and waits until it is known to be alive. */
  async function openWorker(work: WorkOnJob, concurrency = 1): Promise<(graceMs?: number) => Promise<void>> {
    const before = await redis.zcard(`gleaner:queue:${name}:workers`)
    const worker = openRedisJobWorker(connect(), { name, concurrency, work })
    const close = (graceMs = 0) => worker.close(graceMs)
    ends.push(close)
    await until('a worker', async () => (await redis.zcard(`gleaner:queue:${name}:workers`)) > before)
    return close
  }

  const jobOf = (text: string, { keyId = 'a', leftMs = 20_000 } = {}): Job => ({
    id: createJobId(keyId),
    content: Buffer.from(text),
    leftMs,
  })

  function watch(signal: AbortSignal = new AbortController().signal) {
    return { signal, onAnswer() {}, onWait() {}, onBegin() {} }
  }

  async function ask(queue: JobQueue, job: Job, signal?: AbortSignal): Promise<string | null> {
    const answer = await within(`the answer to ${Buffer.from(job.content)}`, queue.run(job, watch(signal)))
    return answer && Buffer.from(answer).toString()
  }

  const textOf = ({ content }: TakenJob) => Buffer.from(content).toString()
  const echo: WorkOnJob = async (job) => Buffer.from(`answer to ${textOf(job)}`)

  /** A worker whose jobs end when the gate is opened, and the texts of those that have begun. */
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

  /** What Redis holds of a queue beside what is there for the queue as a whole. */
  async function leftovers(): Promise<string[]> {
    const whole = ['meta', 'events', 'workers', 'turns', 'marker', 'pc', 'stalled-check', 'stalled', 'id']
    const keys = await redis.keys(`gleaner:queue:${name}:*`)
    return keys.filter((key) => !whole.includes(key.split(':')[3] ?? ''))
  }

  it('are answered by a worker, and leave nothing behind', async () => {
    await openWorker(echo)
    const queue = await openQueue()
    expect(await ask(queue, jobOf('one'))).toBe('answer to one')
    await until('nothing to be left', async () => (await leftovers()).length === 0)
  })

  it('are the work of the caller where no worker is alive', async () => {
    const queue = await openQueue()
    expect(await ask(queue, jobOf('one'))).toBeNull()
    const close = await openWorker(echo)
    expect(await ask(queue, jobOf('two'))).toBe('answer to two')
    await close()
    expect(await ask(queue, jobOf('three'))).toBeNull()
    expect(await leftovers()).toEqual([])
  })

  it('begin in turns of their keys: many jobs of one delay the first of another by none that has not begun', async () => {
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

  it('of one key that fill the queue make room for those of another, and are refused at once themselves', async () => {
    const { gate, begun } = await openGatedWorker()
    const queue = await openQueue({ maxWaiting: 3 })
    const ended = (index: number) =>
      ask(queue, jobOf(`a${index}`)).catch(({ type, retryAfterS }) => `${type} ${retryAfterS}`)
    const jobs = [ended(0)]
    await until('a job to run', () => begun.length === 1)
    for (const index of [1, 2, 3]) {
      jobs.push(ended(index))
      await until('a job to wait', async () => (await redis.zcard(`gleaner:queue:${name}:prioritized`)) === index)
    }
    expect(await ended(4)).toBe('overloaded 2')
    const other = ask(queue, jobOf('b', { keyId: 'b' }))
    expect(await jobs[3]).toBe('overloaded 2')
    gate.resolve()
    expect(await Promise.all([...jobs.slice(0, 3), other])).toEqual(['done', 'done', 'done', 'done'])
    expect(begun).toEqual(['a0', 'b', 'a1', 'a2'])
    await until('nothing to be left', async () => (await leftovers()).length === 0)
  })

  it('end with those who wait for them, whether they run or wait', async () => {
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

  it('that nobody can wait for any more are not begun', async () => {
    const { gate, begun } = await openGatedWorker()
    const queue = await openQueue()
    const first = ask(queue, jobOf('first'))
    await until('a job to run', () => begun.length === 1)
    // Its process has died: it takes nothing back.
    void queue.run(jobOf('late', { leftMs: 50 }), watch()).catch(() => {})
    await until('the job to wait', async () => (await redis.zcard(`gleaner:queue:${name}:prioritized`)) === 1)
    await sleep(60)
    gate.resolve()
    expect(await first).toBe('done')
    await until('nothing to be left', async () => (await leftovers()).length === 0)
    expect(begun).toEqual(['first'])
  })

  it('have the time that is left of their own, whatever they have waited', async () => {
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

  it('go on with another worker when theirs is to end', async () => {
    const begun: string[] = []
    const workAs =
      (who: string): WorkOnJob =>
      async (job) => {
        begun.push(who)
        if (who === 'first')
          await new Promise((_, reject) => job.signal.addEventListener('abort', () => reject(job.signal.reason)))
        return Buffer.from(`${who}, ${job.losses} lost`)
      }
    const close = await openWorker(workAs('first'))
    const queue = await openQueue()
    const answer = ask(queue, jobOf('one'))
    await until('the job to run', () => begun.length === 1)
    await openWorker(workAs('second'))
    await close(0)
    expect(await answer).toBe('second, 0 lost')
    expect(begun).toEqual(['first', 'second'])
  })

  it('of one key whose answers hold too many bytes are refused, until those are fetched', async () => {
    const big = Buffer.alloc(600_000, 1)
    const worker = openRedisJobWorker(connect(), {
      ...{ name, concurrency: 1, maxAnswerBytes: 1_000_000 },
      work: async () => big,
    })
    ends.push(() => worker.close(0))
    await until('a worker', async () => (await redis.zcard(`gleaner:queue:${name}:workers`)) === 1)
    const queue = await openQueue()
    // The answer to a service that died before it fetched it.
    await redis.set(`gleaner:queue:${name}:answer:a.unfetched`, big)
    await redis.zadd(`gleaner:queue:${name}:answers:a`, Date.now() + 15_000, 'a.unfetched')
    await expect(ask(queue, jobOf('too much'))).rejects.toMatchObject({ type: 'overloaded', retryAfterS: 2 })
    expect(await ask(queue, jobOf('of another', { keyId: 'b' }))).toHaveLength(big.byteLength)
    await redis.del(`gleaner:queue:${name}:answer:a.unfetched`)
    expect(await ask(queue, jobOf('afterwards'))).toHaveLength(big.byteLength)
    await redis.zrem(`gleaner:queue:${name}:answers:a`, 'a.unfetched')
    await until('nothing to be left', async () => (await leftovers()).length === 0)
  })

  it('that a worker can not open are the work of the caller', async () => {
    await openWorker(async () => null)
    const queue = await openQueue()
    expect(await ask(queue, jobOf('one'))).toBeNull()
  })

  it('of which only the rest is there, as Redis has dropped them while they ran, leave nothing behind', async () => {
    const queue = await openQueue()
    await openWorker(async () => Buffer.from('answer'))
    // As BullMQ puts back a job whose worker is lost, whether it is still there or not.
    const own = `gleaner:queue:${name}`
    await redis.hincrby(`${own}:a.gone`, 'stc', 1)
    await redis.lpush(`${own}:wait`, 'a.gone')
    await redis.zadd(`${own}:marker`, 0, '0')
    await until('the rest to be taken', async () => (await redis.llen(`${own}:wait`)) === 0)
    expect(await ask(queue, jobOf('next'))).toBe('answer')
    await until('nothing to be left', async () => (await redis.exists(`${own}:a.gone`, `${own}:completed`)) === 0)
  })

  it('keep their order when turns are moved back below the largest priority', async () => {
    const begun: string[] = []
    await openWorker(async (job) => {
      begun.push(textOf(job))
      return Buffer.from('')
    })
    const queue = await openQueue({ maxTurn: 5 })
    for (let round = 0; round < 4; round++) {
      begun.length = 0
      await Promise.all(Array.from({ length: 8 }, (_, index) => ask(queue, jobOf(`a${index}`))))
      expect(begun).toEqual(Array.from({ length: 8 }, (_, index) => `a${index}`))
      const turns = await redis.hgetall(`gleaner:queue:${name}:turns`)
      expect(Math.max(...Object.values(turns).map(Number))).toBeLessThan(20)
    }
  })
})
