import { createServer, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAddressPolicy } from '../../../src/fetch/guard/address-policy.ts'
import { authority, certificate, certificateKey } from '../certificate.ts'
import { httpResponse, listen, loopbackPolicy, openFetcher, openRawServer, textOf } from '../loopback.ts'

interface ConnectRequest {
  target: string | undefined
  host: string | undefined
  authorization: string | undefined
}

/** A forward proxy that tunnels every CONNECT to the port `to`, or responds with a status. */
async function openProxy({
  to = 0,
  status = 200,
} = {}): Promise<{ port: number; requested: ConnectRequest[]; server: Server }> {
  const requested: ConnectRequest[] = []
  const server = createServer((_request, response) => response.writeHead(500).end('not a CONNECT'))
  const sockets = new Set<Socket>()
  server.on('connect', (request, client: Socket) => {
    const { host, 'proxy-authorization': authorization } = request.headers
    requested.push({ target: request.url, host, authorization })
    sockets.add(client)
    client.on('error', () => client.destroy())
    if (status !== 200) return client.end(`HTTP/1.1 ${status} No\r\n\r\n`)
    const upstream = connect(to, '127.0.0.1', () => client.write('HTTP/1.1 200 Established\r\n\r\n'))
    sockets.add(upstream)
    upstream.on('error', () => client.destroy())
    upstream.pipe(client).pipe(upstream)
  })
  const port = await listen(server)
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return { port, requested, server }
}

// The proxy listens on loopback, which the policy refuses, so its own address is exempt.
const publicPolicy = createAddressPolicy({ allowAddresses: [] })

describe('the outgoing proxy', () => {
  it('is asked to CONNECT to the checked address, with the credentials of its URL', async () => {
    await using site = await openRawServer((socket) => socket.write(httpResponse('through')))
    const proxy = await openProxy({ to: site.port })
    await using fetcher = openFetcher({
      policy: publicPolicy,
      proxyUrl: `http://ann:p%40ss@127.0.0.1:${proxy.port}`,
      resolve: async () => [{ address: '93.184.216.34', family: 4 }],
    })
    expect(textOf(await fetcher.get('http://example.com:8080/a?b'))).toBe('through')
    expect(proxy.requested).toEqual([
      {
        target: '93.184.216.34:8080',
        host: '93.184.216.34:8080',
        authorization: `Basic ${Buffer.from('ann:p@ss').toString('base64')}`,
      },
    ])
    expect(site.requests[0]).toMatch(/^GET \/a\?b HTTP\/1\.1\r\nhost: example\.com:8080\r\n/)
    expect(site.requests[0]).not.toContain('proxy-authorization')
  })

  it('gets an IPv6 address in brackets, and IPv4 first if a name has both', async () => {
    await using site = await openRawServer((socket) => socket.write(httpResponse('through')))
    const proxy = await openProxy({ to: site.port })
    const proxyUrl = `http://127.0.0.1:${proxy.port}`
    const ipv6 = { address: '2606:4700::1111', family: 6 }
    await using only = openFetcher({ policy: publicPolicy, proxyUrl, resolve: async () => [ipv6] })
    await only.get('http://six.example/')
    const both = async () => [ipv6, { address: '93.184.216.34', family: 4 }]
    await using mixed = openFetcher({ policy: publicPolicy, proxyUrl, resolve: both })
    await mixed.get('http://both.example/')
    expect(proxy.requested.map(({ target }) => target)).toEqual(['[2606:4700::1111]:80', '93.184.216.34:80'])
  })

  it('carries end-to-end TLS to the site, and may itself use TLS', async () => {
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, authority])
    onTestFinished(() => setDefaultCACertificates(before))
    const site = createTlsServer({ cert: certificate, key: certificateKey }, (socket) => {
      socket.on('error', () => socket.destroy())
      socket.once('data', () => socket.end(httpResponse('secret')))
    })
    const sitePort = await listen(site)
    const inner = await openProxy({ to: sitePort })
    const outer = createTlsServer({ cert: certificate, key: certificateKey }, (socket) => {
      socket.on('error', () => socket.destroy())
      inner.server.emit('connection', socket)
    })
    const outerPort = await listen(outer)
    onTestFinished(async () => {
      await new Promise((resolve) => site.close(resolve))
      await new Promise((resolve) => outer.close(resolve))
    })
    const resolve = async (host: string) => [
      { address: host === 'proxy.example' ? '127.0.0.1' : '93.184.216.34', family: 4 },
    ]
    for (const proxyUrl of [`http://127.0.0.1:${inner.port}`, `https://proxy.example:${outerPort}`]) {
      await using fetcher = openFetcher({ policy: publicPolicy, proxyUrl, resolve })
      expect(textOf(await fetcher.get('https://shop.example/')), proxyUrl).toBe('secret')
      await expect(fetcher.get('https://other.example/')).rejects.toThrow(/TLS.*other\.example/)
    }
    expect(new Set(inner.requested.map(({ target }) => target))).toEqual(new Set(['93.184.216.34:443']))
  })

  it('receives no request for a refused address', async () => {
    const proxy = await openProxy()
    await using fetcher = openFetcher({
      policy: publicPolicy,
      proxyUrl: `http://127.0.0.1:${proxy.port}`,
      resolve: async () => [
        { address: '93.184.216.34', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ],
    })
    await expect(fetcher.get('http://mixed.example/')).rejects.toMatchObject({ type: 'address_refused' })
    await expect(fetcher.get(`http://127.0.0.1:${proxy.port}/`)).rejects.toMatchObject({ type: 'address_refused' })
    expect(proxy.requested).toEqual([])
  })

  it('fails as target_unreachable, with a message that names the proxy without its credentials', async () => {
    const refusing = await openProxy({ status: 407 })
    const closed = createServer()
    const closedPort = await listen(closed)
    await new Promise((resolve) => closed.close(resolve))
    await using closing = await openRawServer((socket) => socket.end())
    await using silent = await openRawServer(() => {})
    for (const [port, message] of [
      [refusing.port, /with 407/],
      [closedPort, /ECONNREFUSED/],
      [closing.port, /closed/],
      [silent.port, /within/],
    ] as const) {
      await using fetcher = openFetcher({
        policy: loopbackPolicy,
        proxyUrl: `http://ann:secret@127.0.0.1:${port}`,
        connectLimitMs: 300,
      })
      const error = await fetcher.get('http://127.0.0.1:8080/').catch((thrown) => thrown)
      expect(error).toMatchObject({ type: 'target_unreachable', message: expect.stringMatching(message) })
      expect(`${error.message}${JSON.stringify(error.problems)}`).not.toMatch(/secret|ann/)
      expect(error.message).toContain(`127.0.0.1:${port}`)
    }
    await silent.idle()
  })

  it("comes only from the settings: the environment's proxy variables are not read", async () => {
    const proxy = await openProxy()
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']
    const before = names.map((name) => [name, process.env[name]] as const)
    for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : `http://127.0.0.1:${proxy.port}`
    onTestFinished(() => {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
      }
    })
    await using site = await openRawServer((socket) => socket.write(httpResponse('direct')))
    await using fetcher = openFetcher()
    expect(textOf(await fetcher.get(site.url))).toBe('direct')
    expect(proxy.requested).toEqual([])
  })
})
