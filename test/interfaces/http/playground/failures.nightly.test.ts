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

  const title = (page: Page) => page.locator('.notice.error h2').textContent()
  const button = (page: Page, name: string) => page.locator('.result').getByRole('button', { name })

  it.each([
    ['input', 'url=ftp://x.example/', 'Only http and https can be read', 'url_scheme'],
    ['address', 'url=http://10.0.0.1/', 'This address is not public', 'address_refused'],
    ['target', 'url=SITE/broken', 'The site can’t be reached', 'target_unreachable'],
    ['wall', 'url=SITE/challenge', 'The site turns automated visitors away', 'target_blocked'],
    ['time', 'url=SITE/slow&timeout_ms=1000', 'The page took too long', 'target_timeout'],
    [
      'media',
      'url=SITE/picture&output=clean_html',
      'This kind of file can’t be given in this form',
      'unsupported_content_type',
    ],
  ])('by its %s says so in plain words', async (name, fragment, words, type) => {
    const page = await open(fragment)
    await send(page)
    expect(await title(page)).toBe(words)
    expect(await page.locator('.notice.error').textContent()).toMatch(
      new RegExp(`Nothing was charged · ${type} · request `),
    )
    await picture(page, `error-${name}`)
    expect(await findAccessibilityFaults(page)).toEqual([])
  })

  it('by its input shows each fault at its field, and goes there', async () => {
    const page = await open('url=SITE/history&max_chars=0&css_selector=[')
    await send(page)
    const field = page.getByLabel('Characters in a piece', { exact: true })
    expect(await page.locator('#field-max_chars-problem').textContent()).toContain('greater than or equal to 1')
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await button(page, 'Go to the field').click()
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('field-max_chars')
    await picture(page, 'error-fields')
    expect(await findAccessibilityFaults(page)).toEqual([])
  })

  it('without a key asks for one, and goes on with it', async () => {
    const page = await open('url=SITE/history', false)
    await send(page)
    expect(await title(page)).toBe('An API key is needed')
    await button(page, 'Enter a key').click()
    await picture(page, 'key')
    expect(await findAccessibilityFaults(page)).toEqual([])
    await page.getByLabel('Key', { exact: true }).fill(playground.service.key)
    await page.getByRole('button', { name: 'Use this key' }).click()
    await send(page)
    await page.getByRole('heading', { name: 'A short history of gleaning', level: 2 }).waitFor()
  })

  it('for want of credits says what one can do', async () => {
    const { key } = await playground.service.access.issue('poor', { credits: 1 })
    const page = await open(`key=${key}&url=SITE/history&prompt=Why`, false)
    await acceptKey(page)
    await send(page)
    expect(await title(page)).toBe('This key has too few credits left')
    await picture(page, 'error-credits')
  })

  it('for want of a model is sent without one by a button', async () => {
    await using other = await openPlayground({}, { ANTHROPIC_API_KEY: '' })
    const page = await other.open({ fragment: `url=${other.origin.url}/history&prompt=Why` })
    await send(page)
    expect(await title(page)).toBe('No language model is set up here')
    await button(page, 'Ask without the model').click()
    await page.locator('.figures').waitFor()
    expect(await page.getByLabel('Prompt', { exact: true }).inputValue()).toBe('')
  })

  it('by a selector is sent without it by a button', async () => {
    const page = await open('url=SITE/history&css_selector=.nothing')
    await send(page)
    expect(await title(page)).toBe('Nothing on the page matches the CSS selectors')
    await button(page, 'Leave them out').click()
    await page.locator('.figures').waitFor()
  })

  it.each([
    ['no JSON', '{"a": "h1"', 'this should be a JSON object, in which no name is given twice'],
    ['no rules', '{"a": {"selector": "h1", "typ": "list"}}', 'a: a rule has no typ, but selector, type'],
    ['no selectors', '{"a": "h1 >"}', 'a: the selector ends with a combinator'],
  ])('by rules that are %s says so at their field', async (_, rules, message) => {
    const page = await open(`url=SITE/history&extract_rules=${encodeURIComponent(rules)}`)
    await send(page)
    expect(await title(page)).toBe('Please check what was filled in')
    await button(page, 'Go to the field').click()
    expect(await page.getByLabel('Extract rules', { exact: true }).inputValue()).toBe(rules)
    expect(await page.locator('.field.faulty .problem').textContent()).toContain(message)
  })

  it('by what is no JSON is told as the field is left, before anything is sent', async () => {
    const page = await open('url=SITE/history')
    await unfold(page)
    const rules = page.getByLabel('Extract rules', { exact: true })
    await rules.fill('{"title": "h1",}')
    expect(await page.locator('.field.faulty').count()).toBe(0)
    await rules.blur()
    expect(await page.locator('.field.faulty .problem').textContent()).toMatch(/^This is no JSON: .*position 15/)
    await picture(page, 'error-json')
    expect(await findAccessibilityFaults(page)).toEqual([])
    await rules.fill('{"title": "h1"}')
    expect(await page.locator('.field.faulty').count()).toBe(0)
  })

  it('by the rate limit can be sent again when the wait is over', async () => {
    const { key } = await playground.service.access.issue('slow', { rateLimit: { limit: 1, windowS: 8 } })
    const page = await open(`key=${key}&url=SITE/history`, false)
    await acceptKey(page)
    await send(page)
    await send(page)
    await page.getByText('Too many requests for the moment').waitFor()
    await picture(page, 'error-rate')
    await page.getByRole('button', { name: 'Try again', exact: true }).click()
    await page.locator('.figures').waitFor()
  })

  it('as the service is away says so, and can be sent again', async () => {
    const page = await open('url=SITE/history')
    await page.route('**/v1/**', (route) => route.abort())
    await send(page)
    expect(await title(page)).toBe('The service does not answer')
    await page.unroute('**/v1/**')
    await button(page, 'Try again').click()
    await page.locator('.figures').waitFor()
  })

  it('while a page is read on keeps what is there, and reads on from there', async () => {
    const page = await open('url=SITE/long&max_chars=8000')
    await send(page)
    await page.route('**/v1/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Read on' }).click()
    await page.getByText('The service does not answer').waitFor()
    await page.getByRole('heading', { name: 'A page', level: 2 }).waitFor()
    expect(await findAccessibilityFaults(page)).toEqual([])
    await page.unroute('**/v1/**')
    await button(page, 'Try again').click()
    await page.getByText('Size of 2 pieces').waitFor()
  })

  it.each([
    ['a page of a proxy', { status: 403, contentType: 'text/html', body: '<h1>Forbidden</h1>' }, '403'],
    ['JSON of a proxy', { status: 502, json: { error: 'upstream' } }, '502'],
    ['faults of another form', { status: 400, json: { detail: 'bad' } }, '400'],
    ['null', { status: 200, json: null }, '200'],
    ['a list', { status: 200, json: [1] }, '200'],
  ])('by an answer that is %s says which status it has', async (_, answer, status) => {
    const page = await open('url=SITE/history')
    await page.route('**/v1/**', (route) => route.fulfill(answer))
    await send(page)
    expect(await title(page)).toBe('This is no answer of the service')
    expect(await page.locator('.notice.error').textContent()).toContain(`status ${status}`)
    expect(await page.locator('.notice.error').textContent()).not.toContain('charged')
  })

  it('by a key that was copied in part is not sent: the field says so', async () => {
    const page = await open('url=SITE/history', false)
    await page.getByRole('button', { name: 'Enter key' }).click()
    const field = page.getByLabel('Key', { exact: true })
    await field.fill('glnr_…')
    await page.getByRole('button', { name: 'Use this key' }).click()
    await page.getByText('This is not a whole key').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await findAccessibilityFaults(page)).toEqual([])
    await field.fill(playground.service.key)
    await page.getByRole('button', { name: 'Use this key' }).click()
    await page.getByText('Key set').waitFor()
  })

  it('by a header that can’t be sent says so at its field', async () => {
    const page = await open('url=SITE/history')
    await unfold(page)
    await page.getByLabel('Idempotency-Key', { exact: true }).fill('ein Schlüssel…')
    await send(page)
    expect(await page.locator('#field-Idempotency-Key-problem').textContent()).toContain('ASCII')
  })

  it('as a key for repeating it was used otherwise can be sent without one', async () => {
    const page = await open('url=SITE/history')
    await unfold(page)
    await page.getByLabel('Idempotency-Key', { exact: true }).fill('once')
    await send(page)
    await page.getByLabel('Output', { exact: true }).selectOption('links')
    await send(page)
    await page.getByText('This Idempotency-Key belongs to another request').waitFor()
    await button(page, 'Send without it').click()
    await page.getByRole('tab', { name: 'Links' }).waitFor()
  })

  it('is no failure where a warning has the button that helps', async () => {
    const page = await open('url=SITE/shell')
    await send(page)
    await button(page, 'Load with JavaScript').click()
    await page.getByText('Waiting for the first byte').or(page.getByText('Running the page')).first().waitFor()
    await page.frameLocator('iframe').getByRole('heading', { name: 'Built by scripts' }).waitFor()
    expect(await page.getByLabel('Load with JavaScript', { exact: true }).isChecked()).toBe(true)
  })
})
