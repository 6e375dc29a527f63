import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ServiceError } from '../../src/base/errors.ts'
import { noShare } from '../../src/base/share.ts'
import type { PageSource } from '../../src/page/page.ts'
import { type Origin, openOrigin, type Site } from '../origin.ts'
import { htmlOf, lacksBrowser, openRenderer, type TestRenderer } from './open-renderer.ts'

let origin: Origin
let rendering: TestRenderer
const tries = new Map<string, number>()
/** Small, so that a page soon exceeds it. A browser parses a few megabytes per second. */
const maxKb = 256
beforeAll(async () => {
  rendering = openRenderer({ maxBodyBytes: maxKb * 1024 })
  origin = await openOrigin({
    '/loop': { status: 302, headers: { location: '/loop' } },
    ...redirects(11),
    ...refreshes(14),
    '/to-private': { status: 302, headers: { location: 'http://10.0.0.1/' } },
    '/to-metadata': { status: 301, headers: { location: 'http://169.254.169.254/latest/' } },
    '/to-user': ({ headers }, response) =>
      response.writeHead(302, { location: `http://user:secret@${headers.host}/teapot` }).end(),
    '/to-port': { status: 302, headers: { location: 'http://127.0.0.1:22/' } },
    '/to-nowhere': { status: 302, headers: { location: 'http://no-such-host.invalid/' } },
    '/to-closed': { status: 302, headers: { location: 'http://127.0.0.1:1024/' } },
    '/reset': (request) => request.socket.destroy(),
    '/short': (request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' })
      response.write('<p>begun')
      setTimeout(() => request.socket.destroy(), 20)
    },
    '/not-http': (request) => request.socket.end('hello\r\n\r\n'),
    '/large': { body: '<p>a short paragraph of a long page</p>'.repeat(10_000) },
    '/grows': {
      body: `<p></p><script>document.body.hidden = true; document.body.append('x'.repeat(${2 * maxKb * 1024}))</script>`,
    },
    '/never': () => {},
    '/script-to-private': { body: `<script>location.href = 'http://10.0.0.1/'</script>` },
    '/teapot': { status: 418, body: '<p>short and stout</p>' },
    '/headers': { headers: { 'x-one': '1', 'set-cookie': 'a=b' }, body: '<p>x' },
    '/empty': { status: 204 },
    '/flaky': (request, response) => {
      const count = (tries.get('/flaky') ?? 0) + 1
      tries.set('/flaky', count)
      if (count === 1) request.socket.destroy()
      else response.writeHead(200, { 'content-type': 'text/html' }).end('<p>at last')
    },
    '/unavailable': unavailable(''),
    ...redirects(6, '/late', unavailable('<script>document.body.append(" rendered")</script>')),
  })
})
afterAll(async () => {
  await rendering[Symbol.asyncDispose]()
  await origin.close()
})

/** `/NAME-N` reaches its page after N redirects. */
function redirects(count: number, name = '/redirect', page: Site[string] = { body: '<p>arrived' }): Site {
  const paths = Array.from({ length: count }, (_, n) => [
    `${name}-${n + 1}`,
    { status: 302, headers: { location: `${name}-${n}` } },
  ])
  return { [`${name}-0`]: page, ...Object.fromEntries(paths) }
}

/** A page that has status 503 the first time. */
function unavailable(script: string): Site[string] {
  let count = 0
  return (_, response) => {
    response.writeHead(count++ === 0 ? 503 : 200, { 'content-type': 'text/html' }).end(`<p>at last${script}`)
  }
}

/** `/refresh-N` reaches its page after N refreshes. */
function refreshes(count: number): Site {
  const paths = Array.from({ length: count }, (_, n) => [
    `/refresh-${n + 1}`,
    { body: `<meta http-equiv="refresh" content="0; url=/refresh-${n}"><p>one of many` },
  ])
  return { '/refresh-0': { body: '<p>arrived' }, ...Object.fromEntries(paths) }
}

