import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { samples, searched, tasked } from '../../google-ads/providers/provider-samples.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { jsonOf, openTestService, type TestService, typesOf } from '../../service.ts'

const api = '/v3/serp/google/organic'
const task = '07231252-7652-0139-0000-301b3ccdda6f'
const created = tasked({ status_code: 20_100, status_message: 'Task Created.', result: null })
const inQueue = tasked({ status_code: 40_602, status_message: 'Task In Queue.', result: null })
const handed = tasked({ status_code: 40_601, status_message: 'Task Handed.', result: null })

/** DataForSEO's server: what it was posted, and what it says of the task each time it is asked. */
let service: Origin
let gleaner: TestService
let posted: unknown[] = []
let posting: unknown = created
let answers: unknown[] = []

beforeAll(async () => {
  service = await openOrigin({
    [`${api}/task_post`]: async (request, response) => {
      posted.push(await json(request))
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(posting))
    },
    [`${api}/task_get/advanced/${task}`]: (_, response) => {
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    },
  })
  gleaner = await openTestService({
    GLEANER_ADS_PROVIDER: 'dataforseo',
    GLEANER_ADS_PROVIDER_KEY: 'login:password',
    GLEANER_ADS_PROVIDER_QUEUE: 'priority',
    GLEANER_ADS_PROVIDER_URL: service.url,
  })
})
afterAll(async () => {
  await gleaner.close()
  await service.close()
})

/** Asks for the ads, after which the task says what `states` hold. */
async function ask(states: unknown[], parameters: Record<string, string> = {}, first: unknown = created) {
  posted = []
  posting = first
  answers = states
  service.requests.length = 0
  const response = await gleaner.get('/v1/google_ads', { query: 'x', output: 'json', ...parameters })
  return jsonOf(response)
}

describe('google_ads through the queue of dataforseo', () => {
  it('posts one task for all pages and asks for it until it is done', async () => {
    const body = await ask([inQueue, handed, samples.dataforseo.ads(2)], { pages: '2' })
    expect(posted).toEqual([[expect.objectContaining({ keyword: 'x', priority: 2, max_crawl_pages: 2, depth: 20 })]])
    expect(service.requests).toEqual([`${api}/task_post`, ...Array(3).fill(`${api}/task_get/advanced/${task}`)])
    expect(body.pages).toMatchObject([
      { page: 1, status: 'ok', ads: 4 },
      { page: 2, status: 'ok', ads: 4 },
    ])
    expect(body.credits_charged).toBe(5)
  })

  it('is target_timeout, free of charge, when the task is not done in time, and asks no more', async () => {
    const body = await ask([inQueue], { timeout_ms: '2000' })
    expect([typesOf(body), body.credits_charged]).toEqual([['target_timeout'], 0])
    const asked = service.requests.length
    await new Promise((resolve) => setTimeout(resolve, 2500))
    expect(service.requests).toHaveLength(asked)
  })

  it('reads a task that is done at once', async () => {
    const body = await ask([], {}, samples.dataforseo.ads(1))
    expect(body.pages).toMatchObject([{ status: 'ok', ads: 4 }])
    expect(service.requests).toHaveLength(1)
  })

  it.each<[string, unknown, string]>([
    ['a task of nobody', tasked({ id: '../../appendix/user_data', status_code: 20_100 }), 'target_blocked'],
    ['an empty list of tasks', { status_code: 20_000, tasks: [] }, 'target_blocked'],
    ['no money', tasked({ status_code: 40_210, status_message: 'Insufficient Funds.' }), 'target_unreachable'],
    ['too many requests', { status_code: 40_202, status_message: 'Rate limit.', tasks: null }, 'target_unreachable'],
    ['another field', tasked({ status_code: 40_501, status_message: "Invalid Field: 'tag'." }), 'target_unreachable'],
  ])('costs nothing when the task is %s', async (_, first, type) => {
    const body = await ask([inQueue], {}, first)
    expect([typesOf(body), body.credits_charged]).toEqual([[type], 0])
    expect(service.requests).toHaveLength(1)
  })

  it('names the parameter that the service refuses', async () => {
    const message = "Invalid Field: 'language_code'."
    const body = await ask([inQueue], { locale: 'tlh' }, tasked({ status_code: 40_501, status_message: message }))
    expect(body.detail).toMatchObject([{ loc: ['query', 'locale'], type: 'value_error' }])
    expect(body.credits_charged).toBe(0)
  })

  it('fails with a task that fails later', async () => {
    const failed = tasked({ status_code: 50_000, status_message: 'Internal Error.', result: null })
    expect(typesOf(await ask([inQueue, failed]))).toEqual(['target_unreachable'])
    const fallen = tasked({ status_code: 40_101, status_message: 'Internal SE Server Error.', result: null })
    expect(typesOf(await ask([inQueue, fallen]))).toEqual(['target_blocked'])
  })

  it('is no_results and layout_changed as the task says', async () => {
    const nothing = tasked({ status_code: 40_102, status_message: 'No Search Results.', result: null })
    expect((await ask([nothing])).pages).toMatchObject([{ status: 'no_results' }])
    const unknown = [
      { type: 'organic', page: 1, title: 'x', url: 'https://x.example/' },
      { type: 'sponsored_stores', page: 1, items: [{ name: 'Shoe Shop' }] },
    ]
    const body = await ask([searched(unknown)])
    expect(body.pages).toMatchObject([{ status: 'layout_changed', ads: 0 }])
    expect(body.warnings).toMatchObject([
      {
        code: 'layout_changed',
        message:
          'Result page 1 holds advertisements that could not be read (sponsored_stores: "Shoe Shop"): DataForSEO may have changed the form of its answers',
      },
    ])
  })
})

describe('what dataforseo can’t take', () => {
  it.each([
    [{ device: 'tablet' }, 'device'],
    [{ geo_location: 'lat: 1, lng: 1, rad: 25000' }, 'geo_location'],
    [{ start_page: '12', pages: '10' }, 'start_page'],
    [{ query: `cache:${'x'.repeat(10)}` }, 'query'],
  ] satisfies [Record<string, string>, string][])(
    'is value_error before it is asked and before credits are held: %j',
    async (parameters, param) => {
      const { key } = await gleaner.access.issue('empty', { credits: 0 })
      const headers = { authorization: `Bearer ${key}` }
      service.requests.length = 0
      const response = await gleaner.get('/v1/google_ads', { query: 'x', ...parameters }, { headers })
      const body = await jsonOf(response)
      // A key without credits would be insufficient_credits.
      expect([response.status, typesOf(body)]).toEqual([422, ['value_error']])
      expect(body.detail).toMatchObject([{ loc: ['query', param] }])
      expect(service.requests).toEqual([])
    },
  )
})
