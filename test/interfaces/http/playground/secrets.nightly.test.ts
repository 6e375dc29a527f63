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
    await page.getByLabel('headers, name 1').fill('Authorization')
    await page.getByLabel('headers, value 1').fill(canary)
    await page.getByLabel('headers, name 2').fill('X-Plain')
    await page.getByLabel('headers, value 2').fill(canary)
    await page.getByLabel('cookies, name 1').fill('session')
    await page.getByLabel('cookies, value 1').fill('c4n4ry')
  }

  it.each([
    ['light', {}],
    ['dark', { colorScheme: 'dark' }],
    ['phone', { viewport: { width: 390, height: 740 } }],
  ])('are rows of names and masked values, without accessibility faults in %s', async (look, options) => {
    const page = await open(options)
    await fill(page)
    await picture(page, `secrets-${look}`)
    expect(await findAccessibilityFaults(page)).toEqual([])
    expect(await page.locator('.pairs input[type=text]').count()).toBe(
      await page.locator('.pairs input[type=password]').count(),
    )
    expect(await page.getByLabel(/headers, name/).count()).toBe(3)
    expect(await page.locator('body').textContent()).not.toContain('c4n4ry')
    expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
  })

  it('are sent in a body, and the URL contains nothing of the request', async () => {
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

  it('never appear in storage, a link or a snippet', async () => {
    const page = await open()
    await fill(page)
    await send(page)
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toContain('c4n4ry')
    await page.getByRole('button', { name: 'Copy link' }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).not.toMatch(/c4n4ry|Authorization/)
    const command = await page.locator('.curl pre').textContent()
    expect(command).toContain('<Authorization>')
    expect(command).not.toContain('c4n4ry')
    await page.reload()
    await unfold(page)
    expect(await page.getByLabel('headers, name 1').inputValue()).toBe('')
  })

  it('are marked if the service refuses them', async () => {
    const page = await open()
    await fill(page)
    await page.getByLabel('headers, name 2').fill('Host')
    await send(page)
    expect(await page.locator('#field-headers-problem').textContent()).toContain("the header Host can't be set")
    expect(await findAccessibilityFaults(page)).toEqual([])
    await page.getByLabel('headers, name 2').fill('')
    await page.getByLabel('headers, value 2').fill('')
    expect(await page.getByLabel(/headers, name/).count()).toBe(2)
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
