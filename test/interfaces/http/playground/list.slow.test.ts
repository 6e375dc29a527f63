import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lacksBrowser } from '../../../render/open-renderer.ts'
import { findAccessibilityFaults, openPlayground, type Playground, picture } from './open-playground.ts'

describe.skipIf(lacksBrowser)('a list of URLs', () => {
  let playground: Playground
  beforeAll(async () => {
    playground = await openPlayground()
  })
  afterAll(() => playground[Symbol.asyncDispose]())

  /** Pastes the URLs into the form, and sends them. */
  async function sendList(page: Page, urls: readonly string[]): Promise<void> {
    await page.getByLabel('url', { exact: true }).focus()
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(urls.join('\r\n'))})`)
    await page.keyboard.press('ControlOrMeta+V')
    await expect.poll(() => page.getByLabel('urls', { exact: true }).inputValue()).toBe(urls.join('\n'))
    await page.getByRole('button', { name: 'Send' }).click()
  }

  const open = () => playground.open({ permissions: ['clipboard-read', 'clipboard-write'] })
  const rowsOf = async (page: Page) => {
    const rows = await page.locator('table.list tbody tr').all()
    return Promise.all(rows.map((row) => row.locator('td').allInnerTexts()))
  }

  it('fills a table, and is saved as JSON Lines', async () => {
    const page = await open()
    const { url } = playground.origin
    const urls = [`${url}/history`, 'ftp://fieldnotes.example/', `${url}/long`, `${url}/broken`]
    await sendList(page, urls)
    await page.getByText('4 of 4 done, 2 failed, 2 credits').waitFor()
    expect(await rowsOf(page)).toEqual([
      ['1', urls[0], '200', 'A short history of gleaning', '1'],
      ['2', urls[1], '422', expect.stringMatching(/^url_scheme: /), '0'],
      ['3', urls[2], '200', 'A page', '1'],
      ['4', urls[3], '502', expect.stringMatching(/^target_unreachable: /), '0'],
    ])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download JSON Lines' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('gleaner.jsonl')
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\n')
    expect(
      lines.map((line) => JSON.parse(line)).map(({ index, status, result }) => [index, status, result?.title]),
    ).toEqual([
      [0, 200, 'A short history of gleaning'],
      [1, 422, undefined],
      [2, 200, 'A page'],
      [3, 502, undefined],
    ])
    for (const [name, size] of [
      ['list', { width: 1280, height: 900 }],
      ['list-phone', { width: 390, height: 740 }],
    ] as const) {
      await page.setViewportSize(size)
      await picture(page, name)
      expect([name, await findAccessibilityFaults(page)]).toEqual([name, []])
      const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
      expect([name, await page.evaluate(overflow)]).toEqual([name, 0])
    }
    await page.context().close()
  })

  it('keeps the finished rows when it is stopped', async () => {
    const page = await open()
    const { url } = playground.origin
    await sendList(page, [`${url}/history`, `${url}/slow`])
    await page.getByText('1 of 2 done').waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })
    expect((await rowsOf(page)).map(([, , status]) => status)).toEqual(['200', ''])
    await expect.poll(() => playground.service.http.requests()).toBe(0)
    await page.context().close()
  })

  it('shows why the service refuses it', async () => {
    const page = await open()
    await sendList(
      page,
      Array.from({ length: 1001 }, (_, n) => `https://fieldnotes.example/${n}`),
    )
    await page.getByRole('alert').getByText('urls: ').waitFor()
    await page.context().close()
  })

  it('is written as a curl command, and can be typed', async () => {
    const page = await open()
    await page.getByLabel('url', { exact: true }).fill('fieldnotes.example')
    await page.getByRole('button', { name: 'List', exact: true }).click()
    await page.getByLabel('urls', { exact: true }).press('ControlOrMeta+End')
    await page.keyboard.type('fieldnotes.example/b')
    const command = await page.locator('.curl pre').textContent()
    expect(command).toContain(`${playground.service.url}/v1/scrape/batch`)
    expect(command).toContain(`-d '{"urls":["https://fieldnotes.example","https://fieldnotes.example/b"]}'`)
    await page.context().close()
  })
})
