import type { Socket } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ServiceError } from '../../../src/base/errors.ts'
import { httpResponse, openFetcher, openRawServer, type RequestHandler, textOf } from '../loopback.ts'

const write =
  (text: string | Buffer): RequestHandler =>
  (socket) =>
    void socket.write(text)
const end =
  (text: string | Buffer): RequestHandler =>
  (socket) =>
    void socket.end(text)
const cut = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)
const encoded = (body: Buffer, encoding: string) => httpResponse(body, { headers: { 'content-encoding': encoding } })
const text = Buffer.from('Some text that is long enough to be cut in two. '.repeat(50))

/** Origin faults that are worth a retry, with the error type if the retry fails too. */
const broken: [name: string, type: string, handle: RequestHandler][] = [
  ['a reset instead of a response', 'target_unreachable', (socket) => void socket.resetAndDestroy()],
  ['a close instead of a response', 'target_unreachable', (socket) => void socket.end()],
  ['a close within the head', 'target_unreachable', end('HTTP/1.1 200 OK\r\ncontent-le')],
  ['a close within the status line', 'target_unreachable', end('HTT')],
  [
    'a reset within the head',
    'target_unreachable',
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
    'an invalid chunk length',
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
  ['a status that is not a number', 'invalid_response', end('HTTP/1.1 abc OK\r\n\r\n')],
  ['HTTP/0.9', 'invalid_response', end('<html><p>hello</p></html>')],
  ['HTTP/2', 'invalid_response', end('HTTP/2 200\r\n\r\n')],
  ['a field without a colon', 'invalid_response', end('HTTP/1.1 200 OK\r\nno colon here\r\n\r\n')],
  ['two lengths', 'invalid_response', end('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab')],
  ['an invalid length', 'invalid_response', end('HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\nab')],
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

describe.concurrent.each(broken)('an origin with %s', (_, type, handle) => {
  it('is retried once, and then fails', async () => {
    await using site = await openRawServer(handle)
    await using fetcher = openFetcher()
    await expect(fetcher.get(site.url)).rejects.toMatchObject({ type })
    expect(site.requests).toHaveLength(2)
    await fetcher.close()
    await site.idle()
  })

  it('succeeds with the retry', async () => {
    await using site = await openRawServer((socket, nth) =>
      nth === 1 ? handle(socket, nth) : socket.write(httpResponse('page')),
    )
    await using fetcher = openFetcher()
    expect(textOf(await fetcher.get(site.url))).toBe('page')
  })
})

/** Faults that a retry doesn't fix. */
const final: [name: string, type: string, handle: RequestHandler][] = [
  ['a head beyond 64 kB', 'invalid_response', write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(70_000)}\r\n\r\n`)],
  [
    '400 header fields',
    'invalid_response',
    write(`HTTP/1.1 200 OK\r\n${'x: a\r\n'.repeat(400)}content-length: 0\r\n\r\n`),
  ],
  ['101 for no reason', 'invalid_response', write('HTTP/1.1 101 Switching\r\n\r\n')],
  ['invalid gzip', 'invalid_response', write(encoded(text, 'gzip'))],
  ['three content encodings', 'invalid_response', write(encoded(text, 'gzip, gzip, gzip'))],
  ['an unknown content encoding over bytes', 'invalid_response', write(encoded(Buffer.from([0, 1, 2, 3]), 'sdch'))],
]

describe.each(final)('an origin with %s', (_, type, handle) => {
  it('fails without a retry, and the connection is closed', async () => {
    await using site = await openRawServer(handle)
    await using fetcher = openFetcher()
    await expect(fetcher.get(site.url)).rejects.toMatchObject({ type })
    expect(site.requests).toHaveLength(1)
    await fetcher.close()
    await site.idle()
  })
})

/** Writes the text repeatedly, and calls `onUnderWay` after a few repetitions. */
function drip(socket: Socket, text: string, onUnderWay: () => void): void {
  let times = 0
  const timer = setInterval(() => {
    socket.write(text)
    if (++times === 5) onUnderWay()
  }, 5)
  socket.once('close', () => clearInterval(timer))
}

type EndlessHandler = (socket: Socket, onUnderWay: () => void, nth: number) => void

/** Writes a string and then stalls. */
const stall =
  (text: string | Buffer): EndlessHandler =>
  (socket, onUnderWay) =>
    void socket.write(text, onUnderWay)

/** Writes a string, and then another one repeatedly. */
const dripAfter =
  (text: string, repeated: string): EndlessHandler =>
  (socket, onUnderWay) => {
    socket.write(text)
    drip(socket, repeated, onUnderWay)
  }

/** Responses that never end, so only the signal stops the request. */
const endless: [name: string, handle: EndlessHandler][] = [
  ['no response', (_socket, onUnderWay) => onUnderWay()],
  ['half a status line', stall('HTTP/1.1 2')],
  ['an endless head', dripAfter('HTTP/1.1 200 OK\r\n', 'a: b\r\n')],
  ['endless interim responses', dripAfter('', 'HTTP/1.1 103 Early Hints\r\n\r\n')],
  ['a body byte by byte', dripAfter('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n', 'a')],
  ['chunks of one byte', dripAfter('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '1\r\na\r\n')],
  ['an endless chunk extension', dripAfter('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;', 'aaaa')],
  [
    'a gzip body that stops',
    stall(
      Buffer.concat([
        Buffer.from('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 100000\r\n\r\n'),
        gzipSync('a'),
      ]),
    ),
  ],
  [
    'redirects, with no response at the third',
    (socket, onUnderWay, nth) => {
      if (nth < 3) socket.write(httpResponse('', { status: 302, headers: { location: '/' } }))
      else onUnderWay()
    },
  ],
]

describe.concurrent.each(endless)('an origin with %s', (_, handle) => {
  it("fails with the signal's reason, and its sockets are closed", async () => {
    const { promise: underWay, resolve } = Promise.withResolvers<void>()
    await using site = await openRawServer((socket, nth) => handle(socket, resolve, nth))
    await using fetcher = openFetcher()
    const controller = new AbortController()
    const loading = fetcher.get(site.url, { signal: controller.signal }).catch((error) => error)
    const reason = new ServiceError('target_timeout', 'The time is over')
    await underWay
    controller.abort(reason)
    expect(await loading).toBe(reason)
    await fetcher.close()
    await site.idle()
  })
})

describe('an endless body', () => {
  it('is cut off at the limit', async () => {
    await using site = await openRawServer((socket) => {
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
