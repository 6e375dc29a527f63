import { createServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { subscribe } from '../../src/base/events.ts'
import { createAddressPolicy } from '../../src/fetch/guard/address-policy.ts'
import { httpResponse, listen, openFetcher, openRawServer, type RequestHandler, textOf } from './loopback.ts'

const redirectTo = (location: string, status = 302, headers: Record<string, string> = {}) =>
  httpResponse('moved', { status, headers: { location, ...headers } })

const write =
  (text: string | Buffer): RequestHandler =>
  (socket) =>
    void socket.write(text)
const end =
  (text: string | Buffer): RequestHandler =>
  (socket) =>
    void socket.end(text)

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('is followed with status %i, relative to the redirecting URL', async (status) => {
    await using site = await openRawServer((socket, nth) =>
      socket.write(nth === 1 ? redirectTo('../c?d', status) : httpResponse('there')),
    )
    await using fetcher = openFetcher()
    const page = await fetcher.get(`${site.url}/a/b/`)
    expect([page.finalUrl, textOf(page)]).toEqual([`${site.url}/a/c?d`, 'there'])
  })

  it.each([
    ['/b', '#kept', '#kept'],
    ['/b#new', '#old', '#new'],
    ['/b#', '#old', '#'],
  ])('resolves to %s from a page with %s as %s', async (location, before, after) => {
    await using site = await openRawServer((socket, nth) =>
      socket.write(nth === 1 ? redirectTo(location) : httpResponse('')),
    )
    await using fetcher = openFetcher()
    expect((await fetcher.get(`${site.url}/a${before}`)).finalUrl).toBe(`${site.url}/b${after}`)
    expect(site.requests[1]).toMatch(/^GET \/b HTTP/)
  })

  it.each([
    ['300 with a Location', httpResponse('choose', { status: 300, headers: { location: '/b' } })],
    ['302 without one', httpResponse('choose', { status: 302 })],
    ['302 with an empty one', redirectTo('')],
  ])('is not followed: %s', async (_, response) => {
    await using site = await openRawServer(response.toString())
    await using fetcher = openFetcher()
    const page = await fetcher.get(`${site.url}/a`)
    expect([page.finalUrl, page.status >= 300, site.requests.length]).toEqual([`${site.url}/a`, true, 1])
  })

  it('is followed up to ten times', async () => {
    await using site = await openRawServer((socket, nth) =>
      socket.write(nth <= 10 ? redirectTo(`/${nth}`) : httpResponse('end')),
    )
    await using loop = await openRawServer((socket) => socket.write(redirectTo('/again')))
    await using fetcher = openFetcher()
    expect((await fetcher.get(site.url)).finalUrl).toBe(`${site.url}/10`)
    await expect(fetcher.get(loop.url)).rejects.toMatchObject({ type: 'too_many_redirects' })
    expect(loop.requests).toHaveLength(11)
  })

  it.each([
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:10.0.0.1]/',
    'https://0xa9fea9fe/',
    'http://127.0.0.1:22/',
    'file:///etc/passwd',
    'data:text/html,hello',
    'ftp://example.com/',
    'javascript:alert(1)',
    'http://user:password@127.0.0.1:8080/',
    '//10.0.0.1/',
    '//user@127.0.0.1:8080/',
  ])('is refused if it points to %s, and the message names the redirect', async (location) => {
    await using site = await openRawServer((socket) => socket.write(redirectTo(location)))
    await using fetcher = openFetcher()
    await expect(fetcher.get(site.url)).rejects.toMatchObject({
      type: 'address_refused',
      message: expect.stringMatching(/redirect/i),
      problems: [{ loc: ['query', 'url'] }],
    })
  })

  it('is refused if it points to a name that resolves to a special address', async () => {
    await using canary = await openRawServer(httpResponse('reached').toString(), '127.0.0.7')
    await using site = await openRawServer((socket) => socket.write(redirectTo(`http://inner.example:${canary.port}/`)))
    await using fetcher = openFetcher({
      policy: createAddressPolicy({ allowAddresses: ['127.0.0.1/32'] }),
      resolve: async () => [{ address: '127.0.0.7', family: 4 }],
    })
    await expect(fetcher.get(site.url)).rejects.toMatchObject({
      type: 'address_refused',
      message: expect.stringMatching(/redirect to http:\/\/inner\.example/),
    })
    expect(canary.connections).toBe(0)
  })

  it('is an invalid response if its URL is invalid', async () => {
    await using site = await openRawServer((socket) => socket.write(redirectTo('http://[')))
    await using fetcher = openFetcher()
    await expect(fetcher.get(site.url)).rejects.toMatchObject({ type: 'invalid_response' })
  })

  it('may name its target in UTF-8', async () => {
    const location = Buffer.from('/café').toString('latin1')
    await using site = await openRawServer((socket, nth) =>
      socket.write(nth === 1 ? redirectTo(location) : httpResponse('')),
    )
    await using fetcher = openFetcher()
    expect((await fetcher.get(site.url)).finalUrl).toBe(`${site.url}/caf%C3%A9`)
  })

  it('is followed without waiting for a body that never ends', async () => {
    await using site = await openRawServer((socket, nth) => {
      if (nth > 1) return socket.write(httpResponse('there'))
      socket.write('HTTP/1.1 302 Found\r\nlocation: /b\r\ncontent-length: 1000000\r\n\r\nhalf')
    })
    await using fetcher = openFetcher()
    expect(textOf(await fetcher.get(site.url))).toBe('there')
  })

  it('may lead to the same URL until its cookie is sent back', async () => {
    await using site = await openRawServer((socket) => {
      const isKnown = site.requests.at(-1)?.includes('cookie: seen=yes; b=2\r\n')
      const cookies = 'seen=yes; Path=/; HttpOnly\r\nset-cookie: a=1\r\nset-cookie: b=2\r\nset-cookie: a=; Max-Age=0'
      socket.write(isKnown ? httpResponse('welcome') : redirectTo('/', 302, { 'set-cookie': cookies }))
    })
    await using fetcher = openFetcher()
    expect(textOf(await fetcher.get(site.url))).toBe('welcome')
    expect(site.requests).toHaveLength(2)
    // Cookies are not kept for the next retrieval.
    await fetcher.get(site.url)
    expect(site.requests[2]).not.toContain('cookie')
  })

  it('does not send cookies to another origin', async () => {
    await using other = await openRawServer(httpResponse('other').toString())
    await using site = await openRawServer((socket) =>
      socket.write(redirectTo(other.url, 302, { 'set-cookie': 'a=1' })),
    )
    await using fetcher = openFetcher()
    await fetcher.get(site.url)
    expect(other.requests[0]).not.toContain('cookie')
  })
})

