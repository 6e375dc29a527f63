import { existsSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lacksBrowser } from '../../../render/open-renderer.ts'
import { openPlayground, type Playground, send } from './open-playground.ts'
import { shrinkPng } from './small-png.ts'

const docs = fileURLToPath(new URL('../../../../docs/', import.meta.url))

const maxBytes = 200_000

/** URL that is displayed as the sample's source. */
const site = 'https://fieldnotes.example'

const pictures = [
  { name: 'playground', colorScheme: 'light' },
  { name: 'playground-dark', colorScheme: 'dark' },
] as const

describe.skipIf(lacksBrowser)('the screenshots in the docs', () => {
  let playground: Playground
  beforeAll(async () => {
    playground = await openPlayground()
  })
  afterAll(() => playground[Symbol.asyncDispose]())

  it.each(pictures)('$name shows a result, and is small', async ({ name, colorScheme }) => {
    const path = `${docs}${name}.png`
    if (process.env.UPDATE_PICTURES) {
      const viewport = { width: 1200, height: 800 }
      const fragment = `url=${playground.origin.url}/history&render_js=true`
      const page = await playground.open({ viewport, deviceScaleFactor: 2, colorScheme, fragment })
      await page.route('**/v1/scrape?*', async (route) => {
        const response = await route.fetch()
        const body = (await response.text()).replaceAll(playground.origin.url, site)
        await route.fulfill({ response, body })
      })
      // Sends a request in advance, because the first one waits for the workers and the browser to start.
      for (const _ of [1, 2]) {
        await send(page)
        await page.getByRole('heading', { name: 'A short history of gleaning', level: 2 }).waitFor()
        await page.frameLocator('iframe').getByText('Before the harvest').first().waitFor()
      }
      await page.getByLabel('url', { exact: true }).fill(`${site}/history`)
      await page.evaluate('document.activeElement.blur()')
      writeFileSync(path, shrinkPng(await page.screenshot({ animations: 'disabled' })))
      await page.context().close()
    }
    expect(existsSync(path)).toBe(true)
    expect(statSync(path).size).toBeLessThan(maxBytes)
  })
})
