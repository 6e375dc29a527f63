/** Tests that a caller's own headers and cookies reach only their origin. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { noShare } from '../../src/base/share.ts'
import type { OwnFields } from '../../src/page/page.ts'
import { openLoopback, type Site } from '../origin.ts'
import { openFetcher, type TestFetcher } from './loopback.ts'

const canary = 'canary-5f1c'

interface Visit {
  path: string
  headers: IncomingMessage['headers']
}

/** An origin that records the headers of each request. Any path that `site` lacks returns a page. */
async function openSite(site: Site = {}): Promise<{ url: string; visits: Visit[]; close(): Promise<void> }> {
  const visits: Visit[] = []
  const respond = (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/'
    visits.push({ path, headers: request.headers })
    const found = site[path] ?? { body: '<p>page' }
    if (typeof found === 'function') return found(request, response)
    response.writeHead(found.status ?? 200, { 'content-type': 'text/html', ...found.headers }).end(found.body ?? '')
  }
  const origin = await openLoopback(createServer(respond))
  onTestFinished(origin.close)
  return { ...origin, visits }
}

const ownOf = (url: string, fields: Partial<OwnFields> = {}): OwnFields => ({
  origin: new URL(url).origin,
  headers: { Authorization: `Bearer ${canary}` },
  cookies: { session: canary },
  ...fields,
})

const load = (fetcher: TestFetcher, url: string, choice: { own?: OwnFields; locale?: string }) =>
  fetcher.load({
    ...{ url: new URL(url), signal: new AbortController().signal, share: noShare },
    ...{ deadlineAt: performance.now() + 60_000, ...choice },
  })

const holdsCanary = ({ headers }: Visit) => JSON.stringify(headers).includes(canary)
const redirect = (location: string, status = 302) => ({ status, headers: { location } })

