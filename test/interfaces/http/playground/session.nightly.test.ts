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

  it('fills in what a link says, takes the key out of the address, and sends nothing by itself', async () => {
    const before = playground.origin.requests.length
    const page = await open('url=SITE/history&output=links&max_chars=100&unknown=x')
    expect(page.url()).toBe(`${playground.service.url}/`)
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe(`${playground.origin.url}/history`)
    expect(await page.getByLabel('Output', { exact: true }).inputValue()).toBe('links')
    await page.getByText('Key set').waitFor()
    await page.getByText('Put in an address').waitFor()
    expect(playground.origin.requests.length).toBe(before)
  })

  it('keeps the key for the tab alone, and never beside the history', async () => {
    const page = await open('url=SITE/history')
    await send(page)
    await page.reload()
    await page.getByText('Key set').waitFor()
    const stored = (await page.evaluate('JSON.stringify(localStorage)')) as string
    expect(stored).toContain('history')
    expect(stored).not.toContain('glnr_')
    expect(await page.context().cookies()).toEqual([])
    const other = await page.context().newPage()
    await other.goto(`${playground.service.url}/`)
    await other.getByText('Enter key').waitFor()
  })

  it('fills in a request of the history again, and forgets it when it is cleared', async () => {
    const page = await open('url=SITE/history&output=emails')
    await send(page)
    await page.reload()
    await page.getByRole('button', { name: 'History' }).click()
    await picture(page, 'history')
    expect(await findAccessibilityFaults(page)).toEqual([])
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /output=emails/ })
      .click()
    expect(await page.getByLabel('Output', { exact: true }).inputValue()).toBe('emails')
    await page.getByRole('button', { name: 'History' }).click()
    await page.getByRole('button', { name: 'Clear the history' }).click()
    await page.getByText('What you send appears here').waitFor()
    expect(await page.evaluate(`localStorage.getItem('gleaner-history')`)).toBeNull()
  })

  it('reads a page on to its end, free of charge', async () => {
    const page = await open('url=SITE/long&max_chars=4000')
    await send(page)
    await picture(page, 'read-on')
    await page.getByRole('button', { name: 'Read on' }).click()
    await page.getByText('Size of 2 pieces').waitFor()
    await page.getByRole('button', { name: 'Read to the end' }).click()
    await page.getByRole('button', { name: 'Read to the end' }).waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Markdown' }).click()
    const whole = await playground.service.get('/v1/scrape', { url: `${playground.origin.url}/long` })
    const { content } = (await whole.json()) as { content: string }
    const shown = await page.locator('.source pre').evaluateAll((all) => all.map((one) => one.textContent).join(''))
    expect(shown).toBe(content)
    expect(await page.locator('.figures dl').textContent()).toMatch(/Credits1/)
  })

  it('cancels a request that is under way, and sends the next one', async () => {
    const page = await open('url=SITE/slow')
    await page.getByRole('button', { name: 'Send', exact: true }).first().click()
    await playground.origin.arrived('/slow')
    await picture(page, 'loading')
    expect(await findAccessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByText('Put in an address').waitFor()
    await expect.poll(() => page.getByRole('status').last().textContent()).toBe('Cancelled')
    await page.getByLabel('Address', { exact: true }).fill(`${playground.origin.url}/history`)
    await send(page)
    await page.getByRole('heading', { name: 'A short history of gleaning', level: 2 }).waitFor()
  })

  it('sends a request once, however often the button is pressed', async () => {
    const page = await open('url=SITE/slow?once')
    await page.getByRole('button', { name: 'Send', exact: true }).first().dblclick()
    await page.keyboard.press('Enter')
    await playground.origin.arrived('/slow?once')
    await page.getByText('Reading the page').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Put in an address').waitFor()
    expect(playground.origin.requests.filter((path) => path === '/slow?once')).toHaveLength(1)
  })

  it('follows a link while it is open, and another one fills in another operation', async () => {
    const page = await open('url=SITE/history')
    await page.evaluate(`location.hash = '#operation=google_ads&query=crm&pages=2'`)
    await page.getByLabel('Result pages', { exact: true }).waitFor()
    expect(await page.getByLabel('Query', { exact: true }).inputValue()).toBe('crm')
    expect(page.url()).toBe(`${playground.service.url}/`)
  })

  it('is used by the keyboard alone', async () => {
    const page = await open('')
    await page.keyboard.press('/')
    await page.keyboard.type(`${playground.origin.url}/history`)
    await page.keyboard.press('Enter')
    await page.locator('.figures').waitFor()
    await page.keyboard.press('Control+k')
    expect(await page.evaluate('document.activeElement.id')).toBe('field-url')
    // Every stop is seen, and the last view is reached by an arrow key.
    const stops = new Set<string>()
    for (let n = 0; n < 60 && !stops.has('view-tab-markdown'); n++) {
      await page.keyboard.press('Tab')
      stops.add(String(await page.evaluate('document.activeElement.id || document.activeElement.textContent')))
      const outline = (await page.evaluate(`(() => {
        const element = document.activeElement.matches('.segments input') ? document.activeElement.nextElementSibling : document.activeElement
        const { outlineStyle, outlineWidth } = getComputedStyle(element)
        return outlineStyle + ' ' + outlineWidth
      })()`)) as string
      expect(outline, [...stops].at(-1)).toMatch(/^(solid|auto) [1-9]/)
    }
    expect([...stops]).toEqual(expect.arrayContaining(['Send', 'field-output', 'field-render_js', 'field-prompt']))
    await page.keyboard.press('ArrowRight')
    expect(await page.evaluate('document.activeElement.id')).toBe('view-tab-markdown-source')
    await page.locator('.source').waitFor()
    await page.keyboard.press('End')
    await page.locator('.tree').waitFor()
  })

  it('shows the answer of a language model, and data as a tree', async () => {
    const { answers } = await import('../../../model/scripted-model.ts')
    playground.model.play([answers('{"heading": "A short history", "years": [1788, 1812]}')])
    const page = await open('url=SITE/history&prompt=The+heading+as+JSON')
    await send(page)
    await page.getByRole('tab', { name: 'Data' }).waitFor()
    await page.getByText('1788').waitFor()
    await picture(page, 'answer')
    expect(await findAccessibilityFaults(page)).toEqual([])
  })

  it('shows the data of a schema, which is filled in as JSON', async () => {
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
    await page.getByLabel('JSON Schema', { exact: true }).fill(JSON.stringify(schema, null, 2))
    await send(page)
    await page.getByRole('tab', { name: 'Data' }).waitFor()
    await page.getByText('1788').waitFor()
    await picture(page, 'data')
    expect(await findAccessibilityFaults(page)).toEqual([])
  })

  it('leads from a page to what was kept of it', async () => {
    const page = await open('url=SITE/history')
    await send(page)
    await page.getByRole('button', { name: 'See what was kept' }).click()
    await page.getByText('All that reads unlike content was dropped').waitFor()
    await page.getByLabel('dropped', { exact: true }).check()
    await expect.poll(() => page.locator('.part.kept').count()).toBe(0)
  })

  it('is light or dark as it is told, and remembers it', async () => {
    const page = await open('')
    const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
    const light = await ground()
    await page.getByLabel('Colours').selectOption('dark')
    expect(await ground()).not.toBe(light)
    await page.reload()
    await page.getByRole('search').waitFor()
    expect(await ground()).not.toBe(light)
  })

  it('stands still for who wants it', async () => {
    const page = await open('url=SITE/slow', { reducedMotion: 'reduce' })
    await page.getByRole('button', { name: 'Send', exact: true }).first().click()
    await page.locator('.spinner').waitFor()
    expect(await page.evaluate('document.getAnimations().length')).toBe(0)
  })
})
