import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { lacksBrowser } from '../../../render/open-renderer.ts'
import {
  acceptKey,
  findAccessibilityFaults,
  openPlayground,
  type Playground,
  picture,
  send,
  unfold,
} from './open-playground.ts'

describe.skipIf(lacksBrowser)('a request that fails', () => {
  let playground: Playground
  beforeAll(async () => {
    playground = await openPlayground()
  })
  afterAll(() => playground[Symbol.asyncDispose]())

  async function open(fragment: string, withKey = true): Promise<Page> {
    const page = await playground.open({ fragment: fragment.replaceAll('SITE', playground.origin.url), withKey })
    onTestFinished(() => page.context().close())
    return page
  }

  const notice = (page: Page) => page.locator('.notice.error')

  it.each([
    ['input', 'url=ftp://x.example/', 'Pass an absolute URL that starts with http:// or https://.', 'url_scheme'],
    ['address', 'url=http://10.0.0.1/', "Use the page's public URL", 'address_refused'],
    ['target', 'url=SITE/broken', 'Check the URL', 'target_unreachable'],
    ['wall', 'url=SITE/challenge', 'The site refuses automated requests', 'target_blocked'],
    ['selector', 'url=SITE/history&css_selector=.nothing', 'Compare css_selector', 'selector_not_matched'],
    ['media', 'url=SITE/picture&output=clean_html', 'Supported: HTML, text', 'unsupported_content_type'],
  ])("shows the service's message and hint for its %s", async (name, fragment, hint, type) => {
    const page = await open(fragment)
    await send(page)
    const text = await notice(page).textContent()
    expect(text).toContain(hint)
    expect(text).toMatch(new RegExp(`Nothing was charged · ${type} · request `))
    await picture(page, `error-${name}`)
    expect(await findAccessibilityFaults(page)).toEqual([])
  })

  it('shows each input problem at its field, even in the collapsed section', async () => {
    const page = await open('url=SITE/history&max_chars=0&exclude_selector=[')
    await send(page)
    const field = page.getByLabel('max_chars', { exact: true })
    expect(await page.locator('#field-max_chars-problem').textContent()).toContain('greater than or equal to 1')
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await field.fill('')
    await send(page)
    await page.locator('#field-exclude_selector-problem').waitFor()
    await picture(page, 'error-fields')
    expect(await findAccessibilityFaults(page)).toEqual([])
  })

  it('asks for a missing key, and succeeds with it', async () => {
    const page = await open('url=SITE/history', false)
    await send(page)
    expect(await notice(page).textContent()).toContain('unauthorized')
    await page.getByRole('button', { name: 'Enter a key' }).click()
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('api-key')
    await page.keyboard.type(playground.service.key)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('heading', { name: 'A short history of gleaning', level: 2 }).waitFor()
  })

  it('reports a lack of credits', async () => {
    const { key } = await playground.service.access.issue('poor', { credits: 1 })
    const page = await open(`key=${key}&url=SITE/history&prompt=Why`, false)
    await acceptKey(page)
    await send(page)
    expect(await notice(page).textContent()).toContain('Add credits to the key, or use another key.')
  })

  it.each([
    ['no JSON', '{"a": "h1"', 'the value is not valid JSON: it ends too early, at line 1, column 11'],
    [
      'no rules',
      '{"a": {"selector": "h1", "typ": "list"}}',
      'a: unknown key typ; the keys of a rule are selector, type',
    ],
    ['no selectors', '{"a": "h1 >"}', 'a: the selector ends with a combinator'],
  ])('reports at the field that its rules are %s', async (_, rules, message) => {
    const page = await open(`url=SITE/history&extract_rules=${encodeURIComponent(rules)}`)
    await send(page)
    expect(await page.getByLabel('extract_rules', { exact: true }).inputValue()).toBe(rules)
    expect(await page.locator('.field.faulty .problem').textContent()).toContain(message)
  })

  it('shows when to try again after a rate limit', async () => {
    const { key } = await playground.service.access.issue('slow', { rateLimit: { limit: 1, windowS: 60 } })
    const page = await open(`key=${key}&url=SITE/history`, false)
    await acceptKey(page)
    await send(page)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText(/^Try again in \d+ seconds\.$/).waitFor()
    expect(await notice(page).textContent()).toContain('rate_limited')
  })

  it('reports that the service is unreachable, and can be sent again', async () => {
    const page = await open('url=SITE/history')
    await page.route('**/v1/**', (route) => route.abort())
    await send(page)
    expect(await notice(page).textContent()).toBe('The service is not responding')
    await page.unroute('**/v1/**')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.locator('.figures').waitFor()
  })

  it('keeps the earlier pieces while reading on, and continues from there', async () => {
    const page = await open('url=SITE/long&max_chars=8000')
    await send(page)
    await page.route('**/v1/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Read on' }).click()
    await page.getByText('The service is not responding').waitFor()
    await page.getByRole('heading', { name: 'A page', level: 2 }).waitFor()
    expect(await findAccessibilityFaults(page)).toEqual([])
    await page.unroute('**/v1/**')
    await page.getByRole('button', { name: 'Read on' }).click()
    await page.locator('.figures').getByText('Pieces2').waitFor()
    expect(await notice(page).count()).toBe(0)
  })

  it.each([
    ['a page from a proxy', { status: 403, contentType: 'text/html', body: '<h1>Forbidden</h1>' }, '403'],
    ['JSON from a proxy', { status: 502, json: { error: 'upstream' } }, '502'],
    ['errors in another format', { status: 400, json: { detail: 'bad' } }, '400'],
    ['null', { status: 200, json: null }, '200'],
    ['a list', { status: 200, json: [1] }, '200'],
  ])('shows the status of a response that is %s', async (_, answer, status) => {
    const page = await open('url=SITE/history')
    await page.route('**/v1/**', (route) => route.fulfill(answer))
    await send(page)
    const text = await notice(page).textContent()
    expect(text).toContain('This response is not from Gleaner')
    expect(text).toContain(`status ${status}`)
    expect(text).not.toContain('charged')
  })

  it('is not sent with a partly copied key, and the field says so', async () => {
    const page = await open('url=SITE/history', false)
    const field = page.getByLabel('API key', { exact: true })
    await field.fill('glnr_…')
    await field.blur()
    await page.getByText('This is not a valid key').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
    expect(await findAccessibilityFaults(page)).toEqual([])
    await field.fill(playground.service.key)
    await field.blur()
    await page.getByText('Kept until this tab is closed').waitFor()
  })

  it('reports an invalid header at its field', async () => {
    const page = await open('url=SITE/history')
    await unfold(page)
    await page.getByLabel('Idempotency-Key', { exact: true }).fill('ein Schlüssel…')
    await send(page)
    expect(await page.locator('#field-Idempotency-Key-problem').textContent()).toContain('ASCII')
  })
})
