import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createJobId, type JobQueue, type WorkOnJob } from '../../../src/pages/queue/job-queue.ts'
import { openRedis } from '../../../src/store/redis/connection.ts'
import { RedisJobQueue } from '../../../src/store/redis/job-queue.ts'
import { RedisJobWorker } from '../../../src/store/redis/job-worker.ts'
import { lacksRedis, openRedisServer, type Service } from '../../services.ts'
import { until, within } from '../../waits.ts'

describe.skipIf(lacksRedis)('jobs when Redis becomes unavailable', () => {
  let server: Service
  let queue: JobQueue
  let isAway: () => boolean
  let begun: AbortSignal[] = []
  const ends: (() => Promise<void> | void)[] = []

  /** The first job never gets a response. Later ones do. */
  const work: WorkOnJob = async ({ signal }) => {
    begun.push(signal)
    if (begun.length === 1) {
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    }
    return Buffer.from(`answer ${begun.length}`)
  }

  beforeEach(async () => {
    server = await openRedisServer()
    begun = []
    const [link, workerLink] = [openRedis(server.url), openRedis(server.url)]
    const worker = new RedisJobWorker(workerLink, { name: 'outage', concurrency: 1, work })
    queue = new RedisJobQueue(link, { name: 'outage', maxWaiting: 10 })
    isAway = link.isAway
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
    await server.close()
  })

  async function ask(text: string): Promise<string | null> {
    const job = { id: createJobId(null), content: Buffer.from(text), leftMs: 60_000 }
    const watch = { signal: new AbortController().signal, onAnswer() {}, onBegin() {} }
    const answer = await within(`the answer to ${text}`, queue.run(job, watch))
    return answer && Buffer.from(answer).toString()
  }

  it('fail if Redis has lost them, and the worker abandons them', async () => {
    const answer = ask('one')
    await until('the job to run', () => begun.length === 1)
    await server.kill()
    await server.start()
    await expect(answer).rejects.toMatchObject({ type: 'invalid_response' })
    await until('the worker to give up', () => begun[0]?.aborted === true)
    await until('the worker to be back', async () => (await ask('two')) === 'answer 2')
  })

  it('fail if a worker had started them, run in the caller otherwise, and return to workers once Redis is back', async () => {
    const answer = ask('one')
    await until('the job to run', () => begun.length === 1)
    await server.kill()
    await expect(answer).rejects.toMatchObject({ type: 'invalid_response' })
    await until('Redis to be away', isAway)
    expect(await ask('two')).toBeNull()
    await server.start()
    await until('the worker to be back', async () => (await ask('three')) !== null)
  })
})
