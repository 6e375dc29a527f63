/** Takes a page's screenshot with Gleaner's renderer and with Playwright, each in its own browser. */

import { chromium } from 'playwright'
import { openOrigin } from '../../test/origin.ts'
import { openEngine } from '../render/engine.ts'
import { localAssets, localPages } from './local-site.ts'
import { readSavedSite } from './saved-site.ts'

export const viewport = { width: 1280, height: 800 }
const timeoutMs = 30_000
/** A request for a screenshot alone. */
export const shot = { element: undefined, excluded: undefined, isOnlyOutput: true, hasTiles: false }

export interface ShotArm {
  take(url: string, isFullPage: boolean): Promise<Buffer>
  /** Process that has the browser among its descendants. */
  pid(): number
  close(): Promise<void>
}

/** Base URL of the pages, and their paths that match `filter`. */
export async function openPages(filter: string) {
  const saved = readSavedSite()
  const paths = [...Object.keys(localPages), ...saved.paths].filter((path) => new RegExp(filter).test(path))
  const origin = await openOrigin({ ...localPages, ...localAssets, ...saved.site })
  return { origin, paths }
}

export function openOurs(browserPath: string): ShotArm {
  const engine = openEngine(browserPath)
  return {
    async take(url, isFullPage) {
      const { screenshot, complete, warnings } = await engine.load(url, timeoutMs, { ...shot, viewport, isFullPage })
      if (!complete) process.stderr.write(`${url}: ${warnings.map(({ message }) => message).join(' ')}\n`)
      return Buffer.from(screenshot?.png ?? [])
    },
    pid: () => engine.state().pids[0] ?? 0,
    close: () => engine.close(),
  }
}

export async function openPlaywright(browserPath: string): Promise<ShotArm> {
  const server = await chromium.launchServer({
    executablePath: browserPath,
    chromiumSandbox: process.getuid?.() !== 0,
  })
  const browser = await chromium.connect(server.wsEndpoint())
  return {
    async take(url, isFullPage) {
      const context = await browser.newContext({ viewport })
      try {
        const page = await context.newPage()
        await page.goto(url, { waitUntil: 'load', timeout: timeoutMs })
        await page.evaluate('document.fonts.ready.then(() => 1)')
        return await page.screenshot({ fullPage: isFullPage })
      } finally {
        await context.close()
      }
    },
    pid: () => server.process().pid ?? 0,
    async close() {
      await browser.close()
      await server.close()
    },
  }
}
