import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { listen, openRawServer } from '../loopback.ts'
import { openBrowser, openProxy, page, site, tunnelTo } from './raw-browser.ts'

describe('a tunnel', () => {
  it('carries bytes both ways, including those sent with the CONNECT, and counts them', async () => {
    await using origin = await openRawServer((socket) => socket.end('pong'), site)
    const proxy = await openProxy()
    const session = proxy.openSession()
    const browser = await openBrowser(proxy.port)
    browser.socket.write(`${tunnelTo(`${site}:${origin.port}`, session)}ping\r\n\r\n`)
    expect(await browser.rest()).toBe('HTTP/1.1 200 Connection established\r\n\r\npong')
    expect(origin.requests).toEqual(['ping\r\n\r\n'])
    expect(session.bytes).toBe(12)
  })

  it('is refused in every spelling, and the reason is recorded', async () => {
    await using canary = await openRawServer(page('secret'))
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
      const response = await browser.send(tunnelTo(`${host}:${canary.port}`, session))
      expect(response, host).toMatch(/^HTTP\/1\.1 (403|400|502) |^$/)
    }
    expect(canary.connections).toBe(0)
    expect(session.refusals.every(({ error }) => error.type === 'address_refused')).toBe(true)
    expect(session.refusals.length).toBeGreaterThan(10)
  })

  it('gets a 400 for anything except a host and a port', async () => {
    const proxy = await openProxy()
    const session = proxy.openSession()
    for (const target of [site, `http://${site}/`, `user@${site}:80`, `${site}:80/`, `${site}:99999`, ':80', '/']) {
      const browser = await openBrowser(proxy.port)
      expect(await browser.send(tunnelTo(target, session)), target).toMatch(/^HTTP\/1\.1 400 /)
    }
  })

  it('goes to the checked address, even if the name then resolves to another one', async () => {
    await using origin = await openRawServer((socket) => socket.end('origin'), site)
    await using canary = await openRawServer((socket) => socket.end('secret'))
    let lookups = 0
    const resolve = async () => [{ address: lookups++ % 2 === 0 ? site : '127.0.0.1', family: 4 }]
    const proxy = await openProxy({ resolve })
    const session = proxy.openSession()
    const first = await openBrowser(proxy.port)
    expect(await first.send(tunnelTo(`rebinding.example:${origin.port}`, session))).toMatch(/ 200 /)
    const second = await openBrowser(proxy.port)
    expect(await second.send(tunnelTo(`rebinding.example:${canary.port}`, session))).toMatch(/ 403 /)
    expect([lookups, canary.connections]).toEqual([2, 0])
  })

  it('gets a 502 for an unreachable origin, and the session records the reason', async () => {
    const closed = createServer()
    const port = await listen(closed, site)
    await new Promise((resolve) => closed.close(resolve))
    const resolve = async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
    }
    const proxy = await openProxy({ resolve })
    const session = proxy.openSession()
    for (const [authority, reason] of [
      [`${site}:${port}`, /ECONNREFUSED/],
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
