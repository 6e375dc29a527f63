import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { composeWorker } from '../../../src/compose/worker.ts'
import { readConfig } from '../../../src/config/config.ts'
import type { WorkerRuntime } from '../../../src/pages/nodes/service-nodes.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { lacksBrowser } from '../../render/open-renderer.ts'
import { jsonOf, testSettings } from '../../service.ts'
import { lacksRedis } from '../../services.ts'
import { until } from '../../waits.ts'
import { openWorkers, type WorkerSetting } from './worker-program.ts'

describe.skipIf(lacksRedis || lacksBrowser)('a job that is recorded from Redis and replayed', () => {
  let origin: Origin
  let setting: WorkerSetting
  /** Runs in this process, because the tests can move its clock. */
  let worker: WorkerRuntime
  let monitor: Redis
  let recorded: { id?: string | undefined; data?: object }
  let queue: Queue
  const realNow = Date.now

  beforeAll(async () => {
    origin = await openOrigin({ '/': { body: '<p>a page</p>' } })
  })
  beforeEach(async () => {
    recorded = {}
    origin.requests.length = 0
    setting = await openWorkers()
    worker = await composeWorker(readConfig({}, { ...testSettings, ...setting.shared }))
    await until('a worker', () => worker.figures().jobs.workers === 1)
    queue = new Queue('renders', { connection: setting.redis, prefix: 'gleaner:queue' })
    monitor = await setting.redis.monitor()
    monitor.on('monitor', (_, command: string[], source: string) => {
      const data = source === 'lua' ? undefined : command.find((text) => text.startsWith('{"sentAt":'))
      if (data) recorded.data ??= JSON.parse(data)
      recorded.id ??= /answer:(.+)/.exec(command.join(' '))?.[1]?.split(' ')[0]
    })
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    monitor.disconnect()
    await queue.close()
    await worker.close(0)
    await setting.close()
  })
  afterAll(() => origin.close())

  const pageRequests = () => origin.requests.filter((path) => path === '/').length

  async function enterAgain(): Promise<void> {
    const { id = '', data } = recorded
    const rules = { jobId: id, priority: 1, removeOnComplete: true }
    await queue.add('renders', { ...data, sentAt: realNow() }, rules)
    await until('the worker to be done', async () =>
      (await setting.leftovers()).every((key) => key.includes(':answer')),
    )
  }

  it('is not rendered once its time limit has passed, even if its entry claims that it is new', async () => {
    const parameters = { url: `${origin.url}/`, render_js: 'true', timeout_ms: '30000' }
    expect(await jsonOf(setting.service.get('/v1/scrape', parameters))).toMatchObject({ content: 'a page' })
    await until('nothing to be left', async () => (await setting.leftovers()).length === 0)
    expect(pageRequests()).toBe(1)

    // Until then, the job is rendered, because anyone who can write to Redis is trusted that far.
    await enterAgain()
    expect(pageRequests()).toBe(2)

    vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 91_000)
    await enterAgain()
    expect(pageRequests()).toBe(2)
  })
})
