import type { Request } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lacksBrowser } from '../../../render/open-renderer.ts'
import { findAccessibilityFaults, openPlayground, type Playground, picture, unfold } from './open-playground.ts'

const maxBytes = 150_000

describe.skipIf(lacksBrowser)('the first paint', () => {
  let playground: Playground
  beforeAll(async () => {
    playground = await openPlayground()
  })
  afterAll(() => playground[Symbol.asyncDispose]())

  it('transfers at most 150 kB including the markdown renderer, all from this service, without console errors', async () => {
    const context = await playground.browser.newContext()
    const page = await context.newPage()
    const requests: Request[] = []
    const complaints: string[] = []
    page.on('requestfinished', (request) => requests.push(request))
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(String(error)))
    await page.goto(`${playground.service.url}/`, { waitUntil: 'networkidle' })
    await page.getByRole('search').waitFor()

    // Files that are also loaded for the first markdown result.
    await page.evaluate(`fetch('/markdown-worker.js').then((response) => response.text())`)
    const sizes = await Promise.all(requests.map((request) => request.sizes()))
    const bytes = sizes.reduce((sum, one) => sum + one.responseBodySize + one.responseHeadersSize, 0)
    expect(bytes).toBeLessThan(maxBytes)
    process.stdout.write(`first paint: ${bytes} bytes in ${requests.length} requests\n`)
    expect(new Set(requests.map((request) => new URL(request.url()).origin))).toEqual(new Set([playground.service.url]))
    expect(complaints).toEqual([])
    await context.close()
  })

  it.each([
    ['light', {}],
    ['dark', { colorScheme: 'dark' }],
    ['phone', { viewport: { width: 390, height: 740 } }],
  ] as const)('has no accessibility faults in %s', async (look, options) => {
    const page = await playground.open(options)
    await picture(page, `empty-${look}`)
    expect(await findAccessibilityFaults(page)).toEqual([])
    await unfold(page)
    await picture(page, `form-${look}`)
    expect(await findAccessibilityFaults(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
    await page.context().close()
  })

  it('reports when the service does not describe itself', async () => {
    const context = await playground.browser.newContext()
    const page = await context.newPage()
    await page.route('**/openapi.json', (route) => route.abort())
    await page.goto(`${playground.service.url}/`)
    await page.getByText('The service can’t be reached').waitFor()
    await context.close()
  })
})