async function typeOf(source: PageSource, url: string, timeoutMs = 20_000): Promise<string> {
  const stop = new AbortController()
  const late = () => stop.abort(new ServiceError('target_timeout', 'late'))
  const timer = setTimeout(late, timeoutMs)
  try {
    const page = await source.load({
      url: new URL(url),
      signal: stop.signal,
      share: noShare,
      deadlineAt: performance.now() + timeoutMs,
    })
    return `page ${page.status}`
  } catch (error) {
    return error instanceof ServiceError ? error.type : String(error)
  } finally {
    clearTimeout(timer)
  }
}

describe.skipIf(lacksBrowser)('a URL with another scheme', () => {
  it.each(['file:///etc/hostname', 'data:text/html,x', 'about:blank', 'chrome://version'])(
    'is not navigated to: %s',
    async (url) => {
      await expect(rendering.load(url)).rejects.toMatchObject({ type: 'address_refused' })
    },
  )
})

describe.skipIf(lacksBrowser)('a page that does not arrive', () => {
  it.concurrent.each([
    ['/loop', 'too_many_redirects'],
    ['/redirect-11', 'too_many_redirects'],
    ['/redirect-10', 'page 200'],
    ['/to-private', 'address_refused'],
    ['/to-metadata', 'address_refused'],
    ['/to-user', 'address_refused'],
    ['/to-port', 'address_refused'],
    ['/to-nowhere', 'target_unreachable'],
    ['/to-closed', 'target_unreachable'],
    ['/reset', 'target_unreachable'],
    ['/short', 'invalid_response'],
    ['/not-http', 'invalid_response'],
    ['/large', 'response_too_large'],
    ['/never', 'target_timeout'],
    ['/teapot', 'page 418'],
    ['/empty', 'page 204'],
  ])('fails the same way as without a browser: %s', async (path, type) => {
    const types = await Promise.all(
      [rendering.renderer, rendering.fetchPage].map((one) =>
        typeOf(one, origin.url + path, path === '/never' ? 2500 : 20_000),
      ),
    )
    expect(types).toEqual([type, type])
  })

  it('is refused if a script navigates to a private address', async () => {
    expect(await typeOf(rendering.renderer, `${origin.url}/script-to-private`)).toBe('address_refused')
  })

  it('is the last page allowed by the limit if refreshes keep leading to other pages', async () => {
    const page = await rendering.load(`${origin.url}/refresh-14`)
    expect(htmlOf(page)).toContain('one of many')
    expect(page).toMatchObject({ finalUrl: `${origin.url}/refresh-4`, warnings: [] })
  })

  it('is refused as too large if its scripts make it so', async () => {
    expect(await typeOf(rendering.renderer, `${origin.url}/grows`)).toBe('response_too_large')
  })
})

describe.skipIf(lacksBrowser)('the main document', () => {
  it('is requested a second time after a broken connection and after a 503', async () => {
    for (const path of ['/flaky', '/unavailable']) {
      const page = await rendering.load(origin.url + path)
      expect([page.status, htmlOf(page)]).toEqual([200, expect.stringContaining('at last')])
    }
  })

  it('may redirect as often the second time', async () => {
    expect(htmlOf(await rendering.load(`${origin.url}/late-6`))).toContain(' rendered</body>')
  })

  it('keeps its headers and status', async () => {
    const page = await rendering.load(`${origin.url}/headers`)
    expect(page).toMatchObject({ status: 200, contentType: 'text/html; charset=utf-8', headers: { 'x-one': '1' } })
  })
})

describe('without a browser', () => {
  it('the error names the command that installs a browser, and everything else works', async () => {
    await using none = openRenderer({ browserPath: '/nowhere/chromium' })
    await expect(none.load(`${origin.url}/teapot`)).rejects.toMatchObject({ type: 'browser_unavailable' })
    expect(await typeOf(none.fetchPage, `${origin.url}/teapot`)).toBe('page 418')
  })
})
