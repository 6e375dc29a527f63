import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type EgressProxyOptions, startEgressProxy } from '../../../src/fetch/egress/proxy.ts'
import type { EgressSession } from '../../../src/fetch/egress/session.ts'
import { createAddressPolicy } from '../../../src/fetch/guard/address-policy.ts'
import { createGuardedDialer, type GuardedDialerOptions } from '../../../src/fetch/guard/guarded-dialer.ts'
import { answer, listen, openWire } from '../loopback.ts'

/** Pages may reach 127.0.0.2; everything else on this machine is what must not be reached. */
const site = '127.0.0.2'

async function openProxy(options: Partial<EgressProxyOptions & GuardedDialerOptions> = {}) {
  const policy = options.policy ?? createAddressPolicy({ allowAddresses: [`${site}/32`] })
  const proxy = await startEgressProxy({ guard: createGuardedDialer({ ...options, policy }), ...options, policy })
  onTestFinished(() => proxy.close())
  return proxy
}

interface Browser {
  socket: Socket
  /** Sends it and resolves with the whole next answer, or with what came before the connection ended. */
  send(text: string): Promise<string>
  /** Everything received, once the connection has ended. */
  rest(): Promise<string>
}

const page = (body: string) => answer(body).toString('latin1')

/** A client that says what browsers never would. */
async function openBrowser(port: number): Promise<Browser> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  let received = ''
  let wake = () => {}
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
    wake()
  })
  let hasEnded = false
  socket.on('close', () => {
    hasEnded = true
    wake()
  })
  const change = () => new Promise<void>((resolve) => (wake = resolve))
  await once(socket, 'connect')
  return {
    socket,
    async send(text) {
      received = ''
      socket.write(text)
      while (!hasEnded && !isWhole(received)) await change()
      return received
    },
    async rest() {
      while (!hasEnded) await change()
      return received
    },
  }
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return false
  const [, length] = /content-length: (\d+)/i.exec(text.slice(0, end)) ?? []
  if (length === undefined) return /transfer-encoding: chunked/i.test(text) ? text.endsWith('0\r\n\r\n') : true
  return text.length >= end + 4 + Number(length)
}

function credentials({ username, password }: Pick<EgressSession, 'username' | 'password'>): string {
  return `Proxy-Authorization: Basic ${Buffer.from(`${username}:${password}`).toString('base64')}\r\n`
}

const get = (url: string, session: EgressSession, more = '') =>
  `GET ${url} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n${credentials(session)}${more}\r\n`

const tunnelTo = (authority: string, session: EgressSession) =>
  `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${credentials(session)}\r\n`

describe('credentials', () => {
  it('are asked of everybody who has none of an open session, and nothing is dialled before', async () => {
    await using origin = await openWire(page('page'), site)
    const proxy = await openProxy()
    const session = proxy.openSession()
    const other = proxy.openSession()
    const closed = proxy.openSession()
    closed.close()
    for (const header of [
      '',
      'Proxy-Authorization: Bearer x\r\n',
      credentials({ username: session.username, password: '' }),
      credentials({ username: session.username, password: other.password }),
      credentials({ username: '__proto__', password: session.password }),
      credentials(closed),
    ]) {
      for (const line of [`GET ${origin.url}/`, `CONNECT ${site}:${origin.port}`]) {
        const browser = await openBrowser(proxy.port)
        const said = await browser.send(`${line} HTTP/1.1\r\nHost: a\r\n${header}\r\n`)
        expect(said, line + header).toMatch(/^HTTP\/1\.1 407 /)
        expect(said).toMatch(/proxy-authenticate: Basic realm="gleaner"/i)
      }
    }
    expect(origin.connections).toBe(0)
    const browser = await openBrowser(proxy.port)
    expect(await browser.send(get(`${origin.url}/`, session))).toMatch(/^HTTP\/1\.1 200 .*page$/s)
  })

  it('differ for every session', async () => {
    const proxy = await openProxy()
    const sessions = [proxy.openSession(), proxy.openSession()] as const
    expect(sessions[0].username).not.toBe(sessions[1].username)
    expect(sessions[0].password).not.toBe(sessions[1].password)
  })
})

