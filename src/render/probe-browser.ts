/** Starts the browser as the renderer does, makes it load a test page, and closes it. */

import { startEgressProxy } from '../fetch/egress/proxy.ts'
import { createAddressPolicy } from '../fetch/guard/address-policy.ts'
import { createGuardedDialer } from '../fetch/guard/guarded-dialer.ts'
import { findBrowser } from './browser/find-browser.ts'
import { createLauncher } from './browser/launch-browser.ts'
import type { RunningBrowser } from './browser/running-browser.ts'

export interface BrowserProbe {
  path: string
  version: string
  /** Describes its user and sandbox. */
  containment: string
}

/** The test page, which makes no requests. */
const page = 'data:text/html,<title>here</title>'

/** Returns null if there's no browser. Throws browser_unavailable, and the browser's own errors. */
export async function probeBrowser(options: {
  configuredPath: string | null
  userAgent: string
  maxBodyBytes: number
}): Promise<BrowserProbe | null> {
  const path = await findBrowser(options)
  if (path === null) return null
  const policy = createAddressPolicy({ allowAddresses: [] })
  const proxy = await startEgressProxy({ policy, guard: createGuardedDialer({ policy }) })
  try {
    const running = await createLauncher({ ...options, executablePath: path, proxyServer: proxy.server })()
    return { path, version: await tryBrowser(running), containment: running.containment }
  } finally {
    await proxy.close()
  }
}

export async function tryBrowser(running: RunningBrowser): Promise<string> {
  try {
    const ignore = () => {}
    const events = { onEnd: ignore, onPopUp: ignore, onUsedUp: ignore, onFramesUsedUp: ignore }
    const { session, dispose } = await running.targets.open(events)
    await session.send('Page.navigate', { url: page })
    const { result } = await session.send('Runtime.evaluate', { expression: 'location.protocol' })
    if (result.value !== 'data:') throw new Error(`The browser loaded ${result.value} instead of the test page`)
    const { product } = await session.send('Browser.getVersion')
    await dispose()
    return product
  } finally {
    await running.end()
  }
}
