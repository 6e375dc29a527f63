import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Origin, openOrigin } from '../../../origin.ts'
import { lacksBrowser } from '../../../render/open-renderer.ts'
import { hostileSite } from './hostile-site.ts'
import {
  acceptKey,
  findAccessibilityFaults,
  openPlayground,
  type Playground,
  picture,
  send,
} from './open-playground.ts'

/** Attacks that a page may try, and the view that shows the page's HTML. */
const views = [
  { of: 'raw HTML', path: '/evil', output: 'raw_html', view: 'Preview' },
  { of: 'clean HTML', path: '/evil', output: 'clean_html', view: 'Preview' },
  { of: 'its markdown', path: '/evil', output: 'markdown', view: 'Rendered' },
  { of: 'markdown of its own', path: '/evil.md', output: 'markdown', view: 'Rendered' },
] as const

describe.skipIf(lacksBrowser)('a hostile page', () => {
  let canary: Origin
  let playground: Playground
  beforeAll(async () => {
    canary = await openOrigin({})
    playground = await openPlayground(hostileSite(canary.url))
  })
  afterAll(async () => {
    await playground[Symbol.asyncDispose]()
    await canary.close()
  })

  async function open(path: string, output: string): Promise<Page> {
    const page = await playground.open({
      fragment: `url=${playground.origin.url}${path}&output=${output}&main_content=false`,
    })
    onTestFinished(() => page.context().close())
    await page.evaluate(`addEventListener('message', () => { window.hacked = 'message' })`)
    await send(page)
    return page
  }

  it.each(views)('reaches nothing from a view of $of', async ({ path, output, view }) => {
    const page = await open(path, output)
    const opened: string[] = []
    page.on('popup', () => opened.push('a window'))
    page.on('dialog', () => opened.push('a dialog'))
    await page.getByRole('tab', { name: view, exact: true }).click()
    const frame = page.frameLocator('iframe')
    await frame.getByText('the start of it').waitFor()
    for (const words of ['leave from here', 'run from here', 'send me']) {
      const target = frame.getByText(words).first()
      if ((await target.count()) > 0) await target.click({ force: true })
    }
    await picture(page, `hostile-${output}${path.replace('/', '-')}`)

    expect(await page.evaluate('window.hacked')).toBeUndefined()
    expect(await page.title()).toBe('Gleaner playground')
    expect(page.url()).toBe(`${playground.service.url}/`)
    expect(await page.evaluate(`sessionStorage.getItem('gleaner-key')`)).toContain(playground.service.key)
    expect(opened).toEqual([])
    expect(canary.requests).toEqual([])
    expect(
      page
        .frames()
        .filter((one) => one.url() !== 'about:srcdoc')
        .map((one) => one.url()),
    ).toEqual([page.url()])
    expect(await findAccessibilityFaults(page)).toEqual([])
  })

  it.each(views)(
    'has no permissions in a view of $of, and cannot draw outside its frame',
    async ({ path, output, view }) => {
      const page = await open(path, output)
      await page.getByRole('tab', { name: view, exact: true }).click()
      const frame = page.locator('iframe')
      expect([await frame.getAttribute('sandbox'), await frame.getAttribute('src')]).toEqual(['', null])
      // Nothing in the frame runs, loads or covers anything.
      const html = (await frame.evaluate((element) => Reflect.get(element, 'srcdoc'))) as string
      const body = html.slice(html.indexOf('<main>'))
      expect(body).not.toMatch(/<(script|style|link|meta|base|iframe|object|embed|svg|img|video|audio|template)\b/i)
      expect(body).not.toMatch(/<[^>]*\s(on\w+|style|href|src|srcset|action|target|ping|autofocus)\s*=/i)
      // The Send button is still in place, visible and clickable.
      const button = page.getByRole('button', { name: 'Send', exact: true }).first()
      const seen = await button.evaluate((element) => {
        const { x, y, width, height } = Reflect.get(element, 'getBoundingClientRect').call(element)
        return Reflect.get(globalThis, 'document').elementFromPoint(x + width / 2, y + height / 2) === element
      })
      expect(seen).toBe(true)
    },
  )

  describe('if only the sandbox and policy restrict its HTML', () => {
    async function openUnchanged(path: string): Promise<Page> {
      const context = await playground.browser.newContext({ viewport: { width: 1280, height: 1600 } })
      onTestFinished(() => context.close())
      // Makes the sanitizer find nothing.
      await context.addInitScript('Document.prototype.querySelectorAll = Element.prototype.querySelectorAll = () => []')
      const page = await context.newPage()
      const { url, key } = playground.service
      await page.goto(`${url}/#key=${key}&url=${playground.origin.url}${path}&output=raw_html`)
      await page.getByRole('search').waitFor()
      await acceptKey(page)
      await page.evaluate(`addEventListener('message', () => { window.hacked = 'message' })`)
      await send(page)
      await page.getByRole('tab', { name: 'Preview' }).click()
      return page
    }

    async function expectNothingReached(page: Page): Promise<void> {
      expect(await page.evaluate('window.hacked')).toBeUndefined()
      const open = [page.url(), await page.title(), page.context().pages().length]
      expect(open).toEqual([`${playground.service.url}/`, 'Gleaner playground', 1])
      expect(canary.requests).toEqual([])
    }

    it('loads nothing and does not navigate', async () => {
      const page = await openUnchanged('/evil')
      await page.frameLocator('iframe').getByText('over everything').waitFor()
      // The policy blocks the nested frame, which is the last part to load.
      await expect.poll(() => page.frames().map((frame) => frame.url())).toContain('chrome-error://chromewebdata/')
      await expectNothingReached(page)
    })

    it('cannot open another page with a link or a form', async () => {
      const page = await openUnchanged('/evil-links')
      const frame = page.frameLocator('iframe')
      expect(await frame.getByText('leave from here').first().getAttribute('target')).toBe('_top')
      for (const words of ['send me', 'run from here', 'leave from here']) {
        const box = await frame.getByText(words).first().boundingBox()
        if (!box) throw new Error(`${words} is not seen`)
        await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
      }
      await expectNothingReached(page)
    })
  })

  it('opens from a playground link in a tab that has no reference to the playground', async () => {
    const page = await open('/history', 'links')
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page.locator('.result-head').getByRole('link').click(),
    ])
    await opened.waitForLoadState()
    expect(opened.url()).toBe(`${playground.origin.url}/history`)
    expect(await opened.evaluate('[window.opener, document.referrer]')).toEqual([null, ''])
    expect(page.url()).toBe(`${playground.service.url}/`)
  })

  it('is plain text in all other views', async () => {
    const page = await open('/evil', 'raw_html')
    expect(await page.locator('.source').textContent()).toContain('<script>window.parent.postMessage')
    await page.getByRole('tab', { name: 'Response' }).click()
    await page.locator('.source').getByText('final_url').waitFor()
    expect(await page.evaluate('window.hacked')).toBeUndefined()
    expect(await page.locator('.result img, .result script, .result form[action]').count()).toBe(0)
    expect(canary.requests).toEqual([])
  })

  it('shows only its start at first, if it is very long', { timeout: 120_000 }, async () => {
    const page = await playground.open({ fragment: `url=${playground.origin.url}/large.md` })
    onTestFinished(() => page.context().close())
    await page.evaluate(`window.longest = 0
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
      }).observe({ type: 'longtask' })`)
    await send(page)
    await page.getByText(/^Showing the first 9\d,\d{3} of 3,\d{3},\d{3} characters/).waitFor()
    await page.frameLocator('iframe').getByRole('heading', { name: 'Chapter 2', exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Markdown' }).click()
    await page.getByText(/^3,\d{3},\d{3} characters$/).waitFor()
    expect(await page.locator('.source').textContent()).toHaveLength(200_000)
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect.poll(() => page.locator('.source').textContent()).toContain('## Chapter 1000')
    await page.getByLabel('css_selector', { exact: true }).fill('main')
    process.stdout.write(
      `four million characters: the longest task took ${await page.evaluate('Math.round(longest)')} ms\n`,
    )
  })
})