describe('a plain request', () => {
  it('reaches the origin without what is meant for the proxy, for the host that its line names', async () => {
    const response =
      'HTTP/1.1 201 Made\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nConnection: X-Hop\r\nX-Hop: 1\r\nKeep-Alive: timeout=9\r\nContent-Length: 4\r\n\r\nmade'
    await using origin = await openWire(response, site)
    const proxy = await openProxy()
    const session = proxy.openSession()
    const browser = await openBrowser(proxy.port)
    const said = await browser.send(
      `POST ${origin.url}/a?b=%20c HTTP/1.1\r\nHost: elsewhere.example\r\n${credentials(session)}Proxy-Connection: keep-alive\r\nConnection: keep-alive, X-Secret\r\nX-Secret: 1\r\nTE: trailers\r\nUpgrade: h2c\r\nX-Kept: yes\r\nContent-Length: 2\r\n\r\nhi`,
    )
    expect(origin.requests).toHaveLength(1)
    const [head = ''] = origin.requests
    expect(head).toMatch(new RegExp(`^POST /a\\?b=%20c HTTP/1\\.1\r\nHost: ${site}:${origin.port}\r\n`))
    expect(head).toMatch(/X-Kept: yes\r\n/)
    expect(head).not.toMatch(/proxy-|x-secret|te: |upgrade|elsewhere/i)
    expect(said).toMatch(/^HTTP\/1\.1 201 Made\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Length: 4\r\n.*made$/s)
    expect(said).not.toMatch(/x-hop|timeout=9/i)
    // Bodies in both directions.
    expect(session.bytes).toBe(6)
  })

  it('is judged anew on a connection that has carried allowed ones', async () => {
    await using origin = await openWire(page('page'), site)
    await using canary = await openWire(page('secret'))
    const proxy = await openProxy()
    const session = proxy.openSession()
    const browser = await openBrowser(proxy.port)
    expect(await browser.send(get(`${origin.url}/1`, session))).toContain('page')
    expect(await browser.send(get(`${origin.url}/2`, session))).toContain('page')
    // Kept towards the origin as well.
    expect([origin.connections, origin.requests.length]).toEqual([1, 2])
    expect(await browser.send(get(`${canary.url}/`, session))).toBe('')
    await browser.rest()
    expect(canary.connections).toBe(0)
    expect(session.refusals).toMatchObject([
      { host: '127.0.0.1', port: canary.port, error: { type: 'address_refused' } },
    ])
    expect(session.reasonFor(`${canary.url}/other`)).toMatchObject({ message: expect.stringContaining('loopback') })
    expect(session.reasonFor(origin.url)).toBeNull()
  })

  it('that follows another without waiting is judged as well', async () => {
    await using origin = await openWire(page('page'), site)
    await using canary = await openWire(page('secret'))
    const proxy = await openProxy()
    const session = proxy.openSession()
    const browser = await openBrowser(proxy.port)
    browser.socket.write(get(`${origin.url}/`, session) + get(`${canary.url}/`, session))
    expect(await browser.rest()).not.toContain('secret')
    expect(canary.connections).toBe(0)
  })

  it('is hung up on when the origin breaks off, so that half a page never looks whole', async () => {
    const proxy = await openProxy()
    for (const [play, type] of [
      ['HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf', 'target_unreachable'],
      ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n', 'target_unreachable'],
      ['', 'target_unreachable'],
      ['HTTP/1.1 200 OK\r\nNo colon here\r\n\r\n', 'invalid_response'],
      [`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, 'invalid_response'],
    ] as const) {
      await using origin = await openWire((socket) => socket.end(play), site)
      const session = proxy.openSession()
      const browser = await openBrowser(proxy.port)
      browser.socket.write(get(`${origin.url}/`, session))
      expect(await browser.rest()).not.toMatch(/0\r\n\r\n$/)
      expect(session.reasonFor(origin.url), play.slice(0, 60)).toMatchObject({ type })
    }
  })

  it('goes out once more when the origin had closed a kept connection', async () => {
    await using origin = await openWire((socket, nth) => {
      // Closed at the moment when the second request arrives: the race that keep-alive always has.
      if (nth === 2) socket.resetAndDestroy()
      else socket.write(answer(`page ${nth}`))
    }, site)
    const proxy = await openProxy()
    const session = proxy.openSession()
    const browser = await openBrowser(proxy.port)
    expect(await browser.send(get(`${origin.url}/`, session))).toContain('page 1')
    expect(await browser.send(get(`${origin.url}/`, session))).toContain('page 3')
    expect(session.refusals).toEqual([])
  })
})

describe('a tunnel', () => {
  it('carries bytes both ways, what came early too, and counts them', async () => {
    await using origin = await openWire((socket) => socket.end('pong'), site)
    const proxy = await openProxy()
    const session = proxy.openSession()
    const browser = await openBrowser(proxy.port)
    browser.socket.write(`${tunnelTo(`${site}:${origin.port}`, session)}ping\r\n\r\n`)
    expect(await browser.rest()).toBe('HTTP/1.1 200 Connection established\r\n\r\npong')
    expect(origin.requests).toEqual(['ping\r\n\r\n'])
    expect(session.bytes).toBe(12)
  })

  it('is refused in whatever spelling, and the reason is kept', async () => {
    await using canary = await openWire(page('secret'))
    const proxy = await openProxy({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
    const session = proxy.openSession()
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '127.0.0.1.',
      '%31%32%37.0.0.1',
      '①②⑦.0.0.1',
      'localhost',
      'LOCALHOST.',
      'a.localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::]',
      '0.0.0.0',
    ]) {
      const browser = await openBrowser(proxy.port)
      const said = await browser.send(tunnelTo(`${host}:${canary.port}`, session))
      expect(said, host).toMatch(/^HTTP\/1\.1 (403|400|502) |^$/)
    }
    expect(canary.connections).toBe(0)
    expect(session.refusals.every(({ error }) => error.type === 'address_refused')).toBe(true)
    expect(session.refusals.length).toBeGreaterThan(10)
  })

  it('is answered 400 for what is no host and port', async () => {
    const proxy = await openProxy()
    const session = proxy.openSession()
    for (const target of [site, `http://${site}/`, `user@${site}:80`, `${site}:80/`, `${site}:99999`, ':80', '/']) {
      const browser = await openBrowser(proxy.port)
      expect(await browser.send(tunnelTo(target, session)), target).toMatch(/^HTTP\/1\.1 400 /)
    }
  })

  it('goes to the address that was judged, whatever the name says next', async () => {
    await using origin = await openWire((socket) => socket.end('origin'), site)
    await using canary = await openWire((socket) => socket.end('secret'))
    let asked = 0
    const resolve = async () => [{ address: asked++ % 2 === 0 ? site : '127.0.0.1', family: 4 }]
    const proxy = await openProxy({ resolve })
    const session = proxy.openSession()
    const first = await openBrowser(proxy.port)
    expect(await first.send(tunnelTo(`rebinding.example:${origin.port}`, session))).toMatch(/ 200 /)
    const second = await openBrowser(proxy.port)
    expect(await second.send(tunnelTo(`rebinding.example:${canary.port}`, session))).toMatch(/ 403 /)
    expect([asked, canary.connections]).toEqual([2, 0])
  })

  it('to what can not be reached is answered 502, with the reason in the account', async () => {
    const closed = createServer()
    const port = await listen(closed, site)
    await new Promise((resolve) => closed.close(resolve))
    const resolve = async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
    }
    const proxy = await openProxy({ resolve })
    const session = proxy.openSession()
    for (const [authority, reason] of [
      [`${site}:${port}`, /refused/],
      ['nosuch.example:443', /DNS.*ENOTFOUND/],
    ] as const) {
      const browser = await openBrowser(proxy.port)
      expect(await browser.send(tunnelTo(authority, session))).toMatch(/^HTTP\/1\.1 502 /)
      expect(session.reasonFor(`https://${authority}/`)).toMatchObject({
        type: 'target_unreachable',
        message: expect.stringMatching(reason),
      })
    }
  })
})

describe('what is refused', () => {
  const everywhere = createAddressPolicy({ allowAddresses: ['127.0.0.0/8', '::1/128'] })

  it('is the proxy itself, also where loopback is exempt and under another name', async () => {
    const proxy = await openProxy({ policy: everywhere, resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
    const session = proxy.openSession()
    for (const host of ['127.0.0.1', '[::ffff:7f00:1]', 'localhost', 'proxy.example']) {
      const tunnel = await openBrowser(proxy.port)
      expect(await tunnel.send(tunnelTo(`${host}:${proxy.port}`, session)), host).toMatch(/^HTTP\/1\.1 403 /)
      const plain = await openBrowser(proxy.port)
      expect(await plain.send(get(`http://${host}:${proxy.port}/`, session)), host).toBe('')
    }
    expect(session.refusals.map(({ error }) => error.type)).toEqual(Array(8).fill('address_refused'))
  })

  it('is not a site that has the same port at another address', async () => {
    const proxy = await openProxy()
    const server = createServer((socket) => socket.end('site'))
    onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
    await new Promise<void>((resolve) => server.listen(proxy.port, site, resolve))
    const browser = await openBrowser(proxy.port)
    browser.socket.write(tunnelTo(`${site}:${proxy.port}`, proxy.openSession()))
    expect(await browser.rest()).toMatch(/ 200 .*site$/s)
  })

  it('is every port but 80, 443 and the safe ones', async () => {
    const proxy = await openProxy({ policy: everywhere })
    const session = proxy.openSession()
    for (const port of [22, 25, 0, 6667, 81]) {
      const browser = await openBrowser(proxy.port)
      expect(await browser.send(tunnelTo(`127.0.0.1:${port}`, session)), String(port)).toMatch(/^HTTP\/1\.1 403 /)
    }
  })

  it('is what browsers visit on their own account, before any name is resolved', async () => {
    let asked = 0
    const proxy = await openProxy({
      resolve: async () => {
        asked++
        return []
      },
    })
    const session = proxy.openSession()
    for (const host of ['update.googleapis.com', 'r3---sn-4g5e.gvt1.com', 'ACCOUNTS.google.com.']) {
      const browser = await openBrowser(proxy.port)
      expect(await browser.send(tunnelTo(`${host}:443`, session)), host).toMatch(/^HTTP\/1\.1 403 /)
    }
    expect(asked).toBe(0)
    const browser = await openBrowser(proxy.port)
    expect(await browser.send(tunnelTo('www.google.com:443', session))).toMatch(/^HTTP\/1\.1 502 /)
    expect(asked).toBe(1)
  })

  it('is what is not http: other schemes, a path alone, user info, two lengths, a head without end', async () => {
    await using origin = await openWire(page('page'), site)
    const proxy = await openProxy()
    const session = proxy.openSession()
    const address = `${site}:${origin.port}`
    const post = `POST http://${address}/ HTTP/1.1\r\nHost: a\r\n${credentials(session)}`
    for (const text of [
      get(`ftp://${address}/`, session),
      get(`https://${address}/`, session),
      `GET / HTTP/1.1\r\nHost: ${address}\r\n${credentials(session)}\r\n`,
      get(`http://ann:secret@${address}/`, session),
      `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      `${post}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`,
      get(`http://${address}/`, session, `X: ${'x'.repeat(70_000)}\r\n`),
    ]) {
      const browser = await openBrowser(proxy.port)
      expect(await browser.send(text), text.slice(0, 80)).toMatch(/^HTTP\/1\.1 4\d\d |^$/)
    }
    expect(origin.connections).toBe(0)
  })
})

describe('a session', () => {
  it('ends with all its connections once it has moved too many bytes, and says so', async () => {
    await using origin = await openWire(page('x'.repeat(600)), site)
    const proxy = await openProxy({ maxBytes: 1000 })
    const session = proxy.openSession()
    const other = proxy.openSession({ maxBytes: 10_000 })
    const idle = await openBrowser(proxy.port)
    expect(await idle.send(tunnelTo(`${site}:${origin.port}`, session))).toMatch(/ 200 /)
    const browser = await openBrowser(proxy.port)
    await browser.send(get(`${origin.url}/`, session))
    expect(session.bytes).toBe(600)
    browser.socket.write(get(`${origin.url}/`, session))
    await Promise.all([browser.rest(), idle.rest()])
    expect(session.reasonFor('http://any.example/')).toMatchObject({ type: 'response_too_large' })
    const late = await openBrowser(proxy.port)
    expect(await late.send(get(`${origin.url}/`, session))).toBe('')
    const neighbour = await openBrowser(proxy.port)
    expect(await neighbour.send(get(`${origin.url}/`, other))).toMatch(/ 200 /)
  })

  it('takes its connections with it when it is closed, also the ones that are being dialled, and no others', async () => {
    await using origin = await openWire(() => {}, site)
    let isAsked = () => {}
    const asked = new Promise<void>((resolve) => (isAsked = resolve))
    const proxy = await openProxy({
      resolve: () => {
        isAsked()
        return new Promise(() => {})
      },
    })
    const session = proxy.openSession()
    const other = proxy.openSession()
    const tunnel = await openBrowser(proxy.port)
    await tunnel.send(tunnelTo(`${site}:${origin.port}`, session))
    const plain = await openBrowser(proxy.port)
    plain.socket.write(get(`${origin.url}/`, session))
    const dialling = await openBrowser(proxy.port)
    dialling.socket.write(tunnelTo('slow.example:443', session))
    await asked
    while (origin.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    const neighbour = await openBrowser(proxy.port)
    await neighbour.send(tunnelTo(`${site}:${origin.port}`, other))

    session.close()
    await Promise.all([tunnel.rest(), plain.rest(), dialling.rest()])
    expect(neighbour.socket.destroyed).toBe(false)
    other.close()
    await neighbour.rest()
    await origin.idle()
  })

  it('lets go of a connection on which nobody says anything', async () => {
    await using origin = await openWire(() => {}, site)
    const proxy = await openProxy({ idleLimitMs: 50 })
    const session = proxy.openSession()
    const tunnel = await openBrowser(proxy.port)
    await tunnel.send(tunnelTo(`${site}:${origin.port}`, session))
    const plain = await openBrowser(proxy.port)
    plain.socket.write(get(`${origin.url}/`, session))
    await Promise.all([tunnel.rest(), plain.rest()])
    await origin.idle()
    expect(session.reasonFor(origin.url)).toMatchObject({ type: 'target_unreachable' })
  })
})

describe('the outgoing proxy', () => {
  it('is asked for the judged address, for tunnels and plain requests alike', async () => {
    await using outgoing = await openWire((socket, nth) => {
      socket.write(nth % 2 === 1 ? 'HTTP/1.1 200 Established\r\n\r\n' : answer('far away'))
    })
    const proxy = await openProxy({
      policy: createAddressPolicy({ allowAddresses: [] }),
      proxyUrl: outgoing.url,
      resolve: async (host) => [{ address: host === 'inside.example' ? '10.0.0.1' : '93.184.216.34', family: 4 }],
    })
    const session = proxy.openSession()
    const plain = await openBrowser(proxy.port)
    expect(await plain.send(get('http://example.com/', session))).toMatch(/ 200 .*far away$/s)
    const tunnel = await openBrowser(proxy.port)
    expect(await tunnel.send(tunnelTo('example.com:443', session))).toMatch(/ 200 /)
    const inside = await openBrowser(proxy.port)
    expect(await inside.send(tunnelTo('inside.example:443', session))).toMatch(/ 403 /)
    const targets = outgoing.requests.map((head) => head.split('\r\n')[0])
    expect(targets).toEqual([
      'CONNECT 93.184.216.34:80 HTTP/1.1',
      'GET / HTTP/1.1',
      'CONNECT 93.184.216.34:443 HTTP/1.1',
    ])
  })
})
