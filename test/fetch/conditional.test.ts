import { describe, expect, it } from 'vitest'
import { noShare } from '../../src/base/share.ts'
import type { Validators } from '../../src/page/page.ts'
import { httpResponse, openFetcher, openRawServer, type TestFetcher } from './loopback.ts'

const etag = '"a1"'
const lastModified = 'Sun, 06 Nov 1994 08:49:37 GMT'
const conditions = /^if-(none-match|modified-since):.*$/gim
const notModified = 'HTTP/1.1 304 Not Modified\r\netag: "a1"\r\n\r\n'

const load = (fetcher: TestFetcher, url: string, validators: Partial<Validators> & { url: string }) =>
  fetcher.load({
    url: new URL(url),
    ...{ signal: new AbortController().signal, deadlineAt: performance.now() + 60_000 },
    share: noShare,
    validators: { etag: null, lastModified: null, ...validators },
  })

describe('a conditional request', () => {
  it.each([
    [{ etag }, ['if-none-match: "a1"']],
    [{ etag: 'W/"a1"' }, ['if-none-match: W/"a1"']],
    [{ lastModified }, [`if-modified-since: ${lastModified}`]],
    [{ etag, lastModified }, ['if-none-match: "a1"', `if-modified-since: ${lastModified}`]],
  ])('gets a 304 with %o', async (known, sent) => {
    await using site = await openRawServer(notModified)
    await using fetcher = openFetcher()
    const page = await load(fetcher, `${site.url}/a#top`, { url: `${site.url}/a`, ...known })
    expect([page.status, page.body.byteLength, page.finalUrl]).toEqual([304, 0, `${site.url}/a#top`])
    expect(site.requests[0]?.match(conditions)).toEqual(sent)
  })

  it('is answered with the changed page', async () => {
    await using site = await openRawServer(httpResponse('changed').toString())
    await using fetcher = openFetcher()
    const page = await load(fetcher, site.url, { url: `${site.url}/`, etag })
    expect([page.status, new TextDecoder().decode(page.body)]).toEqual([200, 'changed'])
  })

  it('is conditional again when it is retried', async () => {
    await using site = await openRawServer((socket, nth) =>
      socket.write(nth === 1 ? httpResponse('', { status: 503 }) : notModified),
    )
    await using fetcher = openFetcher()
    expect((await load(fetcher, site.url, { url: `${site.url}/`, etag })).status).toBe(304)
    expect(site.requests.map((head) => head.match(conditions))).toEqual([
      ['if-none-match: "a1"'],
      ['if-none-match: "a1"'],
    ])
  })

  it('sends its conditions only to the URL that returned them, not to other URLs of a redirect', async () => {
    await using other = await openRawServer((socket) =>
      socket.write(httpResponse('', { status: 302, headers: { location: `${site.url}/end` } })),
    )
    await using site = await openRawServer((socket, nth) =>
      socket.write(
        nth === 1 ? httpResponse('', { status: 302, headers: { location: `${other.url}/end` } }) : notModified,
      ),
    )
    await using fetcher = openFetcher()
    const page = await load(fetcher, `${site.url}/start`, { url: `${site.url}/end`, etag, lastModified })
    expect(page.status).toBe(304)
    expect(site.requests.map((head) => [head.split(' ')[1], head.match(conditions)?.length ?? 0])).toEqual([
      ['/start', 0],
      ['/end', 2],
    ])
    expect(other.requests.map((head) => head.match(conditions))).toEqual([null])
  })

  it.each([
    ['that another path answers with 304', '/other'],
    ['that another query answers with 304', '/?b'],
  ])('%s has a broken response', async (_, path) => {
    await using site = await openRawServer(notModified)
    await using fetcher = openFetcher()
    await expect(load(fetcher, `${site.url}${path}`, { url: `${site.url}/`, etag })).rejects.toMatchObject({
      type: 'invalid_response',
    })
    expect(site.requests[0]?.match(conditions)).toBeNull()
  })
})

it('an unsolicited 304 is a page with that status, returned unchanged', async () => {
  await using site = await openRawServer(notModified)
  await using fetcher = openFetcher()
  expect(await fetcher.get(site.url)).toMatchObject({ status: 304 })
})
