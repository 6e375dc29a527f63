import { describe, expect, it } from 'vitest'
import { parseRobots } from '../../src/fetch/robots-rules.ts'
import { openOrigin } from '../origin.ts'
import { openFetcher, openWire } from './loopback.ts'

describe('parseRobots', () => {
  const table: [text: string, path: string, allowed: boolean][] = [
    ['', '/a', true],
    ['User-agent: *\nDisallow: /', '/a', false],
    ['User-agent: *\nDisallow:', '/a', true],
    ['User-agent: *\nDisallow: /a', '/ab', false],
    ['User-agent: *\nDisallow: /a', '/b/a', true],
    ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
    ['User-agent: *\nAllow: /a/b\nDisallow: /a', '/a/c', false],
    ['User-agent: *\nDisallow: /page\nAllow: /page', '/page', true],
    ['User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf', false],
    ['User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf?z', true],
    ['User-agent: *\nDisallow: /a*c$', '/abcbc', false],
    ['User-agent: *\nDisallow: /a*bc*bc$', '/abc', true],
    ['User-agent: *\nDisallow: /a$', '/ab', true],
    ['User-agent: *\nDisallow: *', '/a', false],
    ['User-agent: *\nDisallow: /*?', '/a?b', false],
    ['User-agent: *\nDisallow: /*?', '/a', true],
    ['User-agent: gleaner\nDisallow: /', '/a', false],
    ['User-agent: Gleaner/2.0\nDisallow: /', '/a', false],
    ['User-agent: gleanerbot\nDisallow: /', '/a', true],
    ['User-agent: other\nDisallow: /', '/a', true],
    ['User-agent: *\nDisallow: /\nUser-agent: gleaner\nDisallow: /private', '/a', true],
    ['User-agent: gleaner\nUser-agent: other\nDisallow: /', '/a', false],
    ['User-agent: gleaner\nDisallow: /a\n\nUser-agent: gleaner\nDisallow: /b', '/b', false],
    ['User-agent: *\nSitemap: x\nUser-agent: gleaner\nDisallow: /a', '/a', false],
    ['Disallow: /', '/a', true],
    ['# a comment\nUSER-AGENT: * # all\nDISALLOW: /a # none', '/a', false],
    ['User-agent: *\r\nDisallow: /a\rDisallow: /b', '/b', false],
    ['User-agent: *\nDisallow: /caf%c3%a9', '/caf%C3%A9', false],
    ['User-agent: *\nDisallow: /café', '/caf%C3%A9', false],
    ['User-agent: *\nDisallow: /', '/robots.txt', true],
    ['<!doctype html><p>not found', '/a', true],
  ]
  it.each(table)('%j: %s is allowed: %s', (text, path, allowed) => {
    expect(parseRobots(text, 'gleaner').allows(path)).toBe(allowed)
  })

  it('ends, on patterns made to take forever', () => {
    const text = `User-agent: *\n${'Disallow: /*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b\n'.repeat(5000)}`
    expect(parseRobots(text, 'gleaner').allows(`/${'a'.repeat(2000)}`)).toBe(true)
  })
})

describe('respect for robots.txt', () => {
  const page = { body: '<p>page' }

  it('blocks what it forbids, reads the rest, and asks once per origin', async () => {
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

  it('holds for the target of a redirect', async () => {
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

  it('takes 4xx, and redirects without end, as a site without rules', async () => {
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

  it('takes 5xx, and an answer that breaks off, as a prohibition (RFC 9309)', async () => {
    const failing = await openOrigin({ '/': page, '/robots.txt': { status: 503 } })
    await using broken = await openWire(
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

  it('keeps no more rules than its room holds: the oldest are asked for again', async () => {
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

  it('is not asked for where it is ignored', async () => {
    const site = await openOrigin({ '/robots.txt': { body: 'User-agent: *\nDisallow: /' }, '/': page })
    await using fetcher = openFetcher({ robots: 'ignore' })
    expect((await fetcher.get(`${site.url}/`)).status).toBe(200)
    expect(site.requests).toEqual(['/'])
    await site.close()
  })
})
