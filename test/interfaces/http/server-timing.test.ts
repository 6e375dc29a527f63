import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Events, subscribe } from '../../../src/base/events.ts'
import { answers, openScriptedModel, type ScriptedModel, testKey } from '../../model/scripted-model.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { openTestService, type TestService } from '../../service.ts'
import { holdTimeLimit } from '../../time-limit.ts'
import { metricsOf } from './timing-metrics.ts'

let gleaner: TestService
let origin: Origin
let model: ScriptedModel

beforeAll(async () => {
  model = await openScriptedModel()
  origin = await openOrigin({
    '/': { body: '<title>T</title><p>Hello</p>' },
    '/slow': (_, response) => void setTimeout(() => response.end('<p>late</p>'), 60),
    '/moved': { status: 302, headers: { location: '/slow' } },
    '/never': () => {},
  })
  gleaner = await openTestService({
    GLEANER_ALLOW_ADDRESSES: '127.0.0.0/8,::1/128',
    ANTHROPIC_API_KEY: testKey,
    ANTHROPIC_BASE_URL: model.url,
  })
})
afterAll(async () => {
  await gleaner.close()
  await origin.close()
  await model.close()
})

describe('Server-Timing', () => {
  it('names the stages of a scrape in their order, and the total', async () => {
    const { port } = new URL(origin.url)
    // The first request waits for a thread to start.
    await gleaner.get('/v1/scrape', { url: `${origin.url}/` })
    const metrics = metricsOf(await gleaner.get('/v1/scrape', { url: `http://localhost:${port}/slow` }))
    const { queue, total = 0, ...stages } = metrics
    expect(Object.keys(stages)).toEqual(['name', 'connection', 'first-byte', 'body', 'parse', 'format'])
    expect(stages['first-byte']).toBeGreaterThan(50)
    expect(total).toBeGreaterThanOrEqual(Math.max(...Object.values(stages)))
    expect(Object.keys(metrics).at(-1)).toBe('total')
  })

  it('leaves out stages that did not happen, such as DNS for an IP address or connecting on a reused connection', async () => {
    await gleaner.get('/v1/scrape', { url: `${origin.url}/` })
    const metrics = metricsOf(await gleaner.get('/v1/scrape', { url: `${origin.url}/` }))
    expect(metrics).not.toHaveProperty('name')
    expect(metrics).not.toHaveProperty('connection')
    expect(metrics).not.toHaveProperty('model')
  })

  it('adds up the hops of a redirect, each of which is a separate event', async () => {
    const events: Events['gleaner:stage'][] = []
    onTestFinished(subscribe('gleaner:stage', (event) => void events.push(event)))
    const response = await gleaner.get('/v1/scrape', { url: `${origin.url}/moved` })
    const hops = events.filter(
      ({ stage, requestId }) => stage === 'first-byte' && requestId === response.headers.get('x-request-id'),
    )
    expect(hops).toHaveLength(2)
    const sum = hops.reduce((ms, { durationMs }) => ms + durationMs, 0)
    expect(Math.abs((metricsOf(response)['first-byte'] ?? 0) - sum)).toBeLessThan(0.11)
  })

  it('names the call to the language model', async () => {
    model.play([answers('An answer.')])
    const response = await gleaner.get('/v1/scrape', { url: `${origin.url}/`, prompt: 'What does it say?' })
    expect(response.status).toBe(200)
    expect(metricsOf(response)).toMatchObject({ model: expect.any(Number), format: expect.any(Number) })
  })

  it('names the time spent in the queue', async () => {
    const narrow = await openTestService({ GLEANER_PER_HOST_CONCURRENCY: '1' })
    onTestFinished(() => narrow.close())
    const ask = () => narrow.get('/v1/scrape', { url: `${origin.url}/slow`, output: 'raw_html' })
    // Each request waits for all earlier ones, no matter how late it arrives.
    const waits = (await Promise.all(Array.from({ length: 6 }, ask))).map((response) => metricsOf(response).queue ?? 0)
    expect(Math.max(...waits)).toBeGreaterThan(50)
  })

  it('is sent with errors too, with the stages until then', async () => {
    const { port } = new URL(origin.url)
    const { timeout_ms, pass } = holdTimeLimit()
    const asking = gleaner.get('/v1/scrape', { url: `http://localhost:${port}/never`, timeout_ms })
    await origin.arrived('/never')
    await pause(100)
    pass()
    const late = await asking
    expect(late.status).toBe(504)
    expect(metricsOf(late)['first-byte']).toBeGreaterThan(90)
    const refused = await gleaner.get('/v1/scrape', { url: 'http://10.0.0.1/' })
    expect(refused.status).toBe(422)
    expect(Object.keys(metricsOf(refused))).toEqual(['total'])
  })

  it.each([
    ['a faulty input', '/v1/scrape?zzz=1', 422, true],
    ['no key', '/v1/scrape', 401, false],
    ['an unknown path', '/v1/nothing', 404, true],
    ['the account', '/v1/account', 200, true],
  ])('is in the response to %s', async (_, path, status, hasKey) => {
    const headers: Record<string, string> = hasKey ? { authorization: `Bearer ${gleaner.key}` } : {}
    const response = await fetch(gleaner.url + path, { headers })
    expect(response.status).toBe(status)
    expect(Object.keys(metricsOf(response))).toEqual(['total'])
  })

  it('is in no response outside of /v1', async () => {
    for (const path of ['/healthz', '/openapi.json', '/nothing', '/mcp'])
      expect((await fetch(gleaner.url + path)).headers.has('server-timing')).toBe(false)
  })
})
