import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emit } from '../../../../src/base/events.ts'
import { createByteBudget } from '../../../../src/base/share.ts'
import { translateErrors } from '../../../../src/store/sqlite/database.ts'
import { openGoogle } from '../../../operations/google-ads/google.ts'
import { type Origin, openOrigin } from '../../../origin.ts'
import { openTestService, type TestService } from '../../../service.ts'
import { jsonHeaders, modern } from '../../mcp/requests.ts'
import { parsePrometheus, sumOf } from './exposition.ts'

let gleaner: TestService
let google: Awaited<ReturnType<typeof openGoogle>>
let origin: Origin
beforeAll(async () => {
  origin = await openOrigin({ '/': { body: '<p>Some words.</p>' }, '/never': () => {} })
  google = await openGoogle({ desk: ['text-2021-data-rw', 'no-ads'] })
  gleaner = await openTestService({ GLEANER_GOOGLE_URL: google.template, GLEANER_KEY_CONCURRENCY: '1' })
})
afterAll(async () => {
  await gleaner.close()
  await google.close()
  await origin.close()
})

const read = async (name: string, labels: Record<string, string> = {}) =>
  sumOf(parsePrometheus(await (await fetch(`${gleaner.url}/metrics`)).text()), name, labels)

/** Returns how much `work` adds to a metric. */
async function added(name: string, labels: Record<string, string>, work: () => unknown): Promise<number> {
  const before = await read(name, labels)
  await work()
  return (await read(name, labels)) - before
}

describe('reported events are counted', () => {
  it('Google result pages, by status', async () => {
    const ask = () => gleaner.get('/v1/google_ads', { query: 'desk', pages: '2' }).then((response) => response.text())
    expect(await added('gleaner_result_pages_total', { status: 'ok', rendered: 'false' }, ask)).toBe(1)
    expect(await added('gleaner_result_pages_total', { status: 'no_ads' }, ask)).toBe(1)
    expect(await added('gleaner_credits_charged_total', { operation: 'google_ads' }, ask)).toBe(5)
  })

  it('operations over MCP, by transport', async () => {
    const [body, { headers }] = modern('tools/call', { name: 'scrape', arguments: { url: `${origin.url}/` } })
    const call = () =>
      fetch(`${gleaner.url}/mcp`, {
        method: 'POST',
        headers: { ...jsonHeaders, ...headers, authorization: `Bearer ${gleaner.key}` },
        body: JSON.stringify(body),
      }).then((response) => response.text())
    expect(await added('gleaner_operations_total', { transport: 'mcp-http', outcome: 'ok' }, call)).toBe(1)
  })

  it("requests over a key's concurrency limit", async () => {
    const client = new AbortController()
    const never = gleaner.get('/v1/scrape', { url: `${origin.url}/never` }, { signal: client.signal }).catch(() => {})
    await origin.arrived('/never')
    const second = () => gleaner.get('/v1/scrape', { url: `${origin.url}/` }).then((response) => response.text())
    expect(await added('gleaner_limit_refusals_total', { limit: 'key_concurrency' }, second)).toBe(1)
    client.abort()
    await never
  })

  it('refusals over the byte budget for requests', async () => {
    const { open } = createByteBudget(100)
    const take = () => expect(() => open(null).take(101)).toThrow('too much memory')
    expect(await added('gleaner_limit_refusals_total', { limit: 'bytes_in_flight' }, take)).toBe(1)
  })

  it('database failures', async () => {
    const fail = () =>
      expect(() =>
        translateErrors(() => {
          throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR' })
        }),
      ).toThrow('is not responding')
    expect(await added('gleaner_storage_failures_total', {}, fail)).toBe(1)
  })
})

describe('events that need a browser, a second process or a bug', () => {
  const render = { host: 'a.example', status: 200, complete: true, durationMs: 1500, error: null }

  it.each([
    ['gleaner_renders_total', { outcome: 'complete' }, 1, () => emit('gleaner:render', render)],
    [
      'gleaner_renders_total',
      { outcome: 'incomplete' },
      1,
      () => emit('gleaner:render', { ...render, complete: false }),
    ],
    ['gleaner_render_duration_seconds_sum', {}, 1.5, () => emit('gleaner:render', render)],
    [
      'gleaner_browser_events_total',
      { event: 'started' },
      1,
      () => emit('gleaner:browser', { event: 'started', pid: 1 }),
    ],
    ['gleaner_reservations_swept_total', {}, 3, () => emit('gleaner:sweep', { node: 'a', released: 3 })],
    ['gleaner_faults_total', {}, 1, () => emit('gleaner:fault', { requestId: 'a', error: new Error('b') })],
    ['gleaner_lifecycle_events_total', { event: 'x' }, 1, () => emit('gleaner:lifecycle', { event: 'x', detail: 'y' })],
  ])('count in %s %o', async (name, labels, amount, work) => {
    expect(await added(name, labels, work)).toBeCloseTo(amount)
  })
})
