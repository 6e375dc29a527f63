/** Fields extracted by selector from rendered pages. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Origin, openOrigin } from '../../origin.ts'
import { browserPath, lacksBrowser } from '../../render/open-renderer.ts'
import { type Json, jsonOf, openTestService, type TestService } from '../../service.ts'

const shop = `<!doctype html><title>Shop</title><link rel="stylesheet" href="/shop.css"><div id="root"></div>
<noscript>Please enable JavaScript.</noscript><script>
document.querySelector('#root').innerHTML = '<h1>Shoes of the year, and a long text about them.</h1>' +
  [7, 8].map((n) => '<p class="row" data-id="' + n + '"><s class="old">99</s><b>' + n + ' euros</b> <a href="/' + n + '">more</a></p>').join('')
</script>`

const extract_rules = {
  title: 'h1',
  rows: {
    selector: '.row',
    type: 'list',
    output: { id: '@data-id', price: 'b', old: '.old', text: '', link: 'a@href' },
  },
}

describe.skipIf(lacksBrowser)('extract_rules', () => {
  let origin: Origin
  let gleaner: TestService
  beforeAll(async () => {
    origin = await openOrigin({
      '/shop': { body: shop },
      '/shop.css': { headers: { 'content-type': 'text/css' }, body: '.old { display: none }' },
    })
    gleaner = await openTestService({ GLEANER_BROWSER_PATH: String(browserPath) })
  })
  afterAll(async () => {
    await gleaner.close()
    await origin.close()
  })

  const ask = (parameters: object): Promise<Json> =>
    jsonOf(gleaner.post('/v1/scrape', { url: `${origin.url}/shop`, extract_rules, ...parameters }))

  const expected = () => ({
    title: 'Shoes of the year, and a long text about them.',
    rows: [7, 8].map((n) => ({
      ...{ id: String(n), price: `${n} euros`, old: null, text: `${n} euros more`, link: `${origin.url}/${n}` },
    })),
  })

  it.each([
    ['render_js', { render_js: true }],
    ['render_if_needed', { render_if_needed: true }],
    ['render_if_needed and wait_for', { render_if_needed: true, wait_for: '.row' }],
  ])('read content that scripts created but no content that style sheets hide, with %s', async (_, parameters) => {
    expect(await ask(parameters)).toMatchObject({ content: expected(), rendered: true, credits_charged: 5 })
  })
})
