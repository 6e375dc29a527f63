import type { Socket } from 'node:net'
import { createBrotliCompress, createGzip, createZstdCompress, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createByteBudget } from '../../src/base/share.ts'
import { httpResponse, openFetcher, openRawServer, textOf } from './loopback.ts'

const html = '<html><h1>Prices</h1><p>All of it.</p></html>'
const json = '{"prices":[1,2]}'
const head = (...fields: string[]) => ['HTTP/1.1 200 OK', ...fields, '', ''].join('\r\n')
const chunk = (bytes: string | Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), Buffer.from(bytes), Buffer.from('\r\n')])
const typeOfHtml = 'content-type: text/html'

/** Long enough for a response on a busy machine. The tests wait for it together. */
const limitMs = 5000

/** Responses that contain a complete document and never end. */
const endless: [how: string, body: string, write: (socket: Socket) => void][] = [
  [
    'in chunks',
    html,
    (socket) => socket.write(Buffer.concat([Buffer.from(head(typeOfHtml, 'transfer-encoding: chunked')), chunk(html)])),
  ],
  ['over HTTP/1.0', html, (socket) => socket.write(`HTTP/1.0 200 OK\r\n${typeOfHtml}\r\n\r\n${html}`)],
  ['that declares too great a length', html, (socket) => socket.write(head(typeOfHtml, 'content-length: 4000') + html)],
  ['in upper case', '<HTML><P>Old</HTML >\n', (socket) => socket.write(`${head(typeOfHtml)}<HTML><P>Old</HTML >\n`)],
  ['of JSON', json, (socket) => socket.write(head('content-type: application/json') + json)],
  [
    'in gzip',
    html,
    (socket) => socket.write(Buffer.concat([Buffer.from(head(typeOfHtml, 'content-encoding: gzip')), gzipSync(html)])),
  ],
]

/** Responses that stop before the end of the document. */
const cut: [what: string, response: string][] = [
  ['no response', ''],
  ['only a head', head(typeOfHtml)],
  ['a page without its end', `${head(typeOfHtml)}<html><p>The first half`],
  ['JSON without its end', `${head('content-type: application/json')}{"prices":[1,`],
  ['bytes that do not match their encoding', `${head(typeOfHtml, 'content-encoding: gzip')}</html>`],
]

describe('at the deadline', () => {
  it.concurrent.each(endless)('a complete document %s is the page', async (_how, body, write) => {
    await using site = await openRawServer(write)
    await using fetcher = openFetcher()
    const page = await fetcher.get(site.url, { timeoutMs: limitMs })
    expect([textOf(page), page.complete, page.warnings]).toEqual([
      body,
      false,
      [{ code: 'body_incomplete', message: expect.stringContaining('time limit') }],
    ])
    await site.idle()
  })

  it.concurrent.each([
    ['gzip', createGzip],
    ['br', createBrotliCompress],
    ['zstd', createZstdCompress],
  ] as const)('a complete document in a %s stream that never ends is the page', async (encoding, createEncoder) => {
    await using site = await openRawServer((socket) => {
      socket.write(head(typeOfHtml, `content-encoding: ${encoding}`))
      const encoder = createEncoder()
      encoder.on('data', (bytes) => socket.write(bytes))
      encoder.write(html)
      encoder.flush()
    })
    await using fetcher = openFetcher()
    const page = await fetcher.get(site.url, { timeoutMs: limitMs })
    expect([textOf(page), page.complete]).toEqual([html, false])
  })

  it.concurrent.each(cut)('%s is a timeout', async (_what, response) => {
    await using site = await openRawServer(response)
    await using fetcher = openFetcher()
    const late = new Error('the deadline')
    const stop = new AbortController()
    setTimeout(() => stop.abort(late), limitMs)
    await expect(fetcher.get(site.url, { timeoutMs: limitMs, signal: stop.signal })).rejects.toBe(late)
    await site.idle()
  })

  it.concurrent('the budget share of the request counts only the bytes of the page', async () => {
    await using site = await openRawServer(
      (socket) =>
        void socket.write(Buffer.concat([Buffer.from(head(typeOfHtml, 'content-encoding: gzip')), gzipSync(html)])),
    )
    await using fetcher = openFetcher()
    const share = createByteBudget(1_000_000).open(null)
    await fetcher.get(site.url, { timeoutMs: limitMs, share })
    expect(share.bytes).toBe(html.length)
  })
})

describe('an unrequested part of a page', () => {
  it.concurrent.each([
    ['bytes 0-4/10', false],
    ['bytes 5-9/10', false],
    ['bytes 0-9/10', true],
    ['bytes 0-9/*', true],
  ])('is complete with Content-Range: %s (%s)', async (range, complete) => {
    await using site = await openRawServer(
      httpResponse('0123456789', {
        status: 206,
        headers: { 'content-type': 'text/plain', 'content-range': range },
      }).toString(),
    )
    await using fetcher = openFetcher()
    const page = await fetcher.get(site.url)
    expect([page.status, page.complete, page.warnings.map(({ code }) => code)]).toEqual([
      206,
      complete,
      complete ? [] : ['body_incomplete'],
    ])
  })
})
