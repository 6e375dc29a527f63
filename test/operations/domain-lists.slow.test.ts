import { expect, it } from 'vitest'
import { openOrigin } from '../origin.ts'
import { browserPath, lacksBrowser } from '../render/open-renderer.ts'
import { jsonOf, openTestService, typesOf } from '../service.ts'

it.skipIf(lacksBrowser)('a rendered page loads nothing from a domain that is not allowed', async () => {
  const other = await openOrigin({
    '/': { body: 'document.title = "loaded"', headers: { 'content-type': 'text/javascript' } },
  })
  const there = other.url.replace('127.0.0.1', 'localhost')
  const site = await openOrigin({
    '/': {
      body: `<title>page</title><p id=p>Text that stays</p><script src="${there}/"></script>
        <img src="${there}/picture"><iframe src="${there}/frame"></iframe><link rel=stylesheet href="${there}/style">
        <script>
          fetch('${there}/fetch', { mode: 'no-cors' }).catch(() => {}).then(() => p.append(', and is complete'))
          navigator.sendBeacon('${there}/beacon')
          new WebSocket('${there.replace('http', 'ws')}/socket')
        </script>`,
    },
    '/leave': { body: `<p>leaving<script>location = '${there}/'</script>` },
  })
  const service = await openTestService({
    GLEANER_ALLOW_ADDRESSES: '127.0.0.0/8,::1/128',
    GLEANER_ALLOWED_DOMAINS: '127.0.0.1',
    GLEANER_BROWSER_PATH: String(browserPath),
  })
  const render = (path: string) => jsonOf(service.get('/v1/scrape', { url: `${site.url}${path}`, render_js: 'true' }))
  expect(await render('/')).toMatchObject({
    title: 'page',
    content: expect.stringContaining('Text that stays, and is complete'),
    credits_charged: 5,
  })
  expect(typesOf(await render('/leave'))).toEqual(['address_refused'])
  expect(other.requests).toEqual([])
  await Promise.all([service.close(), site.close(), other.close()])
})
