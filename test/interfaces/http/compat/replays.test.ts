import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Origin, openOrigin } from '../../../origin.ts'
import { openTestService, type TestService } from '../../../service.ts'

/** The requests that products send, with the URL of a page as PAGE and the key as KEY, from the sources that each case names. */
interface Replay {
  product: string
  /** Repository, file and commit. */
  source: string
  request: string
  /** Header lines except Host and Content-Length, in the order of the product's HTTP client. */
  headers: readonly string[]
  body: string
  /** The values that the product reads from the response. */
  reads(answer: never): unknown
  expected: unknown
}

interface FirecrawlAnswer {
  success: boolean
  data: { markdown: string; rawHtml?: string; metadata: { title: string; sourceURL: string; statusCode: number } }
}

const firecrawl = '/compat/firecrawl/v2/scrape'
const python = [
  'User-Agent: python-requests/2.32.5',
  'Accept-Encoding: gzip, deflate',
  'Accept: */*',
  'Connection: keep-alive',
]
const axios = [
  'Accept: application/json, text/plain, */*',
  'Content-Type: application/json',
  'Authorization: Bearer KEY',
]
const acorns = expect.stringContaining('acorns')
const markdownOf = ({ success, data }: FirecrawlAnswer) => [success, data.markdown]

const replays: readonly Replay[] = [
  {
    product: 'LibreChat',
    source: 'danny-avila/agents, src/tools/search/firecrawl.ts, 2054850e',
    request: `POST ${firecrawl} HTTP/1.1`,
    headers: [
      ...axios,
      'User-Agent: axios/1.12.2',
      'Accept-Encoding: gzip, compress, deflate, br',
      'Connection: keep-alive',
    ],
    body: '{"url":"PAGE","formats":["markdown","rawHtml"],"timeout":7500}',
    reads: ({ success, data }: FirecrawlAnswer) => [success, data.markdown, data.rawHtml, data.metadata.title],
    expected: [true, acorns, expect.stringContaining('<p>'), 'Oak'],
  },
  {
    product: 'LibreChat with all of firecrawlOptions',
    source: 'danny-avila/agents, src/tools/search/firecrawl.ts, 2054850e',
    request: `POST ${firecrawl} HTTP/1.1`,
    headers: [...axios, 'User-Agent: axios/1.12.2', 'Connection: keep-alive'],
    body: '{"url":"PAGE","formats":["markdown"],"includeTags":["p"],"excludeTags":["nav"],"headers":{"X-A":"b"},"waitFor":0,"timeout":10000,"onlyMainContent":true,"maxAge":0,"mobile":false,"skipTlsVerification":false,"parsePDF":true,"location":{"country":"US","languages":["en"]},"removeBase64Images":true,"blockAds":true,"storeInCache":true,"zeroDataRetention":false}',
    reads: markdownOf,
    expected: [true, acorns],
  },
  {
    product: 'n8n',
    source: 'firecrawl/n8n-nodes-firecrawl, nodes/Firecrawl/Firecrawl.node.ts 1f1979be, api/scrape/index.ts 11321474',
    request: `POST ${firecrawl} HTTP/1.1`,
    headers: [
      'Accept: application/json',
      'Content-Type: application/json',
      'Authorization: Bearer KEY',
      'User-Agent: axios/1.12.0',
    ],
    body: '{"integration":"n8n","url":"PAGE","parsers":[{"type":"pdf"}],"formats":["markdown"],"onlyMainContent":true,"includeTags":[],"excludeTags":[],"headers":{},"waitFor":0,"mobile":false,"skipTlsVerification":false,"timeout":30000,"actions":[],"location":{"country":"US","languages":[]},"removeBase64Images":true}',
    reads: markdownOf,
    expected: [true, acorns],
  },
  {
    product: "Dify's plugin for Firecrawl",
    source: 'langgenius/dify-official-plugins, tools/firecrawl/tools/scrape.py 206f4620, firecrawl_appx.py 2694dfba',
    request: `POST ${firecrawl} HTTP/1.1`,
    headers: [...python, 'Content-Type: application/json', 'Authorization: Bearer KEY'],
    body: '{"url": "PAGE", "onlyMainContent": true, "waitFor": 0, "timeout": 30000}',
    reads: markdownOf,
    expected: [true, acorns],
  },
  {
    product: 'Open WebUI, web pages',
    source: 'open-webui/open-webui, backend/open_webui/retrieval/loaders/external_web.py, 02530d50',
    request: 'POST /compat/openwebui/load HTTP/1.1',
    headers: [
      ...['User-Agent: Open WebUI (https://github.com/open-webui/open-webui) External Web Loader', ...python.slice(1)],
      ...['Authorization: Bearer KEY', 'Content-Type: application/json'],
    ],
    body: '{"urls": ["PAGE", "PAGE?2"]}',
    reads: (pages: { page_content: string; metadata: { source: string; title: string } }[]) =>
      pages.map(({ page_content, metadata }) => [page_content, metadata.source, metadata.title]),
    expected: [
      [acorns, 'PAGE', 'Oak'],
      [acorns, 'PAGE?2', 'Oak'],
    ],
  },
  {
    product: 'Open WebUI, documents',
    source: 'open-webui/open-webui, backend/open_webui/retrieval/loaders/external_document.py, 005d5505',
    request: 'PUT /compat/openwebui/process HTTP/1.1',
    headers: [...python, 'Content-Type: text/html', 'Authorization: Bearer KEY', 'X-Filename: oak%20tree.html'],
    body: '<title>Oak</title><p>An oak has acorns.</p>',
    reads: ({ page_content, metadata }: { page_content: string; metadata: { source: string } }) => [
      page_content,
      metadata.source,
    ],
    expected: [acorns, 'oak tree.html'],
  },
]

