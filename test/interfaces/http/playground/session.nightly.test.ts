import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { lacksBrowser } from '../../../render/open-renderer.ts'
import { findAccessibilityFaults, openPlayground, type Playground, picture, send, unfold } from './open-playground.ts'

describe.skipIf(lacksBrowser)('the playground', () => {
  let playground: Playground
  beforeAll(async () => {
    playground = await openPlayground()
  })
  afterAll(() => playground[Symbol.asyncDispose]())

  async function open(fragment: string, options = {}): Promise<Page> {
    const page = await playground.open({ fragment: fragment.replaceAll('SITE', playground.origin.url), ...options })
    onTestFinished(() => page.context().close())
    return page
  }

  it('fills in the values from a link, removes the key from the URL, and sends nothing', async () => {
    const before = playground.origin.requests.length
    const page = await open('url=SITE/history&output=links&max_chars=100&unknown=x')
    expect(page.url()).toBe(`${playground.service.url}/`)
    expect(await page.getByLabel('url', { exact: true }).inputValue()).toBe(`${playground.origin.url}/history`)
    expect(await page.getByLabel('output', { exact: true }).inputValue()).toBe('links')
    expect(await page.getByLabel('API key').inputValue()).toBe(playground.service.key)
    await page.getByText('Fill in the form').waitFor()
    expect(playground.origin.requests.length).toBe(before)
  })

  it('keeps the key for this tab only, and stores nothing of a request', async () => {
    const page = await open('url=SITE/history')
    await send(page)
    await page.reload()
    await expect.poll(() => page.getByLabel('API key').inputValue()).toBe(playground.service.key)
    expect(await page.evaluate('localStorage.length')).toBe(0)
    expect(await page.evaluate('Object.keys(sessionStorage)')).toEqual(['gleaner-key'])
    expect(await page.context().cookies()).toEqual([])
    const other = await page.context().newPage()
    await other.goto(`${playground.service.url}/`)
    expect(await other.getByLabel('API key').inputValue()).toBe('')
  })

  it('masks the key, and forgets it when the field is emptied', async () => {
    const page = await open('')
    const field = page.getByLabel('API key')
    expect(await field.getAttribute('type')).toBe('password')
    expect(await page.evaluate('document.documentElement.outerHTML')).not.toContain(playground.service.key)
    await field.fill('')
    await field.blur()
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
  })

  it('reads a page to its end, free of charge', async () => {
    const page = await open('url=SITE/long&max_chars=4000')
    await send(page)
    await picture(page, 'read-on')
    const readOn = page.getByRole('button', { name: 'Read on' })
    for (let pieces = 2; (await readOn.count()) > 0; pieces++) {
      // A click with the mouse can miss the button while the new piece moves it.
      await readOn.press('Enter')
      await page.locator('.figures').getByText(`Pieces${pieces}`).waitFor()
    }
    await page.getByRole('tab', { name: 'Markdown' }).click()
    const whole = await playground.service.get('/v1/scrape', { url: `${playground.origin.url}/long` })
    const { content } = (await whole.json()) as { content: string }
    expect(await page.locator('.source').textContent()).toBe(content)
    expect(await page.locator('.figures').textContent()).toMatch(/Credits1/)
  })

  it('cancels a request in flight, and sends the next one', async () => {
    const page = await open('url=SITE/slow')
    await page.getByRole('button', { name: 'Send', exact: true }).first().click()
    await playground.origin.arrived('/slow')
    await picture(page, 'loading')
    expect(await findAccessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByText('Fill in the form').waitFor()
    await expect.poll(() => page.getByRole('status').last().textContent()).toBe('Cancelled')
    await page.getByLabel('url', { exact: true }).fill(`${playground.origin.url}/history`)
    await send(page)
    await page.getByRole('heading', { name: 'A short history of gleaning', level: 2 }).waitFor()
  })

  it('sends a request once, however often the button is pressed', async () => {
    const page = await open('url=SITE/slow?once')
    await page.getByRole('button', { name: 'Send', exact: true }).first().dblclick()
    await page.keyboard.press('Enter')
    await playground.origin.arrived('/slow?once')
    await page.getByText('Waiting for the service').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Fill in the form').waitFor()
    expect(playground.origin.requests.filter((path) => path === '/slow?once')).toHaveLength(1)
  })

  it('follows a link while open, and a second link fills in another operation', async () => {
    const page = await open('url=SITE/history')
    await page.evaluate(`location.hash = '#operation=google_ads&query=crm&pages=2'`)
    await page.getByLabel('pages', { exact: true }).waitFor()
    expect(await page.getByLabel('query', { exact: true }).inputValue()).toBe('crm')
    expect(page.url()).toBe(`${playground.service.url}/`)
  })

  it('never shows a late response under another request', async () => {
    const page = await open('url=SITE/history')
    const held = Promise.withResolvers<void>()
    await page.route('**/v1/**', async (route) => {
      const response = await route.fetch()
      await held.promise
      await route.fulfill({ response }).catch(() => {})
    })
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Waiting for the service').waitFor()
    await page.unroute('**/v1/**')
    await page.getByLabel('url', { exact: true }).fill(`${playground.origin.url}/gone`)
    await send(page)
    held.resolve()
    await page.getByRole('link', { name: '/gone' }).waitFor()
    expect(await page.getByRole('heading', { name: 'A short history of gleaning' }).count()).toBe(0)
  })

  it('can be used with the keyboard alone', async () => {
    const page = await open('')
    await page.getByLabel('url', { exact: true }).focus()
    await page.keyboard.type(`${playground.origin.url}/history`)
    await page.keyboard.press('Enter')
    await page.locator('.figures').waitFor()
    await page.getByLabel('url', { exact: true }).focus()
    // Every tab stop is visible, and the arrow keys reach the last view.
    const stops = new Set<string>()
    for (let n = 0; n < 60 && !stops.has('tab-markdown'); n++) {
      await page.keyboard.press('Tab')
      stops.add(String(await page.evaluate('document.activeElement.id || document.activeElement.textContent')))
      const outline = (await page.evaluate(`(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement)
        return outlineStyle + ' ' + outlineWidth
      })()`)) as string
      expect(outline, [...stops].at(-1)).toMatch(/^(solid|auto) [1-9]/)
    }
    expect([...stops]).toEqual(expect.arrayContaining(['Send', 'field-output', 'field-render_js', 'field-prompt']))
    await page.keyboard.press('ArrowRight')
    expect(await page.evaluate('document.activeElement.id')).toBe('tab-markdown-source')
    await page.locator('.source').waitFor()
    await page.keyboard.press('End')
    expect(await page.evaluate('document.activeElement.id')).toBe('tab-response')
    await page.locator('.source').getByText('request_id').waitFor()
  })

  it("shows a language model's answer as JSON", async () => {
    const { answers } = await import('../../../model/scripted-model.ts')
    playground.model.play([answers('{"heading": "A short history", "years": [1788, 1812]}')])
    const page = await open('url=SITE/history&prompt=The+heading+as+JSON')
    await send(page)
    await page.locator('.source').getByText('1788').waitFor()
    await picture(page, 'answer')
    expect(await findAccessibilityFaults(page)).toEqual([])
  })

  it('shows the data for a schema that is entered as JSON', async () => {
    const { answers } = await import('../../../model/scripted-model.ts')
    playground.model.play([answers('{"heading": "A short history of gleaning", "price": null, "years": [1788, 1812]}')])
    const schema = {
      type: 'object',
      properties: {
        heading: { type: 'string' },
        price: { type: 'number' },
        years: { type: 'array', items: { type: 'integer' } },
      },
    }
    const page = await open('url=SITE/history')
    await unfold(page)
    await page.getByLabel('json_schema', { exact: true }).fill(JSON.stringify(schema, null, 2))
    await send(page)
    await page.locator('.source').getByText('1788').waitFor()
    await picture(page, 'data')
    expect(await findAccessibilityFaults(page)).toEqual([])
  })

  it('is light or dark to match the system', async () => {
    const page = await open('')
    const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
    const light = await ground()
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await ground()).not.toBe(light)
  })
})
