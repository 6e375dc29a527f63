import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { memoryShares } from '../../../src/config/memory-shares.ts'
import { version } from '../../../src/interfaces/version.ts'
import { answers, openScriptedModel, type ScriptedModel, testKey } from '../../model/scripted-model.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { jsonOf, openTestService, type TestService, typesOf } from '../../service.ts'
import { type Exposition, parsePrometheus, samplesOf, sumOf } from '../monitoring/metrics/exposition.ts'

const page = `<title>A page</title><p>${'Words of a page. '.repeat(20)}</p>`

let gleaner: TestService
let origin: Origin
let model: ScriptedModel

beforeAll(async () => {
  model = await openScriptedModel(() => answers('An answer.'))
  origin = await openOrigin({
    '/': { body: page },
    '/moved': { status: 302, headers: { location: '/' } },
    '/never': () => {},
    '/gone': { status: 410, body: page },
  })
  gleaner = await openTestService({ ANTHROPIC_API_KEY: testKey, ANTHROPIC_BASE_URL: model.url })
})
afterAll(async () => {
  await gleaner.close()
  await origin.close()
  await model.close()
})

const readMetrics = async (url = gleaner.url): Promise<Exposition> =>
  parsePrometheus(await (await fetch(`${url}/metrics`)).text())

/**
 * Returns how much `work` adds to a metric. A request is counted after its response has been sent, so the client may see the response
 * first.
 */
async function added(name: string, labels: Record<string, string>, work: () => Promise<unknown>) {
  const before = sumOf(await readMetrics(), name, labels)
  await work()
  return async () => sumOf(await readMetrics(), name, labels) - before
}

const scrape = async (path: string, parameters: Record<string, string> = {}) =>
  jsonOf(gleaner.get('/v1/scrape', { url: origin.url + path, ...parameters }))

