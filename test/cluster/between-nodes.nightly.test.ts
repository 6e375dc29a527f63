import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancel, messagesIn, openSession, post, scrape } from '../interfaces/mcp/requests.ts'
import { type Origin, openOrigin } from '../origin.ts'
import { browserPath, lacksBrowser } from '../render/open-renderer.ts'
import { type Json, jsonOf, requestsTo, typesOf } from '../service.ts'
import { lacksPostgres, lacksRedis } from '../services.ts'
import { until, within } from '../waits.ts'
import { type Cluster, openCluster } from './cluster.ts'

const waiting = (path: string) =>
  `<title>t</title><p id="app">Loading</p><script>fetch('${path}').then(r => r.text()).then(t => { app.textContent = t })</script>`

describe.skipIf(lacksPostgres || lacksRedis || lacksBrowser)('between two nodes that run as programs', () => {
  let cluster: Cluster
  let origin: Origin
  const held: ServerResponse[] = []
  const hold = (_: unknown, response: ServerResponse) => void held.push(response)

  beforeAll(async () => {
    origin = await openOrigin({
      '/rendered': { body: `<h1>Rendered</h1><p>${'A sentence of a long page. '.repeat(200)}</p>` },
      '/held': (_, response) => hold(_, response.setHeader('content-type', 'text/html')),
      '/waits': { body: waiting('/data') },
      '/data': hold,
      '/cancelled': { body: waiting('/never') },
      '/never': hold,
    })
    const browser = { GLEANER_BROWSER_PATH: browserPath ?? '' }
    const settings = { nodeSettings: { GLEANER_BROWSER_PATH: '/nowhere' }, workerSettings: browser }
    cluster = await openCluster({ ...settings, workers: 1 })
  })
  afterAll(async () => {
    await origin.close()
    await cluster.close()
  })

  async function openVisitor() {
    const { key } = await cluster.issue('visitor', { credits: 1000 })
    const [one, two] = cluster.nodes.map(({ address }) => requestsTo(`http://${address}`, key)) as [
      ReturnType<typeof requestsTo>,
      ReturnType<typeof requestsTo>,
    ]
    const credits = async () => (await jsonOf(two.get('/v1/account'))).credits_remaining
    return { key, one, two, credits }
  }
  const visits = (path: string) => origin.requests.filter((request) => request === path).length

  it('a page that a worker rendered for one can be read on and reused on the other for free', async () => {
    const { one, two, credits } = await openVisitor()
    const parameters = { url: `${origin.url}/rendered`, render_js: 'true', max_chars: '1000', max_age_s: '60' }
    const first = await jsonOf(one.get('/v1/scrape', parameters))
    expect(first).toMatchObject({ rendered: true, from_cache: false, credits_charged: 5 })
    expect(first.next_offset).toBeGreaterThan(0)
    const second = await jsonOf(two.get('/v1/scrape', { ...parameters, offset: String(first.next_offset) }))
    expect(second).toMatchObject({ rendered: true, credits_charged: 0, fetched_at: first.fetched_at })
    const links = await jsonOf(two.get('/v1/scrape', { ...parameters, output: 'links' }))
    expect(links).toMatchObject({ rendered: true, from_cache: true, credits_charged: 0 })
    expect([visits('/rendered'), await credits()]).toEqual([1, 995])
  })

  it('an Idempotency-Key in flight on one is refused by the other, which returns the response once it is done', async () => {
    const { one, two, credits } = await openVisitor()
    const parameters = { url: `${origin.url}/held` }
    const named = { headers: { 'idempotency-key': 'once' } }
    const running = one.get('/v1/scrape', parameters, named)
    await until('the page to wait', () => held.length === 1)
    const meanwhile = await two.post('/v1/scrape', parameters, named)
    expect([meanwhile.status, typesOf(await jsonOf(meanwhile))]).toEqual([409, ['idempotency_in_progress']])
    held.pop()?.end('<p>Held</p>')
    const answer: Json = await jsonOf(running)
    expect(answer).toMatchObject({ content: 'Held', credits_charged: 1 })
    expect(await jsonOf(two.post('/v1/scrape', parameters, named))).toEqual(answer)
    expect([visits('/held'), await credits()]).toEqual([1, 999])
  })

  it('a legacy MCP call being rendered by a worker stops when the other node receives its cancellation', async () => {
    const { key, credits } = await openVisitor()
    const [one, two] = cluster.nodes.map(({ address }) => ({ url: `http://${address}/mcp` })) as [
      { url: string },
      { url: string },
    ]
    const session = await openSession(one, key)
    const call = scrape('call-1', `${origin.url}/cancelled`)
    const rendering = { ...call, params: { ...call.params, arguments: { ...call.params.arguments, render_js: true } } }
    const running = await post(one, rendering, { session, key })
    await until('the page to wait', () => held.length === 1)
    const closed = once(held.pop() as ServerResponse, 'close')
    expect((await post(two, cancel('call-1'), { session, key })).status).toBe(202)
    await within('the worker to end the page', closed)
    expect(messagesIn(await running.text())).toEqual([])
    await until('the credits to be given back', async () => (await credits()) === 1000)
  })

  it('a page that a killed node was waiting for is rendered for the other', async () => {
    const { one, two, credits } = await openVisitor()
    const parameters = { url: `${origin.url}/waits`, render_js: 'true', max_age_s: '60' }
    const lost = one.get('/v1/scrape', parameters).catch(() => 'lost')
    await until('the page to wait', () => held.length === 1)
    await cluster.nodes[0].end('SIGKILL')
    expect(await lost).toBe('lost')
    const again = two.get('/v1/scrape', parameters)
    await until('the page to wait again', () => visits('/waits') === 2 && held.length >= 2)
    for (const response of held.splice(0)) response.end('arrived')
    expect(await jsonOf(again)).toMatchObject({ content: 'arrived', rendered: true, credits_charged: 5 })
    // The killed node's reservations are released once it is considered dead, after this test ends.
    expect(await credits()).toBe(990)
    await cluster.nodes[0].start()
  })
})
