import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAddressPolicy } from '../../src/fetch/guard/address-policy.ts'
import { type Events, subscribe } from '../../src/observe.ts'
import { answer, openFetcher, openWire, textOf } from './loopback.ts'

const redirectTo = (location: string, status = 302, headers: Record<string, string> = {}) =>
  answer('moved', { status, headers: { location, ...headers } })

describe('a page', () => {
  it('arrives whole, with everything that was said about it', async () => {
    await using site = await openWire((socket) =>
      socket.write(
        answer('<p>Grüße', {
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

  it('is asked for politely: who we are, what we read, one GET and no more', async () => {
    await using site = await openWire(answer('').toString())
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
  ])('with %i may be empty', async (status, said) => {
    await using site = await openWire(said)
    await using fetcher = openFetcher()
    const page = await fetcher.get(site.url)
    expect([page.status, page.body.byteLength]).toEqual([status, 0])
  })

  it.each([400, 401, 403, 404, 410, 429, 500, 501])(
    'with %i is a page like another, asked for once',
    async (status) => {
      await using site = await openWire((socket) => socket.write(answer('error page', { status })))
      await using fetcher = openFetcher()
      const page = await fetcher.get(site.url)
      expect([page.status, textOf(page), site.requests.length]).toEqual([status, 'error page', 1])
    },
  )

  it('that is larger than allowed fails before it is read when its length says so', async () => {
    await using site = await openWire('HTTP/1.1 200 OK\r\ncontent-length: 1025\r\n\r\n')
    await using fetcher = openFetcher({ maxBodyBytes: 1024 })
    await expect(fetcher.get(site.url)).rejects.toMatchObject({ type: 'response_too_large' })
    await site.idle()
  })

  it('that is as large as allowed arrives', async () => {
    await using site = await openWire(answer('a'.repeat(1024)).toString())
    await using fetcher = openFetcher({ maxBodyBytes: 1024 })
    expect((await fetcher.get(site.url)).body.byteLength).toBe(1024)
  })

  it('that unpacks beyond the cap fails', async () => {
    const bomb = gzipSync(Buffer.alloc(4 * 1024 * 1024))
    await using site = await openWire((socket) =>
      socket.write(answer(bomb, { headers: { 'content-encoding': 'gzip' } })),
    )
    await using fetcher = openFetcher()
    await expect(fetcher.get(site.url)).rejects.toMatchObject({ type: 'response_too_large' })
  })

  it.each([
    ['without a length, up to the close', 'HTTP/1.0 200 OK\r\n\r\nall of it'],
    [
      'in chunks, with a trailer',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nall\r\n6;x=y\r\n of it\r\n0\r\na: b\r\n\r\n',
    ],
    [
      'after an interim answer',
      'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nall of it',
    ],
  ])('arrives %s', async (_, said) => {
    await using site = await openWire((socket) => (said.includes('1.0') ? socket.end(said) : socket.write(said)))
    await using fetcher = openFetcher()
    expect(textOf(await fetcher.get(site.url))).toBe('all of it')
  })

  // RFC 9110 §15.2: a client must be able to parse interim answers that it did not ask for.
  const unasked = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\nx: HTTP/1.1 100\r\n\r\n'
  it.each([
    ['in one piece', (socket: Socket) => void socket.write(unasked + answer('all of it'))],
    [
      'byte by byte',
      async (socket: Socket) => {
        for (const byte of unasked + answer('all of it')) {
          socket.write(byte)
          await new Promise(setImmediate)
        }
      },
    ],
  ])('arrives after 100 Continue that nobody asked for, %s, also on a kept connection', async (_, play) => {
    await using site = await openWire(play)
    await using fetcher = openFetcher()
    for (let i = 0; i < 3; i++) expect(textOf(await fetcher.get(site.url))).toBe('all of it')
    expect([site.connections, site.requests.length]).toEqual([1, 3])
  })

  it('whose text looks like an interim answer arrives as it is', async () => {
    await using site = await openWire((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 25\r\n\r\n')
      setImmediate(() => socket.write(unasked.slice(0, 25)))
    })
    await using fetcher = openFetcher()
    for (let i = 0; i < 2; i++) expect(textOf(await fetcher.get(site.url))).toBe(unasked.slice(0, 25))
  })

  it('in chunks of one byte arrives up to the cap', async () => {
    await using site = await openWire((socket) => {
      socket.end(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(200_000)}0\r\n\r\n`)
    })
    await using fetcher = openFetcher({ maxBodyBytes: 200_000 })
    expect((await fetcher.get(site.url)).body.byteLength).toBe(200_000)
    await using strict = openFetcher({ maxBodyBytes: 199_999 })
    await expect(strict.get(site.url)).rejects.toMatchObject({ type: 'response_too_large' })
  })

  it('of an IPv6 address arrives', async () => {
    await using site = await openWire(answer('six').toString(), '::1')
    await using fetcher = openFetcher()
    expect(textOf(await fetcher.get(site.url))).toBe('six')
  })

  it('of localhost arrives when all that it resolves to is exempt, and else not', async () => {
    await using site = await openWire(answer('here').toString())
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

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('with %i is followed, relative to where it comes from', async (status) => {
    await using site = await openWire((socket, nth) =>
      socket.write(nth === 1 ? redirectTo('../c?d', status) : answer('there')),
    )
    await using fetcher = openFetcher()
    const page = await fetcher.get(`${site.url}/a/b/`)
    expect([page.finalUrl, textOf(page)]).toEqual([`${site.url}/a/c?d`, 'there'])
  })

  it.each([
    ['/b', '#kept', '#kept'],
    ['/b#new', '#old', '#new'],
    ['/b#', '#old', '#'],
  ])('to %s from a page with %s ends at %s', async (location, before, after) => {
    await using site = await openWire((socket, nth) => socket.write(nth === 1 ? redirectTo(location) : answer('')))
    await using fetcher = openFetcher()
    expect((await fetcher.get(`${site.url}/a${before}`)).finalUrl).toBe(`${site.url}/b${after}`)
    expect(site.requests[1]).toMatch(/^GET \/b HTTP/)
  })

  it.each([
    ['300 with an address', answer('choose', { status: 300, headers: { location: '/b' } })],
    ['302 without one', answer('choose', { status: 302 })],
    ['302 with an empty one', redirectTo('')],
  ])('is none: %s', async (_, said) => {
    await using site = await openWire(said.toString())
    await using fetcher = openFetcher()
    const page = await fetcher.get(`${site.url}/a`)
    expect([page.finalUrl, page.status >= 300, site.requests.length]).toEqual([`${site.url}/a`, true, 1])
  })

  it('is followed ten times and no more', async () => {
    await using site = await openWire((socket, nth) => socket.write(nth <= 10 ? redirectTo(`/${nth}`) : answer('end')))
    await using loop = await openWire((socket) => socket.write(redirectTo('/again')))
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
  ])('to %s is refused, and the message says that it was one', async (location) => {
    await using site = await openWire((socket) => socket.write(redirectTo(location)))
    await using fetcher = openFetcher()
    await expect(fetcher.get(site.url)).rejects.toMatchObject({
      type: 'address_refused',
      message: expect.stringMatching(/redirect/i),
      problems: [{ loc: ['query', 'url'] }],
    })
  })

  it('to a name that resolves to a special address is refused', async () => {
    await using canary = await openWire(answer('reached').toString(), '127.0.0.7')
    await using site = await openWire((socket) => socket.write(redirectTo(`http://inner.example:${canary.port}/`)))
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

  it('to what is not a URL is an invalid response', async () => {
    await using site = await openWire((socket) => socket.write(redirectTo('http://[')))
    await using fetcher = openFetcher()
    await expect(fetcher.get(site.url)).rejects.toMatchObject({ type: 'invalid_response' })
  })

  it('may be written in UTF-8', async () => {
    const location = Buffer.from('/café').toString('latin1')
    await using site = await openWire((socket, nth) => socket.write(nth === 1 ? redirectTo(location) : answer('')))
    await using fetcher = openFetcher()
    expect((await fetcher.get(site.url)).finalUrl).toBe(`${site.url}/caf%C3%A9`)
  })

  it('is followed without waiting for a body that never ends', async () => {
    await using site = await openWire((socket, nth) => {
      if (nth > 1) return socket.write(answer('there'))
      socket.write('HTTP/1.1 302 Found\r\nlocation: /b\r\ncontent-length: 1000000\r\n\r\nhalf')
    })
    await using fetcher = openFetcher()
    expect(textOf(await fetcher.get(site.url))).toBe('there')
  })

  it('to itself ends when the cookie comes back that it sets', async () => {
    await using site = await openWire((socket) => {
      const isKnown = site.requests.at(-1)?.includes('cookie: seen=yes; b=2\r\n')
      const cookies = 'seen=yes; Path=/; HttpOnly\r\nset-cookie: a=1\r\nset-cookie: b=2\r\nset-cookie: a=; Max-Age=0'
      socket.write(isKnown ? answer('welcome') : redirectTo('/', 302, { 'set-cookie': cookies }))
    })
    await using fetcher = openFetcher()
    expect(textOf(await fetcher.get(site.url))).toBe('welcome')
    expect(site.requests).toHaveLength(2)
    // Nothing is remembered: the next request starts anew.
    await fetcher.get(site.url)
    expect(site.requests[2]).not.toContain('cookie')
  })

  it('carries no cookie to another origin', async () => {
    await using other = await openWire(answer('other').toString())
    await using site = await openWire((socket) => socket.write(redirectTo(other.url, 302, { 'set-cookie': 'a=1' })))
    await using fetcher = openFetcher()
    await fetcher.get(site.url)
    expect(other.requests[0]).not.toContain('cookie')
  })
})

describe('connections', () => {
  it('are kept and used again, one request at a time', async () => {
    await using site = await openWire(answer('page').toString())
    await using fetcher = openFetcher()
    for (let i = 0; i < 5; i++) await fetcher.get(site.url)
    expect([site.connections, site.requests.length]).toEqual([1, 5])
    await Promise.all([1, 2, 3].map(() => fetcher.get(site.url)))
    expect(site.connections).toBe(3)
  })

  it('that the origin closed meanwhile are replaced without counting as a try', async () => {
    await using site = await openWire((socket, nth) => {
      // The kept connection dies under its second request; the next one is broken too, the third answers.
      if (nth === 2 || nth === 3) return socket.resetAndDestroy()
      socket.write(answer('page'))
    })
    await using fetcher = openFetcher()
    await fetcher.get(site.url)
    expect(textOf(await fetcher.get(site.url))).toBe('page')
    expect(site.requests).toHaveLength(4)
  })

  it('are at most as many to one host as the setting allows', async () => {
    let active = 0
    let most = 0
    await using site = await openWire((socket) => {
      most = Math.max(most, ++active)
      setTimeout(() => {
        active--
        socket.write(answer('page'))
      }, 10)
    })
    await using fetcher = openFetcher({ perHostConcurrency: 3 })
    await Promise.all(Array.from({ length: 12 }, () => fetcher.get(site.url)))
    expect([most, site.requests.length]).toEqual([3, 12])
  })

  it('are closed by close', async () => {
    await using site = await openWire(answer('page').toString())
    const fetcher = openFetcher()
    await fetcher.get(site.url)
    await fetcher.close()
    await site.idle()
    await expect(fetcher.get(site.url)).rejects.toMatchObject({ type: 'overloaded' })
  })
})

describe('what is told', () => {
  it('is one event per hop, without paths', async () => {
    await using site = await openWire((socket, nth) => socket.write(nth === 1 ? redirectTo('/secret') : answer('four')))
    await using broken = await openWire((socket) => socket.resetAndDestroy())
    await using fetcher = openFetcher()
    const events: Events['gleaner:fetch'][] = []
    const hosts = [site.url, broken.url].map((url) => new URL(url).host)
    onTestFinished(subscribe('gleaner:fetch', (event) => void (hosts.includes(event.host) && events.push(event))))
    await fetcher.get(site.url)
    await fetcher.get(broken.url).catch(() => {})
    expect(events.map(({ status, bytes, error }) => ({ status, bytes, error }))).toEqual([
      { status: 302, bytes: 0, error: null },
      { status: 200, bytes: 4, error: null },
      { status: null, bytes: 0, error: 'target_unreachable' },
      { status: null, bytes: 0, error: 'target_unreachable' },
    ])
    expect(JSON.stringify(events)).not.toContain('secret')
  })
})
