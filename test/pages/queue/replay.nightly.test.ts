import type { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { composeWorker } from '../../../src/compose/worker.ts'
import { readConfig } from '../../../src/config/config.ts'
import type { WorkerRuntime } from '../../../src/pages/nodes/worker-runtime.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { lacksBrowser } from '../../render/open-renderer.ts'
import { jsonOf, testSettings } from '../../service.ts'
import { lacksRedis } from '../../services.ts'
import { until } from '../../waits.ts'
import { openWorkers, type WorkerSetting } from './worker-program.ts'

describe.skipIf(lacksRedis || lacksBrowser)('a job that is recorded in Redis and entered again', () => {
  let origin: Origin
  let setting: WorkerSetting
  /** In this process, whose clock the tests can move. */
  let worker: WorkerRuntime
  let monitor: Redis
  let recorded: string[][]

  beforeAll(async () => {
    origin = await openOrigin({ '/': { body: '<p>a page</p>' } })
  })
  beforeEach(async () => {
    recorded = []
    origin.requests.length = 0
    setting = await openWorkers()
    worker = await composeWorker(readConfig({}, { ...testSettings, ...setting.shared }))
    await until('a worker', () => worker.figures().jobs.workers === 1)
    monitor = await setting.redis.monitor()
    monitor.on('monitor', (_, command: string[], source: string) => {
      // The content of a job is the only argument of a script that is a JSON string.
      if (source !== 'lua' && command.some((text) => /^"[\w+/=]+"$/.test(text))) recorded.push(command)
    })
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    monitor.disconnect()
    await worker.close(0)
    await setting.close()
  })
  afterAll(() => origin.close())

  const pageRequests = () => origin.requests.filter((path) => path === '/').length

  async function enterAgain(): Promise<void> {
    // EVALSHA: the script is in Redis since the first job.
    const [name = '', ...args] = recorded[0] ?? []
    await setting.redis.call(name, ...args)
    await until('the worker to be done', async () =>
      (await setting.leftovers()).every((key) => key.includes(':answer')),
    )
  }

  it('is not rendered once its time limit has passed, though its entry says that it is new', async () => {
    const parameters = { url: `${origin.url}/`, render_js: 'true', timeout_ms: '30000' }
    expect(await jsonOf(setting.service.get('/v1/scrape', parameters))).toMatchObject({ content: 'a page' })
    await until('nothing to be left', async () => (await setting.leftovers()).length === 0)
    expect(pageRequests()).toBe(1)

    // Until then it is: whoever can write to Redis is trusted that far.
    await enterAgain()
    expect(pageRequests()).toBe(2)

    const now = Date.now
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 91_000)
    await enterAgain()
    expect(pageRequests()).toBe(2)
  })
})
