import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { httpResponse, openFetcher, openRawServer, textOf } from '../loopback.ts'

describe('connections', () => {
  it('are kept and reused, one request at a time', async () => {
    await using site = await openRawServer(httpResponse('page').toString())
    await using fetcher = openFetcher()
    for (let i = 0; i < 5; i++) await fetcher.get(site.url)
    expect([site.connections, site.requests.length]).toEqual([1, 5])
    await Promise.all([1, 2, 3].map(() => fetcher.get(site.url)))
    expect(site.connections).toBe(3)
  })

  it('are replaced if the origin has closed them, which does not count as an attempt', async () => {
    await using site = await openRawServer((socket, nth) => {
      // The kept-alive connection breaks during its second request, and so does the next connection. The third responds.
      if (nth === 2 || nth === 3) return socket.resetAndDestroy()
      socket.write(httpResponse('page'))
    })
    await using fetcher = openFetcher()
    await fetcher.get(site.url)
    expect(textOf(await fetcher.get(site.url))).toBe('page')
    expect(site.requests).toHaveLength(4)
  })

  it('are kept after a redirect without a body, but not if more bytes follow than it declared', async () => {
    const redirect = httpResponse('', { status: 302, headers: { location: '/b' } })
    for (const [surplus, connections] of [
      ['', 1],
      ['more', 2],
    ] as const) {
      await using site = await openRawServer((socket) => {
        const isTarget = site.requests.at(-1)?.startsWith('GET /b ')
        socket.write(isTarget ? httpResponse('there') : `${redirect}${surplus}`)
      })
      await using fetcher = openFetcher()
      expect(textOf(await fetcher.get(site.url))).toBe('there')
      expect([site.connections, site.requests.length]).toEqual([connections, 2])
    }
  })

  it('are limited per host by the setting', async () => {
    const held: Socket[] = []
    let most = 0
    await using site = await openRawServer((socket) => {
      most = Math.max(most, held.push(socket))
      // All get their responses together, once any excess connections have had time to arrive.
      if (held.length < 3) return
      setImmediate(() => {
        for (const each of held.splice(0)) each.write(httpResponse('page'))
      })
    })
    await using fetcher = openFetcher({ perHostConcurrency: 3 })
    await Promise.all(Array.from({ length: 12 }, () => fetcher.get(site.url)))
    expect([most, site.requests.length]).toEqual([3, 12])
  })

  it('are closed with the fetcher', async () => {
    await using site = await openRawServer(httpResponse('page').toString())
    const fetcher = openFetcher()
    await fetcher.get(site.url)
    await fetcher.close()
    await site.idle()
    await expect(fetcher.get(site.url)).rejects.toMatchObject({ type: 'overloaded' })
  })
})
