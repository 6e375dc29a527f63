import { once } from 'node:events'
import { createSecureServer } from 'node:http2'
import { createServer } from 'node:net'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAddressPolicy } from '../../../src/fetch/guard/address-policy.ts'
import { createGuardedDialer, type GuardedDialerOptions } from '../../../src/fetch/guard/guarded-dialer.ts'
import type { ResolvedAddress } from '../../../src/fetch/guard/open-socket.ts'
import { authority, certificate, certificateKey } from '../certificate.ts'
import { listen, loopbackPolicy, openRawServer } from '../loopback.ts'

const { signal } = new AbortController()

function resolvedTo(...addresses: string[]): ResolvedAddress[] {
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}

function guard(options: Partial<GuardedDialerOptions> = {}) {
  return createGuardedDialer({ policy: loopbackPolicy, ...options })
}

describe('dial', () => {
  it('connects to the address that the name was resolved to', async () => {
    await using server = await openRawServer('')
    const socket = await guard({ resolve: async () => resolvedTo('127.0.0.1') }).dial({
      host: 'example.com',
      port: server.port,
      signal,
    })
    expect(socket.remoteAddress).toBe('127.0.0.1')
    socket.destroy()
  })

  it('refuses a name if any of its addresses is special, and connects to none of them', async () => {
    await using server = await openRawServer('')
    for (const mixed of [
      resolvedTo('127.0.0.1', '10.0.0.1'),
      resolvedTo('10.0.0.1', '127.0.0.1'),
      resolvedTo('127.0.0.1', '::ffff:169.254.169.254'),
      resolvedTo('127.0.0.1', '64:ff9b::7f00:1'),
    ]) {
      const dialled = guard({ resolve: async () => mixed }).dial({
        host: 'example.com',
        port: server.port,
        signal,
      })
      await expect(dialled).rejects.toMatchObject({ type: 'address_refused', problems: [{ loc: ['query', 'url'] }] })
    }
    expect(server.connections).toBe(0)
  })

  it('resolves once, so a name gains nothing by changing between check and dial', async () => {
    await using allowed = await openRawServer('')
    await using canary = await openRawServer('', '127.0.0.3')
    let lookups = 0
    const rebinding = guard({
      policy: createAddressPolicy({ allowAddresses: ['127.0.0.1/32'] }),
      resolve: async () => resolvedTo(lookups++ === 0 ? '127.0.0.1' : '127.0.0.3'),
    })
    const socket = await rebinding.dial({ host: 'rebinding.example', port: allowed.port, signal })
    expect([lookups, socket.remoteAddress, allowed.connections]).toEqual([1, '127.0.0.1', 1])
    socket.destroy()
    await expect(rebinding.dial({ host: 'rebinding.example', port: canary.port, signal })).rejects.toMatchObject({
      type: 'address_refused',
    })
    expect(canary.connections).toBe(0)
  })

  it('checks the address of the connected peer', async () => {
    await using server = await openRawServer('')
    let checks = 0
    // Allows the resolved address and refuses the connected one, as if the connection had been redirected.
    const policy = {
      ...loopbackPolicy,
      checkResolved(host: string, ips: readonly string[]) {
        if (++checks === 2) createAddressPolicy({ allowAddresses: [] }).checkResolved(host, ips)
      },
    }
    const dialled = guard({ policy, resolve: async () => resolvedTo('127.0.0.1') }).dial({
      host: 'example.com',
      port: server.port,
      signal,
    })
    await expect(dialled).rejects.toMatchObject({ type: 'address_refused' })
    await server.idle()
  })

  it('tries the next address if one does not respond', async () => {
    await using server = await openRawServer('', '127.0.0.5')
    const socket = await guard({ resolve: async () => resolvedTo('127.0.0.4', '127.0.0.5') }).dial({
      host: 'example.com',
      port: server.port,
      signal,
    })
    expect(socket.remoteAddress).toBe('127.0.0.5')
    socket.destroy()
  })

  it('refuses a host in every spelling that may be sent to a proxy', async () => {
    await using canary = await openRawServer('')
    const strict = guard({ policy: createAddressPolicy({ allowAddresses: [] }) })
    for (const host of ['127.0.0.1', '127.1', '0x7f000001', '::1', '::ffff:127.0.0.1', 'LOCALHOST.']) {
      const dialled = strict.dial({ host, port: canary.port, signal })
      await expect(dialled, host).rejects.toMatchObject({ type: 'address_refused' })
    }
    expect(canary.connections).toBe(0)
  })

  it('applies the port rules', async () => {
    const dialled = guard().dial({ host: '127.0.0.1', port: 22, signal })
    await expect(dialled).rejects.toMatchObject({ type: 'address_refused' })
  })

  it('reaches localhost if all of its addresses are exempt', async () => {
    await using server = await openRawServer('')
    const resolve = async () => resolvedTo('127.0.0.1')
    const socket = await guard({ resolve }).dial({ host: 'localhost', port: server.port, signal })
    socket.destroy()
    const elsewhere = guard({ resolve, policy: createAddressPolicy({ allowAddresses: ['10.0.0.0/8'] }) })
    const dialled = elsewhere.dial({ host: 'localhost', port: server.port, signal })
    await expect(dialled).rejects.toMatchObject({ type: 'address_refused' })
  })

  it('distinguishes a name without an address, a refused connection and a silent one', async () => {
    const unknown = guard({
      resolve: async () => {
        throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
      },
    })
    await expect(unknown.dial({ host: 'nosuch.example', port: 80, signal })).rejects.toMatchObject({
      type: 'target_unreachable',
      message: expect.stringMatching(/DNS.*nosuch\.example.*ENOTFOUND/),
    })
    const empty = guard({ resolve: async () => [] })
    await expect(empty.dial({ host: 'empty.example', port: 80, signal })).rejects.toThrow(/DNS/)

    const closed = createServer()
    const port = await listen(closed)
    await new Promise((resolve) => closed.close(resolve))
    await expect(guard().dial({ host: '127.0.0.1', port, signal })).rejects.toMatchObject({
      type: 'target_unreachable',
      message: expect.stringContaining('ECONNREFUSED'),
    })

    const silent = guard({ resolve: () => new Promise(() => {}), connectLimitMs: 20 })
    await expect(silent.dial({ host: 'silent.example', port: 80, signal })).rejects.toMatchObject({
      type: 'target_unreachable',
      message: expect.stringMatching(/No connection to silent\.example:80 within/),
    })
  })

  it("stops with the signal's reason, even while the name is being resolved", async () => {
    const controller = new AbortController()
    const silent = guard({ resolve: () => new Promise(() => {}) })
    const dialled = silent.dial({ host: 'silent.example', port: 80, signal: controller.signal })
    controller.abort(new Error('the client left'))
    await expect(dialled).rejects.toThrow('the client left')
    await expect(silent.dial({ host: 'a.example', port: 80, signal: controller.signal })).rejects.toThrow('client left')
  })
})

