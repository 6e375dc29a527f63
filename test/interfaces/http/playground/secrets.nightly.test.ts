import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { lacksBrowser } from '../../../render/open-renderer.ts'
import { jsonOf } from '../../../service.ts'
import { findAccessibilityFaults, openPlayground, type Playground, picture, send, unfold } from './open-playground.ts'

const canary = 'Bearer c4n4ry'

describe.skipIf(lacksBrowser)('headers and cookies in the playground', () => {
  let playground: Playground
  beforeAll(async () => {
    playground = await openPlayground()
  })
  afterAll(() => playground[Symbol.asyncDispose]())

  async function open(options = {}): Promise<Page> {
    const fragment = `url=${playground.origin.url}/history`
    const page = await playground.open({ fragment, permissions: ['clipboard-read', 'clipboard-write'], ...options })
    onTestFinished(() => page.context().close())
    return page
  }

  /** Fills in two headers and a cookie. */
  async function fill(page: Page): Promise<void> {
    await unfold(page)
    await page.getByLabel('Headers, name 1').fill('Authorization')
    await page.getByLabel('Headers, value 1').fill(canary)
    await page.getByLabel('Headers, name 2').fill('X-Plain')
    await page.getByLabel('Headers, value 2').fill(canary)
    await page.getByLabel('Cookies, name 1').fill('session')
    await page.getByLabel('Cookies, value 1').fill('c4n4ry')
  }

  it.each([
    ['light', {}],
    ['dark', { colorScheme: 'dark' }],
    ['phone', { viewport: { width: 360, height: 740 } }],
  ])('are rows of names and masked values, without a fault for anybody in %s', async (look, options) => {
    const page = await open(options)
    await fill(page)
    await picture(page, `secrets-${look}`)
    expect(await findAccessibilityFaults(page)).toEqual([])
    expect(await page.locator('.pair input[type=text]').count()).toBe(
      await page.locator('.pair input[type=password]').count(),
    )
    expect(await page.getByLabel(/Headers, name/).count()).toBe(3)
    expect(await page.locator('body').textContent()).not.toContain('c4n4ry')
    expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
  })

  it('are sent in a body, and the address holds nothing of the request', async () => {
    const page = await open()
    await fill(page)
    const [request] = await Promise.all([page.waitForRequest('**/v1/scrape'), send(page)])
    expect([request.method(), request.url()]).toEqual(['POST', `${playground.service.url}/v1/scrape`])
    expect(request.postDataJSON()).toEqual({
      url: `${playground.origin.url}/history`,
      headers: { Authorization: canary, 'X-Plain': canary },
      cookies: { session: 'c4n4ry' },
    })
  })

  it('are in no storage, no history, no link and no snippet', async () => {
    const page = await open()
    await fill(page)
    await send(page)
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toContain('c4n4ry')
    await page.getByRole('button', { name: 'Copy link' }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).not.toMatch(/c4n4ry|Authorization/)
    for (const language of ['curl', 'TypeScript', 'Python', 'MCP', 'Command line']) {
      await page.getByRole('tab', { name: language }).click()
      const snippet = await page.locator('.snippet pre').textContent()
      expect([language, snippet]).toEqual([language, expect.stringContaining('<Authorization>')])
      expect(snippet).not.toContain('c4n4ry')
    }
    await page.reload()
    await page.getByRole('button', { name: 'History' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /history/ })
      .first()
      .click()
    await unfold(page)
    expect(await page.getByLabel('Headers, name 1').inputValue()).toBe('')
  })

  it('that the service refuses are marked, and a name in two rows is told at once', async () => {
    const page = await open()
    await fill(page)
    await page.getByLabel('Headers, name 2').fill('Authorization')
    await page.getByText('Authorization stands in two rows').waitFor()
    await page.getByLabel('Headers, name 2').fill('Host')
    await send(page)
    expect(await page.locator('#field-headers-problem').textContent()).toContain("the header Host can't be set")
    expect(await findAccessibilityFaults(page)).toEqual([])
    await page.getByLabel('Headers, name 2').fill('')
    await page.getByLabel('Headers, value 2').fill('')
    expect(await page.getByLabel(/Headers, name/).count()).toBe(2)
  })

  it('reach the service as they were typed', async () => {
    const page = await open()
    await fill(page)
    const [response] = await Promise.all([page.waitForResponse('**/v1/scrape'), send(page)])
    expect([response.status(), await jsonOf(new Response(await response.body()))]).toEqual([
      200,
      expect.objectContaining({ status_code: 200 }),
    ])
  })
})
