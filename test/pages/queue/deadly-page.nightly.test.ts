import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Origin, openOrigin } from '../../origin.ts'
import { browserPath, lacksBrowser } from '../../render/open-renderer.ts'
import { jsonOf, typesOf } from '../../service.ts'
import { lacksRedis } from '../../services.ts'
import { until } from '../../waits.ts'
import { openWorkers, type WorkerSetting } from './worker-program.ts'

const minute = { timeout: 120_000 }

describe.skipIf(lacksRedis || lacksBrowser)('a page that crashes each worker that loads it', () => {
  let origin: Origin
  let setting: WorkerSetting
  /** Process ids by the name that workers send to sites. */
  let processes: Map<string, number>
  /** Processes that loaded the page, in order. */
  let visitors: string[]

  beforeAll(async () => {
    origin = await openOrigin({
      '/': { body: '<p>a page</p>' },
      '/deadly': (request) => {
        const visitor = request.headers['user-agent'] ?? ''
        visitors.push(visitor)
        const pid = processes.get(visitor)
        if (pid !== undefined) process.kill(pid, 'SIGKILL')
      },
    })
  })
  afterEach(() => setting.close())
  afterAll(() => origin.close())

  async function open(workers: number, settings: Record<string, string> = {}): Promise<void> {
    visitors = []
    processes = new Map()
    setting = await openWorkers({}, settings)
    for (let number = 1; number <= workers; number++) {
      const { child } = await setting.startWorker({ GLEANER_USER_AGENT: `worker-${number}` })
      processes.set(`worker-${number}`, child.pid ?? 0)
    }
  }
  const render = (path: string) =>
    jsonOf(setting.service.get('/v1/scrape', { url: origin.url + path, render_js: 'true', timeout_ms: '60000' }))

  it('is refused uncharged after two crashes, and a third worker loads other pages', minute, async () => {
    await open(3)
    const answer = await render('/deadly')
    expect(typesOf(answer)).toEqual(['invalid_response'])
    expect(answer.credits_charged).toBe(0)
    expect(new Set(visitors).size).toBe(2)
    expect(visitors).toHaveLength(2)
    expect(await render('/')).toMatchObject({ content: 'a page', rendered: true })
    await until('nothing to be left', async () => (await setting.leftovers()).length === 0)
  })

  it.each([1, 2])(
    'is never loaded by the service itself, even when all %i workers are gone',
    minute,
    async (workers) => {
      await open(workers, { GLEANER_BROWSER_PATH: browserPath ?? '', GLEANER_USER_AGENT: 'service' })
      const answer = await render('/deadly')
      expect([typesOf(answer), answer.credits_charged]).toEqual([['invalid_response'], 0])
      expect(visitors.toSorted()).toEqual(['worker-1', 'worker-2'].slice(0, workers))
      await until('nothing to be left', async () => (await setting.leftovers()).length === 0)
      expect(await render('/')).toMatchObject({ content: 'a page', rendered: true })
    },
  )
})
