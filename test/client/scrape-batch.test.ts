import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Client, createClient } from '../../packages/client/src/client.ts'
import { type Origin, openLoopback, openOrigin } from '../origin.ts'
import { openTestService, type TestService } from '../service.ts'

let gleaner: TestService
let origin: Origin
let client: Client
beforeAll(async () => {
  origin = await openOrigin({
    '/': { body: '<title>Oak</title><p>An oak is a <a href="/tree">tree</a>.</p>' },
    '/never': () => {},
  })
  gleaner = await openTestService()
  client = createClient({ key: gleaner.key, baseUrl: gleaner.url })
})
afterAll(async () => {
  await gleaner.close()
  await origin.close()
})

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

describe('scrapeBatch', () => {
  it('yields a line for each URL as it finishes, and returns the sums', async () => {
    const urls = [`${origin.url}/`, 'ftp://example.com/', `${origin.url}/?2`]
    const lines = client.scrapeBatch({ urls, output: 'links' })
    const seen: [number, unknown][] = []
    for (;;) {
      const { done, value } = await lines.next()
      if (done) {
        expect(value).toEqual({ ok: 2, failed: 1, credits_charged: 2 })
        break
      }
      const { index, url, status, result, error } = value
      expect(url).toBe(urls[index])
      const text: string | undefined = result?.content[0]?.text
      seen.push([status, text ?? error?.detail[0]?.type])
    }
    expect(seen.sort()).toEqual([
      [200, 'tree'],
      [200, 'tree'],
      [422, 'url_scheme'],
    ])
  })

  it('cancels the remaining URLs when the caller leaves the loop, or aborts the signal', async () => {
    const urls = [`${origin.url}/`, ...Array.from({ length: 40 }, (_, n) => `${origin.url}/never?${n}`)]
    for await (const { status } of client.scrapeBatch({ urls })) {
      expect(status).toBe(200)
      break
    }
    await expect.poll(() => gleaner.http.requests()).toBe(0)
    const leaving = new AbortController()
    const lines = client.scrapeBatch({ urls }, { signal: leaving.signal })
    await lines.next()
    leaving.abort(new Error('enough'))
    expect(await failure(lines.next())).toMatchObject({ message: 'enough' })
    await expect.poll(() => gleaner.http.requests()).toBe(0)
    expect(origin.requests.filter((path) => path.startsWith('/never?')).length).toBeLessThan(40)
  })

  it("throws the service's error when the whole batch is refused", async () => {
    expect(await failure(client.scrapeBatch({ urls: [] }).next())).toMatchObject({ type: 'value_error' })
  })

  it('has no time limit once the response has begun, and notices when it is cut off', async () => {
    const line = '{"index":0,"url":"https://example.com/","status":200,"result":{}}'
    let end = () => {}
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' }).write(`${line.slice(0, 20)}`)
      end = () => {
        response.write(`${line.slice(20)}\n`)
        response.end()
      }
    })
    const { url: baseUrl, close } = await openLoopback(server)
    onTestFinished(close)
    const lines = createClient({ baseUrl, timeoutMs: 200 }).scrapeBatch({ urls: ['https://example.com/'] })
    const first = lines.next()
    setTimeout(() => end(), 400)
    expect((await first).value).toMatchObject({ index: 0, status: 200 })
    expect(await failure(lines.next())).toMatchObject({ message: expect.stringContaining('cut off') })
  })
})
