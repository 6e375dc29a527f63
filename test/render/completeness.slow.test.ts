import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noShare } from '../../src/base/share.ts'
import { formatPage } from '../../src/format/formats.ts'
import { openOrigin } from '../origin.ts'
import { htmlOf, lacksBrowser, sharedRenderer } from './open-renderer.ts'
import { type KindsOrigin, openKinds } from './page-kinds/kinds-origin.ts'
import { holdsWords, pageKinds } from './page-kinds/page-kinds.ts'

let kinds: KindsOrigin
const rendering = sharedRenderer()
beforeAll(async () => {
  kinds = await openKinds()
})
afterAll(async () => {
  await kinds[Symbol.asyncDispose]()
})

const markdownOf = async (url: string) =>
  formatPage(await rendering.load(url), { output: 'markdown', cssSelector: null, mainContent: true })

describe.skipIf(lacksBrowser)('a rendered page', () => {
  it.concurrent.each(pageKinds.filter(({ canComplete }) => !canComplete))(
    'has a warning: $name',
    async ({ path, words, pending }) => {
      const page = await rendering.load(kinds.url + path, { timeoutMs: 10_000 })
      expect({ ...page, holds: holdsWords(htmlOf(page), words) }).toMatchObject({
        ...{ holds: true, complete: false, rendered: true },
        warnings: [{ code: 'render_incomplete', message: expect.stringContaining(pending) }],
      })
    },
  )

  it.concurrent.each(pageKinds.filter(({ canComplete }) => canComplete))(
    'is complete: $name',
    async ({ path, words }) => {
      const page = await rendering.load(kinds.url + path)
      expect({ ...page, holds: holdsWords(htmlOf(page), words) }).toMatchObject({
        ...{ holds: true, complete: true, rendered: true, status: 200, mediaType: 'text/html', warnings: [] },
      })
    },
  )

  it('has the URL that a script navigated to', async () => {
    const routed = await rendering.load(`${kinds.url}/kinds/route`)
    const moved = await rendering.load(`${kinds.url}/kinds/leave`)
    expect([routed.finalUrl, moved.finalUrl]).toEqual([`${kinds.url}/kinds/route/inner`, `${kinds.url}/kinds/fetch50`])
  })

  it("is read by a script that the page can't access", async () => {
    const origin = await openOrigin({
      '/': {
        body: `<p>truth</p><script>
          for (const name of ['outerHTML', 'innerHTML']) Object.defineProperty(Element.prototype, name, { get: () => 'lie' })
          Node.prototype.cloneNode = () => null; JSON.stringify = () => 'lie'; window.gleaner = { read: () => 'lie' }
        </script>`,
      },
    })
    const html = htmlOf(await rendering.load(`${origin.url}/`))
    expect(html).toContain('<p>truth</p>')
    await origin.close()
  })
})

const article = `<main><h1>Tide tables</h1>${'<p>High water comes twice a day and is listed here for every harbour.</p>'.repeat(20)}</main>`
const layer = `We value your privacy. We and our partners use cookies. ${'Consent to this and that. '.repeat(30)}<button>Accept</button>`

describe.skipIf(lacksBrowser)('a layer in front of the content', () => {
  it.each([
    ['from a known vendor', `<div id="onetrust-consent-sdk" style="position:fixed;inset:0">${layer}</div>${article}`],
    [
      'that is fixed and from an unknown vendor',
      `<div class="x1" style="position:fixed;bottom:0">${layer}</div>${article}`,
    ],
    [
      'that has locked the body and hidden the content',
      `<style>body{overflow:hidden}</style><div style="position:fixed;inset:0" role="dialog" aria-modal="true">${layer}</div>${article.replace('<main>', '<main style="display:none">')}`,
    ],
    [
      'that is the page itself, shown once its script has run',
      `<script>document.body.style.visibility = 'hidden'</script>${article}`,
    ],
  ])('does not hide it: %s', async (_, body) => {
    const origin = await openOrigin({ '/': { body: `<!DOCTYPE html><title>T</title><body>${body}` } })
    const { content } = await markdownOf(`${origin.url}/`)
    expect(content).toContain('High water comes twice a day')
    expect(content).not.toContain('We value your privacy')
    await origin.close()
  })
})

describe.skipIf(lacksBrowser)('a page that is not HTML', () => {
  it.each([
    ['JSON', 'application/json', '{"a":1}'],
    ['text', 'text/plain', 'just <b>text</b>'],
    ['a feed', 'application/rss+xml', '<rss><channel/></rss>'],
    ['a PDF', 'application/pdf', '%PDF-1.4'],
    ['an attachment', 'text/csv', 'a,b'],
  ])('arrives the same as without a browser: %s', async (_, contentType, body) => {
    const origin = await openOrigin({ '/': { headers: { 'content-type': contentType }, body } })
    const page = await rendering.load(`${origin.url}/`)
    const plain = await rendering.fetchPage.load({
      url: new URL(origin.url),
      signal: AbortSignal.timeout(5000),
      share: noShare,
      deadlineAt: performance.now() + 5000,
    })
    const { date: _rendered, ...headers } = page.headers
    const { date: _fetched, ...expected } = plain.headers
    expect({ ...page, headers }).toEqual({ ...plain, headers: expected })
    await origin.close()
  })
})
