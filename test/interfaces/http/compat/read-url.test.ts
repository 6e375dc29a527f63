import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { subscribe } from '../../../../src/base/events.ts'
import { type Origin, openOrigin } from '../../../origin.ts'
import { jsonOf, openTestService, requestsTo, type TestService, typesOf } from '../../../service.ts'
import { runBatch } from './batch-lines.ts'

let gleaner: TestService
let origin: Origin

beforeAll(async () => {
  origin = await openOrigin({
    '/oak': (asked, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end(`<title>Oak</title><p>${asked.url?.replaceAll('&', '&amp;')}</p>`)
    },
    '/table': { headers: { 'content-type': 'text/csv' }, body: 'a,b\n1,2\n' },
    '/list': { body: '<main><ul><li>One<li>Two</ul><p>A page with a list of two things.</p></main>' },
    '/missing': { status: 404, body: '<p>There is nothing here.</p>' },
    '/empty': { body: '' },
    '/image': { headers: { 'content-type': 'image/png' }, body: 'x' },
  })
  gleaner = await openTestService({ GLEANER_BROWSER_PATH: '/nowhere/chromium' })
})
afterAll(async () => {
  await gleaner.close()
  await origin.close()
})

/** Sends the path unchanged, unlike fetch. */
function get(path: string): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  const { port } = new URL(gleaner.url)
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, headers: { authorization: `Bearer ${gleaner.key}` } }, async (response) => {
      let text = ''
      for await (const chunk of response.setEncoding('utf8')) text += chunk
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
    })
    sent.on('error', reject).end()
  })
}

describe('/r/URL', () => {
  it('answers the page as markdown, with the URL and its query unchanged', async () => {
    for (const written of ['/oak?a=1&b=https://example.com/?c=d', '/oak?a=%2Fb%20c', '/oak']) {
      const { status, headers, text } = await get(`/r/${origin.url}${written}`)
      expect([status, text.replaceAll('\\', '')]).toEqual([200, written])
      expect(headers).toMatchObject({
        'content-type': 'text/markdown; charset=utf-8',
        'gleaner-title': 'Oak',
        'gleaner-credits-charged': '1',
      })
    }
  })

  it('understands a merged slash, and a URL that is encoded as a whole', async () => {
    expect((await get(`/r/${origin.url.replace('//', '/')}/oak?x=1`)).text).toBe('/oak?x=1')
    expect((await get(`/r/${encodeURIComponent(`${origin.url}/oak?x=1`)}`)).text).toBe('/oak?x=1')
  })

  it('fails as a scrape does', async () => {
    for (const [written, type] of [
      ['', 'string_too_short'],
      ['nonsense', 'url_parsing'],
      ['ftp://example.com/', 'url_scheme'],
      ['https%3', 'url_parsing'],
      [`${origin.url}/image`, 'unsupported_content_type'],
    ])
      expect(typesOf(JSON.parse((await get(`/r/${written}`)).text)), written).toEqual([type])
    expect((await fetch(`${gleaner.url}/r/${origin.url}/oak`)).status).toBe(401)
    expect((await gleaner.post(`/r/${origin.url}/oak`, {})).status).toBe(405)
  })

  it("does not name the page's URL in its events", async () => {
    const paths: string[] = []
    onTestFinished(subscribe('gleaner:http', ({ path }) => paths.push(path)))
    await get(`/r/${origin.url}/oak`)
    await expect.poll(() => paths).toEqual(['/r/'])
  })
})

it('GLEANER_COMPAT=off removes the routes, but not batches', async () => {
  const service = await openTestService({ GLEANER_COMPAT: 'off' })
  onTestFinished(() => service.close())
  expect((await service.get(`/r/${origin.url}/oak`)).status).toBe(404)
  expect((await service.post('/compat/firecrawl/v2/scrape', { url: origin.url })).status).toBe(404)
  expect((await service.post('/compat/openwebui/load', { urls: [origin.url] })).status).toBe(404)
  expect((await service.get('/compat/openwebui/process', {}, { method: 'PUT', body: 'x' })).status).toBe(404)
  expect((await runBatch(service, { urls: [`${origin.url}/oak`] })).end.ok).toBe(1)
  const { paths } = (await jsonOf(service.get('/openapi.json'))) as { paths: object }
  expect(Object.keys(paths).filter((path) => path.startsWith('/compat') || path.startsWith('/r/'))).toEqual([])
})

describe.each(['/oak', '/table', '/list', '/missing', '/empty', '/image'])('for %s', (path) => {
  it('every route has the content and the charge of REST', async () => {
    const url = origin.url + path
    const ways = {
      rest: async (own: Requests) =>
        (await jsonOf(own.post('/v1/scrape', { url, render_if_needed: true }))).content ?? null,
      batch: async (own: Requests) =>
        (await runBatch(own, { urls: [url], render_if_needed: true })).lines[0]?.result?.content ?? null,
      path: async (own: Requests) => {
        const response = await fetch(`${gleaner.url}/r/${url}`, { headers: { authorization: own.authorization } })
        return response.ok ? response.text() : null
      },
      firecrawl: async (own: Requests) => {
        const { data } = (await jsonOf(own.post('/compat/firecrawl/v2/scrape', { url }))) as {
          data?: { markdown: string }
        }
        return data?.markdown ?? null
      },
      openwebui: async (own: Requests) => {
        const answer = await (await own.post('/compat/openwebui/load', { urls: [url] })).json()
        return (answer as { page_content: string }[])[0]?.page_content ?? null
      },
    }
    const found = await Promise.all(
      Object.values(ways).map(async (ask) => {
        const { key } = await gleaner.access.issue('parity')
        const own = { ...requestsTo(gleaner.url, key), authorization: `Bearer ${key}` }
        const content = await ask(own)
        return [content, (await jsonOf(own.get('/v1/account'))).credits_used]
      }),
    )
    expect(found).toEqual(found.map(() => found[0]))
  })
})

type Requests = ReturnType<typeof requestsTo> & { authorization: string }