describe('the request of', () => {
  let gleaner: TestService
  let origin: Origin
  beforeAll(async () => {
    const body = '<title>Oak</title><main><h1>Oak</h1><p>An oak is a tree with acorns, which grows slowly.</p></main>'
    origin = await openOrigin({ '/oak': { body } })
    gleaner = await openTestService({ GLEANER_BROWSER_PATH: '/nowhere/chromium' })
    // Starts the readers, because some clients allow only seconds.
    await gleaner.get('/v1/scrape', { url: `${origin.url}/oak`, timeout_ms: '120000' })
  })
  afterAll(async () => {
    await gleaner.close()
    await origin.close()
  })

  const localized = (value: string) => value.replaceAll('PAGE', `${origin.url}/oak`).replaceAll('KEY', gleaner.key)

  /** Sends the bytes of the request, and resolves with the status and the body of the response. */
  async function replay({ request, headers, body }: Replay): Promise<[number, never]> {
    const { hostname, port, host } = new URL(gleaner.url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const sent = localized(body)
    // A compressed response or one that stays open would need a client to read it.
    const kept = headers.filter((line) => !/^(accept-encoding|connection):/i.test(line))
    const lines = [request, `Host: ${host}`, ...kept.map(localized), 'Connection: close']
    socket.write(`${lines.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(sent)}\r\n\r\n${sent}`)
    const [head = '', ...rest] = (await text(socket)).split('\r\n\r\n')
    const answer = rest.join('\r\n\r\n')
    return [Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), JSON.parse(answer) as never]
  }

  it.each(replays)('$product is answered as it expects ($source)', async (one) => {
    const [status, answer] = await replay(one)
    expect([status, JSON.stringify(answer).slice(0, 300)]).toEqual([200, expect.any(String)])
    const read = JSON.parse(JSON.stringify(one.reads(answer)).replaceAll(`${origin.url}/oak`, 'PAGE'))
    expect(read).toEqual(one.expected)
  })
})
