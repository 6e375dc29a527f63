import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jsonOf, openTestService, type TestService, typesOf } from '../../service.ts'
import { openRawServer, type RawServer } from '../loopback.ts'

/** The outgoing proxy's responses to a CONNECT, selected by its port. */
const attacks: [string, (socket: Socket) => unknown][] = [
  ['does not send an HTTP response', (socket) => socket.end('\u0000\u0001 garbage\r\n\r\n')],
  ['answers with half a status line', (socket) => socket.end('HTTP/1.1 2')],
  ['asks for credentials', (socket) => socket.end('HTTP/1.1 407 No\r\nproxy-authenticate: Basic realm="x"\r\n\r\n')],
  [
    'redirects to the metadata service',
    (socket) => socket.end('HTTP/1.1 302 Found\r\nlocation: http://169.254.169.254/\r\n\r\n'),
  ],
  ['fails', (socket) => socket.end('HTTP/1.1 503 No\r\ncontent-length: 3\r\n\r\nno!')],
  ['switches protocols', (socket) => socket.end('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n')],
  ['closes at once', (socket) => socket.end()],
  ['resets the connection', (socket) => socket.resetAndDestroy()],
  ['says nothing', () => {}],
  ['sends an endless head', (socket) => drip(socket, `x-filler: ${'x'.repeat(1000)}\r\n`)],
  ['sends endless interim responses', (socket) => drip(socket, 'HTTP/1.1 103 Early\r\nlink: <x>\r\n\r\n', '')],
  ['opens the tunnel and sends garbage', (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\ngarbage, not a page')],
  ['opens the tunnel and dies', (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n')],
  ['opens the tunnel and hangs', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n')],
  [
    'opens the tunnel and answers endlessly',
    (socket) =>
      drip(socket, 'x'.repeat(60_000), 'HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n'),
  ],
]

/** Writes endlessly, as fast as the client reads. */
function drip(socket: Socket, piece: string, start = 'HTTP/1.1 200 OK\r\n'): void {
  socket.write(start)
  const timer = setInterval(() => socket.write(piece), 2)
  socket.once('close', () => clearInterval(timer))
}

/** The port of the first attack. The others use the ports after it. */
const firstPort = 8100

let proxy: RawServer
let gleaner: TestService
beforeAll(async () => {
  proxy = await openRawServer((socket, nth) => {
    const port = Number(/^CONNECT [^:]+:(\d+)/.exec(proxy.requests[nth - 1] ?? '')?.[1])
    attacks[port - firstPort]?.[1](socket)
  })
  gleaner = await openTestService({ GLEANER_PROXY_URL: `http://user:secret@127.0.0.1:${proxy.port}` })
})
afterAll(async () => {
  await gleaner.close()
  await proxy[Symbol.asyncDispose]()
})

describe('a hostile outgoing proxy', () => {
  it('costs the caller nothing and reveals nothing, regardless of what it does', async () => {
    const { key, id } = await gleaner.access.issue('poor', { credits: 100 })
    const headers = { authorization: `Bearer ${key}` }
    const documented = /^50[24] (target_unreachable|target_timeout|invalid_response|response_too_large) 0$/
    const surprises: Record<string, string> = {}
    const attack = async ([what]: (typeof attacks)[number], index: number) => {
      const url = `http://127.0.0.1:${firstPort + index}/`
      const response = await gleaner.get('/v1/scrape', { url, timeout_ms: '1500' }, { headers })
      const body = await jsonOf(response)
      expect(JSON.stringify(body)).not.toMatch(/secret|dXNlcj/)
      const outcome = `${response.status} ${typesOf(body)[0]} ${body.credits_charged}`
      if (!documented.test(outcome)) surprises[what] = outcome
    }
    await Promise.all(attacks.map(attack))
    expect(surprises).toEqual({})
    expect((await gleaner.access.keys.find(id))?.credits).toBe(100)
    const targets = proxy.requests.flatMap((head) => /^CONNECT (\S+)/.exec(head)?.[1] ?? [])
    expect(new Set(targets).size).toBe(attacks.length)
  })
})
