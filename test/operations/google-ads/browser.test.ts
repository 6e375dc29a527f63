import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ServiceError } from '../../../src/base/errors.ts'
import { noShare } from '../../../src/base/share.ts'
import { type GoogleAdsInput, googleAdsInput } from '../../../src/contract/google-ads.ts'
import { createFetcher } from '../../../src/fetch/fetch-page.ts'
import { createAddressPolicy } from '../../../src/fetch/guard/address-policy.ts'
import { createGoogleAds } from '../../../src/operations/google-ads.ts'
import type { RequestContext } from '../../../src/operations/runtime.ts'
import type { Page, PageRequest, PageSource } from '../../../src/page/page.ts'
import { createGooglePages } from '../../../src/pages/results/google-pages.ts'
import { createSandbox } from '../../../src/readers/pool.ts'
import type { Origin } from '../../origin.ts'
import { fixture, openGoogle } from './google.ts'

let google: Origin & { template: string }
const sandbox = createSandbox({ readers: 1 })
const fetchPage = createFetcher({
  policy: createAddressPolicy({ allowAddresses: ['127.0.0.0/8'] }),
  userAgent: 'test',
  robots: 'ignore',
  perHostConcurrency: 8,
  maxBodyBytes: 2 ** 24,
  proxyUrl: null,
})

beforeAll(async () => {
  google = await openGoogle({ shell: ['js-shell', 'text-2025-group', 'js-shell'], captcha: ['captcha'] })
})

afterAll(async () => {
  await Promise.all([fetchPage.close(), sandbox.close()])
  await google.close()
})

/** A browser that renders the given pages in order, and the URLs requested from it. */
function browserWith(
  ...rendered: (string | ServiceError)[]
): PageSource & { asked: string[]; askedAs: Partial<PageRequest>[] } {
  const asked: string[] = []
  const askedAs: Partial<PageRequest>[] = []
  return {
    asked,
    askedAs,
    async load({ url: { href: url }, locale, device }) {
      askedAs.push({ locale, device })
      const next = rendered[asked.push(url) - 1] ?? 'unknown'
      if (next instanceof ServiceError) throw next
      const page: Page = {
        url,
        finalUrl: url,
        status: 200,
        contentType: 'text/html',
        mediaType: 'text/html',
        charset: 'utf-8',
        headers: {},
        body: new TextEncoder().encode(fixture(next)),
        rendered: true,
        complete: false,
        warnings: [{ code: 'render_incomplete', message: 'still under way' }],
      }
      return page
    },
    async close() {},
  }
}

async function search(input: Partial<GoogleAdsInput>, renderPage: PageSource | null) {
  const resultPages = createGooglePages({ fetchPage, renderPage, sandbox, template: google.template })
  const handler = await createGoogleAds({ resultPages: async () => resultPages })
  const request: RequestContext = {
    caller: { keyId: null, transport: 'cli' },
    share: noShare,
    requestId: 'test',
    signal: new AbortController().signal,
  }
  const { result } = await handler.run(googleAdsInput.parse({ query: 'shell', ...input }), request, () => {})
  return result({ credits_charged: 5, credits_remaining: null, request_id: 'test' })
}

describe('a page that needs JavaScript', () => {
  it('is loaded in the browser, and so are the pages after it', async () => {
    const browser = browserWith('text-2025-group', 'no-ads')
    const before = google.requests.length
    const body = await search({ pages: 2 }, browser)
    expect(body.pages).toMatchObject([
      { page: 1, status: 'ok', rendered: true },
      { page: 2, status: 'no_ads', rendered: true },
    ])
    expect(body.warnings).toMatchObject([
      { code: 'render_incomplete', message: 'Result page 1: still under way' },
      { code: 'render_incomplete', message: 'Result page 2: still under way' },
    ])
    expect(browser.asked).toEqual([
      `${google.url}/com/search?q=shell&pws=0`,
      `${google.url}/com/search?q=shell&start=10&pws=0`,
    ])
    expect(google.requests.length - before).toBe(1)
  })

  it('stays js_shell without a browser', async () => {
    await expect(search({}, null)).rejects.toMatchObject({ type: 'target_blocked', message: /is js_shell:/ })
    const none = browserWith(new ServiceError('browser_unavailable', 'no browser'))
    await expect(search({}, none)).rejects.toMatchObject({ type: 'target_blocked', message: /is js_shell:/ })
  })

  it('stays js_shell if the browser gets no better page', async () => {
    await expect(search({}, browserWith('unknown'))).rejects.toMatchObject({
      type: 'target_blocked',
      message: /is js_shell: .* \(in a browser\)$/,
    })
  })

  it('stays js_shell if the shell redirects the browser endlessly', async () => {
    const circling = browserWith(new ServiceError('too_many_redirects', 'round and round'))
    await expect(search({}, circling)).rejects.toMatchObject({
      type: 'target_blocked',
      message: /is js_shell: .* \(in a browser\)$/,
    })
  })

  it('has the status of the rendered page, such as a captcha', async () => {
    await expect(search({}, browserWith('captcha'))).rejects.toMatchObject({ message: /is captcha:/ })
  })

  it('fails with the browser’s error', async () => {
    const late = browserWith(new ServiceError('target_timeout', 'too late'))
    await expect(search({}, late)).rejects.toMatchObject({ type: 'target_timeout' })
  })

  it('keeps earlier pages if a later one needs a browser and none is available', async () => {
    const body = await search({ start_page: 2, pages: 2 }, null)
    expect(body.pages).toMatchObject([
      { page: 2, status: 'ok', rendered: false },
      { page: 3, status: 'js_shell', rendered: false },
    ])
  })
})

describe('render_js', () => {
  it('loads the first page in the browser', async () => {
    const browser = browserWith('text-2021-data-rw')
    const before = google.requests.length
    const body = await search({ render_js: true }, browser)
    expect(body.pages).toMatchObject([{ status: 'ok', rendered: true, ads: 2 }])
    expect(google.requests).toHaveLength(before)
  })

  it('requests the page in the given language and as the given device', async () => {
    const browser = browserWith('text-2021-data-rw', 'no-ads')
    await search({ render_js: true, pages: 2, locale: 'de-CH', device: 'tablet' }, browser)
    expect(browser.askedAs).toEqual([
      { locale: 'de-CH', device: 'tablet' },
      { locale: 'de-CH', device: 'tablet' },
    ])
  })

  it('is browser_unavailable without one', async () => {
    await expect(search({ render_js: true }, null)).rejects.toMatchObject({ type: 'browser_unavailable' })
  })
})

describe('a blocked plain request', () => {
  it('is not repeated in the browser', async () => {
    const browser = browserWith('text-2025-group')
    await expect(search({ query: 'captcha' }, browser)).rejects.toMatchObject({ message: /is captcha:/ })
    expect(browser.asked).toEqual([])
  })
})