describe('dialTls', () => {
  async function openTls() {
    const server = createTlsServer({ cert: certificate, key: certificateKey }, (socket) => socket.end('hello'))
    server.on('tlsClientError', () => {})
    const port = await listen(server)
    onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
    return port
  }

  const toLoopback = async () => resolvedTo('127.0.0.1')

  it('verifies the certificate for the name, not for the address', async () => {
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, authority])
    onTestFinished(() => setDefaultCACertificates(before))
    const port = await openTls()
    const connect = guard({ resolve: toLoopback })
    for (const host of ['shop.example', 'shop.example.', '127.0.0.1']) {
      const socket = await connect.dialTls({ host, port, signal })
      const [chunk] = await once(socket, 'data')
      expect(String(chunk), host).toBe('hello')
      socket.destroy()
    }
    await expect(connect.dialTls({ host: 'other.example', port, signal })).rejects.toMatchObject({
      type: 'target_unreachable',
      message: expect.stringMatching(/TLS.*other\.example.*ALTNAME/),
    })
  })

  it('refuses a certificate not signed by a known authority, regardless of the environment', async () => {
    const port = await openTls()
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    onTestFinished(() => {
      if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before
    })
    const dialled = guard({ resolve: toLoopback }).dialTls({ host: 'shop.example', port, signal })
    await expect(dialled).rejects.toMatchObject({
      type: 'target_unreachable',
      message: expect.stringMatching(/TLS.*UNABLE_TO_VERIFY_LEAF_SIGNATURE/),
    })
  })

  it('names a server that speaks only HTTP/2', async () => {
    const server = createSecureServer({ cert: certificate, key: certificateKey, allowHTTP1: false })
    const port = await listen(server)
    onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
    await expect(guard({ resolve: toLoopback }).dialTls({ host: 'shop.example', port, signal })).rejects.toMatchObject({
      type: 'target_unreachable',
      message: expect.stringMatching(/shop\.example supports only HTTP\/2.*render_js/),
    })
  })

  it('distinguishes a server that does not speak TLS from a silent one, and leaves no socket open', async () => {
    await using plain = await openRawServer((socket) => socket.end('HTTP/1.1 400 Bad\r\n\r\n'))
    const server = createServer((socket) => socket.once('data', () => socket.end('not TLS')))
    const port = await listen(server)
    onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
    await expect(guard().dialTls({ host: '127.0.0.1', port, signal })).rejects.toThrow(/TLS/)
    const late = guard({ connectLimitMs: 50 }).dialTls({ host: '127.0.0.1', port: plain.port, signal })
    await expect(late).rejects.toThrow(/TLS.*within/)
    await plain.idle()
  })
})
