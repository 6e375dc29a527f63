import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sharedChromium } from '../../../chromium.ts'
import { openOrigin } from '../../../origin.ts'
import { lacksBrowser } from '../../../render/open-renderer.ts'
import { openTestService, type TestService } from '../../../service.ts'

let gleaner: TestService
let browser: Browser
beforeAll(async () => {
  gleaner = await openTestService()
  if (!lacksBrowser) browser = await sharedChromium()
})
afterAll(async () => {
  await gleaner.close()
})

interface Visit {
  page: Page
  /** Errors that the page reports. */
  complaints: string[]
  /** URLs of all requests. */
  requests: string[]
}

async function openPage(options: Parameters<Browser['newPage']>[0] = {}): Promise<Visit> {
  const page = await browser.newPage(options)
  onTestFinished(() => page.close())
  const visit: Visit = { page, complaints: [], requests: [] }
  page.on('console', (message) => void (message.type() === 'error' && visit.complaints.push(message.text())))
  page.on('pageerror', (error) => void visit.complaints.push(error.message))
  page.on('request', (request) => void visit.requests.push(request.url()))
  return visit
}

describe.skipIf(lacksBrowser)('the API reference in a browser', () => {
  it('shows every operation, and loads nothing from elsewhere', async () => {
    const { page, complaints, requests } = await openPage()
    await page.goto(`${gleaner.url}/docs`)
    for (const { restPath } of Object.values(gleaner.runtime.operations))
      await page.locator(`[data-path="${restPath}"]`).first().waitFor()
    expect(complaints).toEqual([])
    const elsewhere = requests.filter((url) => !url.startsWith('data:') && new URL(url).origin !== gleaner.url)
    expect(elsewhere).toEqual([])
    expect(requests).toContain(`${gleaner.url}/openapi.json`)
  })

  it('sends a request with the given key, and does not keep the key', async () => {
    const { page, complaints } = await openPage()
    await page.goto(`${gleaner.url}/docs`)
    await page.locator('.btn.authorize').click()
    await page.getByLabel('auth-bearer-value').fill(gleaner.key)
    await page.getByLabel('Apply credentials').first().click()
    await page.locator('.btn-done').first().click()
    await page.locator('[data-path="/v1/account"]').first().click()
    await page.getByRole('button', { name: 'Execute' }).click()
    await page.locator('.live-responses-table', { hasText: '"credits_used": 0' }).waitFor()
    expect(await page.evaluate(() => JSON.stringify([localStorage.length, sessionStorage.length]))).toBe('[0,0]')
    expect(complaints).toEqual([])
  })

  it('sends the headers and cookies that are filled in, and no others', async () => {
    const site = await openOrigin({ '/': { body: '<p>Hello</p>' } })
    onTestFinished(() => site.close())
    const { page, requests } = await openPage()
    await page.goto(`${gleaner.url}/docs`)
    const operation = page.locator('#operations-operations-scrape')
    await operation.locator('.opblock-summary').click()
    const fill = (name: string, text: string) => operation.locator(`tr[data-param-name="${name}"] input`).fill(text)
    const send = async () => {
      const sent = page.waitForResponse('**/v1/scrape?*')
      await operation.getByRole('button', { name: 'Execute' }).click()
      return new URL((await sent).url()).searchParams
    }
    await fill('url', `${site.url}/`)
    const plain = await send()
    expect([plain.get('url'), plain.has('headers'), plain.has('cookies')]).toEqual([`${site.url}/`, false, false])
    await fill('headers', '{"X-A": "1"}')
    expect((await send()).get('headers')).toBe('{"X-A": "1"}')
    expect(requests.filter((url) => url.includes('/v1/'))).toHaveLength(2)
  })

  it('takes a JSON object in a body', async () => {
    const { page } = await openPage()
    await page.goto(`${gleaner.url}/docs`)
    const operation = page.locator('#operations-operations-scrape_by_post')
    await operation.locator('.opblock-summary').click()
    await operation.locator('textarea').fill('{"url": "ftp://example.com/"}')
    const [request] = await Promise.all([
      page.waitForRequest('**/v1/scrape'),
      operation.getByRole('button', { name: 'Execute' }).click(),
    ])
    expect([request.method(), request.postDataJSON()]).toEqual(['POST', { url: 'ftp://example.com/' }])
  })

  it('is dark if the browser prefers dark', async () => {
    const { page } = await openPage({ colorScheme: 'dark' })
    await page.goto(`${gleaner.url}/docs`)
    await page.locator('[data-path="/v1/scrape"]').first().waitFor()
    const background = await page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
    expect(Math.max(...(background.match(/\d+/g) ?? ['255']).slice(0, 3).map(Number))).toBeLessThan(80)
  })

  it('can be opened by a link on another site, which gets no reference to its window', async () => {
    const site = await openOrigin({
      '/': { body: `<a href="${gleaner.url}/docs" target="_blank" rel="opener">Docs</a>` },
    })
    onTestFinished(() => site.close())
    const { page } = await openPage()
    await page.goto(site.url.replace('127.0.0.1', 'localhost'))
    const opening = page.context().waitForEvent('page')
    await page.getByText('Docs').click()
    const opened = await opening
    await opened.locator('[data-path="/v1/scrape"]').first().waitFor()
    expect(await opened.evaluate('window.opener === null')).toBe(true)
  })
})
