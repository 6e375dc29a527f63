import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createJobId } from '../../../src/pages/queue/job-queue.ts'
import { openRedis } from '../../../src/store/redis/connection.ts'
import { RedisJobQueue } from '../../../src/store/redis/job-queue.ts'
import { RedisJobWorker } from '../../../src/store/redis/job-worker.ts'
import { lacksRedis, openRedisServer, type Service } from '../../services.ts'
import { until, within } from '../../waits.ts'

describe.skipIf(lacksRedis)('10,000 jobs of one key', () => {
  let server: Service
  let redis: Redis
  beforeAll(async () => {
    server = await openRedisServer()
    redis = new Redis(server.url)
  })
  afterAll(async () => {
    redis.disconnect()
    await server.close()
  })

  it("delay another key's single job only by the job that is running", { timeout: 180_000 }, async () => {
    const links = [openRedis(server.url), openRedis(server.url)] as const
    const begun: string[] = []
    let gate = Promise.withResolvers<void>()
    const worker = new RedisJobWorker(links[1], {
      ...{ name: 'fairness', concurrency: 1 },
      async work({ id }) {
        begun.push(id.split('.')[0] ?? '')
        await gate.promise
        return Buffer.from('done')
      },
    })
    const queue = new RedisJobQueue(links[0], { name: 'fairness', maxWaiting: 20_000 })
    await links[0].settled()
    await until('a worker', () => queue.figures().workers === 1)
    const ask = (key: string, signal: AbortSignal) =>
      queue.run({ id: createJobId(key), content: Buffer.from('asked'), leftMs: 170_000 }, { signal, onAnswer() {} })
    const waiting = () => redis.zcard('gleaner:queue:fairness:prioritized')
    // Each job has a separate signal, as real requests do. A shared signal would search through all its listeners.
    const leaving = Array.from({ length: 10_001 }, () => new AbortController())
    const many = leaving.map(({ signal }) => ask('many', signal).catch(() => null))
    await until('10,000 jobs to wait', async () => begun.length === 1 && (await waiting()) === 10_000)
    const single = ask('single', new AbortController().signal)
    await until('the single one to wait', async () => (await waiting()) === 10_001)
    const running = gate
    gate = Promise.withResolvers<void>()
    running.resolve()
    await until('the next job to begin', () => begun.length === 2)
    expect(begun).toEqual(['many', 'single'])
    gate.resolve()
    expect(Buffer.from((await within('the single answer', single)) ?? '').toString()).toBe('done')
    for (const one of leaving) one.abort('left')
    await within('them to end', Promise.all(many))
    await until('no job to wait', async () => (await waiting()) === 0)
    await worker.close(0)
    await queue.close()
    for (const link of links) link.close()
  })
})
