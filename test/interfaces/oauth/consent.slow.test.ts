/** The consent page in a real browser: a phone without scripts, a screen reader's view, and a page that frames it. */

import type { BrowserContextOptions, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sharedChromium } from '../../chromium.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { lacksBrowser } from '../../render/open-renderer.ts'
import type { TestService } from '../../service.ts'
import { findAccessibilityFaults } from '../http/playground/open-playground.ts'
import { authorizeUrl, openOAuthService, pkce, register } from './oauth-service.ts'

describe.skipIf(lacksBrowser)('the consent page in a browser', { timeout: 60_000 }, () => {
  let service: TestService
  let client: Origin
  let url: string

  beforeAll(async () => {
    service = await openOAuthService()
    client = await openOrigin({ '/callback': { body: '<title>Connected</title>' } })
    const redirect_uri = `${client.url}/callback`
    const client_id = await register(service.url, { client_name: 'An editor', redirect_uris: [redirect_uri] })
    url = authorizeUrl(service.url, { client_id, redirect_uri, code_challenge: pkce().challenge })
  })
  afterAll(async () => {
    await service.close()
    await client.close()
  })

  async function open(options: BrowserContextOptions): Promise<Page> {
    const context = await (await sharedChromium()).newContext(options)
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.goto(url)
    return page
  }

  it('works without scripts on a phone, and returns to the client with a code', async () => {
    const page = await open({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })
    const main = await page.locator('main').boundingBox()
    expect(main?.width).toBeLessThanOrEqual(320)
    expect(await page.textContent('main')).toContain('An editor')
    await page.getByLabel('API key').fill('wrong')
    await page.getByRole('button', { name: 'Connect' }).click()
    expect(await page.getByRole('alert').textContent()).toContain('not a valid API key')
    await page.getByLabel('API key').fill(service.key)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${client.url}/callback?**`)
    expect([...new URL(page.url()).searchParams.keys()].sort()).toEqual(['code', 'iss', 'state'])
  })

  it('returns to the client with a refusal', async () => {
    const page = await open({ javaScriptEnabled: false })
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL(`${client.url}/callback?**`)
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
  })

  it.each(['light', 'dark'] as const)('has no obstacle for people with a screen reader (%s)', async (colorScheme) => {
    const page = await open({ bypassCSP: true, colorScheme })
    expect(await findAccessibilityFaults(page)).toEqual([])
    await page.getByLabel('API key').fill('wrong')
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByRole('alert').waitFor()
    expect(await findAccessibilityFaults(page)).toEqual([])
  })

  it('lets the browser follow the redirect to an application with links of another scheme', async () => {
    const redirect_uri = 'an-editor://connected'
    const client_id = await register(service.url, { redirect_uris: [redirect_uri] })
    const page = await open({})
    const refusals: string[] = []
    page.on('console', (message) => message.type() === 'error' && refusals.push(message.text()))
    await page.goto(authorizeUrl(service.url, { client_id, redirect_uri, code_challenge: pkce().challenge }))
    await page.getByLabel('API key').fill(service.key)
    const answered = page.waitForResponse((response) => response.headers().location?.startsWith(redirect_uri) ?? false)
    await page.getByRole('button', { name: 'Connect' }).click()
    await answered
    expect(refusals).toEqual([])
  })

  it('is not shown in a frame', async () => {
    const outer = await openOrigin({ '/': { body: `<iframe src="${url.replaceAll('&', '&amp;')}"></iframe>` } })
    onTestFinished(() => outer.close())
    const page = await open({})
    await page.goto(outer.url)
    const texts = await Promise.all(page.frames().map((frame) => frame.locator('body').textContent()))
    expect(texts.join()).not.toContain('API key')
  })
})
