import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Origin, openOrigin } from '../origin.ts'
import { lacksBrowser } from '../render/open-renderer.ts'
import { type Json, jsonOf, openTestService, type TestService } from '../service.ts'
import { lacksRedis } from '../services.ts'
import { until } from '../waits.ts'
import { openWorkers, type WorkerSetting } from './worker-program.ts'

const paragraph = `<p>${'A sentence of some length about <a href="/a">a subject</a>. '.repeat(20)}</p>`

describe.skipIf(lacksRedis || lacksBrowser)('workers that do everything (GLEANER_QUEUE=all)', () => {
  let origin: Origin
  let setting: WorkerSetting
  let alone: TestService
  let agents: (string | undefined)[] = []

  beforeAll(async () => {
    origin = await openOrigin({
      '/small': { body: `<title>small</title><main><h1>Small</h1>${paragraph}</main>` },
      '/large': {
        body: `<title>large</title><main><h2>One</h2>${paragraph.repeat(100)}<h2>Two</h2>${paragraph.repeat(100)}</main>`,
      },
      '/scripted': { body: `<title>s</title><p id="app"></p><script>app.textContent = 'scripted'</script>` },
      '/agent': (request, response) => {
        agents.push(request.headers['user-agent'])
        response.writeHead(200, { 'content-type': 'text/html' }).end('<p>seen</p>')
      },
    })
    setting = await openWorkers({ GLEANER_QUEUE: 'all' })
    alone = await openTestService()
    await setting.startWorker({ GLEANER_USER_AGENT: 'an agent of workers' })
    await until('a worker that reads', async () => (await setting.redis.zcard('gleaner:queue:readings:workers')) === 1)
    await until('a worker that fetches', async () => (await setting.redis.zcard('gleaner:queue:fetches:workers')) === 1)
  })
  beforeEach(() => {
    agents = []
  })
  afterAll(async () => {
    await Promise.all([setting.close(), alone.close(), origin.close()])
  })

  const ofEach = { request_id: '', fetched_at: '', credits_remaining: null }
  async function ofBoth(path: string, parameters: Record<string, string>, route = '/v1/scrape'): Promise<Json[]> {
    const all = { url: origin.url + path, ...parameters }
    const both = await Promise.all([setting.service, alone].map((one) => jsonOf(one.get(route, all))))
    return both.map((body) => ({ ...body, ...ofEach }))
  }

  const cases: [string, string, Record<string, string>, string?][] = [
    ['a small page', '/small', {}],
    ['a large page', '/large', {}],
    ['the beginning of a long page', '/large', { max_chars: '500' }],
    ['its source', '/large', { output: 'raw_html' }],
    ['links, with further outputs', '/large', { output: 'links', extra_outputs: 'markdown,emails' }],
    [
      'fields by selector',
      '/small',
      { extract_rules: '{"title":"h1","links":{"selector":"a","type":"list","output":"@href"}}' },
    ],
    ['a selector that nothing matches', '/small', { css_selector: '.none' }],
    ['a selector that is none', '/small', { css_selector: 'a[' }],
    ['a page that is not there', '/missing', {}],
    ['a rendered page', '/scripted', { render_js: 'true' }],
    ['what is kept of a page', '/small', {}, '/v1/explain'],
  ]
  it.each(cases)('give the same as one process: %s', async (_, path, parameters, route) => {
    const [remote, local] = await ofBoth(path, parameters, route)
    expect(remote).toEqual(local)
  })

  it('fetch and read: the service starts no thread for that, and asks no site', async () => {
    await setting.service.get('/v1/scrape', { url: `${origin.url}/agent` })
    expect(agents).toEqual(['an agent of workers'])
    expect(setting.service.runtime.figures().readers.small.threads).toBe(0)
  })

  it('leave nothing in Redis, whatever became of a page', async () => {
    await ofBoth('/large', {})
    await ofBoth('/large', { css_selector: '.none' })
    await ofBoth('/large', { max_age_s: '60' })
    await until('nothing to be left', async () => (await setting.leftovers()).length === 0)
  })

  it('are read on from: a stored result is cut by them too', async () => {
    const [first, same] = await ofBoth('/large', { max_chars: '30000' })
    expect(first).toEqual(same)
    const [second, other] = await ofBoth('/large', { max_chars: '30000', offset: String(first?.next_offset) })
    expect(second).toEqual(other)
    expect(second).toMatchObject({ credits_charged: 0 })
  })
})
