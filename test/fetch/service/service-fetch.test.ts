import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServiceFetch } from '../../../src/fetch/service/service-fetch.ts'

const maxBytes = 100_000

let service: Server
let proxy: Server
const tunnels: { target: string; credentials: string | undefined }[] = []

const portOf = (server: Server) => (server.address() as AddressInfo).port

beforeAll(async () => {
  service = createServer((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: '/here' }).end()
    else if (request.url?.startsWith('/long/'))
      response.writeHead(Number(request.url.slice(6))).end('x'.repeat(maxBytes + 1))
    else response.end(`from ${request.headers.host}`)
  })
  // A proxy that tunnels every name to the service.
  proxy = createServer()
  proxy.on('connect', (request, socket) => {
    tunnels.push({ target: request.url ?? '', credentials: request.headers['proxy-authorization'] })
    const upstream = connect(portOf(service), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      upstream.pipe(socket).pipe(upstream)
    })
    upstream.on('error', () => socket.destroy())
    socket.on('error', () => upstream.destroy())
  })
  for (const server of [service, proxy]) await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  for (const server of [service, proxy]) {
    server.closeAllConnections()
    server.close()
  }
})

describe('a fetch of a configured service', () => {
  it('goes through the outgoing proxy, with its credentials', async () => {
    const { fetch, close } = createServiceFetch({ proxyUrl: `http://me:p%40ss@127.0.0.1:${portOf(proxy)}`, maxBytes })
    const response = await fetch('http://models.example/v1')
    expect(await response.text()).toBe('from models.example')
    expect(tunnels).toEqual([
      { target: 'models.example:80', credentials: `Basic ${Buffer.from('me:p@ss').toString('base64')}` },
    ])
    await close()
  })

  it('goes directly if no proxy is set or the service is on this machine', async () => {
    tunnels.length = 0
    for (const proxyUrl of [null, `http://127.0.0.1:${portOf(proxy)}`]) {
      const { fetch, close } = createServiceFetch({ proxyUrl, maxBytes })
      expect(await (await fetch(`http://127.0.0.1:${portOf(service)}/`)).text()).toContain('127.0.0.1')
      await close()
    }
    expect(tunnels).toEqual([])
  })

  it.each([200, 500])('stops a body that exceeds the limit, with status %d', async (status) => {
    const { fetch, close } = createServiceFetch({ proxyUrl: null, maxBytes })
    const response = await fetch(`http://127.0.0.1:${portOf(service)}/long/${status}`)
    expect(response.status).toBe(status)
    await expect(response.text()).rejects.toMatchObject({ type: 'response_too_large' })
    await close()
  })

  it('follows no redirects', async () => {
    const { fetch, close } = createServiceFetch({ proxyUrl: null, maxBytes })
    await expect(fetch(`http://127.0.0.1:${portOf(service)}/moved`)).rejects.toThrow()
    await close()
  })

  it('stops with its signal, even while it is being dialled', async () => {
    const { fetch, close } = createServiceFetch({ proxyUrl: null, maxBytes })
    const leaving = new AbortController()
    const fetching = fetch('http://192.0.2.1:9/', { signal: leaving.signal })
    fetching.catch(() => {})
    leaving.abort(new Error('gone'))
    await expect(fetching).rejects.toThrow('gone')
    await close()
  })
})
