import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { httpResponse, openFetcher, openRawServer, textOf } from './loopback.ts'

describe('a page', () => {
  it('arrives complete, with its headers, media type and charset', async () => {
    await using site = await openRawServer((socket) =>
      socket.write(
        httpResponse('<p>Grüße', {
          headers: { 'Content-Type': 'Text/HTML; charset=utf-8', 'X-Twice': 'a', 'x-twice': 'b', __proto__x: 'c' },
        }),
      ),
    )
    await using fetcher = openFetcher()
    const page = await fetcher.get(`${site.url}/a?b=c#d`)
    expect(page).toMatchObject({
      url: `${site.url}/a?b=c#d`,
      finalUrl: `${site.url}/a?b=c#d`,
      status: 200,
      contentType: 'Text/HTML; charset=utf-8',
      mediaType: 'text/html',
      charset: 'utf-8',
      headers: { 'content-type': 'Text/HTML; charset=utf-8', 'x-twice': 'a, b' },
      rendered: false,
      complete: true,
      warnings: [],
    })
    expect(textOf(page)).toBe('<p>Grüße')
    expect(page.body.buffer.byteLength).toBe(page.body.byteLength)
  })

  it("is requested with one GET that states the client's name and accepted types", async () => {
    await using site = await openRawServer(httpResponse('').toString())
    await using fetcher = openFetcher({ userAgent: 'Mozilla/5.0 (compatible; Gleaner/0.1)' })
    await fetcher.get(`${site.url}/path?query#fragment`)
    const [head, ...fields] = String(site.requests[0]).trimEnd().split('\r\n')
    expect(head).toBe('GET /path?query HTTP/1.1')
    expect(Object.fromEntries(fields.map((field) => field.split(': ')))).toEqual({
      host: site.url.slice('http://'.length),
      connection: 'keep-alive',
      'user-agent': 'Mozilla/5.0 (compatible; Gleaner/0.1)',
      accept: expect.stringMatching(/^text\/html,.*text\/markdown;q=0\.9/),
      'accept-encoding': 'gzip, deflate, br, zstd',
      'accept-language': 'en,*;q=0.5',
    })
    expect(site.requests).toHaveLength(1)
  })

  it.each([
    [204, 'HTTP/1.1 204 No Content\r\n\r\n'],
    [205, 'HTTP/1.1 205 Reset Content\r\ncontent-length: 0\r\n\r\n'],
    [304, 'HTTP/1.1 304 Not Modified\r\n\r\n'],
    [200, 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 0\r\n\r\n'],
    [404, 'HTTP/1.1 404 Not Found\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
  ])('may be empty with status %i', async (status, response) => {
    await using site = await openRawServer(response)
    await using fetcher = openFetcher()
    const page = await fetcher.get(site.url)
    expect([page.status, page.body.byteLength]).toEqual([status, 0])
  })

  it.each([400, 401, 403, 404, 410, 429, 500, 501])(
    'counts as a page like any other with status %i, and is requested once',
    async (status) => {
      await using site = await openRawServer((socket) => socket.write(httpResponse('error page', { status })))
      await using fetcher = openFetcher()
      const page = await fetcher.get(site.url)
      expect([page.status, textOf(page), site.requests.length]).toEqual([status, 'error page', 1])
    },
  )

  it('fails before its body is read if it declares a length beyond the limit', async () => {
    await using site = await openRawServer('HTTP/1.1 200 OK\r\ncontent-length: 1025\r\n\r\n')
    await using fetcher = openFetcher({ maxBodyBytes: 1024 })
    await expect(fetcher.get(site.url)).rejects.toMatchObject({ type: 'response_too_large' })
    await site.idle()
  })

  it('arrives if it is exactly as large as the limit', async () => {
    await using site = await openRawServer(httpResponse('a'.repeat(1024)).toString())
    await using fetcher = openFetcher({ maxBodyBytes: 1024 })
    expect((await fetcher.get(site.url)).body.byteLength).toBe(1024)
  })

  it('fails if it decompresses beyond the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(4 * 1024 * 1024))
    await using site = await openRawServer((socket) =>
      socket.write(httpResponse(bomb, { headers: { 'content-encoding': 'gzip' } })),
    )
    await using fetcher = openFetcher()
    await expect(fetcher.get(site.url)).rejects.toMatchObject({ type: 'response_too_large' })
  })

  it.each([
    ['without a length, until the connection closes', 'HTTP/1.0 200 OK\r\n\r\nall of it'],
    [
      'in chunks, with a trailer',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nall\r\n6;x=y\r\n of it\r\n0\r\na: b\r\n\r\n',
    ],
    [
      'after an interim response',
      'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nall of it',
    ],
  ])('arrives %s', async (_, response) => {
    await using site = await openRawServer((socket) =>
      response.includes('1.0') ? socket.end(response) : socket.write(response),
    )
    await using fetcher = openFetcher()
    expect(textOf(await fetcher.get(site.url))).toBe('all of it')
  })

  it('arrives in chunks of one byte up to the limit', async () => {
    await using site = await openRawServer((socket) => {
      socket.end(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(200_000)}0\r\n\r\n`)
    })
    await using fetcher = openFetcher({ maxBodyBytes: 200_000 })
    expect((await fetcher.get(site.url)).body.byteLength).toBe(200_000)
    await using strict = openFetcher({ maxBodyBytes: 199_999 })
    await expect(strict.get(site.url)).rejects.toMatchObject({ type: 'response_too_large' })
  })

  it('arrives from an IPv6 address', async () => {
    await using site = await openRawServer(httpResponse('six').toString(), '::1')
    await using fetcher = openFetcher()
    expect(textOf(await fetcher.get(site.url))).toBe('six')
  })

  it('arrives from localhost only if every address that it resolves to is exempt', async () => {
    await using site = await openRawServer(httpResponse('here').toString())
    const url = `http://localhost:${site.port}/`
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    await using fetcher = openFetcher({ resolve })
    expect(textOf(await fetcher.get(url))).toBe('here')
    await using partly = openFetcher({
      resolve: async () => [...(await resolve()), { address: '10.0.0.1', family: 4 }],
    })
    await expect(partly.get(url)).rejects.toMatchObject({ type: 'address_refused' })
  })
})

describe('gzip where text is expected', () => {
  const zipped = gzipSync('<p>Hello')
  const bomb = gzipSync(Buffer.alloc(2_000_000))

  it.each([
    ['without a header', 'text/html', zipped, {}],
    ['without a header, as JSON', 'application/json', gzipSync('[1]'), {}],
    ['twice, with one header', 'text/html', gzipSync(zipped), { 'content-encoding': 'gzip' }],
    ['twice, without a header', 'text/html', gzipSync(zipped), {}],
  ])('is decompressed: %s', async (_how, type, body, headers: Record<string, string>) => {
    await using site = await openRawServer((socket) =>
      socket.write(httpResponse(body, { headers: { 'content-type': type, ...headers } })),
    )
    await using fetcher = openFetcher()
    expect(textOf(await fetcher.get(site.url))).toBe(type === 'text/html' ? '<p>Hello' : '[1]')
  })

  it.each([
    ['that is damaged', Buffer.concat([zipped.subarray(0, 12), Buffer.alloc(40, 7)]), 'invalid_response'],
    ['that is cut off', zipped.subarray(0, 20), 'invalid_response'],
    ['that is compressed three times', gzipSync(gzipSync(zipped)), 'invalid_response'],
    ['that is larger than a page may be', bomb, 'response_too_large'],
  ])('%s fails', async (_how, body, type) => {
    await using site = await openRawServer((socket) =>
      socket.write(httpResponse(body, { headers: { 'content-type': 'text/html' } })),
    )
    await using fetcher = openFetcher()
    await expect(fetcher.get(site.url)).rejects.toMatchObject({ type })
  })

  it('stays compressed under another type', async () => {
    await using site = await openRawServer((socket) =>
      socket.write(httpResponse(zipped, { headers: { 'content-type': 'application/gzip' } })),
    )
    await using fetcher = openFetcher()
    expect(Buffer.from((await fetcher.get(site.url)).body)).toEqual(zipped)
  })
})
