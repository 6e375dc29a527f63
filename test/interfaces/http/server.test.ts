import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Events, subscribe } from '../../../src/base/events.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { jsonOf, openTestService, type TestService } from '../../service.ts'

let gleaner: TestService
let origin: Origin
/** Completes the response to the last request for `/slow`. */
let finishSlow = () => {}

beforeAll(async () => {
  origin = await openOrigin({
    '/': { body: '<title>T</title><p>Hello <b>world</b></p>' },
    '/slow': (_, response) => {
      finishSlow = () => response.end('<p>late</p>')
    },
  })
  gleaner = await openTestService()
})
afterAll(async () => {
  await gleaner.close()
  await origin.close()
})

/** Sends bytes unchanged, and reads the response until the connection closes. */
async function sendRaw(text: string): Promise<string> {
  const { port, hostname } = new URL(gleaner.url)
  const socket = connect(Number(port), hostname)
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => {})
  socket.write(text)
  await once(socket, 'close')
  return Buffer.concat(chunks).toString()
}

const raw = (head: string) => sendRaw(`${head}\r\nconnection: close\r\n\r\n`)

describe('the HTTP server', () => {
  it('responds to a scrape with JSON and the request id', async () => {
    const response = await gleaner.get('/v1/scrape', { url: `${origin.url}/` })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    const body = await jsonOf(response)
    expect(body).toMatchObject({ content: 'Hello **world**', title: 'T', credits_charged: 1, credits_remaining: null })
    expect(body.request_id).toBe(response.headers.get('x-request-id'))
  })

  it.each([
    ['no key', {}],
    ['an empty bearer', { authorization: 'Bearer ' }],
    ['another scheme', { authorization: 'Basic Zm9vOmJhcg==' }],
    ['a malformed key', { authorization: 'Bearer glnr_x' }],
  ])('responds with 401 to %s before it checks the parameters', async (_, headers) => {
    for (const path of ['/v1/scrape?zzz=1', '/v1/google_ads', '/mcp']) {
      const method = path === '/mcp' ? 'POST' : 'GET'
      const response = await fetch(gleaner.url + path, { method, headers: headers as Record<string, string> })
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toBe('Bearer')
      expect(await response.json()).toMatchObject({
        detail: [{ loc: [], type: 'unauthorized' }],
        retryable: false,
        credits_charged: 0,
      })
    }
  })

  it('responds with 404 or 405 and an error body', async () => {
    expect(await (await fetch(`${gleaner.url}/nothing`)).json()).toMatchObject({ detail: [{ type: 'not_found' }] })
    const response = await fetch(`${gleaner.url}/v1/scrape`, { method: 'PUT' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, POST')
    expect(await response.json()).toMatchObject({ detail: [{ type: 'method_not_allowed' }] })
  })

  it.each<[string, string, number?]>([
    ['a foreign Host', 'GET /healthz HTTP/1.1\r\nhost: evil.example'],
    ['a Host with only a valid beginning', 'GET /healthz HTTP/1.1\r\nhost: localhost.evil.example'],
    ['a Host with user info', 'GET /healthz HTTP/1.1\r\nhost: localhost@evil.example'],
    ['no Host at all', 'GET /healthz HTTP/1.0\r\naccept: */*'],
    ['a foreign Origin', 'GET /openapi.json HTTP/1.1\r\nhost: localhost\r\norigin: https://evil.example'],
    ['two Hosts', 'GET /healthz HTTP/1.1\r\nhost: localhost\r\nhost: evil.example', 400],
    ['a foreign target', 'GET http://evil.example/healthz HTTP/1.1\r\nhost: localhost'],
    ['no Host in HTTP/1.1', 'GET /healthz HTTP/1.1\r\naccept: */*'],
    ['an opaque Origin', 'GET /v1/scrape HTTP/1.1\r\nhost: localhost\r\norigin: null'],
  ])('refuses %s on every route', async (_, head, status = 403) => {
    const response = await raw(head)
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(response).toContain(status === 403 ? '"type":"forbidden_origin"' : '"type":"bad_request"')
  })

  it.each(['localhost', 'LOCALHOST:80', '127.0.0.1:1', '[::1]'])('accepts the Host %s', async (host) => {
    expect(await raw(`GET /healthz HTTP/1.1\r\nhost: ${host}\r\norigin: http://${host}`)).toMatch(/ 200 OK/)
  })

  it('accepts a prompt of 10,000 characters in a query string', async () => {
    const response = await gleaner.get('/v1/scrape', { url: `${origin.url}/`, prompt: '語'.repeat(10_000) })
    expect(await response.json()).toMatchObject({ detail: [{ type: 'model_not_configured' }] })
  })

  it('responds with 431 to headers of more than 128 KiB and with 400 to invalid HTTP', async () => {
    const long = await sendRaw(`GET /healthz?${'x'.repeat(140 * 1024)} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    expect(long).toMatch(/^HTTP\/1\.1 431 /)
    expect(long).toContain('"type":"request_too_large"')
    const broken = await sendRaw('NO HTTP AT ALL\r\n\r\n')
    expect(broken).toMatch(/^HTTP\/1\.1 400 /)
    expect(broken).toContain('"type":"bad_request"')
  })

  it('sends its error body for requests that Node itself would refuse', async () => {
    expect(await raw('GET /healthz HTTP/1.1\r\nhost: localhost\r\nexpect: banana')).toMatch(/ 400 .*"bad_request"/s)
    expect(await raw('CONNECT evil.example:443 HTTP/1.1\r\nhost: localhost')).toMatch(/ 405 .*"method_not_allowed"/s)
  })

  it('checks the Host of a request with an unmet Expect, assigns an id, and emits its end', async () => {
    const ends: Events['gleaner:http'][] = []
    onTestFinished(subscribe('gleaner:http', (event) => ends.push(event)))
    const foreign = await raw('GET /healthz HTTP/1.1\r\nhost: evil.example\r\nexpect: banana')
    expect(foreign).toMatch(/ 403 .*"forbidden_origin"/s)
    const unmet = await raw('GET /healthz HTTP/1.1\r\nhost: localhost\r\nexpect: banana')
    const id = /x-request-id: (\S+)/.exec(unmet)?.[1]
    expect(unmet).toContain(`"request_id":"${id}"`)
    await expect.poll(() => ends.map(({ status }) => status)).toEqual([403, 400])
    expect(ends[1]).toMatchObject({ requestId: id, path: '/healthz', method: 'GET' })
  })

  it.each([
    ['ends before its length', 'content-length: 100', '{"jsonrpc"', (socket: Socket) => socket.end()],
    ['is not a valid chunk', 'transfer-encoding: chunked', '', (socket: Socket) => socket.write('zz\r\n{')],
  ])('refuses a request whose body %s, and frees its bytes', async (_, field, body, breakIt) => {
    const { port, hostname } = new URL(gleaner.url)
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }).on('error', () => {})
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    const head = `POST /mcp HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${gleaner.key}\r\n`
    const accept = 'content-type: application/json\r\naccept: application/json, text/event-stream\r\n'
    socket.write(`${head}${accept}${field}\r\n\r\n${body}`)
    await expect.poll(() => gleaner.http.requests()).toBe(1)
    breakIt(socket)
    await expect.poll(() => gleaner.http.requests()).toBe(0)
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 400 .*"bad_request"/s)
    socket.destroy()
  })

  it('closes a connection with an unread, endless body', async () => {
    const { port, hostname } = new URL(gleaner.url)
    const socket = connect(Number(port), hostname).on('error', () => {})
    let response = ''
    socket.on('data', (data) => (response += data))
    socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n')
    const sending = setInterval(() => socket.write('3\r\nabc\r\n'), 20)
    onTestFinished(() => void clearInterval(sending))
    // Doesn't use once(), which rejects if the connection is reset.
    await new Promise((resolve) => socket.once('close', resolve))
    expect(response).toMatch(/^HTTP\/1\.1 200 /)
    await expect.poll(() => gleaner.http.requests()).toBe(0)
  })

  it('closes a connection after it refuses the body, and has no request in flight afterwards', async () => {
    const head = `POST /mcp HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${gleaner.key}\r\ncontent-type: application/json`
    const chunk = `${(1 << 20).toString(16)}\r\n${'x'.repeat(1 << 20)}\r\n`
    const response = await sendRaw(`${head}\r\ntransfer-encoding: chunked\r\n\r\n${chunk.repeat(5)}0\r\n\r\n`)
    expect(response).toMatch(/^HTTP\/1\.1 413 .*connection: close.*"request_too_large"/s)
    await expect.poll(() => gleaner.http.requests()).toBe(0)
  })

  it('does not treat a path that begins with two slashes as another host', async () => {
    expect(await raw('GET //v1/scrape HTTP/1.1\r\nhost: localhost')).toMatch(/ 404 /)
    expect(await raw('GET http://localhost/healthz HTTP/1.1\r\nhost: localhost')).toMatch(/ 200 /)
  })

  it('reports that it is alive and ready without requiring a key', async () => {
    expect(await (await fetch(`${gleaner.url}/healthz`)).json()).toMatchObject({ status: 'ok' })
    expect((await fetch(`${gleaner.url}/readyz`)).status).toBe(200)
  })

  it('sends no CORS headers', async () => {
    const response = await gleaner.get('/v1/scrape', { url: `${origin.url}/` }, { headers: { origin: gleaner.url } })
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it('aborts the request to the site when the client disconnects', async () => {
    let left: () => void
    const pageLost = new Promise<void>((resolve) => {
      left = resolve
    })
    let asked: () => void
    const pageAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    const server = createServer((socket) => {
      socket.on('error', () => {}).once('close', () => left())
      socket.once('data', () => asked())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const leaving = new AbortController()
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const response = gleaner.get('/v1/scrape', { url }, { signal: leaving.signal }).catch(({ name }) => name)
    await pageAsked
    leaving.abort()
    expect(await response).toBe('AbortError')
    await pageLost
    server.close()
  })
})

describe('a service that stops', () => {
  it('lets a running request finish and accepts no new ones', async () => {
    const stopping = await openTestService()
    const running = stopping.get('/v1/scrape', { url: `${origin.url}/slow` })
    await origin.arrived('/slow')
    const stopped = stopping.http.stop(55_000)
    finishSlow()
    expect(await (await running).json()).toMatchObject({ content: 'late' })
    await stopped
    await expect(fetch(`${stopping.url}/healthz`)).rejects.toThrow()
    await stopping.runtime.close()
  })

  it('responds with 503 and Retry-After to a request that does not finish in time', async () => {
    const never = createServer((socket) => void socket.on('error', () => {}))
    await new Promise<void>((resolve) => never.listen(0, '127.0.0.1', resolve))
    const connected = once(never, 'connection')
    const stopping = await openTestService()
    const url = `http://127.0.0.1:${(never.address() as AddressInfo).port}/`
    const running = stopping.get('/v1/scrape', { url })
    await connected
    await stopping.http.stop(50)
    const response = await running
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await response.json()).toMatchObject({ detail: [{ type: 'overloaded' }], retryable: true })
    await stopping.runtime.close()
    never.close()
  })
})

describe('a service that stops while a client is slow', () => {
  const send = async (url: string, text: string) => {
    const { port, hostname } = new URL(url)
    const socket = connect(Number(port), hostname).on('error', () => {})
    await new Promise<void>((resolve) => socket.write(text, () => resolve()))
    return socket
  }

  it('does not wait for a body that does not end', async () => {
    const stopping = await openTestService()
    const head = `POST /mcp HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${stopping.key}\r\n`
    const socket = await send(stopping.url, `${head}content-type: application/json\r\ncontent-length: 100\r\n\r\n{"`)
    await expect.poll(() => stopping.http.requests()).toBe(1)
    await stopping.http.stop(50)
    await stopping.runtime.close()
    socket.destroy()
  })

  it('does not wait for a client that does not read', async () => {
    const big = await openOrigin({ '/': { body: `<p>${'word '.repeat(1_500_000)}</p>` } })
    const stopping = await openTestService()
    const query = new URLSearchParams({ url: `${big.url}/`, output: 'raw_html' })
    const head = `GET /v1/scrape?${query} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${stopping.key}\r\n\r\n`
    const socket = await send(stopping.url, head)
    socket.pause()
    await big.arrived(1)
    await stopping.http.stop(1000)
    await stopping.runtime.close()
    socket.destroy()
    await big.close()
  })
})

describe('a second request on a connection while the first is in flight', () => {
  it('gets no response in the middle of the first response', async () => {
    const head = `GET /v1/scrape?url=${origin.url}/slow?again HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${gleaner.key}`
    const receiving = sendRaw(`${head}\r\n\r\nNO HTTP AT ALL\r\n\r\n`)
    await origin.arrived('/slow?again')
    finishSlow()
    const response = await receiving
    expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(response.match(/HTTP\/1\.1/g)).toHaveLength(1)
    expect(response).toContain('"content":"late"')
  })
})
