/** Tests in the browser that a caller's own headers and cookies reach only their origin. */

import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import type { OwnFields } from '../../../src/page/page.ts'
import { until } from '../../waits.ts'
import { openCanary } from '../escape/canary.ts'
import { openEscapeSite } from '../escape/escape-site.ts'
import { htmlOf, type LoadOptions, lacksBrowser, openRenderer, sharedRenderer } from '../open-renderer.ts'
import { canary, type NotedOrigin, openNotedOrigin, pageOf, redirect, ways, waysWithout } from './own-fields-site.ts'

// The pages start many processes.
vi.setConfig({ maxConcurrency: 3 })

const both = ['x-key', 'cookie']

const rendering = sharedRenderer()

/** Renders a page that makes every kind of request. It never completes, so this waits until its requests have arrived. */
async function loadUntil(haveArrived: () => boolean, url: string, options: LoadOptions): Promise<void> {
  const seen = new AbortController()
  const loading = rendering.load(url, { ...options, signal: seen.signal }).catch((error) => {
    if (!seen.signal.aborted) throw error
  })
  const arrival = until(`the requests of ${url}`, haveArrived)
  await Promise.race([arrival, loading])
  await arrival
  // No event signals that nothing else follows.
  await pause(500)
  seen.abort(new Error('everything has arrived'))
  await loading
}

/** True if each kind of request has reached the path that `to` builds from its name, with a preflight if it is cross-origin. */
function haveAll(origin: NotedOrigin, to: (name: string) => string, { times = 1, isForeign = false } = {}): boolean {
  const requests = (name: string) => (isForeign && name === 'preflight' ? 2 * times : times)
  return Object.keys(ways).every((name) => origin.of(to(name)).length >= requests(name))
}

const ownOf = (url: string): OwnFields => ({
  origin: new URL(url).origin,
  headers: { 'X-Key': canary },
  cookies: { session: canary },
})

/** The origin that the secrets belong to, another port on its host, and another host. */
async function openOrigins(page: (urls: { own: string; port: string; host: string }) => Record<string, string>) {
  const urls = { own: '', port: '', host: '' }
  const pages = () => page(urls)
  const own = await openNotedOrigin(pages)
  const port = await openNotedOrigin(pages)
  const host = await openNotedOrigin(pages, '127.0.0.2')
  Object.assign(urls, { own: own.url, port: port.url, host: host.url })
  return {
    ...{ own, port, host },
    async [Symbol.asyncDispose]() {
      for (const origin of [own, port, host]) await origin[Symbol.asyncDispose]()
    },
  }
}

