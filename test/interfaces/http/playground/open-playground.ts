/** The playground in a real browser, with a separate service, site and language model. */

import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { sharedChromium } from '../../../chromium.ts'
import { openScriptedModel, type ScriptedModel, testKey } from '../../../model/scripted-model.ts'
import { type Origin, openOrigin, type Site } from '../../../origin.ts'
import { openTestService, type TestService } from '../../../service.ts'
import { sampleSite } from './sample-site.ts'

export interface Playground extends AsyncDisposable {
  service: TestService
  origin: Origin
  model: ScriptedModel
  browser: Browser
  /** Opens a new tab, with the service's key by default. */
  open(options?: OpenOptions): Promise<Page>
}

interface OpenOptions extends BrowserContextOptions {
  /** Fragment of the page's URL: `url=…&output=…`. */
  fragment?: string
  withKey?: boolean
}

/** Resolves with a service that may fetch the pages of `site` and the sample pages. */
export async function openPlayground(site: Site = {}, settings: Record<string, string> = {}): Promise<Playground> {
  const origin = await openOrigin({ ...sampleSite, ...site })
  const model = await openScriptedModel()
  const service = await openTestService({
    GLEANER_GOOGLE_URL: `${origin.url}/{domain}`,
    ANTHROPIC_API_KEY: testKey,
    ANTHROPIC_BASE_URL: model.url,
    ...settings,
  })
  const browser = await sharedChromium()
  const contexts: BrowserContext[] = []
  return {
    ...{ service, origin, model, browser },
    async open({ fragment = '', withKey = true, ...options } = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US', ...options })
      contexts.push(context)
      const page = await context.newPage()
      const key = withKey ? `key=${service.key}&` : ''
      await page.goto(`${service.url}/#${key}${fragment}`)
      await page.getByRole('search').waitFor()
      if (withKey) await acceptKey(page)
      return page
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(contexts.map((context) => context.close()))
      await service.close()
      await Promise.all([origin.close(), model.close()])
    },
  }
}

/** Accepts the key from the page's link. */
export async function acceptKey(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Use this key' }).click()
}

/** Submits the form, and waits for the result or the failure. */
export async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send', exact: true }).first().click()
  await page.locator('.figures, .notice.error').first().waitFor()
}

/** Opens the section with the less common parameters. */
export async function unfold(page: Page): Promise<void> {
  await page.locator('.more > summary').click()
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Returns axe-core's findings on the page, of any severity: `rule: element`. Frames are checked from outside, because no script runs in
 * them.
 */
export async function findAccessibilityFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(axeSource)
  const violations = (await page.evaluate(
    `axe.run(document, { iframes: false }).then(({ violations }) => violations)`,
  )) as {
    id: string
    nodes: { html: string; failureSummary: string }[]
  }[]
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

const folder = fileURLToPath(new URL('../../../../coverage/playground/', import.meta.url))

/** Writes a full-page screenshot to coverage/, which is not tracked, for manual review. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const before = page.viewportSize()
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
  // A frame below the window's bottom edge wouldn't be drawn.
  if (before) await page.setViewportSize({ ...before, height: Math.max(before.height, height) })
  await page.screenshot({ path: `${folder}${name}.png`, animations: 'disabled' })
  if (before) await page.setViewportSize(before)
}