describe('/metrics', () => {
  it('is text that Prometheus parses, each family with its HELP and TYPE', async () => {
    await scrape('/')
    const response = await fetch(`${gleaner.url}/metrics`)
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const families = parsePrometheus(await response.text())
    for (const [name, { help, type }] of families) expect([help, type], name).not.toContain('')
    const counters = [...families].filter(([, { type }]) => type === 'counter').map(([name]) => name)
    expect([...families.keys()].filter((name) => name.endsWith('_total'))).toEqual(counters)
    expect(counters).toContain('gleaner_operations_total')
    expect(families.get('gleaner_operation_duration_seconds')?.type).toBe('histogram')
    expect(families.get('process_resident_memory_bytes')?.type).toBe('gauge')
    expect(families.has('nodejs_eventloop_lag_p99_seconds')).toBe(true)
    expect(samplesOf(families, 'gleaner_build_info')).toEqual([
      { name: 'gleaner_build_info', labels: { version, node: process.version }, value: 1 },
    ])
  })

  it('has a length and no body for HEAD', async () => {
    const response = await fetch(`${gleaner.url}/metrics`, { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(1000)
  })

  it('counts operations, credits, hops, bytes and stages exactly', async () => {
    const before = await readMetrics()
    for (let n = 0; n < 3; n++) await scrape('/')
    await scrape('/moved')
    await scrape('/gone')
    await scrape('/', { css_selector: '.none' })
    await scrape('/', { max_chars: 'many' })
    const after = await readMetrics()
    const change = (name: string, labels?: Record<string, string>) =>
      sumOf(after, name, labels) - sumOf(before, name, labels)
    const rest = { operation: 'scrape', transport: 'rest' }
    expect(change('gleaner_operations_total', { ...rest, outcome: 'ok' })).toBe(5)
    expect(change('gleaner_operations_total', { ...rest, outcome: 'selector_not_matched' })).toBe(1)
    expect(change('gleaner_operations_total', { ...rest, outcome: 'int_parsing' })).toBe(1)
    expect(change('gleaner_operations_total')).toBe(7)
    expect(change('gleaner_operation_duration_seconds_count', rest)).toBe(7)
    // A 4xx response from the target is free, and so is a failure.
    expect(change('gleaner_credits_charged_total', { operation: 'scrape' })).toBe(4)
    expect(change('gleaner_fetch_hops_total', { outcome: '2xx' })).toBe(5)
    expect(change('gleaner_fetch_hops_total', { outcome: '3xx' })).toBe(1)
    expect(change('gleaner_fetch_hops_total', { outcome: '4xx' })).toBe(1)
    expect(change('gleaner_fetch_received_bytes_total')).toBe(6 * page.length)
    expect(change('gleaner_stage_duration_seconds_count', { stage: 'first-byte' })).toBe(7)
    expect(change('gleaner_stage_duration_seconds_count', { stage: 'parse' })).toBe(6)
  })

  it('counts HTTP exchanges by route and status, with all unknown paths as one route', async () => {
    const change = await added('gleaner_http_responses_total', { route: 'none' }, async () => {
      for (const path of ['/a', '/b', '/c?d=e', '/metrics/x']) await (await fetch(gleaner.url + path)).text()
      await (await fetch(`${gleaner.url}/healthz`)).text()
    })
    await expect.poll(change).toBe(4)
    const now = await readMetrics()
    expect(samplesOf(now, 'gleaner_http_responses_total', { route: 'none' }).map(({ labels }) => labels)).toEqual([
      { method: 'GET', route: 'none', status: '404' },
    ])
    expect(sumOf(now, 'gleaner_http_responses_total', { route: '/healthz', status: '200' })).toBe(1)
  })

  it('counts calls to the language model, and tokens', async () => {
    const before = await readMetrics()
    await scrape('/', { prompt: 'What is it?' })
    const after = await readMetrics()
    const change = (name: string) => sumOf(after, name) - sumOf(before, name)
    expect(change('gleaner_model_calls_total')).toBe(1)
    expect(change('gleaner_model_call_duration_seconds_count')).toBe(1)
    expect(change('gleaner_model_input_tokens_total')).toBeGreaterThan(0)
    expect(change('gleaner_model_output_tokens_total')).toBeGreaterThan(0)
    expect(change('gleaner_credits_charged_total')).toBe(6)
    expect(samplesOf(after, 'gleaner_model_calls_total')[0]?.labels).toEqual({
      model: gleaner.config.GLEANER_MODEL,
      outcome: 'ok',
    })
  })

  it('measures readers, stored results and connections', async () => {
    await scrape('/', { max_chars: '50' })
    const now = await readMetrics()
    expect(sumOf(now, 'gleaner_readers', { lane: 'small' })).toBeGreaterThan(0)
    expect(samplesOf(now, 'gleaner_reader_tasks').map(({ labels }) => Object.values(labels).join())).toEqual([
      ...['small,working', 'small,waiting', 'large,working', 'large,waiting'],
    ])
    expect(sumOf(now, 'gleaner_snapshots')).toBeGreaterThan(0)
    expect(sumOf(now, 'gleaner_snapshot_bytes')).toBeGreaterThan(page.length / 2)
    expect(sumOf(now, 'gleaner_in_flight_max_bytes')).toBe(memoryShares(readConfig({}, {})).budgetBytes)
    expect(sumOf(now, 'gleaner_http_connections')).toBeGreaterThanOrEqual(1)
    expect(sumOf(now, 'gleaner_outcomes_waiting')).toBe(0)
    expect(sumOf(now, 'gleaner_browsers')).toBe(0)
  })

  it('measures the requests in flight', async () => {
    const client = new AbortController()
    const never = gleaner.get('/v1/scrape', { url: `${origin.url}/never` }, { signal: client.signal }).catch(() => {})
    await origin.arrived('/never')
    const inFlight = async () => sumOf(await readMetrics(), 'gleaner_http_requests_in_flight')
    await expect.poll(inFlight).toBe(1)
    client.abort()
    await never
    await expect.poll(inFlight).toBe(0)
    const left = { route: '/v1/scrape', status: 'none' }
    expect(sumOf(await readMetrics(), 'gleaner_http_responses_total', left)).toBe(1)
    expect(sumOf(await readMetrics(), 'gleaner_operations_total', { outcome: 'cancelled' })).toBe(1)
  })

  it('contains no key, host, URL or prompt', async () => {
    await scrape('/?secret-query', { prompt: 'secret-prompt' })
    await fetch(`${gleaner.url}/secret-path?secret-parameter`, { headers: { authorization: 'Bearer secret-key' } })
    const text = await (await fetch(`${gleaner.url}/metrics`)).text()
    for (const hidden of ['secret', '127.0.0.1', gleaner.key.slice(5, 17), testKey]) expect(text).not.toContain(hidden)
  })
})

describe('a limit that refuses', () => {
  it('is counted by name', async () => {
    const limited = await openTestService({ GLEANER_RATE_LIMIT: '2' })
    for (let n = 0; n < 3; n++) await (await limited.get('/v1/account')).text()
    const now = await readMetrics(limited.url)
    await limited.close()
    expect(sumOf(now, 'gleaner_limit_refusals_total', { limit: 'server_rate' })).toBe(1)
    expect(sumOf(now, 'gleaner_operations_total', { operation: 'account', outcome: 'rate_limited' })).toBe(1)
  })
})

describe('who may read /metrics', () => {
  it.each([
    ['forwarded', 'for=192.0.2.1'],
    ['x-forwarded-for', '192.0.2.1'],
    ['x-forwarded-proto', 'https'],
    ['x-real-ip', '192.0.2.1'],
    ['via', '1.1 proxy'],
  ])('is not a client behind a proxy that adds %s', async (name, value) => {
    const response = await fetch(`${gleaner.url}/metrics`, { headers: { [name]: value } })
    expect(response.status).toBe(404)
    expect(typesOf(await jsonOf(response))).toEqual(['not_found'])
  })

  it('is everyone if it is public, but only under an allowed host', async () => {
    const open = await openTestService({ GLEANER_METRICS: 'public' })
    const forwarded = await fetch(`${open.url}/metrics`, { headers: { 'x-forwarded-for': '192.0.2.1' } })
    expect(forwarded.status).toBe(200)
    const foreign = await fetch(`${open.url}/metrics`, { headers: { origin: 'https://evil.example' } })
    expect(typesOf(await jsonOf(foreign))).toEqual(['forbidden_origin'])
    await open.close()
  })

  it('includes no client if metrics are off', async () => {
    const closed = await openTestService({ GLEANER_METRICS: 'off' })
    const response = await fetch(`${closed.url}/metrics`)
    expect([response.status, typesOf(await jsonOf(response))]).toEqual([404, ['not_found']])
    await closed.close()
  })
})
