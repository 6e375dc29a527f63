/** Tests which language a page is requested in, using a real browser. */

import { describe, expect, it } from 'vitest'
import { htmlOf, lacksBrowser, sharedRenderer } from '../open-renderer.ts'
import { openNotedOrigin } from './own-fields-site.ts'

const told = `[navigator.language, navigator.languages.join(), new Intl.NumberFormat().resolvedOptions().locale].join(' ')`
const page = `<p id="page"></p><p id="worker"></p><iframe srcdoc="<p id=frame></p><script>document.body.append(${told.replaceAll('"', '&quot;')})</script>"></iframe>
<script>
  document.getElementById('page').textContent = ${told}
  const worker = new Worker(URL.createObjectURL(new Blob([${JSON.stringify(`fetch('{origin}/worker-fetch').then((response) => response.text()).then(() => postMessage(${told}))`)}])))
  worker.onmessage = ({ data }) => { document.getElementById('worker').textContent = data }
</script><script src="/script"></script><iframe src="{other}/frame"></iframe>`

describe.skipIf(lacksBrowser)('a page', () => {
  it.concurrent.each([
    [undefined, 'en-US,en', 'en-US en-US,en en-US'],
    ['de-CH', 'de-CH,de;q=0.9', 'de-CH de-CH,de de-CH'],
    ['fr', 'fr', 'fr fr fr'],
  ])(
    'has the locale %s and is requested in %s, as its scripts, frames and workers see',
    async (locale, header, words) => {
      await using other = await openNotedOrigin(
        () => ({ '/frame': `<p id="a"></p><script>a.textContent = ${told}</script>` }),
        '127.0.0.2',
      )
      await using own = await openNotedOrigin(() => ({
        '/': page.replaceAll('{origin}', own.url).replaceAll('{other}', other.url),
      }))
      const rendered = await sharedRenderer().load(`${own.url}/`, locale === undefined ? {} : { locale })
      expect([...htmlOf(rendered).matchAll(new RegExp(words, 'g'))]).toHaveLength(4)
      const visits = [...own.visits, ...other.visits]
      expect(visits.map(({ path }) => path).sort()).toEqual(['/', '/frame', '/script', '/worker-fetch'])
      for (const { path, headers } of visits) {
        expect([path, headers['accept-language']]).toEqual([path, header])
        expect(headers['user-agent']).toBe('Mozilla/5.0 (compatible; Gleaner/0.1)')
      }
    },
  )
})
