import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placedPdf } from '../../../documents/pdf/placed-text.ts'
import { type Origin, openOrigin } from '../../../origin.ts'
import { jsonOf, openTestService, requestsTo, type TestService } from '../../../service.ts'

let gleaner: TestService
let origin: Origin

beforeAll(async () => {
  origin = await openOrigin({
    '/oak': { body: '<title>Oak</title><nav>Menu</nav><main><p>An oak is a tree.</p></main>' },
    '/moved': { status: 301, headers: { location: '/oak' } },
    '/image': { headers: { 'content-type': 'image/png' }, body: 'x' },
  })
  gleaner = await openTestService({ GLEANER_BROWSER_PATH: '/nowhere/chromium' })
})
afterAll(async () => {
  await gleaner.close()
  await origin.close()
})

/** The request that Open WebUI's ExternalWebLoader sends. */
const load = (urls: unknown, service: Pick<TestService, 'post'> = gleaner) =>
  service.post(
    '/compat/openwebui/load',
    { urls },
    { headers: { 'user-agent': 'Open WebUI (https://github.com/open-webui/open-webui) External Web Loader' } },
  )

/** The request that Open WebUI's ExternalDocumentLoader sends. */
const process = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  gleaner.get('/compat/openwebui/process', {}, { method: 'PUT', body, headers })

describe('the web loader of Open WebUI', () => {
  it('gets the pages in the order of the URLs, and is charged for each', async () => {
    const { key } = await gleaner.access.issue('loads')
    const own = requestsTo(gleaner.url, key)
    const response = await load([`${origin.url}/moved`, `${origin.url}/oak`, `${origin.url}/moved`], own)
    const metadata = { title: 'Oak', final_url: `${origin.url}/oak`, status_code: 200 }
    expect([response.status, await response.json()]).toEqual([
      200,
      ['/moved', '/oak', '/moved'].map((path) => ({
        page_content: 'An oak is a tree.',
        metadata: { source: origin.url + path, ...metadata },
      })),
    ])
    expect((await jsonOf(own.get('/v1/account'))).credits_used).toBe(3)
  })

  it('gets no page for a URL that fails, and an error if all fail', async () => {
    const some = await load(['nonsense', `${origin.url}/oak`, `${origin.url}/image`])
    expect([some.status, await some.json()]).toMatchObject([200, [{ page_content: 'An oak is a tree.' }]])
    const none = await load([`${origin.url}/image`, 'nonsense'])
    expect([none.status, (await jsonOf(none)).detail]).toMatchObject([502, [{ type: expect.any(String) }]])
  })

  it('may send 1 to 20 URLs', async () => {
    const page = `${origin.url}/oak`
    expect((await load(Array.from({ length: 20 }, () => page))).status).toBe(200)
    for (const urls of [[], Array.from({ length: 21 }, () => page), page, undefined, [1]])
      expect((await load(urls)).status).toBe(422)
  })
})

describe('the document loader of Open WebUI', () => {
  it('gets the text of a document, whose name decides where its bytes do not', async () => {
    const pdf = placedPdf([{ texts: [{ text: 'Hello from a PDF', x: 72, y: 700 }] }])
    // Starts the reader of documents, because this route has the default time limit.
    await gleaner.get('/v1/convert', { timeout_ms: '120000' }, { method: 'POST', body: pdf })
    const read = await process(pdf, { 'content-type': 'application/pdf', 'x-filename': 'Gr%C3%BC%C3%9Fe.pdf' })
    expect([read.status, await read.json()]).toMatchObject([
      200,
      { page_content: expect.stringContaining('Hello from a PDF'), metadata: { source: 'Grüße.pdf', page_count: 1 } },
    ])
    const table = await jsonOf(
      process('a,b\n1,2\n', { 'content-type': 'application/octet-stream', 'x-filename': 'a.csv' }),
    )
    expect(table.page_content).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |')
  })

  it('gets an error for a document without text, after which it uses its own parser', async () => {
    const answer = await process(placedPdf([{ texts: [] }]), { 'content-type': 'application/pdf' })
    expect([answer.status, await jsonOf(answer)]).toMatchObject([
      422,
      { detail: [{ msg: 'No extractable text' }], credits_charged: 1 },
    ])
    expect((await process('')).status).toBe(422)
  })
})
