import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAddressPolicy } from '../../../src/fetch/guard/address-policy.ts'
import { freePort, httpResponse, openRawServer } from '../loopback.ts'
import { credentials, get, openBrowser, openProxy, page, site, tunnelTo } from './raw-browser.ts'

describe('credentials', () => {
  it('are required for every request, and nothing is dialled before that', async () => {
    await using origin = await openRawServer(page('page'), site)
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
        const response = await browser.send(`${line} HTTP/1.1\r\nHost: a\r\n${header}\r\n`)
        expect(response, line + header).toMatch(/^HTTP\/1\.1 407 /)
        expect(response).toMatch(/proxy-authenticate: Basic realm="gleaner"/i)
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

describe('a refused target', () => {
  const everywhere = createAddressPolicy({ allowAddresses: ['127.0.0.0/8', '::1/128'] })

  it('includes the proxy itself, even under another name and if loopback is exempt', async () => {
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

  it('does not include a site with the same port at another address', async () => {
    const proxy = await openProxy()
    const server = createServer((socket) => socket.end('site'))
    onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
    await new Promise<void>((resolve) => server.listen(proxy.port, site, resolve))
    const browser = await openBrowser(proxy.port)
    browser.socket.write(tunnelTo(`${site}:${proxy.port}`, proxy.openSession()))
    expect(await browser.rest()).toMatch(/ 200 .*site$/s)
  })

  it('includes every port except 80, 443 and the safe ones', async () => {
    const proxy = await openProxy({ policy: everywhere })
    const session = proxy.openSession()
    for (const port of [22, 25, 0, 6667, 81]) {
      const browser = await openBrowser(proxy.port)
      expect(await browser.send(tunnelTo(`127.0.0.1:${port}`, session)), String(port)).toMatch(/^HTTP\/1\.1 403 /)
    }
  })

  it('includes anything but plain http: other schemes, a bare path, user info, two lengths, oversized headers', async () => {
    await using origin = await openRawServer(page('page'), site)
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

describe('the outgoing proxy', () => {
  it('receives the checked address for both tunnels and plain requests', async () => {
    await using outgoing = await openRawServer((socket, nth) => {
      socket.write(nth % 2 === 1 ? 'HTTP/1.1 200 Established\r\n\r\n' : httpResponse('far away'))
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

describe('a rehearsal', () => {
  it('answers every plain request locally, refuses every tunnel, and sends nothing out', async () => {
    await using origin = await openRawServer(page('page'), site)
    const proxy = await openProxy()
    const seen: string[] = []
    const session = proxy.openSession({
      rehearse(url) {
        seen.push(url.href)
        return '<p>rehearsed</p>'
      },
    })
    for (const url of [`${origin.url}/a`, 'http://169.254.169.254/b', 'http://no.such.invalid:25/c']) {
      const browser = await openBrowser(proxy.port)
      expect(await browser.send(get(url, session)), url).toMatch(/ 200 [\s\S]*<p>rehearsed<\/p>/)
    }
    const tunnel = await openBrowser(proxy.port)
    expect(await tunnel.send(tunnelTo(`${site}:${origin.port}`, session))).toMatch(/^HTTP\/1\.1 403 /)
    expect(seen).toHaveLength(4)
    expect(origin.connections).toBe(0)
    const stranger = await openBrowser(proxy.port)
    const credentialsOfAnother = { ...session, password: proxy.openSession().password }
    expect(await stranger.send(get('http://no.such.invalid/', credentialsOfAnother))).toMatch(/^HTTP\/1\.1 407 /)
  })
})

describe('the listener', () => {
  it('is on loopback, or on all interfaces if it has a public URL', async () => {
    const own = await openProxy()
    expect(own.server).toBe(`http://127.0.0.1:${own.port}`)
    const port = await freePort()
    const proxy = await openProxy({ publicUrl: `http://gleaner:${port}` })
    expect([proxy.server, proxy.port]).toEqual([`http://gleaner:${port}`, port])
    await using origin = await openRawServer(page('page'), site)
    for (const host of ['127.0.0.1', ...addressesHere()]) {
      const browser = await openBrowser(port, host)
      expect(await browser.send(get(`${origin.url}/`, proxy.openSession())), host).toMatch(/ 200 .*page$/s)
    }
    for (const host of addressesHere().filter((address) => address !== '127.0.0.1'))
      await expect(openBrowser(own.port, host), host).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('refuses itself at every address of this machine', async () => {
    const policy = createAddressPolicy({
      allowAddresses: ['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'],
    })
    const proxy = await openProxy({ policy, publicUrl: `http://gleaner:${await freePort()}` })
    const session = proxy.openSession()
    for (const host of ['127.0.0.1', ...addressesHere()]) {
      const tunnel = await openBrowser(proxy.port)
      expect(await tunnel.send(tunnelTo(`${host}:${proxy.port}`, session)), host).toMatch(/^HTTP\/1\.1 403 /)
    }
  })

  it("throws an error with its port if it can't start", async () => {
    const { port } = await openProxy()
    await expect(openProxy({ publicUrl: `http://gleaner:${port}` })).rejects.toMatchObject({
      type: 'browser_unavailable',
      message: `The egress proxy can't listen on port ${port}: EADDRINUSE`,
    })
  })
})

/** IPv4 addresses of this machine's interfaces. */
function addressesHere(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses)
  return all.flatMap(({ address, family }) => (family === 'IPv4' ? [address] : []))
}
