/** Faults of an origin server, with the documented answers for each. */

import type { Socket } from 'node:net'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export interface OriginFault {
  name: string
  /** Serves one request. `random` belongs to this attempt only. */
  serve(socket: Socket, request: OriginRequest): void
  /** Error types, or statuses of results, that the API documents for the fault. */
  answers: readonly (string | number)[]
  /** Where the fault occurs. The default is plain HTTP. */
  at?: 'tls' | 'plain with https' | 'tls with http' | 'closed port' | 'on connection'
}

interface OriginRequest {
  random(): number
  /** The fault's own URL. */
  url: string
  path: string
}

const page = '<!doctype html><title>Page</title><p>Here is a page.</p>'
const head = (fields = '', status = '200 OK') => `HTTP/1.1 ${status}\r\ncontent-type: text/html\r\n${fields}`
const whole = `${head(`content-length: ${page.length}\r\n`)}\r\n${page}`

/** A few kilobytes that decompress to zeros far beyond every limit. */
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
const bombInGzip = gzipSync(bomb)
const brotliBomb = brotliCompressSync(Buffer.alloc(64 * 1024 * 1024), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
})

const sends = (text: string | Buffer) => (socket: Socket) => void socket.end(text)
const holds = (text: string | Buffer) => (socket: Socket) => void socket.write(text)
const resets = (text: string) => (socket: Socket) => {
  socket.write(text, () => setTimeout(() => socket.resetAndDestroy(), 20))
}
const redirects = (to: string) => sends(`${head(`location: ${to}\r\ncontent-length: 0\r\n`, '302 Found')}\r\n`)

function encoded(encoding: string, body: () => Buffer) {
  return (socket: Socket) => {
    const bytes = body()
    socket.write(head(`content-encoding: ${encoding}\r\ncontent-length: ${bytes.length}\r\n\r\n`))
    socket.end(bytes)
  }
}

/** Writes a piece repeatedly until the client disconnects. */
function endless(start: string, piece: () => string, everyMs = 0) {
  return (socket: Socket) => {
    socket.write(start)
    const timer = setInterval(() => {
      if (socket.writableNeedDrain) return
      socket.write(piece())
    }, everyMs)
    socket.once('close', () => clearInterval(timer))
    setTimeout(() => socket.destroy(), 20_000).unref()
  }
}

const broken = ['invalid_response', 'target_unreachable']
const late = ['target_timeout']
const tooLarge = ['response_too_large', 'invalid_response']

