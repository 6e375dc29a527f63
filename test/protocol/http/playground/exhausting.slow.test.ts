import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { lacksBrowser } from '../../../render/open-renderer.ts'
import { openPlayground, type Playground, send } from './open-playground.ts'

describe.skipIf(lacksBrowser)('a result that can’t be drawn', () => {
  let playground: Playground
  beforeAll(async () => {
    playground = await openPlayground()
  })
  afterAll(() => playground[Symbol.asyncDispose]())

  async function open(path: string): Promise<Page> {
    const page = await playground.open({ fragment: `url=${playground.origin.url}${path}` })
    onTestFinished(() => page.context().close())
    return page
  }

  /** The request after it is drawn as ever. */
  async function expectNextResult(page: Page): Promise<void> {
    await page.getByLabel('Address', { exact: true }).fill(`${playground.origin.url}/history`)
    await send(page)
    await page.frameLocator('iframe').getByRole('heading', { name: 'A short history of gleaning' }).waitFor()
  }

  it.each([
    ['warnings', { warnings: [null] }],
    ['a view', { kept: [null], dropped: [] }],
  ])('for %s of another form takes nothing else along', async (_, body) => {
    const page = await open('/history')
    await page.route('**/v1/**', (route) => route.fulfill({ json: { title: 'Odd', ...body } }))
    await page.getByRole('button', { name: 'Send', exact: true }).first().click()
    await page.getByText('This part of the result can’t be drawn').waitFor()
    await page.unroute('**/v1/**')
    await expectNextResult(page)
  })

  it('in one view is there in the others', async () => {
    const page = await open('/history')
    await page.route('**/v1/**', (route) => route.fulfill({ json: { title: 'Odd', kept: [null], dropped: [] } }))
    await send(page)
    await page.getByText('This part of the result can’t be drawn').waitFor()
    await page.getByRole('tab', { name: 'Response' }).click()
    await page.locator('.tree').getByText('dropped').waitFor()
  })
})
