import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { samples } from '../../google-ads/providers/provider-samples.ts'
import { openOrigin } from '../../origin.ts'
import { messagesOf, modern, post } from '../../protocol/mcp/requests.ts'
import { type Json, jsonOf, openTestService, type TestService, typesOf } from '../../service.ts'
import { lacksRedis, openRedisServer } from '../../services.ts'
import { until } from '../../waits.ts'
import { fixture, openGoogle } from './google.ts'

let google: Awaited<ReturnType<typeof openGoogle>>
beforeAll(async () => {
  google = await openGoogle({
    desk: ['text-2021-data-rw', 'no-ads', 'no-ads'],
    captcha: ['captcha'],
    consent: ['consent-form'],
    refused: [{ html: fixture('refused'), status: 403 }],
    shell: ['js-shell'],
    unknown: ['unknown'],
    'desk then captcha': ['text-2021-data-rw', 'captcha'],
  })
})
beforeEach(() => {
  google.requests.length = 0
})
afterAll(() => google.close())

async function open(settings: Record<string, string>): Promise<TestService> {
  const service = await openTestService({ GLEANER_GOOGLE_URL: google.template, ...settings })
  onTestFinished(() => service.close())
  return service
}

interface Answer extends Json {
  status: number
  retryAfter: string | null
}

async function ask({ get }: Pick<TestService, 'get'>, parameters: Record<string, string>): Promise<Answer> {
  const response = await get('/v1/google_ads', { output: 'json', ...parameters })
  return { ...(await jsonOf(response)), status: response.status, retryAfter: response.headers.get('retry-after') }
}

const remembered = {
  status: 502,
  detail: [{ type: 'target_blocked', loc: [], msg: expect.stringMatching(/earlier search.* for \d+ s$/) }],
  credits_charged: 0,
  retryable: true,
  retryAfter: expect.stringMatching(/^(600|59\d)$/),
}

describe('GLEANER_ADS_BLOCK_S', () => {
  it.each(['captcha', 'consent', 'refused'])(
    'remembers %s: the domain is asked nothing, for any key',
    async (query) => {
      const service = await open({ GLEANER_ADS_BLOCK_S: '600' })
      const first = await ask(service, { query })
      expect([first.status, typesOf(first), first.retryAfter]).toEqual([502, ['target_blocked'], null])
      expect(google.requests).toHaveLength(1)
      const { key } = await service.access.issue('another')
      const authorization = `Bearer ${key}`
      const another = await service.get('/v1/google_ads', { query: 'desk' }, { headers: { authorization } })
      expect(typesOf(await jsonOf(another))).toEqual(['target_blocked'])
      expect(await ask(service, { query: 'desk' })).toMatchObject(remembered)
      expect(google.requests).toHaveLength(1)
      await ask(service, { query: 'desk', domain: 'de' })
      expect(google.requests).toHaveLength(2)
    },
  )

  it('remembers a block of a later page, whose request keeps its ads', async () => {
    const service = await open({ GLEANER_ADS_BLOCK_S: '600' })
    expect(await ask(service, { query: 'desk then captcha', pages: '3' })).toMatchObject({
      pages: [{ status: 'ok' }, { status: 'captcha' }],
      credits_charged: 5,
    })
    expect(await ask(service, { query: 'desk' })).toMatchObject(remembered)
  })

  it('is told over MCP', async () => {
    const service = await open({ GLEANER_ADS_BLOCK_S: '600' })
    await ask(service, { query: 'captcha' })
    const [body, options] = modern('tools/call', { name: 'google_ads', arguments: { query: 'desk' } })
    const response = await post({ url: `${service.url}/mcp` }, body, { ...options, key: service.key })
    const [message] = messagesOf(await response.text())
    expect(message?.result).toMatchObject({ isError: true })
    const text = JSON.stringify(message?.result?.content)
    expect(text).toMatch(/target_blocked: .*asked nothing for \d+ s/)
    expect(text).toMatch(/Retry unchanged: yes, after \d+ s\./)
    expect(google.requests).toHaveLength(1)
  })

  it.each(['shell', 'unknown'])('does not take for a block what another search may not meet: %s', async (query) => {
    const service = await open({ GLEANER_ADS_BLOCK_S: '600', GLEANER_BROWSER_PATH: '/nonexistent' })
    expect(typesOf(await ask(service, { query }))).toEqual(['target_blocked'])
    expect(await ask(service, { query: 'desk' })).toMatchObject({ pages: [{ status: 'ok' }] })
  })

  it('remembers nothing by itself', async () => {
    const service = await open({})
    await ask(service, { query: 'captcha' })
    expect(await ask(service, { query: 'desk' })).toMatchObject({ pages: [{ status: 'ok' }] })
  })

  it.skipIf(lacksRedis)('is known to every node, and while Redis is away to those that have met it', async () => {
    const redis = await openRedisServer()
    const folder = mkdtempSync(join(tmpdir(), 'gleaner-blocks-'))
    onTestFinished(async () => {
      await redis.close()
      rmSync(folder, { recursive: true })
    })
    const settings = { GLEANER_DATA_DIR: folder, GLEANER_REDIS_URL: redis.url, GLEANER_ADS_BLOCK_S: '600' }
    const [one, two, three] = [await open(settings), await open(settings), await open(settings)]
    await ask(one, { query: 'captcha' })
    expect(await ask(two, { query: 'desk' })).toMatchObject(remembered)
    expect(google.requests).toHaveLength(1)

    await redis.kill()
    await until('all to know', () => [one, two, three].every(({ access }) => access.nodes?.isAway()))
    for (const node of [one, two]) expect(await ask(node, { query: 'desk' })).toMatchObject(remembered)
    expect(await ask(three, { query: 'desk' })).toMatchObject({ pages: [{ status: 'ok' }] })
    await redis.start()
    await until('one to know', () => !three.access.nodes?.isAway())
    expect(await ask(three, { query: 'desk' })).toMatchObject({ pages: [{ status: 'ok' }] })
  })
})

