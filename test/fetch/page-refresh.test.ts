import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refreshTarget } from '../../src/fetch/body/page-refresh.ts'
import { type Origin, openOrigin } from '../origin.ts'
import { jsonOf, openTestService, type TestService } from '../service.ts'

const meta = (content: string) => `<meta http-equiv="refresh" content="${content}">`
const words = (count: number) => `<p>${'word '.repeat(count)}</p>`

function targetOf(html: string, headers: Record<string, string> = {}) {
  const url = new URL('https://example.com/docs/')
  const answer = { status: 200, headers: { 'content-type': 'text/html', ...headers }, body: Buffer.from(html) }
  return refreshTarget({ url, ...answer })
}

describe('a refresh', () => {
  it.each([
    ['at once', meta('0; url=/new/'), 'https://example.com/new/'],
    [
      'without a space or quotes',
      '<META HTTP-EQUIV=Refresh CONTENT=0;URL=latest/>',
      'https://example.com/docs/latest/',
    ],
    ['with quotes around its URL', meta("0;url='/a?b=1&amp;c=2'"), 'https://example.com/a?b=1&c=2'],
    ['after five seconds on a page with a few words', meta('5;url=/new/') + words(10), 'https://example.com/new/'],
  ])('%s is a redirect', (_, html, target) => {
    expect(targetOf(html)).toBe(target)
  })

  it.each([
    ['after five seconds on a page with many words', meta('5;url=/new/') + words(60)],
    ['after five seconds on a page with much Thai text', `${meta('5;url=/new/')}<p>${'ยินดีต้อนรับ'.repeat(10)}</p>`],
    ['after a minute', meta('60;url=/new/')],
    ['of the page itself', meta('0;url=/docs/#top')],
    ['without a URL', meta('30')],
    ['for visitors without scripts', `<noscript>${meta('0;url=/plain')}</noscript>`],
    ['in a comment', `<!-- ${meta('0;url=/x')} -->`],
    ['to a script', meta('0;url=javascript:alert(1)')],
  ])("%s isn't one", (_, html) => {
    expect(targetOf(html)).toBeNull()
  })

  it('is a redirect in a header too, except on an error page or plain text', () => {
    expect(targetOf('', { refresh: '0; url=/next' })).toBe('https://example.com/next')
    expect(targetOf('', { refresh: '0; url=/next', 'content-type': 'text/plain' })).toBeNull()
  })

  it('is found in a hostile page without excessive work', () => {
    expect(targetOf('<meta http-equiv '.repeat(4000))).toBeNull()
    expect(targetOf(`http-equiv${'<!--'.repeat(16_000)}`)).toBeNull()
    expect(targetOf(`http-equiv${'<noscript>'.repeat(6000)}`)).toBeNull()
    expect(targetOf(`http-equiv${'<'.repeat(16_000)}`)).toBeNull()
    expect(targetOf(`<meta http-equiv=${' '.repeat(15_000)}`)).toBeNull()
  })
})

it("a target in the page is relative to the page's base, and one in a header to the page's URL", () => {
  const base = '<head><base target="_top" href="/sub/">'
  expect(targetOf(base + meta('0; url=next'))).toBe('https://example.com/sub/next')
  expect(targetOf(base, { refresh: '0; url=next' })).toBe('https://example.com/docs/next')
})

it.each([
  ['<!-- <base href="https://old.example/"> -->', 'docs/next'],
  ['<base href="//">', 'docs/next'],
  ['<base href="data:,x">', 'docs/next'],
  ['<base href="/my docs/">', 'my%20docs/next'],
  ['<base href="/a&amp;b/">', 'a&b/next'],
])('the base of a refresh is read as browsers read it: %s', (base, path) => {
  expect(targetOf(base + meta('0; url=next'))).toBe(`https://example.com/${path}`)
})

describe('a page behind a refresh', () => {
  let origin: Origin
  let service: TestService
  beforeAll(async () => {
    origin = await openOrigin({
      '/': { body: meta('0; url=/real') },
      '/real': { body: '<title>Real</title><h1>The real page</h1>' },
      '/inside': { body: meta('0; url=http://10.0.0.1/') },
      '/loop': { body: meta('0; url=/loop2') },
      '/loop2': { body: meta('0; url=/loop') },
    })
    service = await openTestService()
  })
  afterAll(async () => {
    await service.close()
    await origin.close()
  })

  it('is the result, for one credit', async () => {
    const result = await jsonOf(service.get('/v1/scrape', { url: `${origin.url}/` }))
    expect(result).toMatchObject({ content: '# The real page', final_url: `${origin.url}/real`, credits_charged: 1 })
  })

  it('is refused if it is on the internal network', async () => {
    const response = await service.get('/v1/scrape', { url: `${origin.url}/inside` })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ detail: [{ type: 'address_refused' }] })
  })

  it('is the last one when redirects form a loop', async () => {
    const response = await service.get('/v1/scrape', { url: `${origin.url}/loop` })
    expect(response.status).toBe(200)
  })
})
