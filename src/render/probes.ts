/** Starts a browser, or gets one from every address of a farm, as the renderer does. Makes it load a test page, and closes it. */

import { startEgressProxy } from '../fetch/egress/proxy.ts'
import { createAddressPolicy } from '../fetch/guard/address-policy.ts'
import { createGuardedDialer } from '../fetch/guard/guarded-dialer.ts'
import { findBrowser } from './browser/find-browser.ts'
import { createLauncher, type RunningBrowser } from './browser/launch-browser.ts'
import { type BrowserPlace, type FarmOptions, openPlaces } from './browser-seats.ts'

/** The test page, which makes no requests. */
const page = 'data:text/html,<title>here</title>'

/** Returns null if there's no browser. Throws browser_unavailable, and the browser's own errors. */
export async function probeBrowser(options: {
  configuredPath: string | null
  userAgent: string
  maxBodyBytes: number
}) {
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

async function tryBrowser(running: RunningBrowser): Promise<string> {
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

/** Also tests that the browsers can't bypass the proxy. */
export async function probeFarms({
  userAgent,
  maxBodyBytes,
  ...farm
}: FarmOptions & { userAgent: string; maxBodyBytes: number }) {
  const policy = createAddressPolicy({ allowAddresses: [] })
  const common = { policy, userAgent, maxBodyBytes, proxyUrl: null, browserPath: null }
  try {
    const { egress, places } = await openPlaces({ ...common, farm })
    try {
      return await Promise.all(places.map(probe))
    } finally {
      await egress.close()
    }
  } catch (error) {
    return [failedProbe('', error)]
  }
}

async function probe({ launch, farm }: BrowserPlace) {
  const name = farm ?? ''
  try {
    const running = await launch()
    return { name, version: await tryBrowser(running), containment: running.containment, failure: null }
  } catch (error) {
    return failedProbe(name, error)
  }
}

function failedProbe(name: string, error: unknown) {
  const failure = error instanceof Error ? error.message : String(error)
  return { name, version: null, containment: null, failure }
}