describe('GLEANER_ADS_PAUSE_MS', () => {
  it('stands between the pages of one request', async () => {
    const service = await open({ GLEANER_ADS_PAUSE_MS: '1' })
    expect(await ask(service, { query: 'desk', pages: '3' })).toMatchObject({
      pages: [{ status: 'ok' }, { status: 'no_ads' }, { status: 'no_ads' }],
    })
  })

  it('counts in the time limit, at which the pages before it are kept', async () => {
    const service = await open({ GLEANER_ADS_PAUSE_MS: '60000' })
    expect(await ask(service, { query: 'desk', pages: '2', timeout_ms: '1500' })).toMatchObject({
      pages: [{ status: 'ok' }, { status: 'error' }],
      credits_charged: 5,
    })
    expect(google.requests).toHaveLength(1)
  })

  it('stands before no page that an earlier call has brought', async () => {
    const answer = JSON.stringify(samples.dataforseo.ads(3))
    const dataForSeo = await openOrigin({
      '/v3/serp/google/organic/live/advanced': { headers: { 'content-type': 'application/json' }, body: answer },
    })
    onTestFinished(() => dataForSeo.close())
    const service = await open({
      GLEANER_ADS_PROVIDER: 'dataforseo',
      GLEANER_ADS_PROVIDER_KEY: 'login:password',
      GLEANER_ADS_PROVIDER_URL: dataForSeo.url,
      GLEANER_ADS_PAUSE_MS: '60000',
    })
    expect(await ask(service, { query: 'x', pages: '3', timeout_ms: '30000' })).toMatchObject({
      pages: [{ status: 'ok' }, { status: 'ok' }, { status: 'ok' }],
    })
    expect(dataForSeo.requests).toHaveLength(1)
  })

  it('ends when the client leaves', async () => {
    const service = await open({ GLEANER_ADS_PAUSE_MS: '60000', GLEANER_KEY_CONCURRENCY: '1' })
    const leaving = new AbortController()
    const left = ask(
      { get: (path, parameters) => service.get(path, parameters, { signal: leaving.signal }) },
      { query: 'desk', pages: '2' },
    ).catch(() => 'left')
    await google.arrived(1)
    leaving.abort()
    expect(await left).toBe('left')
    await until('its place to be free', async () => (await ask(service, { query: 'desk' })).status === 200)
  })
})
