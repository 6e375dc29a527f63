import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { noShare } from '../../src/base/share.ts'
import { composeRuntime } from '../../src/compose/compose.ts'
import { answers } from '../model/scripted-model.ts'
import { type Json, jsonOf, openTestService, typesOf } from '../service.ts'
import { article, openPage, pass, price, site, useKeptService } from './kept-service.ts'

const service = useKeptService()

describe('max_age_s', () => {
  it('fetches once for every output, selector and piece of the same page', async () => {
    const { get, requests } = await openPage(service, '/article')
    const first = await get()
    expect(price(first)).toEqual([false, 1])
    const others: Record<string, string>[] = [
      ...[
        {},
        { output: 'raw_html' },
        { output: 'links' },
        { output: 'html_head_metadata_json' },
        { css_selector: 'h1' },
      ],
      ...[
        { max_chars: '5' },
        { offset: '3' },
        { main_content: 'false' },
        { timeout_ms: '50000' },
        { max_age_s: '86400' },
      ],
    ]
    for (const parameters of others) {
      const body = await get(parameters)
      expect([parameters, ...price(body), body.fetched_at]).toEqual([parameters, true, 0, first.fetched_at])
    }
    expect(requests()).toBe(1)
  })

  it('returns the same as a fetch, in every output', async () => {
    const { get } = await openPage(service, '/article')
    await get()
    for (const output of ['markdown', 'raw_html', 'clean_html', 'html_head_metadata_json', 'links', 'emails']) {
      const differing = { from_cache: 0, credits_charged: 0, credits_remaining: 0, fetched_at: 0, request_id: 0 }
      const [kept, fetched] = [await get({ output }), await get({ output, max_age_s: '0' })]
      expect({ ...kept, ...differing }).toEqual({ ...fetched, ...differing })
      expect(price(fetched)).toEqual([false, 1])
    }
  })

  it('works across MCP and REST for the same key', async () => {
    const { get, requests, key, url } = await openPage(service, '/article')
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${service.gleaner.url}/mcp?result=structured`), {
        requestInit: { headers: { authorization: `Bearer ${key}` } },
      }),
    )
    const call = async () =>
      (await client.callTool({ name: 'scrape', arguments: { url, max_age_s: 60 } })).structuredContent as Json
    expect(price(await call())).toEqual([false, 1])
    expect(price(await get())).toEqual([true, 0])
    expect(price(await call())).toEqual([true, 0])
    await client.close()
    expect(requests()).toBe(1)
  })

  it('charges 5 for a prompt about a kept page, and sends the same bytes up to the cache marker', async () => {
    const { get, requests } = await openPage(service, '/article')
    service.model.play([answers('Yes')])
    expect(price(await get({ prompt: 'Does it rain?' }))).toEqual([false, 6])
    expect(price(await get({ prompt: 'Does it rain?' }))).toEqual([true, 5])
    expect(price(await get())).toEqual([true, 0])
    const sent = service.model.requests.map(({ body }) => JSON.stringify([body.system, body.messages[0]?.content[0]]))
    expect(sent[0]).toBe(sent[1])
    expect(requests()).toBe(1)
  })

  it('fetches again if the page is too old, and keeps the new one', async () => {
    const { get, requests } = await openPage(service, '/article')
    const first = await get()
    pass(60_500)
    expect(price(await get({ max_age_s: '61' }))).toEqual([true, 0])
    const second = await get()
    expect([...price(second), second.fetched_at !== first.fetched_at]).toEqual([false, 1, true])
    expect(price(await get())).toEqual([true, 0])
    expect(requests()).toBe(2)
  })

  it('fetches the page if it is 0, and shares it with requests that allow an age', async () => {
    const { get, requests } = await openPage(service, '/tagged')
    for (let i = 0; i < 2; i++) expect(price(await get({ max_age_s: '0' }))).toEqual([false, 1])
    expect(price(await get())).toEqual([true, 0])
    expect(requests()).toBe(2)
  })

  it('revalidates an older page, and charges 1 if it is unchanged', async () => {
    const { get, requests } = await openPage(service, '/tagged')
    const first = await get()
    pass(60_500)
    const renewed = await get({ output: 'raw_html' })
    expect(renewed).toMatchObject({ status_code: 200, content: article, from_cache: true, credits_charged: 1 })
    expect(String(renewed.fetched_at) > String(first.fetched_at)).toBe(true)
    expect(price(await get())).toEqual([true, 0])
    expect(requests()).toBe(2)
  })

  it('keeps the target page of a redirect', async () => {
    const { get, requests } = await openPage(service, '/moved')
    await get()
    expect(await get()).toMatchObject({
      final_url: `${service.origin.url}/article?moved`,
      from_cache: true,
      credits_charged: 0,
    })
    expect(requests()).toBe(1)
  })
})

describe('without max_age_s', () => {
  /** The same page without the parameter. */
  async function openPlain(path: string) {
    const page = await openPage(service, path)
    const headers = { authorization: `Bearer ${page.key}` }
    const plain = (parameters: Record<string, string> = {}) =>
      jsonOf(service.gleaner.get('/v1/scrape', { url: page.url, ...parameters }, { headers }))
    return { ...page, plain }
  }

  it('every request fetches, and a later one with max_age_s finds the page', async () => {
    const { get, plain, requests } = await openPlain('/article')
    expect(price(await plain({ output: 'links' }))).toEqual([false, 1])
    const second = await plain()
    expect(price(second)).toEqual([false, 1])
    expect(requests()).toBe(2)
    const kept = await get({ output: 'raw_html' })
    expect([...price(kept), kept.fetched_at, kept.content]).toEqual([true, 0, second.fetched_at, article])
    expect(requests()).toBe(2)
    expect(price(await plain())).toEqual([false, 1])
  })

  it('finds the page of a POST, and that of a prompt once it is answered', async () => {
    const { get, key, url, plain, requests } = await openPlain('/article')
    const headers = { authorization: `Bearer ${key}` }
    expect(price(await jsonOf(service.gleaner.post('/v1/scrape', { url }, { headers })))).toEqual([false, 1])
    expect(price(await get())).toEqual([true, 0])
    service.model.play([answers('Yes')])
    pass(60_500)
    expect(price(await plain({ prompt: 'Does it rain?' }))).toEqual([false, 6])
    expect(price(await get({ prompt: 'Does it rain?' }))).toEqual([true, 5])
    expect(price(await get())).toEqual([true, 0])
    expect(requests()).toBe(2)
  })

  it('another prompt about the same page fetches it again', async () => {
    const { plain, requests } = await openPlain('/article')
    service.model.play([answers('Yes')])
    expect(price(await plain({ prompt: 'One?' }))).toEqual([false, 6])
    expect(price(await plain({ prompt: 'Two?' }))).toEqual([false, 6])
    expect(requests()).toBe(2)
  })

  it('does not keep pages from no-store responses, failed requests or requests with custom headers', async () => {
    for (const [path, parameters] of [
      ['/no-store', {}],
      ['/varies', {}],
      ['/article', { css_selector: '.none' }],
      ['/article', { headers: '{"x-token":"canary"}' }],
      ['/article', { cookies: '{"session":"canary"}' }],
    ] as const) {
      const { get, plain, requests } = await openPlain(path)
      await plain(parameters)
      expect([path, parameters, ...price(await get())]).toEqual([path, parameters, false, 1])
      expect(requests()).toBe(2)
    }
  })

  it('an unsolicited 304 is returned as the page, and not kept', async () => {
    site['/unasked'] = { status: 304 }
    const { get, plain, requests } = await openPlain('/unasked')
    for (const answer of [await plain(), await get(), await get()])
      expect(answer).toMatchObject({ status_code: 304, content: '', from_cache: false, credits_charged: 1 })
    expect(requests()).toBe(3)
  })

  it('a page that no longer exists also removes the kept one', async () => {
    const { get, plain } = await openPlain('/goes')
    site['/goes'] = { body: article }
    await get()
    site['/goes'] = { body: article, status: 404 }
    expect(await plain()).toMatchObject({ status_code: 404, credits_charged: 0 })
    expect(await get()).toMatchObject({ status_code: 404, from_cache: false })
  })
})

describe('a page that is not kept', () => {
  it.each([
    ['must not be stored', '/no-store', 1],
    ['differs from one request to the next (Vary: *)', '/varies', 1],
    ['has status 404', '/missing', 0],
  ])('%s', async (_, path, credits) => {
    const { get, requests } = await openPage(service, path)
    for (let i = 0; i < 2; i++) expect(price(await get())).toEqual([false, credits])
    expect(requests()).toBe(2)
  })

  it('fails partway, and the failure is not kept either', async () => {
    const { get, requests } = await openPage(service, '/cut')
    for (let i = 0; i < 2; i++) expect(typesOf(await get())).toEqual(['invalid_response'])
    expect(requests()).toBe(4)
  })

  it("is requested with the caller's own headers or cookies, and no kept page replaces it", async () => {
    const { get, requests } = await openPage(service, '/article')
    const secrets = [{ headers: '{"x-token":"canary"}' }, { cookies: '{"session":"canary"}' }]
    for (const parameters of [...secrets, {}, ...secrets]) expect(price(await get(parameters))).toEqual([false, 1])
    expect(price(await get())).toEqual([true, 0])
    expect(requests()).toBe(5)
  })

  it('belongs to another key, language or engine', async () => {
    const [one, two] = [await openPage(service, '/article'), await openPage(service, '/article')]
    await one.get()
    const other = { headers: { authorization: `Bearer ${two.key}` } }
    expect(price(await one.get({}, other))).toEqual([false, 1])
    expect(price(await one.get({ locale: 'de-DE' }))).toEqual([false, 1])
    expect(price(await one.get({ locale: 'de-DE' }))).toEqual([true, 0])
    expect(typesOf(await one.get({ render_js: 'true' }))).toEqual(['browser_unavailable'])
    expect(price(await one.get({ url: `${one.url}&` }))).toEqual([false, 1])
    expect(price(await one.get())).toEqual([true, 0])
  })
})

it('a process that exits after one result keeps nothing and shares nothing', async () => {
  const { url, requests } = await openPage(service, '/article')
  const runtime = composeRuntime(service.gleaner.config, { keepsSnapshots: false })
  const scrape = (requestId: string) =>
    runtime.invoke(
      runtime.operations.scrape,
      { raw: { url, max_age_s: 60 } },
      {
        caller: { keyId: null, transport: 'cli' },
        ...{ share: noShare, requestId, signal: new AbortController().signal },
      },
    )
  const results = [await scrape('1'), ...(await Promise.all([scrape('2'), scrape('3')]))]
  await runtime.close()
  expect(results.map(price)).toEqual([1, 2, 3].map(() => [false, 1]))
  expect(requests()).toBe(3)
})

it('robots.txt is checked before a fetch, even a conditional one, but not for a kept page', async () => {
  let allows = true
  site['/robots.txt'] = (_, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end(`User-agent: *\nDisallow: ${allows ? '' : '/'}`)
  const careful = await openTestService({ GLEANER_ROBOTS: 'respect', GLEANER_BROWSER_PATH: '/nowhere/chromium' })
  const get = () => jsonOf(careful.get('/v1/scrape', { url: `${service.origin.url}/tagged?robots`, max_age_s: '60' }))
  expect(price(await get())).toEqual([false, 1])
  allows = false
  expect(price(await get())).toEqual([true, 0])
  // The rules are cached for an hour.
  pass(3_700_000)
  expect(typesOf(await get())).toEqual(['target_blocked'])
  await careful.close()
  expect(service.origin.requests.filter((path) => path === '/robots.txt')).toHaveLength(2)
})
