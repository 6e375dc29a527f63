import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { lacksBrowser } from '../../../render/open-renderer.ts'
import { findAccessibilityFaults, openPlayground, type Playground, picture, send } from './open-playground.ts'

const storedKey = `JSON.parse(sessionStorage.getItem('gleaner-key'))`
const storages = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])'

describe.skipIf(lacksBrowser)('a key in a link', () => {
  let playground: Playground
  beforeAll(async () => {
    playground = await openPlayground()
  })
  afterAll(() => playground[Symbol.asyncDispose]())

  async function open(options: Parameters<Playground['open']>[0]): Promise<Page> {
    const page = await playground.open(options)
    onTestFinished(() => page.context().close())
    return page
  }

  const openLink = (key: string, options = {}) =>
    open({ fragment: `key=${key}&operation=scrape&url=${playground.origin.url}/history`, withKey: false, ...options })

  const question = (page: Page) => page.getByRole('dialog', { name: 'Use the API key from this link?' })
  const keyOf = (page: Page) => page.getByLabel('API key', { exact: true }).inputValue()
  const idOf = (key: string) => key.split('_')[1] ?? ''

  it('is neither stored nor sent until the visitor accepts it', async () => {
    const { url, key } = playground.service
    const page = await openLink(key)
    const sent: (string | undefined)[] = []
    page.on('request', (request) => sent.push(request.headers().authorization))
    await page.goto('about:blank')
    await page.goto(`${url}/#key=${key}&url=${playground.origin.url}/history`)
    await question(page).waitFor()
    expect(page.url()).toBe(`${playground.service.url}/`)
    expect(await question(page).textContent()).toContain(`ID ${idOf(key)}`)
    expect(await page.getByLabel('url', { exact: true }).inputValue()).toBe(`${playground.origin.url}/history`)
    expect(await page.evaluate(storages)).not.toContain('glnr_')
    expect(await page.evaluate('document.documentElement.outerHTML')).not.toContain(key)
    expect(new Set(sent)).toEqual(new Set([undefined]))

    await question(page).getByRole('button', { name: 'Use this key' }).click()
    expect(await keyOf(page)).toBe(playground.service.key)
    expect(await page.evaluate(storedKey)).toBe(key)
    await send(page)
    expect(sent).toContain(`Bearer ${key}`)
  })

  it.each(['Ignore', 'Escape'])('is forgotten by %s', async (way) => {
    const page = await openLink(playground.service.key)
    if (way === 'Escape') await page.keyboard.press('Escape')
    else await question(page).getByRole('button', { name: way }).click()
    await question(page).waitFor({ state: 'detached' })
    expect(await keyOf(page)).toBe('')
    expect(await page.evaluate(storages)).not.toContain('glnr_')
    await send(page)
    expect(await page.locator('.notice.error').textContent()).toContain('unauthorized')
  })

  it('replaces the key of the tab only when the visitor accepts it', async () => {
    const { key } = playground.service
    const { key: other } = await playground.service.access.issue('other')
    const page = await open({})
    await page.evaluate(`location.hash = 'key=${other}'`)
    const text = await question(page).textContent()
    expect(text).toContain(`ID ${idOf(other)}`)
    expect(text).toContain(`It would replace the key in this tab (ID ${idOf(key)})`)
    expect(page.url()).toBe(`${playground.service.url}/`)
    await question(page).getByRole('button', { name: 'Ignore' }).click()
    expect(await page.evaluate(storedKey)).toBe(key)

    await page.evaluate(`location.hash = 'key=${other}'`)
    await question(page).getByRole('button', { name: 'Use this key' }).click()
    expect(await page.evaluate(storedKey)).toBe(other)
  })

  it('does not prompt if the tab already has it', async () => {
    const page = await open({})
    await page.goto(`${playground.service.url}/#key=${playground.service.key}&output=links`)
    await page.evaluate(`location.hash = 'key=${playground.service.key}&output=emails'`)
    await expect.poll(() => page.getByLabel('output', { exact: true }).inputValue()).toBe('emails')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it.each([
    'secret',
    'glnr_of_somebody_else',
    'glnr_abcdefghijkl_short',
    `glnr_${'a'.repeat(12)}_${'b'.repeat(39)}`,
    `glnr_<b>bold</b>1_${'b'.repeat(38)}`,
  ])('is dropped without a prompt if malformed: %s', async (key) => {
    const page = await openLink(encodeURIComponent(key))
    expect(page.url()).toBe(`${playground.service.url}/`)
    expect(await page.getByLabel('url', { exact: true }).inputValue()).toBe(`${playground.origin.url}/history`)
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await keyOf(page)).toBe('')
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
  })

  it('can be accepted by keyboard, but not by an accidental Enter', async () => {
    const page = await openLink(playground.service.key)
    await page.keyboard.press('Enter')
    expect(await keyOf(page)).toBe('')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.evaluate(`location.hash = 'key=${playground.service.key}'`)
    await question(page).waitFor()
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Use this key')
    await page.keyboard.press('Space')
    expect(await keyOf(page)).toBe(playground.service.key)
  })

  it.each([
    ['light', {}],
    ['dark', { colorScheme: 'dark' }],
    ['phone', { viewport: { width: 320, height: 640 } }],
  ])('is prompted for without an accessibility fault in %s', async (look, options) => {
    const page = await openLink(playground.service.key, options)
    await picture(page, `linked-key-${look}`)
    expect(await findAccessibilityFaults(page)).toEqual([])
    const description = await question(page).evaluate((element) => {
      const document = Reflect.get(globalThis, 'document')
      return document.getElementById(Reflect.get(element, 'getAttribute').call(element, 'aria-describedby'))
        ?.textContent
    })
    expect(description).toContain(`ID ${idOf(playground.service.key)}`)
    expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
  })
})
