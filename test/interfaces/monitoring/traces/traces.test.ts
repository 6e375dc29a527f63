import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Events, subscribe } from '../../../../src/base/events.ts'
import { readConfig } from '../../../../src/config/config.ts'
import { startTraces } from '../../../../src/interfaces/monitoring/traces/traces.ts'
import { type Origin, openOrigin } from '../../../origin.ts'
import { openTestService, type TestService } from '../../../service.ts'
import { jsonHeaders, modern } from '../../mcp/requests.ts'
import { openCollector, type ReceivedSpan } from './collector.ts'

let gleaner: TestService
let origin: Origin
beforeAll(async () => {
  origin = await openOrigin({ '/': { body: '<title>A page</title><p>Some words.</p>' } })
  gleaner = await openTestService()
})
afterAll(async () => {
  await gleaner.close()
  await origin.close()
})

/** Starts tracing with these environment variables, which the SDK reads too. */
function start({ url }: { url: string }, settings: Record<string, string> = {}) {
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: url, ...settings }
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  try {
    return startTraces(readConfig(), '1.2.3')
  } finally {
    vi.unstubAllEnvs()
  }
}

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

/** Resolves with the spans that `work` produces, once its exchanges have finished. */
async function spansOf(work: () => Promise<unknown>, settings: Record<string, string> = {}): Promise<ReceivedSpan[]> {
  const collector = await openCollector()
  const traces = start(collector, settings)
  await work()
  await expect.poll(() => gleaner.http.requests()).toBe(0)
  await traces.close()
  await collector.close()
  return collector.spans
}