export const originFaults: readonly OriginFault[] = [
  { name: 'no listener', at: 'closed port', serve() {}, answers: ['target_unreachable'] },
  { name: 'closes each connection', at: 'on connection', serve: (socket) => void socket.end(), answers: broken },
  {
    name: 'resets each connection',
    at: 'on connection',
    serve: (socket) => void socket.resetAndDestroy(),
    answers: broken,
  },
  { name: 'never answers', serve() {}, answers: late },
  { name: 'ends without an answer', serve: (socket) => void socket.end(), answers: broken },
  { name: 'resets without an answer', serve: (socket) => void socket.resetAndDestroy(), answers: broken },
  {
    name: 'resets at a drawn byte',
    serve: (socket, { random }) => resets(whole.slice(0, Math.floor(random() * (whole.length - 1))))(socket),
    answers: broken,
  },
  { name: 'resets in the status line', serve: resets('HTTP/1.1 2'), answers: broken },
  { name: 'resets in the headers', serve: resets(head()), answers: broken },
  { name: 'resets after the headers', serve: resets(`${head('content-length: 100\r\n')}\r\n`), answers: broken },
  { name: 'resets in the body', serve: resets(`${head('content-length: 100\r\n')}\r\n<p>half`), answers: broken },
  { name: 'ends in the body', serve: sends(`${head('content-length: 100\r\n')}\r\n<p>half`), answers: broken },
  {
    name: 'ends at a drawn byte',
    serve: (socket, { random }) => sends(whole.slice(0, Math.floor(random() * (whole.length - 1))))(socket),
    answers: broken,
  },
  {
    name: 'sends more than it said',
    serve: sends(`${head('content-length: 3\r\n')}\r\n<p>too long`),
    answers: [200, ...broken],
  },
  {
    name: 'two lengths',
    serve: sends(`${head('content-length: 3\r\ncontent-length: 9\r\n')}\r\n<p>two</p>`),
    answers: broken,
  },
  { name: 'a negative length', serve: sends(`${head('content-length: -1\r\n')}\r\n<p>`), answers: broken },
  { name: 'a non-numeric length', serve: sends(`${head('content-length: many\r\n')}\r\n<p>`), answers: broken },
  {
    name: 'length and chunks',
    serve: sends(`${head('content-length: 4\r\ntransfer-encoding: chunked\r\n')}\r\n3\r\n<p>\r\n0\r\n\r\n`),
    answers: [200, ...broken],
  },
  {
    name: 'a non-numeric chunk size',
    serve: sends(`${head('transfer-encoding: chunked\r\n')}\r\nzz\r\n<p>\r\n`),
    answers: broken,
  },
  {
    name: 'a chunk size beyond 64 bits',
    serve: sends(`${head('transfer-encoding: chunked\r\n')}\r\n${'f'.repeat(17)}\r\n<p>`),
    answers: [...broken, ...tooLarge],
  },
  {
    name: 'ends in a chunk',
    serve: sends(`${head('transfer-encoding: chunked\r\n')}\r\nff\r\n<p>half`),
    answers: broken,
  },
  { name: 'no last chunk', serve: sends(`${head('transfer-encoding: chunked\r\n')}\r\n3\r\n<p>\r\n`), answers: broken },
  {
    name: 'an endless chunk extension',
    serve: endless(`${head('transfer-encoding: chunked\r\n')}\r\n3;`, () => 'x'.repeat(4096)),
    answers: [...broken, ...tooLarge, ...late],
  },
  {
    name: 'endless trailers',
    serve: endless(
      `${head('transfer-encoding: chunked\r\n')}\r\n3\r\n<p>\r\n0\r\n`,
      () => `x: ${'y'.repeat(1000)}\r\n`,
    ),
    answers: [...broken, ...tooLarge, ...late],
  },
  {
    name: 'endless headers',
    serve: endless('HTTP/1.1 200 OK\r\n', () => `x: ${'y'.repeat(1000)}\r\n`),
    answers: [...broken, ...tooLarge],
  },
  {
    name: 'a header of a megabyte',
    serve: sends(`${head(`x: ${'y'.repeat(1024 * 1024)}\r\n`)}\r\n`),
    answers: [...broken, ...tooLarge],
  },
  {
    name: '100,000 headers',
    serve: sends(`${head('x: y\r\n'.repeat(100_000))}\r\n`),
    answers: [...broken, ...tooLarge],
  },
  { name: 'NUL in a header', serve: sends(`${head('x: a\0b\r\n')}\r\n${page}`), answers: broken },
  { name: 'a bare carriage return', serve: sends(`${head('x: a\rb\r\n')}\r\n${page}`), answers: broken },
  { name: 'status 000', serve: sends(`${head('', '000 None')}\r\n`), answers: broken },
  { name: 'status 99999', serve: sends(`${head('', '99999 Much')}\r\n`), answers: broken },
  { name: 'a body without a head', serve: sends(page), answers: broken },
  {
    name: 'speaks HTTP/2',
    serve: sends(Buffer.from('000012040000000000000300000080000400010000000500ffffff', 'hex')),
    answers: broken,
  },
  { name: 'speaks SSH', at: 'on connection', serve: holds('SSH-2.0-OpenSSH_9.9\r\n'), answers: [...broken, ...late] },
  { name: 'speaks plain text to TLS', at: 'plain with https', serve: sends(whole), answers: broken },
  { name: 'never shakes hands', at: 'plain with https', serve() {}, answers: [...late, 'target_unreachable'] },
  { name: 'speaks TLS to plain text', at: 'tls with http', serve() {}, answers: [...broken, ...late] },
  { name: 'a self-signed certificate', at: 'tls', serve: sends(whole), answers: ['target_unreachable'] },
  { name: 'a head of one byte in 200 ms', serve: (socket) => drip(socket, whole, 200), answers: late },
  {
    name: 'a body of one byte in 200 ms',
    serve: (socket) => drip(socket, `${head()}\r\n${page}`, 200, 40),
    answers: late,
  },
  { name: 'a gzip bomb', serve: encoded('gzip', () => bomb), answers: ['response_too_large'] },
  {
    name: 'a gzip bomb in gzip',
    serve: encoded('gzip, gzip', () => bombInGzip),
    answers: ['response_too_large'],
  },
  { name: 'a brotli bomb', serve: encoded('br', () => brotliBomb), answers: ['response_too_large'] },
  { name: 'nine encodings', serve: encoded(Array(9).fill('gzip').join(', '), () => gzipSync(page)), answers: broken },
  { name: 'not gzip at all', serve: encoded('gzip', () => Buffer.from(page)), answers: broken },
  { name: 'half of a gzip', serve: encoded('gzip', () => gzipSync(page.repeat(9)).subarray(0, 60)), answers: broken },
  {
    name: 'an unknown encoding',
    serve: encoded('zip', () => Buffer.from(page)),
    answers: [200, ...broken],
  },
  { name: 'a redirect to itself', serve: (socket, { url }) => redirects(url)(socket), answers: ['too_many_redirects'] },
  {
    name: 'redirects without end',
    serve: (socket, { url, random }) => redirects(`${url}?${random()}`)(socket),
    answers: ['too_many_redirects'],
  },
  {
    name: 'a redirect to the metadata service',
    serve: redirects('http://169.254.169.254/latest/meta-data/'),
    answers: ['address_refused'],
  },
  { name: 'a redirect to a file', serve: redirects('file:///etc/passwd'), answers: ['address_refused'] },
  { name: 'a redirect to a mail server', serve: redirects('http://127.0.0.1:25/'), answers: ['address_refused'] },
  { name: 'a redirect to nowhere', serve: redirects('http://['), answers: ['invalid_response'] },
  {
    name: '100 Continue for ever',
    serve: endless('', () => 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(50)),
    answers: [...broken, ...late],
  },
  {
    name: 'switches protocols',
    serve: sends('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
    answers: broken,
  },
  {
    name: 'an endless body',
    serve: endless(`${head()}\r\n`, () => '<p>more</p>'.repeat(5000)),
    answers: ['response_too_large'],
  },
  {
    name: 'a length of a terabyte',
    serve: holds(`${head('content-length: 1099511627776\r\n')}\r\n<p>`),
    answers: ['response_too_large'],
  },
]

function drip(socket: Socket, text: string, everyMs: number, at = 0): void {
  if (at > 0) socket.write(text.slice(0, at))
  let next = at
  const timer = setInterval(() => {
    if (next >= text.length) return clearInterval(timer)
    socket.write(text.charAt(next++))
  }, everyMs)
  socket.once('close', () => clearInterval(timer))
}