describe('a 502, 503 or 504', () => {
  it.each([502, 503, 504])('(%i) is retried once, successfully', async (status) => {
    await using site = await openRawServer((socket, nth) =>
      socket.write(httpResponse(nth === 1 ? 'no' : 'yes', { status: nth === 1 ? status : 200 })),
    )
    await using fetcher = openFetcher()
    const page = await fetcher.get(site.url)
    expect([page.status, textOf(page), site.requests.length]).toEqual([200, 'yes', 2])
  })

  it('is the result if it comes twice', async () => {
    await using site = await openRawServer((socket, nth) => socket.write(httpResponse(`no ${nth}`, { status: 503 })))
    await using fetcher = openFetcher()
    const page = await fetcher.get(site.url)
    expect([page.status, textOf(page), site.requests.length]).toEqual([503, 'no 2', 2])
  })

  const breaks: [name: string, handle: RequestHandler][] = [
    ['is reset', (socket) => void socket.resetAndDestroy()],
    ['breaks off', end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nsh')],
    ['is not HTTP', end('SSH-2.0-OpenSSH_9.6\r\n')],
    ['is too large', write('HTTP/1.1 200 OK\r\ncontent-length: 99999999\r\n\r\n')],
    ['never comes', () => {}],
    ['never ends', write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nsh')],
  ]
  it.concurrent.each(breaks)('is the result if the second response %s', async (_, handle) => {
    await using site = await openRawServer((socket, nth) =>
      nth === 1 ? socket.write(httpResponse('no', { status: 503 })) : handle(socket, nth),
    )
    await using fetcher = openFetcher()
    const page = await fetcher.get(site.url, { timeoutMs: 8000 })
    expect([page.status, textOf(page), site.requests.length]).toEqual([503, 'no', 2])
    await fetcher.close()
    await site.idle()
  })

  it('is not a result if the signal aborts the retry', async () => {
    await using site = await openRawServer(
      (socket, nth) => nth === 1 && socket.write(httpResponse('no', { status: 503 })),
    )
    await using fetcher = openFetcher()
    const leaving = new AbortController()
    const loading = fetcher.get(site.url, { signal: leaving.signal })
    const ended = expect(loading).rejects.toThrow('left')
    await site.requested(2)
    leaving.abort(new Error('left'))
    await ended
    await fetcher.close()
    await site.idle()
  })

  it('is the result if too little time is left for a retry', async () => {
    await using site = await openRawServer((socket) => {
      onTestFinished(vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 29_500).mockRestore)
      socket.write(httpResponse('no', { status: 503 }))
    })
    await using fetcher = openFetcher()
    expect((await fetcher.get(site.url, { timeoutMs: 30_000 })).status).toBe(503)
    expect(site.requests).toHaveLength(1)
  })
})

describe("an origin that can't be reached", () => {
  it('fails without a retry', async () => {
    const closed = createServer()
    const port = await listen(closed)
    await new Promise((resolve) => closed.close(resolve))
    let lookups = 0
    await using fetcher = openFetcher({
      resolve: async () => {
        lookups++
        throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
      },
    })
    await expect(fetcher.get(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
      type: 'target_unreachable',
      message: expect.stringContaining('ECONNREFUSED'),
    })
    await expect(fetcher.get('http://nosuch.example/')).rejects.toMatchObject({
      type: 'target_unreachable',
      message: expect.stringContaining('DNS'),
    })
    expect(lookups).toBe(1)
  })

  it('fails without a retry if it does not speak TLS, and the message says so', async () => {
    let connections = 0
    const server = createServer((socket) => {
      connections++
      socket.on('error', () => {}).resume()
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    })
    const port = await listen(server)
    await using fetcher = openFetcher()
    await expect(fetcher.get(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({
      type: 'target_unreachable',
      message: expect.stringContaining('TLS'),
    })
    expect(connections).toBe(1)
    await new Promise((resolve) => server.close(resolve))
  })
})

describe('the signal', () => {
  it('prevents any connection if it was already aborted', async () => {
    await using site = await openRawServer(httpResponse('page').toString())
    await using fetcher = openFetcher()
    const reason = new Error('the client left')
    expect(await fetcher.get(site.url, { signal: AbortSignal.abort(reason) }).catch((error) => error)).toBe(reason)
    expect(site.connections).toBe(0)
  })

  it('stops the delay before a retry, and the wait for a host permit', async () => {
    await using site = await openRawServer(
      (socket, nth) => nth === 1 && socket.write(httpResponse('no', { status: 503 })),
    )
    await using fetcher = openFetcher({ perHostConcurrency: 1 })
    const waiting = new AbortController()
    const first = fetcher.get(site.url, { signal: waiting.signal })
    const { promise: responded, resolve: onResponse } = Promise.withResolvers<void>()
    onTestFinished(subscribe('gleaner:fetch', ({ host }) => void (site.url.endsWith(host) && onResponse())))
    await responded
    setImmediate(() => waiting.abort(new Error('left while waiting')))
    await expect(first).rejects.toThrow('left while waiting')

    const holding = new AbortController()
    const holder = fetcher.get(site.url, { signal: holding.signal })
    await site.requested(2)
    const queued = new AbortController()
    const second = fetcher.get(site.url, { signal: queued.signal })
    queued.abort(new Error('left the queue'))
    await expect(second).rejects.toThrow('left the queue')
    holding.abort(new Error('done'))
    await expect(holder).rejects.toThrow('done')
    expect(site.requests).toHaveLength(2)
  })

  it('does not affect other requests when it aborts one', async () => {
    const held: Socket[] = []
    await using site = await openRawServer((socket) => void held.push(socket))
    await using fetcher = openFetcher()
    const controller = new AbortController()
    const leaving = fetcher.get(site.url, { signal: controller.signal })
    const staying = fetcher.get(site.url)
    await site.requested(2)
    controller.abort(new Error('left'))
    await expect(leaving).rejects.toThrow('left')
    for (const socket of held) socket.write(httpResponse('page'))
    expect(textOf(await staying)).toBe('page')
  })
})
