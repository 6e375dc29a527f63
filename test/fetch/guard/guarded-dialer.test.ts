import { once } from 'node:events'
import { createServer } from 'node:net'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAddressPolicy } from '../../../src/fetch/guard/address-policy.ts'
import { createGuardedDialer, type GuardedDialerOptions } from '../../../src/fetch/guard/guarded-dialer.ts'
import type { ResolvedAddress } from '../../../src/fetch/guard/open-socket.ts'
import { authority, certificate, certificateKey } from '../certificate.ts'
import { listen, loopbackPolicy, openWire } from '../loopback.ts'

const patient = new AbortController().signal

function answers(...addresses: string[]): ResolvedAddress[] {
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}

function guard(options: Partial<GuardedDialerOptions> = {}) {
  return createGuardedDialer({ policy: loopbackPolicy, ...options })
}

describe('dial', () => {
  it('connects to the address that the name was resolved to', async () => {
    await using server = await openWire('')
    const socket = await guard({ resolve: async () => answers('127.0.0.1') }).dial({
      host: 'example.com',
      port: server.port,
      signal: patient,
    })
    expect(socket.remoteAddress).toBe('127.0.0.1')
    socket.destroy()
  })

  it('refuses a name when any of its answers is special, and connects to none', async () => {
    await using server = await openWire('')
    for (const mixed of [
      answers('127.0.0.1', '10.0.0.1'),
      answers('10.0.0.1', '127.0.0.1'),
      answers('127.0.0.1', '::ffff:169.254.169.254'),
      answers('127.0.0.1', '64:ff9b::7f00:1'),
    ]) {
      const dialled = guard({ resolve: async () => mixed }).dial({
        host: 'example.com',
        port: server.port,
        signal: patient,
      })
      await expect(dialled).rejects.toMatchObject({ type: 'address_refused', problems: [{ loc: ['query', 'url'] }] })
    }
    expect(server.connections).toBe(0)
  })

  it('resolves once: a name that changes its mind between check and dial gains nothing', async () => {
    await using allowed = await openWire('')
    await using canary = await openWire('', '127.0.0.3')
    let asked = 0
    const rebinding = guard({
      policy: createAddressPolicy({ allowAddresses: ['127.0.0.1/32'] }),
      resolve: async () => answers(asked++ === 0 ? '127.0.0.1' : '127.0.0.3'),
    })
    const socket = await rebinding.dial({ host: 'rebinding.example', port: allowed.port, signal: patient })
    expect([asked, socket.remoteAddress, allowed.connections]).toEqual([1, '127.0.0.1', 1])
    socket.destroy()
    await expect(
      rebinding.dial({ host: 'rebinding.example', port: canary.port, signal: patient }),
    ).rejects.toMatchObject({ type: 'address_refused' })
    expect(canary.connections).toBe(0)
  })

  it('looks again at who answered', async () => {
    await using server = await openWire('')
    let looks = 0
    // Lets the resolved address pass and refuses the connected one: as if the kernel had been led elsewhere.
    const policy = {
      ...loopbackPolicy,
      checkResolved(host: string, ips: readonly string[]) {
        if (++looks === 2) createAddressPolicy({ allowAddresses: [] }).checkResolved(host, ips)
      },
    }
    const dialled = guard({ policy, resolve: async () => answers('127.0.0.1') }).dial({
      host: 'example.com',
      port: server.port,
      signal: patient,
    })
    await expect(dialled).rejects.toMatchObject({ type: 'address_refused' })
    await server.idle()
  })

  it('goes on to the next address when one does not answer', async () => {
    await using server = await openWire('', '127.0.0.5')
    const socket = await guard({ resolve: async () => answers('127.0.0.4', '127.0.0.5') }).dial({
      host: 'example.com',
      port: server.port,
      signal: patient,
    })
    expect(socket.remoteAddress).toBe('127.0.0.5')
    socket.destroy()
  })

  it('reads a host in whatever spelling, as a proxy is asked for it', async () => {
    await using canary = await openWire('')
    const strict = guard({ policy: createAddressPolicy({ allowAddresses: [] }) })
    for (const host of ['127.0.0.1', '127.1', '0x7f000001', '::1', '::ffff:127.0.0.1', 'LOCALHOST.']) {
      const dialled = strict.dial({ host, port: canary.port, signal: patient })
      await expect(dialled, host).rejects.toMatchObject({ type: 'address_refused' })
    }
    expect(canary.connections).toBe(0)
  })

  it('keeps to the port rules', async () => {
    const dialled = guard().dial({ host: '127.0.0.1', port: 22, signal: patient })
    await expect(dialled).rejects.toMatchObject({ type: 'address_refused' })
  })

  it('reaches localhost when all of its addresses are exempt', async () => {
    await using server = await openWire('')
    const resolve = async () => answers('127.0.0.1')
    const socket = await guard({ resolve }).dial({ host: 'localhost', port: server.port, signal: patient })
    socket.destroy()
    const elsewhere = guard({ resolve, policy: createAddressPolicy({ allowAddresses: ['10.0.0.0/8'] }) })
    const dialled = elsewhere.dial({ host: 'localhost', port: server.port, signal: patient })
    await expect(dialled).rejects.toMatchObject({ type: 'address_refused' })
  })

  it('tells a name without address, a refused connection and a silent one apart', async () => {
    const unknown = guard({
      resolve: async () => {
        throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
      },
    })
    await expect(unknown.dial({ host: 'nosuch.example', port: 80, signal: patient })).rejects.toMatchObject({
      type: 'target_unreachable',
      message: expect.stringMatching(/DNS.*nosuch\.example.*ENOTFOUND/),
    })
    const empty = guard({ resolve: async () => [] })
    await expect(empty.dial({ host: 'empty.example', port: 80, signal: patient })).rejects.toThrow(/DNS/)

    const closed = createServer()
    const port = await listen(closed)
    await new Promise((resolve) => closed.close(resolve))
    await expect(guard().dial({ host: '127.0.0.1', port, signal: patient })).rejects.toMatchObject({
      type: 'target_unreachable',
      message: expect.stringContaining('was refused'),
    })

    const silent = guard({ resolve: () => new Promise(() => {}), connectLimitMs: 20 })
    await expect(silent.dial({ host: 'silent.example', port: 80, signal: patient })).rejects.toMatchObject({
      type: 'target_unreachable',
      message: expect.stringMatching(/No connection to silent\.example:80 within/),
    })
  })

  it('ends with the reason of the signal, also while the name is being resolved', async () => {
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

  const toLoopback = async () => answers('127.0.0.1')

  it('verifies the certificate for the name, not for the address', async () => {
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, authority])
    onTestFinished(() => setDefaultCACertificates(before))
    const port = await openTls()
    const connect = guard({ resolve: toLoopback })
    for (const host of ['shop.example', 'shop.example.', '127.0.0.1']) {
      const socket = await connect.dialTls({ host, port, signal: patient })
      const [chunk] = await once(socket, 'data')
      expect(String(chunk), host).toBe('hello')
      socket.destroy()
    }
    await expect(connect.dialTls({ host: 'other.example', port, signal: patient })).rejects.toMatchObject({
      type: 'target_unreachable',
      message: expect.stringMatching(/TLS.*other\.example.*ALTNAME/),
    })
  })

  it('refuses a certificate that no known authority signed, whatever the environment says', async () => {
    const port = await openTls()
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    onTestFinished(() => {
      if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before
    })
    const dialled = guard({ resolve: toLoopback }).dialTls({ host: 'shop.example', port, signal: patient })
    await expect(dialled).rejects.toMatchObject({
      type: 'target_unreachable',
      message: expect.stringMatching(/TLS.*UNABLE_TO_VERIFY_LEAF_SIGNATURE/),
    })
  })

  it('tells a server that does not speak TLS, or nothing at all, and leaves no socket behind', async () => {
    await using plain = await openWire((socket) => socket.end('HTTP/1.1 400 Bad\r\n\r\n'))
    const server = createServer((socket) => socket.once('data', () => socket.end('not TLS')))
    const port = await listen(server)
    onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
    await expect(guard().dialTls({ host: '127.0.0.1', port, signal: patient })).rejects.toThrow(/TLS/)
    const late = guard({ connectLimitMs: 50 }).dialTls({ host: '127.0.0.1', port: plain.port, signal: patient })
    await expect(late).rejects.toThrow(/TLS.*within/)
    await plain.idle()
  })
})
