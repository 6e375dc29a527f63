import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mainWorld } from '../../../src/render/tab/isolated-world.ts'
import { sharedChromium } from '../../chromium.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { lacksBrowser } from '../open-renderer.ts'

describe.skipIf(lacksBrowser)('in the main world of a page', () => {
  let origin: Origin
  let page: Page
  beforeAll(async () => {
    page = await (await sharedChromium()).newPage()
    origin = await openOrigin({ '/': { body: '<p>text</p>' } })
    await page.addInitScript(mainWorld)
    await page.goto(`${origin.url}/`)
  })
  afterAll(async () => {
    await page.close()
    await origin.close()
  })

  it('no window opens, no service worker is registered, and there are no shared workers', async () => {
    expect(await page.evaluate('open("/")')).toBeNull()
    const register = 'navigator.serviceWorker.register("/worker.js").catch(({ name }) => name)'
    expect(await page.evaluate(register)).toBe('SecurityError')
    expect(await page.evaluate('typeof SharedWorker')).toBe('undefined')
  })

  it.each([
    ['observer', 'new IntersectionObserver(() => {})'],
    ['storage', 'indexedDB.open("d")'],
    ['storage', 'caches.open("c")'],
  ])('%s is reported: %s', async (name, expression) => {
    const isReported = await page.evaluate(`(() => {
      let isReported = false
      document.addEventListener('gleaner:${name}', () => { isReported = true }, { once: true })
      ${expression}
      return isReported
    })()`)
    expect(isReported).toBe(true)
  })

  it.each([
    ['requestAnimationFrame', 'requestAnimationFrame'],
    ['Date.now', 'now'],
    ['Element.prototype.attachShadow', 'attachShadow'],
    ['IntersectionObserver', 'IntersectionObserver'],
  ])('%s looks native', async (expression, name) => {
    const facts = await page.evaluate(`[${expression}.name, Function.prototype.toString.call(${expression})]`)
    expect(facts).toEqual([name, expect.stringContaining('[native code]')])
  })

  it('a closed shadow root looks closed to the page but is readable to us', async () => {
    const [mode, root, text] = (await page.evaluate(`(() => {
      const host = document.createElement('div')
      const root = host.attachShadow({ mode: 'closed' })
      root.innerHTML = 'inner'
      return [root.mode, host.shadowRoot, host.getHTML({ serializableShadowRoots: true, shadowRoots: [root] })]
    })()`)) as string[]
    expect([mode, root, text]).toEqual(['closed', null, expect.stringContaining('shadowrootmode="open"')])
  })

  it('an animation frame runs all of its callbacks except cancelled ones, even if one throws', async () => {
    const order = await page.evaluate(`new Promise((resolve) => {
      const order = []
      requestAnimationFrame(() => { order.push('one'); cancelAnimationFrame(third); throw new Error('of the page') })
      requestAnimationFrame(() => { order.push('two'); requestAnimationFrame(() => resolve(order)) })
      const third = requestAnimationFrame(() => order.push('three'))
    })`)
    expect(order).toEqual(['one', 'two'])
  })

  // This test comes last, because the page's clock stops afterwards.
  it('the clock advances for a script that reads it in a loop', async () => {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setVirtualTimePolicy', { policy: 'pause' })
    const expression = 'const begun = Date.now(); while (Date.now() - begun < 50); Date.now() - begun'
    const { result } = await session.send('Runtime.evaluate', { expression: `{ ${expression} }` })
    expect(result.value).toBeGreaterThanOrEqual(50)
  })
})
