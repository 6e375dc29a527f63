import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { lacksBrowser } from '../../../render/open-renderer.ts'
import { openPlayground, type Playground, send } from './open-playground.ts'

const table = (columns: number, rows: number) =>
  `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'|x|\n'.repeat(rows)}`

/** Short strings that cost a markdown parser minutes or its whole stack, or grow a hundredfold. */
const exhausting = [
  { of: 'quotations in quotations', path: '/quotations.md', body: '> '.repeat(20_000) },
  { of: 'lists in lists', path: '/lists.md', body: '1) '.repeat(5000) },
  { of: 'emphasis that is never closed', path: '/emphasis.md', body: '*a_'.repeat(60_000) },
  { of: 'a table of 1,000 columns', path: '/table.md', body: table(1000, 3000) },
]

const site = Object.fromEntries(
  exhausting.map(({ path, body }) => [path, { headers: { 'content-type': 'text/markdown; charset=utf-8' }, body }]),
)

describe.skipIf(lacksBrowser)('a result that can’t be drawn', () => {
  let playground: Playground
  beforeAll(async () => {
    playground = await openPlayground(site)
  })
  afterAll(() => playground[Symbol.asyncDispose]())

  async function open(path: string): Promise<Page> {
    const page = await playground.open({ fragment: `url=${playground.origin.url}${path}` })
    onTestFinished(() => page.context().close())
    return page
  }

  /** Checks that the next request's result is displayed as usual. */
  async function expectNextResult(page: Page): Promise<void> {
    await page.getByLabel('url', { exact: true }).fill(`${playground.origin.url}/history`)
    await send(page)
    await page.frameLocator('iframe').getByRole('heading', { name: 'A short history of gleaning' }).waitFor()
  }

  it.each(exhausting)('is shown as source for $of, and the next one as usual', async ({ path, body }) => {
    const page = await open(path)
    await send(page)
    await page.getByText('This text can’t be rendered').waitFor()
    expect(body).toContain((await page.locator('.source').textContent())?.trim())
    await expectNextResult(page)
  })

  it.each([['warnings', { warnings: [null] }]])('breaks nothing else if its %s are malformed', async (_, body) => {
    const page = await open('/history')
    await page.route('**/v1/**', (route) => route.fulfill({ json: { title: 'Odd', ...body } }))
    await page.getByRole('button', { name: 'Send', exact: true }).first().click()
    await page.getByText('This part of the result can’t be shown').waitFor()
    await page.unroute('**/v1/**')
    await expectNextResult(page)
  })
})
