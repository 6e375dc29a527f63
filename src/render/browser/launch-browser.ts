/** Starts a Chromium that leaves no process behind: it has a process group of its own and ends with the pipe to us. */

import type { Browser } from 'playwright'
import { succeedsWithin } from '../../deadline.ts'
import { ServiceError } from '../../errors.ts'
import { egressFlags } from './egress-flags.ts'
import { followBrowser, type RunningBrowser } from './running-browser.ts'

export interface LaunchOptions {
  executablePath: string
  /** `EgressProxy.server`: the browser's only way out. */
  proxyServer: string
  /** The User-Agent of pages and their workers. */
  userAgent: string
}

/** Less than the default time limit of a request, so that its response says what is wrong. */
const launchLimitMs = 15_000
const closeLimitMs = 2000

const speedFlags = [
  // A context is one page without a login: there is nothing to keep apart in one process for all its frames.
  '--disable-site-isolation-trials',
  '--disable-gpu',
  '--no-default-browser-check',
  '--lang=en-US',
  '--accept-lang=en-US,en',
  '--js-flags=--max-old-space-size=1024',
]

/** Throws browser_unavailable when it does not start. */
export async function launchBrowser({
  executablePath,
  proxyServer,
  userAgent,
}: LaunchOptions): Promise<RunningBrowser> {
  const { chromium } = await import('playwright')
  let browser: Browser
  try {
    browser = await chromium.launch({
      executablePath,
      args: [...egressFlags(proxyServer), ...speedFlags, `--user-agent=${userAgent}`],
      // The full browser then blocks pop-ups that no click has opened.
      ignoreDefaultArgs: ['--disable-popup-blocking'],
      // Chromium refuses to run in its sandbox as root.
      chromiumSandbox: process.getuid?.() !== 0,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: launchLimitMs,
    })
  } catch (error) {
    throw new ServiceError('browser_unavailable', `The browser ${executablePath} does not start`, { cause: error })
  }
  try {
    return await followBrowser(browser)
  } catch (error) {
    await succeedsWithin(closeLimitMs, browser.close())
    throw new ServiceError('browser_unavailable', `The browser ${executablePath} ended as it started`, { cause: error })
  }
}
