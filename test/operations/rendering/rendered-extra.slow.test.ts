/** Tests that each additional output of a rendered page is the same as in a separate call. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Output, outputs } from '../../../src/contract/scrape.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { browserPath, lacksBrowser } from '../../render/open-renderer.ts'
import { type Json, jsonOf, openTestService, type TestService } from '../../service.ts'

const page = `<!doctype html><html lang="en"><head><title>Before</title><link rel="stylesheet" href="/sheet.css"></head><body>
<nav><a href="/home">Home</a></nav><main id="root"></main><iframe src="/frame" width="400" height="300"></iframe><script>
document.title = 'Rendered forest'
document.head.insertAdjacentHTML('beforeend', '<meta name="description" content="Made by a script">')
const words = 'A tree of the forest, whose leaves are green in summer and brown in autumn. '
document.querySelector('#root').innerHTML = '<h1>Forest</h1>' + [1, 2, 3].map((n) =>
  '<h2 id="tree-' + n + '">Tree ' + n + '</h2><p>' + words.repeat(3) + '<a href="/tree/' + n + '">More</a> <s class="old">old</s></p>').join('') +
  '<p class="old">Nobody sees this one, and its <a href="/hidden">link</a>.</p>' +
  '<p>Write to forest@example.org or <a href="https://other.example/">elsewhere</a>.</p><table><tr><th>a<th>b<tr><td colspan=2>c</table>'
</script></body></html>`

describe.skipIf(lacksBrowser)('additional outputs of a rendered page', () => {
  let origin: Origin
  let gleaner: TestService
  beforeAll(async () => {
    origin = await openOrigin({
      '/forest': { body: page },
      '/frame': { body: '<title>Frame</title><p>Within a frame, <a href="/of-frame">a link</a> of it.</p>' },
      '/sheet.css': { headers: { 'content-type': 'text/css' }, body: '.old { display: none }' },
    })
    gleaner = await openTestService({ GLEANER_BROWSER_PATH: String(browserPath) })
  })
  afterAll(async () => {
    await gleaner.close()
    await origin.close()
  })

  const ask = (parameters: object): Promise<Json> =>
    jsonOf(gleaner.post('/v1/scrape', { url: `${origin.url}/forest`, render_js: true, ...parameters }))

  it("include the offset of a fragment's element", { timeout: 60_000 }, async () => {
    const url = `${origin.url}/forest#tree-2`
    const { content, fragment_offset, rendered } = await ask({ url })
    expect(rendered).toBe(true)
    expect(String(content).slice(Number(fragment_offset))).toMatch(/^## Tree 2\n/)
    const later = await ask({ url, offset: fragment_offset, max_chars: 300 })
    expect(later).toMatchObject({ fragment_offset, credits_charged: 0 })
    expect(later.content).toMatch(/^## Tree 2\n/)
    expect(await ask({ url, css_selector: 'table' })).toMatchObject({ fragment_offset: null })
  })

  /** Lists of additional outputs that together contain every output once. `links` and `emails` are aliases. */
  const lists: Output[][] = [
    ['raw_html', 'clean_html', 'html_head_metadata_json', 'links', 'emails'],
    ['email_addresses', 'external_links', 'internal_links', 'all_links', 'text'],
  ]

  it.each<[string, object]>([
    ['the whole page', {}],
    ['what a selector matches', { css_selector: 'main p, h2' }],
    ['what selectors leave', { css_selector: 'main, iframe', exclude_selector: 'h2, .old, table' }],
  ])('are each the same as in a separate call, for %s', { timeout: 120_000 }, async (_, parameters) => {
    const own = new Map<string, unknown>()
    for (const output of outputs) own.set(output, (await ask({ ...parameters, output })).content)
    for (const extra_outputs of lists) {
      const before = origin.requests.filter((path) => path === '/forest').length
      const body = await ask({ ...parameters, extra_outputs })
      expect(body).toMatchObject({ rendered: true, credits_charged: 5, content: own.get('markdown') })
      for (const [name, content] of Object.entries(body.extra as Json)) expect(content, name).toEqual(own.get(name))
      expect(Object.keys(body.extra as Json)).toEqual(extra_outputs)
      expect(origin.requests.filter((path) => path === '/forest').length - before).toBe(1)
    }
    expect(JSON.stringify(own.get('html_head_metadata_json'))).toContain('Made by a script')
  })
})