describe("a caller's own headers and cookies", () => {
  it('are sent with the request and override those of the engine, regardless of case', async () => {
    const site = await openSite()
    await using fetcher = openFetcher()
    const headers = {
      'X-Key': canary,
      ACCEPT: 'application/json',
      'Accept-language': 'fr',
      Referer: 'https://a.example/',
    }
    await load(fetcher, site.url, { own: ownOf(site.url, { headers }), locale: 'de' })
    expect(site.visits[0]?.headers).toMatchObject({
      ...{ 'x-key': canary, accept: 'application/json', 'accept-language': 'fr', referer: 'https://a.example/' },
      ...{ cookie: `session=${canary}`, 'user-agent': expect.stringContaining('Gleaner') },
    })
  })

  it.each([301, 302, 303, 307, 308])('are dropped on a redirect to another port by %i', async (status) => {
    const other = await openSite()
    const site = await openSite({ '/': redirect(other.url, status) })
    await using fetcher = openFetcher()
    await load(fetcher, site.url, { own: ownOf(site.url) })
    expect(site.visits.map(holdsCanary)).toEqual([true])
    expect(other.visits.map(holdsCanary)).toEqual([false])
  })

  it('are dropped on a redirect to another name of the same server', async () => {
    const site = await openSite({
      '/': (request, response) => {
        const elsewhere = `http://127.0.0.2:${new URL(`http://${request.headers.host}`).port}/there`
        response.writeHead(302, { location: elsewhere }).end()
      },
    })
    const { port } = new URL(site.url)
    const twin = createServer((_request, response) => response.end('there'))
    const seen: IncomingMessage['headers'][] = []
    twin.on('request', ({ headers }) => seen.push(headers))
    await new Promise<void>((resolve) => twin.listen(Number(port), '127.0.0.2', resolve))
    onTestFinished(() => new Promise((resolve) => twin.close(() => resolve())))
    await using fetcher = openFetcher()
    await load(fetcher, site.url, { own: ownOf(site.url) })
    expect(seen).toHaveLength(1)
    expect(JSON.stringify(seen)).not.toContain(canary)
    twin.closeAllConnections()
  })

  it('are sent again if the chain returns to their origin', async () => {
    const site = await openSite({ '/': (_, response) => response.writeHead(302, { location: other.url }).end() })
    const other = await openSite({ '/': redirect(`${site.url}/back`) })
    await using fetcher = openFetcher()
    await load(fetcher, site.url, { own: ownOf(site.url) })
    expect(site.visits.map((visit) => [visit.path, holdsCanary(visit)])).toEqual([
      ['/', true],
      ['/back', true],
    ])
    expect(other.visits.map(holdsCanary)).toEqual([false])
  })

  it('are sent with every redirect within the origin, and with the retry after a 503', async () => {
    let visits = 0
    const site = await openSite({
      '/': redirect('/a'),
      '/a': (_, response) => response.writeHead(++visits === 1 ? 503 : 200).end(),
    })
    await using fetcher = openFetcher()
    await load(fetcher, site.url, { own: ownOf(site.url) })
    expect(site.visits.map((visit) => [visit.path, holdsCanary(visit)])).toEqual([
      ['/', true],
      ['/a', true],
      ['/a', true],
    ])
  })

  it('are not sent with requests for robots.txt', async () => {
    const site = await openSite({ '/robots.txt': { body: 'User-agent: *\nAllow: /' } })
    await using fetcher = openFetcher({ robots: 'respect' })
    await load(fetcher, `${site.url}/page`, { own: ownOf(site.url) })
    expect(site.visits.map((visit) => [visit.path, holdsCanary(visit)])).toEqual([
      ['/robots.txt', false],
      ['/page', true],
    ])
    const other = await openSite()
    const { signal } = new AbortController()
    const request = { url: new URL(other.url), signal, share: noShare, deadlineAt: performance.now() + 60_000 }
    await fetcher.permit({ ...request, own: ownOf(other.url) })
    expect(other.visits.map((visit) => [visit.path, holdsCanary(visit)])).toEqual([['/robots.txt', false]])
  })

  it('are sent through the outgoing proxy, but not to it', async () => {
    const site = await openSite()
    const connects: IncomingMessage['headers'][] = []
    const proxy = createServer().on('connect', ({ headers, url = '' }, client) => {
      connects.push(headers)
      const upstream = connect(Number(url.split(':')[1]), '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'))
      for (const socket of [upstream, client]) socket.on('error', () => socket.destroy())
      upstream.pipe(client).pipe(upstream)
    })
    const { url: proxyUrl, close } = await openLoopback(proxy)
    await using fetcher = openFetcher({ proxyUrl })
    await load(fetcher, site.url, { own: ownOf(site.url) })
    await fetcher.close()
    await close()
    expect(connects).toHaveLength(1)
    expect(JSON.stringify(connects)).not.toContain(canary)
    expect(site.visits.map(holdsCanary)).toEqual([true])
  })

  it('use a separate connection that no other request uses before or after', async () => {
    const ports: (number | undefined)[] = []
    const note: Site[string] = (request, response) => {
      ports.push(request.socket.remotePort)
      response.end('page')
    }
    const site = await openSite({ '/': note })
    await using fetcher = openFetcher()
    const own = ownOf(site.url)
    for (const choice of [{}, { own }, { own }, {}]) await load(fetcher, site.url, choice)
    expect(new Set(ports).size).toBe(3)
    expect(ports[3]).toBe(ports[0])
  })

  it('are not in the error for a page that does not arrive', async () => {
    const site = await openSite({ '/': (request) => void request.socket.destroy() })
    await using fetcher = openFetcher()
    const error = await load(fetcher, site.url, { own: ownOf(site.url) }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ type: 'target_unreachable' })
    for (let cause = error; cause instanceof Error; cause = cause.cause) {
      expect(`${cause.stack} ${JSON.stringify(cause)}`).not.toContain(canary)
    }
  })
})

describe("a caller's own cookies", () => {
  it('are merged with cookies that their origin sets, which take precedence by name and may delete them', async () => {
    const setCookies = ['session=new; Path=/', 'other=1', 'old=; Max-Age=0']
    const site = await openSite({
      '/': (_, response) => response.writeHead(302, { location: '/b', 'set-cookie': setCookies }).end(),
    })
    await using fetcher = openFetcher()
    await load(fetcher, site.url, { own: ownOf(site.url, { cookies: { session: canary, old: 'x' } }) })
    expect(site.visits.map(({ headers }) => headers.cookie)).toEqual([
      `session=${canary}; old=x`,
      'session=new; other=1',
    ])
  })
})

describe('a locale', () => {
  it.each([
    [undefined, 'en,*;q=0.5'],
    ['en', 'en,*;q=0.5'],
    ['de-CH', 'de-CH,de;q=0.9,*;q=0.5'],
    ['de-ch', 'de-CH,de;q=0.9,*;q=0.5'],
    ['zh-Hant-TW', 'zh-Hant-TW,zh-Hant;q=0.9,zh;q=0.8,*;q=0.5'],
    ['de-DE-u-co-phonebk', 'de-DE,de;q=0.9,*;q=0.5'],
  ])('%s requests %s, at every hop', async (locale, expected) => {
    const other = await openSite()
    const site = await openSite({ '/': redirect(other.url) })
    await using fetcher = openFetcher()
    await load(fetcher, site.url, locale === undefined ? {} : { locale })
    const languages = [...site.visits, ...other.visits].map(({ headers }) => headers['accept-language'])
    expect(languages).toEqual([expected, expected])
  })
})