describe.skipIf(lacksBrowser).concurrent("a caller's own headers and cookies", () => {
  it('are sent with every kind of request from a page to its own origin, and never to another origin', async () => {
    await using origins = await openOrigins(({ own, port, host }) => ({
      '/': pageOf(ways, [
        (name) => `${own}/own-${name}`,
        (name) => `${port}/port-${name}`,
        (name) => `${host}/host-${name}`,
        (name) => redirect(own, `${port}/away-${name}`),
        (name) => redirect(own, `${own}/within-${name}`),
      ]),
    }))
    const { own, port, host } = origins
    const haveArrived = () =>
      ['own', 'within'].every((kind) => haveAll(own, (name) => `/${kind}-${name}`)) &&
      ['port', 'away'].every((kind) => haveAll(port, (name) => `/${kind}-${name}`, { isForeign: true })) &&
      haveAll(host, (name) => `/host-${name}`, { isForeign: true })
    await loadUntil(haveArrived, `${own.url}/`, { own: ownOf(own.url) })
    for (const name of Object.keys(ways)) {
      const there = [...own.of(`/own-${name}`), ...own.of(`/within-${name}`)]
      expect(there.length, `${name} reaches its own origin`).toBeGreaterThan(1)
      for (const { path, secrets } of there) expect(secrets, path).toEqual(both)
      for (const visits of [port.of(`/port-${name}`), host.of(`/host-${name}`), port.of(`/away-${name}`)]) {
        expect(visits.length, `${name} reaches others`).toBeGreaterThan(0)
        for (const { path, secrets } of visits) expect(secrets, path).toEqual([])
      }
    }
    for (const { path, secrets } of [...port.visits, ...host.visits]) expect(secrets, path).toEqual([])
  })

  it("are not sent to any origin with requests that can't be paused", async () => {
    await using origins = await openOrigins(({ own, port }) => ({
      '/': pageOf(waysWithout, [(name) => `${own}/own-${name}`, (name) => `${port}/port-${name}`]),
    }))
    const { own, port } = origins
    await rendering.load(`${own.url}/`, { own: ownOf(own.url) })
    expect(own.of('/own-websocket')).toHaveLength(1)
    for (const { path, secrets } of [...own.visits, ...port.visits]) {
      expect(secrets, path).toEqual(path === '/' || path === '/own-ping' ? both : [])
    }
  })

  it.each([301, 302, 303, 307, 308])('are dropped when the page is redirected by %i', async (status) => {
    await using origins = await openOrigins(() => ({ '/': '<p>there' }))
    const { own, port, host } = origins
    for (const other of [port, host]) {
      await rendering.load(redirect(own.url, `${other.url}/`, status), { own: ownOf(own.url) })
      expect(other.of('/').map(({ secrets }) => secrets)).toEqual([[]])
    }
    expect(own.visits.map(({ secrets }) => secrets)).toEqual([both, both])
  })

  it.each<[string, (to: string) => string]>([
    ['a meta refresh', (to) => `<meta http-equiv="refresh" content="0; url=${to}">`],
    ['location', (to) => `<script>location = '${to}'</script>`],
    ['location.replace', (to) => `<script>setTimeout(() => location.replace('${to}'))</script>`],
    ['a click', (to) => `<a href="${to}">x</a><script>document.querySelector('a').click()</script>`],
    ['a form', (to) => `<form action="${to}"><input name="a"></form><script>document.forms[0].submit()</script>`],
    ['a form by POST', (to) => `<form method="post" action="${to}"></form><script>document.forms[0].submit()</script>`],
  ])('are dropped if %s leads elsewhere, and sent again after a redirect or link back', async (_, leading) => {
    await using origins = await openOrigins(({ own, port }) => ({
      '/away': leading(`${port}/there`),
      '/there': `<script src="${own}/stolen"></script><script>location = '${own}/back'</script>`,
      '/back': '<p>back',
      '/again': '<p>again',
    }))
    const { own, port } = origins
    await rendering.load(`${own.url}/away`, { own: ownOf(own.url) })
    const seen = (visits: typeof own.visits) =>
      Object.fromEntries(visits.map(({ path, secrets }) => [path.split('?')[0], secrets]))
    expect(seen(port.visits)).toEqual({ '/there': [] })
    expect(seen(own.visits)).toMatchObject({ '/away': both, '/back': both })
    expect(seen(own.of('/stolen'))).not.toMatchObject({ '/stolen': both })
    await rendering.load(redirect(own.url, redirect(port.url, `${own.url}/again`)), { own: ownOf(own.url) })
    expect(own.of('/again').map(({ secrets }) => secrets)).toEqual([both])
  })

  it("can't be used by a page from another origin, whether in a frame, around it or in its place", async () => {
    await using origins = await openOrigins(({ own, port }) => ({
      '/': `<iframe src="${port}/thief?frame"></iframe><iframe src="${port}/around"></iframe><p>page`,
      '/thief': pageOf(ways, [(name) => `${own}/stolen-${name}`]),
      '/around': `<iframe src="${own}/framed"></iframe>`,
      '/framed': `<script src="${own}/framed-script"></script>`,
      '/leave': `<script>location = '${port}/thief?top'</script>`,
    }))
    const { own, port } = origins
    const paths = ['/', '/leave', `/to/302/${encodeURIComponent(`${port.url}/thief?redirected`)}`]
    for (const [at, path] of paths.entries()) {
      const haveArrived = () =>
        haveAll(own, (name) => `/stolen-${name}`, { times: at + 1, isForeign: true }) &&
        own.of('/framed-script').length === 1
      await loadUntil(haveArrived, `${own.url}${path}`, { own: ownOf(own.url) })
    }
    expect(port.of('/thief').map(({ path, secrets }) => [path, secrets])).toEqual([
      ['/thief?frame', []],
      ['/thief?top', []],
      ['/thief?redirected', []],
    ])
    const stolen = own.visits.filter(({ path }) => /^\/(?:stolen|framed)/.test(path))
    expect(stolen.length).toBeGreaterThan(2 * Object.keys(ways).length)
    for (const { path, secrets } of stolen) expect(secrets, path).toEqual([])
  })

  it("can't be read by the page", async () => {
    await using origins = await openOrigins(() => ({
      '/': `<p id="a"></p><script>
        const keep = []
        for (const name of Object.getOwnPropertyNames(window)) try { keep.push(JSON.stringify(window[name])) } catch {}
        const seen = [document.cookie, document.referrer, JSON.stringify(performance.getEntries()), ...keep].join()
        a.textContent = seen.includes('${canary.slice(0, -1)}' + '${canary.at(-1)}') ? 'read' : 'nothing'
      </script>`,
    }))
    const { own } = origins
    expect(htmlOf(await rendering.load(`${own.url}/`, { own: ownOf(own.url) }))).toContain('<p id="a">nothing</p>')
  })

  it("replace the browser's headers with the same names, and follow the site's cookies", async () => {
    await using own = await openNotedOrigin(() => ({
      '/': (_, response) => {
        response
          .setHeader('set-cookie', ['session=set; Path=/', 'other=1; Path=/'])
          .setHeader('content-type', 'text/html')
        response.end('<script src="/script"></script>')
      },
    }))
    const headers = { accept: 'text/x', 'accept-LANGUAGE': 'it', referer: 'https://a.example/' }
    await rendering.load(`${own.url}/`, {
      own: { origin: own.url, headers, cookies: { session: canary, more: 'x' } },
      locale: 'de',
    })
    const [page, script] = own.visits
    expect([page?.headers.cookie, script?.headers.cookie]).toEqual([
      `session=${canary}; more=x`,
      'session=set; other=1; more=x',
    ])
    for (const visit of [page, script]) {
      expect(visit?.headers).toMatchObject({ accept: 'text/x', 'accept-language': 'it', referer: 'https://a.example/' })
      expect(visit?.headers['user-agent']).toContain('Gleaner')
    }
  })

  it('are sent with the retry after a 503, and with loads by the fetch engine on behalf of the browser', async () => {
    let visits = 0
    await using own = await openNotedOrigin(() => ({
      '/': (_, response) => response.writeHead(++visits === 1 ? 503 : 200, { 'content-type': 'text/html' }).end('<p>x'),
      '/json': (_, response) => response.setHeader('content-type', 'application/json').end('{}'),
    }))
    await rendering.load(`${own.url}/`, { own: ownOf(own.url) })
    expect((await rendering.load(`${own.url}/json`, { own: ownOf(own.url) })).mediaType).toBe('application/json')
    expect(own.visits.map(({ path, secrets }) => [path, secrets])).toEqual([
      ['/', both],
      ['/', both],
      ['/json', both],
      ['/json', both],
    ])
  })

  it("never reach another origin through the guard tests' attempts", async () => {
    await using elsewhere = await openCanary()
    await using site = await openEscapeSite(elsewhere.port)
    await using rendering = openRenderer({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
    const own = ownOf(site.url)
    await rendering.load(site.url, { own, timeoutMs: 40_000 }).catch(() => {})
    await site.tried
    for (const url of site.journeys) await rendering.load(url, { own }).catch(() => {})
    await rendering[Symbol.asyncDispose]()
    await elsewhere.catchUp()
    expect(elsewhere.names.size).toBeGreaterThan(40)
    expect(elsewhere.received.filter((text) => text.includes(canary))).toEqual([])
  })

  it('do not affect a page without them, which sends the same requests with the same headers', async () => {
    await using origins = await openOrigins(({ own, port }) => ({
      '/': pageOf(ways, [(name) => `${own}/own-${name}`, (name) => redirect(own, `${port}/away-${name}`)]),
    }))
    const { own, port } = origins
    const headersOf = async (choice: { own?: OwnFields }) => {
      own.visits.length = 0
      const haveArrived = () =>
        haveAll(own, (name) => `/own-${name}`) &&
        haveAll(own, (name) => new URL(redirect(own.url, `${port.url}/away-${name}`)).pathname)
      await loadUntil(haveArrived, `${own.url}/`, choice)
      return Object.fromEntries(own.visits.map(({ path, headers: { 'x-key': _, ...headers } }) => [path, headers]))
    }
    const plain = await headersOf({})
    expect(Object.keys(plain).length).toBeGreaterThan(2 * Object.keys(ways).length)
    expect(await headersOf({ own: { ...ownOf(own.url), cookies: {} } })).toEqual(plain)
  })

  it.each([[['Referer']], [['Origin', 'Authorization', 'Accept', 'Accept-Language', 'Priority', 'X-Requested-With']]])(
    'are dropped even if the browser handles headers such as %j differently',
    async (names) => {
      await using origins = await openOrigins(({ own, port }) => ({
        '/': pageOf(ways, [(way) => `${port}/port-${way}`, (way) => redirect(own, `${port}/away-${way}`)]),
        '/there': '<script src="/script"></script><p>there',
      }))
      const { own, port } = origins
      const headers = Object.fromEntries(names.map((name) => [name, `https://a.example/${canary}`]))
      const fields = { ...ownOf(own.url), headers }
      const away = (way: string) => redirect(own.url, `${port.url}/away-${way}`)
      // With another page's referrer, the browser follows only a few of the redirects.
      const haveArrived = () =>
        haveAll(port, (way) => `/port-${way}`, { isForeign: true }) &&
        haveAll(own, (way) => new URL(away(way)).pathname) &&
        (names.includes('Referer') || haveAll(port, (way) => `/away-${way}`, { isForeign: true }))
      await loadUntil(haveArrived, `${own.url}/`, { own: fields })
      for (const status of [302, 307]) {
        await rendering.load(redirect(own.url, `${port.url}/there`, status), { own: fields })
      }
      for (const name of names) {
        const there = own.visits.filter(({ headers }) => headers[name.toLowerCase()]?.includes(canary))
        expect(there.length, name).toBeGreaterThan(2)
      }
      expect(port.of('/there')).toHaveLength(2)
      expect(port.visits.length).toBeGreaterThan(Object.keys(ways).length)
      expect(port.visits.filter(({ headers }) => JSON.stringify(headers).includes('a.example'))).toEqual([])
    },
  )
})
