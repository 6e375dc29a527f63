import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { lacksBrowser } from '../../../render/open-renderer.ts'
import { findAccessibilityFaults, openPlayground, type Playground, picture, send, unfold } from './open-playground.ts'

/** Parameters of types that the API doesn't use yet. */
const laterParameters = [
  { name: 'later_outputs', schema: { type: 'array', items: { enum: ['links', 'images', 'emails'] } } },
  { name: 'later_switch', schema: { type: 'boolean', default: true } },
  { name: 'later_limit', schema: { type: 'integer', minimum: 0, maximum: 86_400 } },
].map((parameter) => ({ ...parameter, in: 'query', required: false, description: 'Comes later.' }))

const later = {
  url: 'https://a.example/',
  final_url: 'https://a.example/',
  status_code: 200,
  title: 'Later',
  output: 'markdown',
  content: '# First\n\ntext\n\n## Second\n\ntext',
  content_tokens: 4711,
  total_chars: 9000,
  offset: 0,
  next_offset: 29,
  outline: [
    { level: 1, text: 'First', offset: 0 },
    { level: 2, text: 'Far away', offset: 8000 },
  ],
  highlights: [{ offset: 0, chars: 10, heading: 'First', score: 0.9 }],
  extra: {
    images: [{ url: 'https://a.example/1.png', alt: 'One', width: 10, height: null }],
    emails: ['x@a.example'],
    unknown_thing: { a: { b: [1, 2] } },
    missing: null,
  },
  warnings: [{ code: 'a_later_code', message: 'Something that comes later' }],
  credits_charged: 1,
  credits_remaining: 12_345,
  fetched_at: '2026-01-01T00:00:00.000Z',
  request_id: 'r',
}

describe.skipIf(lacksBrowser)('a feature that the service gains later', () => {
  let playground: Playground
  beforeAll(async () => {
    playground = await openPlayground()
  })
  afterAll(() => playground[Symbol.asyncDispose]())

  /** A service with additional parameters and results. */
  async function open(result: object): Promise<Page> {
    const context = await playground.browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'de-DE' })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.route('**/openapi.json', async (route) => {
      const document = await (await route.fetch()).json()
      document.paths['/v1/scrape'].get.parameters.push(...laterParameters)
      await route.fulfill({ json: document })
    })
    await page.route('**/v1/scrape?*', (route) => route.fulfill({ json: result }))
    await page.goto(`${playground.service.url}/#url=https://a.example/`)
    await page.getByRole('search').waitFor()
    return page
  }

  it('appears automatically in the form and in the request', async () => {
    const page = await open(later)
    await unfold(page)
    const outputs = page.getByRole('group', { name: 'later_outputs' })
    await outputs.getByLabel('links', { exact: true }).check()
    await outputs.getByLabel('emails', { exact: true }).check()
    await page.getByLabel('extract_rules', { exact: true }).fill('{"title": "h1"}')
    await page.getByLabel('later_switch', { exact: true }).uncheck()
    await page.getByLabel('later_limit', { exact: true }).fill('60')
    await picture(page, 'later-form')
    expect(await findAccessibilityFaults(page)).toEqual([])
    const [request] = await Promise.all([page.waitForRequest('**/v1/scrape?*'), send(page)])
    expect(Object.fromEntries(new URL(request.url()).searchParams)).toEqual({
      url: 'https://a.example/',
      later_outputs: '["links","emails"]',
      extract_rules: '{"title": "h1"}',
      later_switch: 'false',
      later_limit: '60',
    })
  })

  it("appears automatically in the result: outputs, lists, a warning, figures in the browser's language", async () => {
    const page = await open(later)
    await send(page)
    expect(await page.getByRole('tab').allTextContents()).toEqual([
      ...['Rendered', 'Markdown', 'images', 'emails', 'unknown_thing', 'outline', 'highlights', 'Response'],
    ])
    expect(await page.locator('.figures').textContent()).toMatch(/12\.345[\s\S]*4\.711/)
    await page.getByText('Something that comes later').waitFor()
    await page.getByRole('tab', { name: 'images' }).click()
    await page.getByRole('link', { name: 'https://a.example/1.png' }).waitFor()
    await page.getByRole('tab', { name: 'unknown_thing' }).click()
    await page.locator('.source').getByText('"b"').waitFor()
    expect(await findAccessibilityFaults(page)).toEqual([])
  })

  it.each([
    ['a text', 'later text', 'Text', 'later text'],
    ['an object', { name: 'a value' }, 'later_thing', 'a value'],
    ['a list of objects', [{ name: 'a cell' }], 'later_thing', 'a cell'],
    ['a list of strings', ['an item'], 'later_thing', 'an item'],
    ['an empty list', [], 'later_thing', '0 found'],
  ])('is displayed by its shape if its output is unknown: %s', async (_, content, tab, shows) => {
    const page = await open({ ...later, output: 'later_thing', content, outline: null, highlights: null, extra: null })
    await send(page)
    expect(await page.getByRole('tab').first().textContent()).toBe(tab)
    await page.getByRole('tabpanel').getByText(shows).waitFor()
  })

  it('is not rendered as markdown if the page is JSON', async () => {
    const page = await open({ ...later, content_type: 'application/json', content: '{"a": ["b"]}', extra: null })
    await send(page)
    expect((await page.getByRole('tab').allTextContents()).slice(0, 2)).toEqual(['markdown', 'Text'])
    expect(await page.locator('iframe').count()).toBe(0)
  })
})
