import { describe, expect, it } from 'vitest'
import { httpResponse, openRawServer } from '../loopback.ts'
import { credentials, get, openBrowser, openProxy, page, site } from './raw-browser.ts'

describe('a plain request', () => {
  it('reaches the origin that its request line names, without the headers meant for the proxy', async () => {
    const response =
      'HTTP/1.1 201 Made\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nConnection: X-Hop\r\nX-Hop: 1\r\nKeep-Alive: timeout=9\r\nContent-Length: 4\r\n\r\nmade'
    await using origin = await openRawServer(response, site)
    const proxy = await openProxy()
    const session = proxy.openSession()
    const browser = await openBrowser(proxy.port)
    const received = await browser.send(
      `POST ${origin.url}/a?b=%20c HTTP/1.1\r\nHost: elsewhere.example\r\n${credentials(session)}Proxy-Connection: keep-alive\r\nConnection: keep-alive, X-Secret\r\nX-Secret: 1\r\nTE: trailers\r\nUpgrade: h2c\r\nX-Kept: yes\r\nContent-Length: 2\r\n\r\nhi`,
    )
    expect(origin.requests).toHaveLength(1)
    const [head = ''] = origin.requests
    expect(head).toMatch(new RegExp(`^POST /a\\?b=%20c HTTP/1\\.1\r\nHost: ${site}:${origin.port}\r\n`))
    expect(head).toMatch(/X-Kept: yes\r\n/)
    expect(head).not.toMatch(/proxy-|x-secret|te: |upgrade|elsewhere/i)
    expect(received).toMatch(
      /^HTTP\/1\.1 201 Made\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Length: 4\r\n.*made$/s,
    )
    expect(received).not.toMatch(/x-hop|timeout=9/i)
    // Both heads, and two bodies of 6 bytes.
    expect(session.bytes).toBeGreaterThan(300)
    expect(session.bytes).toBeLessThan(600)
  })

  it('counts its headers: 12 requests without a body transfer 240 kB in URLs and fields', async () => {
    await using origin = await openRawServer(page(''), site)
    const proxy = await openProxy({ maxBytes: 200_000 })
    const session = proxy.openSession()
    const browser = await openBrowser(proxy.port)
    let answered = 0
    const long = `X-Long: ${'x'.repeat(10_000)}\r\n`
    while (answered < 12 && (await browser.send(get(`${origin.url}/?${'y'.repeat(10_000)}`, session, long))) !== '')
      answered++
    expect(answered).toBeGreaterThan(5)
    expect(answered).toBeLessThan(12)
    expect(session.reasonFor(origin.url)).toMatchObject({ type: 'response_too_large' })
  })

  it('is checked again on a connection that has carried allowed requests', async () => {
    await using origin = await openRawServer(page('page'), site)
    await using canary = await openRawServer(page('secret'))
    const proxy = await openProxy()
    const session = proxy.openSession()
    const browser = await openBrowser(proxy.port)
    expect(await browser.send(get(`${origin.url}/1`, session))).toContain('page')
    expect(await browser.send(get(`${origin.url}/2`, session))).toContain('page')
    // The origin's connection is kept open as well.
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

  it('is checked even when pipelined behind another one', async () => {
    await using origin = await openRawServer(page('page'), site)
    await using canary = await openRawServer(page('secret'))
    const proxy = await openProxy()
    const session = proxy.openSession()
    const browser = await openBrowser(proxy.port)
    browser.socket.write(get(`${origin.url}/`, session) + get(`${canary.url}/`, session))
    expect(await browser.rest()).not.toContain('secret')
    expect(canary.connections).toBe(0)
  })

  it('fails with a closed connection if the origin disconnects, so half a page never looks complete', async () => {
    const proxy = await openProxy()
    for (const [handle, type] of [
      ['HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf', 'target_unreachable'],
      ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n', 'target_unreachable'],
      ['', 'target_unreachable'],
      ['HTTP/1.1 200 OK\r\nNo colon here\r\n\r\n', 'invalid_response'],
      [`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, 'invalid_response'],
    ] as const) {
      await using origin = await openRawServer((socket) => socket.end(handle), site)
      const session = proxy.openSession()
      const browser = await openBrowser(proxy.port)
      browser.socket.write(get(`${origin.url}/`, session))
      expect(await browser.rest()).not.toMatch(/0\r\n\r\n$/)
      expect(session.reasonFor(origin.url), handle.slice(0, 60)).toMatchObject({ type })
    }
  })

  it('is sent again when the origin has closed a kept connection', async () => {
    await using origin = await openRawServer((socket, nth) => {
      // The origin closes the connection just as the second request arrives, which can happen on any kept-alive connection.
      if (nth === 2) socket.resetAndDestroy()
      else socket.write(httpResponse(`page ${nth}`))
    }, site)
    const proxy = await openProxy()
    const session = proxy.openSession()
    const browser = await openBrowser(proxy.port)
    expect(await browser.send(get(`${origin.url}/`, session))).toContain('page 1')
    expect(await browser.send(get(`${origin.url}/`, session))).toContain('page 3')
    expect(session.refusals).toEqual([])
  })
})
