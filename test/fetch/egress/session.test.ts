import { describe, expect, it } from 'vitest'
import { openRawServer } from '../loopback.ts'
import { get, openBrowser, openProxy, page, site, tunnelTo } from './raw-browser.ts'

describe('a session', () => {
  it('closes all of its connections once it has transferred too many bytes, and reports that as the reason', async () => {
    await using origin = await openRawServer(page('x'.repeat(600)), site)
    const proxy = await openProxy({ maxBytes: 1500 })
    const session = proxy.openSession()
    const other = proxy.openSession({ maxBytes: 10_000 })
    const idle = await openBrowser(proxy.port)
    expect(await idle.send(tunnelTo(`${site}:${origin.port}`, session))).toMatch(/ 200 /)
    const browser = await openBrowser(proxy.port)
    await browser.send(get(`${origin.url}/`, session))
    expect(session.bytes).toBeGreaterThan(600)
    browser.socket.write(get(`${origin.url}/`, session))
    await Promise.all([browser.rest(), idle.rest()])
    expect(session.reasonFor('http://any.example/')).toMatchObject({ type: 'response_too_large' })
    const late = await openBrowser(proxy.port)
    expect(await late.send(get(`${origin.url}/`, session))).toBe('')
    const neighbour = await openBrowser(proxy.port)
    expect(await neighbour.send(get(`${origin.url}/`, other))).toMatch(/ 200 /)
  })

  it('closes its own connections, including those being dialled, and no others', async () => {
    await using origin = await openRawServer(() => {}, site)
    const { promise: lookup, resolve: onLookup } = Promise.withResolvers<void>()
    const proxy = await openProxy({
      resolve: () => {
        onLookup()
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
    await lookup
    await origin.requested(1)
    const neighbour = await openBrowser(proxy.port)
    await neighbour.send(tunnelTo(`${site}:${origin.port}`, other))

    session.close()
    await Promise.all([tunnel.rest(), plain.rest(), dialling.rest()])
    expect(neighbour.socket.destroyed).toBe(false)
    other.close()
    await neighbour.rest()
    await origin.idle()
  })

  it('closes a silent connection', async () => {
    await using origin = await openRawServer(() => {}, site)
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
