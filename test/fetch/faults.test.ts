import type { Socket } from 'node:net'
import { createServer } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ServiceError } from '../../src/errors.ts'
import { answer, listen, openFetcher, openWire, type Play, textOf } from './loopback.ts'

const write =
  (text: string | Buffer): Play =>
  (socket) =>
    void socket.write(text)
const end =
  (text: string | Buffer): Play =>
  (socket) =>
    void socket.end(text)
const cut = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)
const encoded = (body: Buffer, encoding: string) => answer(body, { headers: { 'content-encoding': encoding } })
const text = Buffer.from('Some text that is long enough to be cut in two. '.repeat(50))

/** Faults of an origin that are worth a second try, with what the caller is told when that fails too. */
const broken: [name: string, type: string, play: Play][] = [
  ['a reset instead of an answer', 'target_unreachable', (socket) => void socket.resetAndDestroy()],
  ['a close instead of an answer', 'target_unreachable', (socket) => void socket.end()],
  ['a close within the head', 'invalid_response', end('HTTP/1.1 200 OK\r\ncontent-le')],
  ['a close within the status line', 'invalid_response', end('HTT')],
  [
    'a reset within the head',
    'invalid_response',
    (socket) => void socket.write('HTTP/1.1 200 OK\r\nx', () => setTimeout(() => socket.resetAndDestroy(), 20)),
  ],
  ['fewer bytes than declared', 'invalid_response', end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort')],
  [
    'fewer bytes than declared, and close',
    'invalid_response',
    end('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 100\r\n\r\nshort'),
  ],
  ['more bytes than declared', 'invalid_response', write('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello world')],
  [
    'chunks without an end',
    'invalid_response',
    end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n'),
  ],
  ['a chunk cut off', 'invalid_response', end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\nhello')],
  [
    'a chunk length that is none',
    'invalid_response',
    end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nhello\r\n'),
  ],
  ['gzip cut off', 'invalid_response', write(encoded(cut(gzipSync(text)), 'gzip'))],
  ['brotli cut off', 'invalid_response', write(encoded(cut(brotliCompressSync(text)), 'br'))],
  [
    'gzip cut off by a close',
    'invalid_response',
    end(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n'), cut(gzipSync(text))])),
  ],
  ['a garbage status line', 'invalid_response', end('garbage\r\n\r\n')],
  ['a status that is no number', 'invalid_response', end('HTTP/1.1 abc OK\r\n\r\n')],
  ['HTTP/0.9', 'invalid_response', end('<html><p>hello</p></html>')],
  ['HTTP/2', 'invalid_response', end('HTTP/2 200\r\n\r\n')],
  ['a head that is none', 'invalid_response', end('HTTP/1.1 200 OK\r\nno colon here\r\n\r\n')],
  ['two lengths', 'invalid_response', end('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab')],
  ['a length that is none', 'invalid_response', end('HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\nab')],
  [
    'length and chunks',
    'invalid_response',
    end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'),
  ],
  [
    'an upgrade',
    'invalid_response',
    write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
  ],
  ['the banner of another protocol', 'invalid_response', end('SSH-2.0-OpenSSH_9.6\r\n')],
]

describe.concurrent.each(broken)('an origin with %s', (_, type, play) => {
  it('is tried once more, and then fails', async () => {
    await using site = await openWire(play)
    await using fetcher = openFetcher()
    await expect(fetcher.get(site.url)).rejects.toMatchObject({ type })
    expect(site.requests).toHaveLength(2)
    await fetcher.close()
    await site.idle()
  })

  it('is forgiven when the second try succeeds', async () => {
    await using site = await openWire((socket, nth) => (nth === 1 ? play(socket, nth) : socket.write(answer('page'))))
    await using fetcher = openFetcher()
    expect(textOf(await fetcher.get(site.url))).toBe('page')
  })
})

/** Faults that a second try can't mend. */
const final: [name: string, type: string, play: Play][] = [
  ['a head beyond 64 kB', 'invalid_response', write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(70_000)}\r\n\r\n`)],
  [
    '400 header fields',
    'invalid_response',
    write(`HTTP/1.1 200 OK\r\n${'x: a\r\n'.repeat(400)}content-length: 0\r\n\r\n`),
  ],
  ['101 for no reason', 'invalid_response', write('HTTP/1.1 101 Switching\r\n\r\n')],
  ['gzip that is none', 'invalid_response', write(encoded(text, 'gzip'))],
  ['three content encodings', 'invalid_response', write(encoded(text, 'gzip, gzip, gzip'))],
  ['an unknown content encoding over bytes', 'invalid_response', write(encoded(Buffer.from([0, 1, 2, 3]), 'sdch'))],
]

describe.each(final)('an origin with %s', (_, type, play) => {
  it('fails at the first try, and the connection is closed', async () => {
    await using site = await openWire(play)
    await using fetcher = openFetcher()
    await expect(fetcher.get(site.url)).rejects.toMatchObject({ type })
    expect(site.requests).toHaveLength(1)
    await fetcher.close()
    await site.idle()
  })
})

describe('a 502, 503 or 504', () => {
  it.each([502, 503, 504])('(%i) is tried once more and forgiven', async (status) => {
    await using site = await openWire((socket, nth) =>
      socket.write(answer(nth === 1 ? 'no' : 'yes', { status: nth === 1 ? status : 200 })),
    )
    await using fetcher = openFetcher()
    const page = await fetcher.get(site.url)
    expect([page.status, textOf(page), site.requests.length]).toEqual([200, 'yes', 2])
  })

  it('is the result when it comes twice', async () => {
    await using site = await openWire((socket, nth) => socket.write(answer(`no ${nth}`, { status: 503 })))
    await using fetcher = openFetcher()
    const page = await fetcher.get(site.url)
    expect([page.status, textOf(page), site.requests.length]).toEqual([503, 'no 2', 2])
  })

  const breaks: [name: string, play: Play][] = [
    ['is reset', (socket) => void socket.resetAndDestroy()],
    ['breaks off', end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nsh')],
    ['is no HTTP', end('SSH-2.0-OpenSSH_9.6\r\n')],
    ['is too large', write('HTTP/1.1 200 OK\r\ncontent-length: 99999999\r\n\r\n')],
    ['never comes', () => {}],
  ]
  it.concurrent.each(breaks)('is the result when the second answer %s', async (_, play) => {
    await using site = await openWire((socket, nth) =>
      nth === 1 ? socket.write(answer('no', { status: 503 })) : play(socket, nth),
    )
    await using fetcher = openFetcher()
    const page = await fetcher.get(site.url, { timeoutMs: 2000 })
    expect([page.status, textOf(page), site.requests.length]).toEqual([503, 'no', 2])
    await fetcher.close()
    await site.idle()
  })

  it('is no result when the signal aborts the second try', async () => {
    await using site = await openWire((socket, nth) => nth === 1 && socket.write(answer('no', { status: 503 })))
    await using fetcher = openFetcher()
    const leaving = new AbortController()
    const loading = fetcher.get(site.url, { signal: leaving.signal })
    const ended = expect(loading).rejects.toThrow('left')
    while (site.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 5))
    leaving.abort(new Error('left'))
    await ended
    await site.idle()
  })

  it('is the result at once when no time is left', async () => {
    await using site = await openWire((socket) => socket.write(answer('no', { status: 503 })))
    await using fetcher = openFetcher()
    expect((await fetcher.get(site.url, { timeoutMs: 400 })).status).toBe(503)
    expect(site.requests).toHaveLength(1)
  })
})

describe('an origin that is not there', () => {
  it('is told without a second try', async () => {
    const closed = createServer()
    const port = await listen(closed)
    await new Promise((resolve) => closed.close(resolve))
    let asked = 0
    await using fetcher = openFetcher({
      resolve: async () => {
        asked++
        throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
      },
    })
    await expect(fetcher.get(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
      type: 'target_unreachable',
      message: expect.stringContaining('refused'),
    })
    await expect(fetcher.get('http://nosuch.example/')).rejects.toMatchObject({
      type: 'target_unreachable',
      message: expect.stringContaining('DNS'),
    })
    expect(asked).toBe(1)
  })

  it('speaks no TLS: told apart, without a second try', async () => {
    let connections = 0
    const server = createServer((socket) => {
      connections++
      socket.on('error', () => {}).resume()
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    })
    const port = await listen(server)
    await using fetcher = openFetcher()
    await expect(fetcher.get(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({
      type: 'target_unreachable',
      message: expect.stringContaining('TLS'),
    })
    expect(connections).toBe(1)
    await new Promise((resolve) => server.close(resolve))
  })
})

/** Answers that never come to an end: only the signal ends them. */
function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 5)
  socket.once('close', () => clearInterval(timer))
}

const endless: [name: string, play: Play][] = [
  ['no answer', () => {}],
  ['half a status line', write('HTTP/1.1 2')],
  [
    'a head without end',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      drip(socket, 'a: b\r\n')
    },
  ],
  ['interim answers without end', (socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n')],
  [
    'a body byte by byte',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n')
      drip(socket, 'a')
    },
  ],
  [
    'chunks of one byte',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
      drip(socket, '1\r\na\r\n')
    },
  ],
  [
    'a chunk extension without end',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;')
      drip(socket, 'aaaa')
    },
  ],
  [
    'a gzip body that stops',
    write(
      Buffer.concat([
        Buffer.from('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 100000\r\n\r\n'),
        gzipSync('a'),
      ]),
    ),
  ],
  [
    'redirects without end to hosts that take their time',
    (socket) => void setTimeout(() => socket.write(answer('', { status: 302, headers: { location: '/' } })), 100),
  ],
]

describe.concurrent.each(endless)('an origin with %s', (_, play) => {
  it('ends with the reason of the signal, and its sockets are closed', async () => {
    await using site = await openWire(play)
    await using fetcher = openFetcher()
    const controller = new AbortController()
    const loading = fetcher.get(site.url, { signal: controller.signal })
    const reason = new ServiceError('target_timeout', 'The time is over')
    setTimeout(() => controller.abort(reason), 60)
    expect(await loading.catch((error) => error)).toBe(reason)
    await site.idle()
  })
})

describe('the signal', () => {
  it('that has aborted before lets nothing begin', async () => {
    await using site = await openWire(answer('page').toString())
    await using fetcher = openFetcher()
    const reason = new Error('the client left')
    expect(await fetcher.get(site.url, { signal: AbortSignal.abort(reason) }).catch((error) => error)).toBe(reason)
    expect(site.connections).toBe(0)
  })

  it('ends the wait before a second try, and the wait in line', async () => {
    await using site = await openWire((socket, nth) => nth === 1 && socket.write(answer('no', { status: 503 })))
    await using fetcher = openFetcher({ perHostConcurrency: 1 })
    const waiting = new AbortController()
    const first = fetcher.get(site.url, { signal: waiting.signal })
    while (site.requests.length < 1) await new Promise(setImmediate)
    setTimeout(() => waiting.abort(new Error('left while waiting')), 50)
    await expect(first).rejects.toThrow('left while waiting')

    const holding = new AbortController()
    const holder = fetcher.get(site.url, { signal: holding.signal })
    while (site.requests.length < 2) await new Promise(setImmediate)
    const inLine = new AbortController()
    const second = fetcher.get(site.url, { signal: inLine.signal })
    inLine.abort(new Error('left the line'))
    await expect(second).rejects.toThrow('left the line')
    holding.abort(new Error('done'))
    await expect(holder).rejects.toThrow('done')
    expect(site.requests).toHaveLength(2)
  })

  it('that aborts one request leaves the others alone', async () => {
    const held: Socket[] = []
    await using site = await openWire((socket) => void held.push(socket))
    await using fetcher = openFetcher()
    const controller = new AbortController()
    const leaving = fetcher.get(site.url, { signal: controller.signal })
    const staying = fetcher.get(site.url)
    while (held.length < 2) await new Promise(setImmediate)
    controller.abort(new Error('left'))
    await expect(leaving).rejects.toThrow('left')
    for (const socket of held) socket.write(answer('page'))
    expect(textOf(await staying)).toBe('page')
  })
})

describe('an endless body', () => {
  it('ends at the cap', async () => {
    await using site = await openWire((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      const block = Buffer.alloc(65_536, 'a')
      const pour = () => {
        while (!socket.destroyed && socket.write(block));
      }
      socket.on('drain', pour)
      pour()
    })
    await using fetcher = openFetcher()
    await expect(fetcher.get(site.url)).rejects.toMatchObject({ type: 'response_too_large' })
    expect(site.requests).toHaveLength(1)
    await site.idle()
  })
})
