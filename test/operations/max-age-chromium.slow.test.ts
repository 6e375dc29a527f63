import { describe, expect, it } from 'vitest'
import { browserPath, lacksBrowser } from '../render/open-renderer.ts'
import type { Json } from '../service.ts'
import { openPage, pass, price, site, useKeptService } from './kept-service.ts'

const service = useKeptService({ browserPath: String(browserPath) })

const shell = (script: string) =>
  `<title>Shop</title><noscript>Please enable JavaScript.</noscript><div id="root"></div><script>${script}</script>`
const draw = `document.querySelector('#root').innerHTML = '<h1>Shoes</h1><p class="price">12 euros, and a long text about them.</p>'`
site['/shell'] = { body: shell(draw), headers: { etag: '"1"' } }

const facts = ({ from_cache, credits_charged, rendered, complete }: Json) => [
  ...[from_cache, credits_charged],
  ...[rendered, complete],
]

describe.skipIf(lacksBrowser)('max_age_s', () => {
  it('keeps a rendered page, which is rendered again once it is too old', async () => {
    const { get, requests } = await openPage(service, '/shell')
    const rendered = { render_js: 'true', main_content: 'false' }
    expect(facts(await get(rendered))).toEqual([false, 5, true, true])
    const again = await get({ ...rendered, css_selector: '.price' })
    expect([again.content, ...facts(again)]).toEqual(['12 euros, and a long text about them.', true, 0, true, true])
    expect(requests()).toBe(1)
    pass(60_500)
    expect(facts(await get(rendered))).toEqual([false, 5, true, true])
    expect(requests()).toBe(2)
  })

  it('keeps fetched and rendered pages apart, and charges render_if_needed for its current work', async () => {
    const { get, requests } = await openPage(service, '/shell')
    const asNeeded = { render_if_needed: 'true', main_content: 'false' }
    expect(facts(await get())).toEqual([false, 1, false, true])
    expect(facts(await get(asNeeded))).toEqual([false, 5, true, true])
    expect(facts(await get(asNeeded))).toEqual([true, 0, true, true])
    expect(facts(await get({ render_js: 'true' }))).toEqual([true, 0, true, true])
    expect(facts(await get())).toEqual([true, 0, false, true])
    expect(requests()).toBe(2)
  })

  it('charges the fetch of render_if_needed if the rendered page is kept', async () => {
    const { get, requests } = await openPage(service, '/shell')
    const asNeeded = { render_if_needed: 'true', main_content: 'false' }
    expect(facts(await get({ render_js: 'true' }))).toEqual([false, 5, true, true])
    expect(facts(await get(asNeeded))).toEqual([true, 1, true, true])
    expect(facts(await get(asNeeded))).toEqual([true, 0, true, true])
    expect(requests()).toBe(2)
  })

  it('does not keep an incomplete page', async () => {
    site['/late'] = { body: shell(`fetch('/late/data').then(() => { ${draw} })`) }
    site['/late/data'] = () => {}
    const { get, requests } = await openPage(service, '/late')
    for (let i = 0; i < 2; i++) {
      expect(facts(await get({ render_js: 'true', timeout_ms: '8000' }))).toEqual([false, 5, true, false])
    }
    expect(requests()).toBe(2)
  })

  it('distinguishes pages by the condition they wait for', async () => {
    const { get, requests } = await openPage(service, '/shell')
    expect(price(await get({ render_js: 'true', wait_for: '.price' }))).toEqual([false, 5])
    expect(price(await get({ render_js: 'true', wait_for: 'h1' }))).toEqual([false, 5])
    expect(price(await get({ render_js: 'true', wait_for: '.price' }))).toEqual([true, 0])
    expect(requests()).toBe(2)
  })
})
