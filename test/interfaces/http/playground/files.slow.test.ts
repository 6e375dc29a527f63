import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lacksBrowser } from '../../../render/open-renderer.ts'
import { findAccessibilityFaults, openPlayground, type Playground, picture, send } from './open-playground.ts'

const csv = { name: 'trees of 2026.csv', mimeType: 'application/vnd.ms-excel', buffer: Buffer.from('tree,m\noak,21\n') }

const choose = (page: Page, file: typeof csv) => page.locator('input[type=file]').setInputFiles(file)

/** Drops a file onto the page, as a visitor would. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const source = `(() => {
    const data = new DataTransfer()
    data.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}))
    return data
  })()`
  const given = await page.evaluateHandle(source)
  await page.dispatchEvent('main', 'dragover', { dataTransfer: given })
  await page.dispatchEvent('main', 'drop', { dataTransfer: given })
}

describe.skipIf(lacksBrowser)('a file in the playground', () => {
  let playground: Playground
  beforeAll(async () => {
    playground = await openPlayground()
  })
  afterAll(() => playground[Symbol.asyncDispose]())

  it('is read instead of the URL, and the result can be copied and downloaded', async () => {
    const page = await playground.open({ fragment: 'url=https://never.invalid/', permissions: ['clipboard-read'] })
    await choose(page, csv)
    expect(await page.getByLabel('url', { exact: true }).isDisabled()).toBe(true)
    expect(await page.locator('.curl pre').textContent()).toContain("--data-binary '@trees of 2026.csv'")
    await page.keyboard.press('Enter')
    await page.locator('.figures').waitFor()
    await picture(page, 'file')
    expect(await page.locator('.result-head h2').textContent()).toBe('trees of 2026.csv')
    await page.getByRole('button', { name: 'Copy result' }).click()
    const copied = String(await page.evaluate('navigator.clipboard.readText()'))
    expect(copied).toContain('| oak | 21 |')
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download .md' }).click(),
    ])
    expect(saved.suggestedFilename()).toBe('trees-of-2026.csv.md')
    expect(readFileSync(await saved.path(), 'utf8')).toBe(copied)
    expect(await findAccessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Remove' }).click()
    expect(await page.getByLabel('url', { exact: true }).inputValue()).toBe('https://never.invalid/')
  })

  it('can be dropped while another operation is chosen', async () => {
    const page = await playground.open({ fragment: 'operation=google_ads&query=crm' })
    await drop(
      page,
      'oaks.ipynb',
      JSON.stringify({ cells: [{ cell_type: 'markdown', source: '# Oaks' }], nbformat: 4 }),
    )
    await page.getByText('oaks.ipynb').first().waitFor()
    await send(page)
    expect(await page.frameLocator('iframe').locator('h1').textContent()).toBe('Oaks')
  })

  it('shows how much has been sent, and the reason for a refusal', async () => {
    const page = await playground.open()
    await page.route('**/v1/convert*', async (route) => {
      await new Promise((resolve) => page.once('close', resolve))
      await route.abort()
    })
    await choose(page, csv)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText(/^(?:Sending|Reading) trees of 2026\.csv/).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Fill in the form and press Send').waitFor()
    await page.unroute('**/v1/convert*')
    await page.getByRole('button', { name: 'Remove' }).click()
    await choose(page, { name: 'a.bin', mimeType: '', buffer: Buffer.from([0, 1, 2, 255, 254]) })
    await send(page)
    expect(await page.locator('.notice.error').textContent()).toContain('unsupported_content_type')
  })

  it('brings the result into view on a phone', async () => {
    const page = await playground.open({ viewport: { width: 390, height: 740 } })
    await choose(page, csv)
    await send(page)
    await page.frameLocator('iframe').locator('table').waitFor()
    const box = await page.getByRole('region', { name: 'Result' }).boundingBox()
    expect(box?.y).toBeLessThan(100)
    expect(box?.y).toBeGreaterThan(-1)
    await page.screenshot({ path: 'coverage/playground/file-phone.png' })
  })
})
