import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { httpResponse, openFetcher, openRawServer, textOf } from '../loopback.ts'

describe('an interim response', () => {
  // RFC 9110 §15.2: a client must be able to parse interim responses that it did not request.
  const unasked = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\nx: HTTP/1.1 100\r\n\r\n'
  it.each([
    ['in one chunk', (socket: Socket) => void socket.write(unasked + httpResponse('all of it'))],
    [
      'byte by byte',
      async (socket: Socket) => {
        for (const byte of unasked + httpResponse('all of it')) {
          socket.write(byte)
          await new Promise(setImmediate)
        }
      },
    ],
  ])('with status 100 is ignored, %s, even on a kept connection', async (_, handle) => {
    await using site = await openRawServer(handle)
    await using fetcher = openFetcher()
    for (let i = 0; i < 3; i++) expect(textOf(await fetcher.get(site.url))).toBe('all of it')
    expect([site.connections, site.requests.length]).toEqual([1, 3])
  })

  it('is not looked for in a body', async () => {
    await using site = await openRawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 25\r\n\r\n')
      setImmediate(() => socket.write(unasked.slice(0, 25)))
    })
    await using fetcher = openFetcher()
    for (let i = 0; i < 2; i++) expect(textOf(await fetcher.get(site.url))).toBe(unasked.slice(0, 25))
  })
})
