import { afterAll, beforeAll, expect, it } from 'vitest'
import { httpResponse, openRawServer, type RawServer } from '../fetch/loopback.ts'
import { jsonOf, openTestService, type TestService } from '../service.ts'

const page = '<html><title>Ferry</title><h1>Times</h1><p>The first boat leaves the quay at six.</p></html>'
let gleaner: TestService
let site: RawServer

beforeAll(async () => {
  site = await openRawServer((socket, nth) =>
    socket.write(nth === 1 ? httpResponse(page) : `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n${page}`),
  )
  gleaner = await openTestService()
  // The first request starts the readers.
  await gleaner.get('/v1/scrape', { url: `${site.url}/first` })
})
afterAll(async () => {
  await gleaner.close()
  await site[Symbol.asyncDispose]()
})

it.concurrent.each<Record<string, string>>([{}, { render_if_needed: 'true' }])(
  'a page with a connection that never ends is read in time and charged, with %j',
  async (parameters) => {
    const answer = await jsonOf(gleaner.get('/v1/scrape', { url: site.url, timeout_ms: '8000', ...parameters }))
    expect(answer).toMatchObject({
      content: '# Times\n\nThe first boat leaves the quay at six.',
      complete: false,
      credits_charged: 1,
      warnings: [{ code: 'body_incomplete' }],
    })
  },
)
