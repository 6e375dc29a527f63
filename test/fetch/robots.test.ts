import { describe, expect, it } from 'vitest'
import { openOrigin } from '../origin.ts'
import { openFetcher, openRawServer } from './loopback.ts'

describe('robots.txt', () => {
  const page = { body: '<p>page' }

  it('blocks forbidden URLs, allows the rest, and is requested once per origin', async () => {
    const site = await openOrigin({
      '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /private' },
      '/private/a': page,
      '/public': page,
    })
    await using fetcher = openFetcher({ robots: 'respect' })
    await expect(fetcher.get(`${site.url}/private/a`)).rejects.toMatchObject({
      type: 'target_blocked',
      message: expect.stringContaining('robots.txt'),
    })
    expect((await fetcher.get(`${site.url}/public`)).status).toBe(200)
    expect(site.requests).toEqual(['/robots.txt', '/public'])
    await site.close()
  })

  it('applies to the target of a redirect', async () => {
    const site = await openOrigin({
      '/robots.txt': { body: 'User-agent: gleaner\nDisallow: /private' },
      '/start': { status: 302, headers: { location: '/private' } },
      '/private': page,
    })
    await using fetcher = openFetcher({ robots: 'respect' })
    await expect(fetcher.get(`${site.url}/start`)).rejects.toMatchObject({ type: 'target_blocked' })
    expect(site.requests).toEqual(['/robots.txt', '/start'])
    await site.close()
  })

  it('counts as absent if it is a 4xx or redirects endlessly', async () => {
    const without = await openOrigin({ '/': page })
    const looping = await openOrigin({
      '/': page,
      '/robots.txt': { status: 302, headers: { location: '/robots.txt' } },
    })
    await using fetcher = openFetcher({ robots: 'respect' })
    for (const site of [without, looping]) {
      expect((await fetcher.get(`${site.url}/`)).status).toBe(200)
      await site.close()
    }
  })

  it('forbids every URL if it is a 5xx or a broken response (RFC 9309)', async () => {
    const failing = await openOrigin({ '/': page, '/robots.txt': { status: 503 } })
    await using broken = await openRawServer(
      'HTTP/1.1 200 OK\r\ncontent-length: 9\r\ncontent-encoding: gzip\r\n\r\nnot gzip!',
    )
    await using fetcher = openFetcher({ robots: 'respect' })
    for (const url of [failing.url, broken.url]) {
      await expect(fetcher.get(`${url}/`)).rejects.toMatchObject({
        type: 'target_blocked',
        message: expect.stringMatching(/robots\.txt.*RFC 9309/),
      })
    }
    expect(failing.requests).not.toContain('/')
    await failing.close()
  })

  it('is kept up to a byte limit for all origins, and the oldest is requested again', async () => {
    const body = `User-agent: *\n${'Disallow: /x\n'.repeat(30_000)}`
    const sites = await Promise.all(
      Array.from({ length: 12 }, () => openOrigin({ '/robots.txt': { body }, '/': page })),
    )
    await using fetcher = openFetcher({ robots: 'respect' })
    for (const { url } of sites) await fetcher.get(`${url}/`)
    for (const { url } of sites.toReversed()) await fetcher.get(`${url}/`)
    expect(sites[0]?.requests).toEqual(['/robots.txt', '/', '/robots.txt', '/'])
    expect(sites.at(-1)?.requests).toEqual(['/robots.txt', '/', '/'])
    for (const site of sites) await site.close()
  })

  it('is not requested if it is ignored', async () => {
    const site = await openOrigin({ '/robots.txt': { body: 'User-agent: *\nDisallow: /' }, '/': page })
    await using fetcher = openFetcher({ robots: 'ignore' })
    expect((await fetcher.get(`${site.url}/`)).status).toBe(200)
    expect(site.requests).toEqual(['/'])
    await site.close()
  })
})
