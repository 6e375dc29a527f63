import { describe, expect, it } from 'vitest'
import { createAddressPolicy } from '../../../src/fetch/guard/address-policy.ts'
import { httpResponse, openFetcher, openRawServer } from '../loopback.ts'
import { hostileHosts } from './hostile-hosts.ts'

describe('hostile hosts', () => {
  it('number more than 58', () => {
    expect(hostileHosts.length).toBeGreaterThan(58)
    expect(new Set(hostileHosts.map(({ url }) => url)).size).toBe(hostileHosts.length)
  })

  it('are each refused, and no connection reaches the canary', async () => {
    await using canary = await openRawServer((socket) => socket.end(httpResponse('reached')), 'any')
    await using fetcher = openFetcher({
      policy: createAddressPolicy({ allowAddresses: [] }),
      // Every name that reaches the resolver leads to the canary.
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    })
    const wrong: string[] = []
    for (const { url, expected } of hostileHosts) {
      const target = url.replace('{port}', String(canary.port))
      const type = URL.canParse(target)
        ? await fetcher.get(target).then(
            () => 'fetched',
            (error) => error.type,
          )
        : 'url_parsing'
      if (!expected.includes(type)) wrong.push(`${target}: ${type}`)
    }
    expect(wrong).toEqual([])
    expect(canary.connections).toBe(0)
  })

  it('are each refused as the target of a redirect, and no connection reaches the canary', async () => {
    await using canary = await openRawServer((socket) => socket.end(httpResponse('reached')), 'any')
    const targets = hostileHosts.map(({ url }) => url.replace('{port}', String(canary.port)))
    await using site = await openRawServer((socket, nth) => {
      const path = /^GET \/(\d+)/.exec(site.requests[nth - 1] ?? '')?.[1]
      // Browsers send it as UTF-8 in the header.
      const location = Buffer.from(targets[Number(path)] ?? '').toString('latin1')
      socket.write(httpResponse('', { status: 302, headers: { location } }))
    }, '127.0.0.9')
    await using fetcher = openFetcher({
      policy: createAddressPolicy({ allowAddresses: ['127.0.0.9/32'] }),
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    })
    const wrong: string[] = []
    for (const [nth, target] of targets.entries()) {
      const type = await fetcher.get(`${site.url}/${nth}`).then(
        () => 'fetched',
        (error) => error.type,
      )
      // Not a redirect, because it isn't a URL or a valid header.
      const isReadable = URL.canParse(target) && !target.includes('\n')
      if (type !== (isReadable ? 'address_refused' : 'invalid_response')) wrong.push(`${target}: ${type}`)
    }
    expect(wrong).toEqual([])
    expect(canary.connections).toBe(0)
  })
})