const scrape = (parameters: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  gleaner.get('/v1/scrape', { url: `${origin.url}/`, ...parameters }, { headers }).then((response) => response.text())

describe('traces', () => {
  it('have a span for the request, which contains the operation, which contains its stages', async () => {
    await scrape()
    const spans = await spansOf(scrape)
    const named = (name: string) => spans.find((span) => span.name === name)
    const [request, operation] = [named('GET /v1/scrape'), named('scrape')]
    if (!request || !operation) throw new Error('a span is missing')
    expect([request.parentId, operation.parentId]).toEqual(['', request.spanId])
    const stages = spans.filter(({ parentId }) => parentId === operation.spanId)
    expect(stages.map(({ name }) => name)).toEqual(expect.arrayContaining(['first-byte', 'body', 'parse', 'format']))
    expect(spans).toHaveLength(2 + stages.length)
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)
    // Times are fractional milliseconds since 1970, so each may be a microsecond off.
    const within = (inner: ReceivedSpan, outer: ReceivedSpan) =>
      inner.startNs >= outer.startNs - 1000n && inner.endNs <= outer.endNs + 1000n && inner.startNs <= inner.endNs
    expect(within(operation, request)).toBe(true)
    expect(stages.filter((stage) => !within(stage, operation))).toEqual([])
    expect(request.kind).toBe(2)
    expect(request.attributes).toMatchObject({
      'http.request.method': 'GET',
      'http.route': '/v1/scrape',
      'http.response.status_code': 200,
    })
    expect(operation.attributes).toMatchObject({
      'gleaner.request_id': request.attributes['gleaner.request_id'],
      'gleaner.transport': 'rest',
      'gleaner.outcome': 'ok',
      'gleaner.credits_charged': 1,
      'gleaner.host': new URL(origin.url).host,
    })
  })

  it('nest an operation over MCP in the request that called it', async () => {
    const [body, { headers }] = modern('tools/call', { name: 'scrape', arguments: { url: `${origin.url}/` } })
    const spans = await spansOf(async () => {
      const authorization = `Bearer ${gleaner.key}`
      const init = {
        method: 'POST',
        headers: { ...jsonHeaders, ...headers, authorization },
        body: JSON.stringify(body),
      }
      await (await fetch(`${gleaner.url}/mcp`, init)).text()
    })
    const request = spans.find(({ name }) => name === 'POST /mcp')
    const operation = spans.find(({ name }) => name === 'scrape')
    expect(operation?.parentId).toBe(request?.spanId)
    expect(operation?.attributes['gleaner.transport']).toBe('mcp-http')
  })

  it("report any error on the operation, but only the service's own faults on the request", async () => {
    const spans = await spansOf(() => scrape({ css_selector: '.none' }))
    const [operation] = spans.filter(({ name }) => name === 'scrape')
    expect(operation?.status).toBe(2)
    expect(operation?.attributes['error.type']).toBe('selector_not_matched')
    expect(spans.find(({ name }) => name === 'GET /v1/scrape')?.status).toBe(0)
  })

  it("continue the client's trace, or begin a new one if the client sends no valid trace", async () => {
    const [, trace, parent] = traceparent.split('-')
    const spans = await spansOf(() => scrape({}, { traceparent }))
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([trace]))
    expect(spans.find(({ name }) => name === 'GET /v1/scrape')?.parentId).toBe(parent)
    const others = await spansOf(() => scrape({}, { traceparent: '00-x-y-01' }))
    expect(others.filter(({ parentId }) => parentId === '')).toHaveLength(1)
  })

  it('keep what the sampler selects: nothing, or the traces that a client has sampled', async () => {
    expect(await spansOf(scrape, { OTEL_TRACES_SAMPLER: 'always_off' })).toEqual([])
    const chosen = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }
    expect(await spansOf(scrape, chosen)).toEqual([])
    expect(await spansOf(() => scrape({}, { traceparent }), chosen)).not.toEqual([])
  })

  it('leave out polled routes, and name only known routes', async () => {
    const spans = await spansOf(async () => {
      for (const path of ['/healthz', '/readyz', '/metrics', '/no-such-path'])
        await (await fetch(gleaner.url + path)).text()
    })
    expect(spans.map(({ name, attributes }) => [name, attributes['http.response.status_code']])).toEqual([['GET', 404]])
  })

  it('contain no key, URL or prompt', async () => {
    const spans = await spansOf(() => scrape({ url: `${origin.url}/?secret-query`, prompt: 'secret-prompt' }))
    const text = JSON.stringify(spans, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    expect(text).toContain('model_not_configured')
    for (const hidden of ['secret', gleaner.key]) expect(text).not.toContain(hidden)
  })
})

describe('a collector', () => {
  const events: Events['gleaner:lifecycle'][] = []
  afterAll(subscribe('gleaner:lifecycle', (event) => events.push(event)))

  it('is reported once if it refuses exports', async () => {
    const collector = await openCollector((response) => void response.writeHead(400).end('no'))
    const traces = start(collector)
    await scrape()
    await expect.poll(() => gleaner.http.requests()).toBe(0)
    await traces.close()
    await collector.close()
    const reports = events.filter(({ event }) => event === 'traces_not_exported')
    expect(reports).toEqual([{ event: 'traces_not_exported', detail: '400' }])
  })

  it('is reported if it has not responded when the service stops', async () => {
    const collector = await openCollector(() => {})
    const traces = start(collector)
    await scrape()
    await expect.poll(() => gleaner.http.requests()).toBe(0)
    events.length = 0
    await traces.close(50)
    expect(events).toEqual([{ event: 'traces_not_exported', detail: 'stopped before a response' }])
    await collector.close()
  })

  it('does not delay requests if it never responds', async () => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '300')
    onTestFinished(() => void vi.unstubAllEnvs())
    const collector = await openCollector(() => {})
    const traces = start(collector)
    await scrape()
    await expect.poll(() => gleaner.http.requests()).toBe(0)
    const closing = traces.close()
    await expect.poll(() => collector.exports.length).toBe(1)
    expect(await scrape()).toContain('Some words')
    await closing
    await collector.close()
  })
})
