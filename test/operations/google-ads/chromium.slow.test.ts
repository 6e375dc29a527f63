import { describe, expect, it } from 'vitest'
import { lacksBrowser } from '../../render/open-renderer.ts'
import { jsonOf, openTestService } from '../../service.ts'
import { fixture, openGoogle } from './google.ts'

/** A shell whose script writes the result page, as Google's shell does after its check. */
function shellThatBecomes(name: string): { html: string; status: number } {
  const page = JSON.stringify(fixture(name)).replaceAll('</', '<\\/')
  const enable = '<noscript><meta content="0;url=/httpservice/retry/enablejs?sei=a" http-equiv="refresh"></noscript>'
  const counts = `fetch('/aclk?sa=fetch').catch(() => {}); navigator.sendBeacon('/pagead/beacon?x=1', 'x'); new Image().src = '/aclk?sa=image';
    const frame = document.createElement('iframe'); frame.src = '/aclk?sa=frame'; document.body.append(frame); fetch('/allowed').catch(() => {});`
  const script = `<script>/* emsg=SG_REL */ setTimeout(() => { ${counts} document.open(); document.write(${page}); document.close() }, 100)</script>`
  return { html: `<!doctype html><title>Google Search</title>${enable}${script}`, status: 200 }
}

describe.skipIf(lacksBrowser)('google_ads in a real browser', () => {
  it('sends the same language and phone user agent over HTTP and from Chromium', async () => {
    const google = await openGoogle({ x: [shellThatBecomes('text-2025-group')] })
    const gleaner = await openTestService({ GLEANER_GOOGLE_URL: google.template })
    try {
      let asked = 0
      for (const render_js of ['false', 'true']) {
        const place = { geo_location: '47.62,-122.35', locale: 'de-CH', device: 'mobile' }
        const body = await jsonOf(gleaner.get('/v1/google_ads', { query: 'x', render_js, ...place }))
        expect(body.pages).toMatchObject([{ status: 'ok', rendered: true }])
        for (; asked < google.headers.length; asked++) {
          expect(google.headers[asked]).toMatchObject({
            'accept-language': expect.stringMatching(/^de-CH,de;q=0\.9/),
            'sec-ch-ua-mobile': '?1',
            'sec-ch-ua-platform': '"Android"',
            'user-agent': expect.stringContaining('Gleaner'),
          })
        }
      }
      expect(asked).toBe(3)
    } finally {
      await gleaner.close()
      await google.close()
    }
  })

  it('loads pages in Chromium after an empty shell, and does not let scripts count a view', async () => {
    const google = await openGoogle({ x: [shellThatBecomes('text-2025-group'), 'no-ads'], stuck: ['js-shell'] })
    const gleaner = await openTestService({ GLEANER_GOOGLE_URL: google.template })
    try {
      const body = await jsonOf(gleaner.get('/v1/google_ads', { query: 'x', pages: '2', output: 'json' }))
      expect(body.pages).toMatchObject([
        { status: 'ok', ads: 2, rendered: true },
        { status: 'no_ads', rendered: true },
      ])
      expect(google.requests.filter((path) => path.includes('start=10'))).toHaveLength(1)
      const stuck = await jsonOf(gleaner.get('/v1/google_ads', { query: 'stuck' }))
      expect(stuck.detail).toMatchObject([{ type: 'target_blocked', msg: expect.stringContaining('is js_shell:') }])
      expect(google.requests).toContain('/allowed')
      expect(google.requests.filter((path) => /\/(?:aclk|goto|pagead)\b/.test(path))).toEqual([])
    } finally {
      await gleaner.close()
      await google.close()
    }
  })
})
