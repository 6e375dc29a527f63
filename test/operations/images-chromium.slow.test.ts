import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Origin, openOrigin } from '../origin.ts'
import { lacksBrowser } from '../render/open-renderer.ts'
import { type Json, jsonOf, openTestService, type TestService } from '../service.ts'

const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200"/></svg>'

/** A page with images that a script loads, one hidden by a style sheet, and one added by a script. */
const page = `<!doctype html><html><head><title>Orchard</title><meta property="og:image" content="/cover.svg">
<style>.never { display: none }</style></head><body><main><h1>Orchard</h1>
<p>Trees that were planted a hundred years ago still bear fruit, and many of them have names that nobody knows any more.</p>
<img class="lazy" src="${dot}" data-src="/pear.svg" alt="A pear" width="300" height="200">
<picture><source data-srcset="/plum-small.svg 300w, /plum-large.svg 600w"><img class="lazy" src="${dot}" alt="A plum"></picture>
<img class="never" src="/secret.svg" alt="never seen"><img src="/pixel.svg" width="1" height="1"><span id="late"></span></main>
<script>
for (const image of document.querySelectorAll('.lazy')) {
  const source = image.parentElement.querySelector('source')
  if (source && source.dataset.srcset) source.srcset = source.dataset.srcset
  if (image.dataset.src) image.src = image.dataset.src
}
document.getElementById('late').innerHTML = '<img src="/late.svg" alt="A late apple" height="200">'
</script></body></html>`

let gleaner: TestService
let origin: Origin

beforeAll(async () => {
  const svg = { body: picture, headers: { 'content-type': 'image/svg+xml' } }
  const names = ['cover', 'pear', 'plum-small', 'plum-large', 'secret', 'pixel', 'late']
  const pictures = Object.fromEntries(names.map((name) => [`/${name}.svg`, svg]))
  origin = await openOrigin({ '/orchard': { body: page }, ...pictures })
  gleaner = await openTestService()
})
afterAll(async () => {
  await gleaner.close()
  await origin.close()
})

async function imagesOf(parameters: Record<string, string>): Promise<Json[]> {
  const asked = { url: `${origin.url}/orchard`, output: 'images', ...parameters }
  const body = await jsonOf(gleaner.get('/v1/scrape', asked))
  return (body.content as Json[]).map((image) => ({ ...image, url: String(image.url).replace(origin.url, '') }))
}

describe.skipIf(lacksBrowser)('images from both engines', { timeout: 60_000 }, () => {
  const cover = { url: '/cover.svg', alt: '', width: null, height: null }
  const pear = { url: '/pear.svg', alt: 'A pear', width: 300, height: 200 }
  const plum = { url: '/plum-large.svg', alt: 'A plum', width: null, height: null }
  const secret = { url: '/secret.svg', alt: 'never seen', width: null, height: null }
  const late = { url: '/late.svg', alt: 'A late apple', width: null, height: 200 }

  it('include those that scripts load, with their real URL, in either engine', async () => {
    expect(await imagesOf({})).toEqual([cover, pear, plum, secret])
    expect(await imagesOf({ render_js: 'true' })).toEqual([cover, pear, plum, late])
  })

  it('are limited to a selector, and the markdown shows the same ones', async () => {
    expect(await imagesOf({ render_js: 'true', css_selector: 'main', exclude_selector: 'picture' })).toEqual([
      pear,
      late,
    ])
    const asked = { url: `${origin.url}/orchard`, render_js: 'true', extra_outputs: 'images', css_selector: 'main' }
    const { content, extra } = await jsonOf(gleaner.get('/v1/scrape', asked))
    const urls = ((extra as { images: { url: string }[] }).images ?? []).map(({ url }) => url)
    expect([...String(content).matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, url]) => url)).toEqual(urls)
  })
})
