/** Starts a browser, or gets one from every address of a farm, as the renderer does. Makes it load a test page, and closes it. */

import { createAddressPolicy } from '../fetch/guard/address-policy.ts'
import { findBrowser } from './browser/find-browser.ts'
import { noEvents } from './browser/targets.ts'
import { type BrowserPlace, type FarmOptions, openPlaces, type PlaceOptions } from './browser-seats.ts'

/** The test page, which makes no requests. */
const page = 'data:text/html,<title>here</title>'

type ProbeOptions = Pick<PlaceOptions, 'userAgent' | 'maxBodyBytes'>

/** Returns null if there's no browser. Throws browser_unavailable, and the browser's own errors. */
export async function probeBrowser({ configuredPath, ...options }: ProbeOptions & { configuredPath: string | null }) {
  const path = await findBrowser({ configuredPath })
  if (path === null) return null
  const [tried] = await probePlaces({ ...options, browserPath: path }, tryBrowser)
  return tried ? { path, ...tried } : null
}

/** Also tests that the browsers can't bypass the proxy. */
export async function probeFarms({ userAgent, maxBodyBytes, ...farm }: FarmOptions & ProbeOptions) {
  try {
    return await probePlaces({ userAgent, maxBodyBytes, browserPath: null, farm }, async (place) => {
      const name = place.farm ?? ''
      try {
        return { name, ...(await tryBrowser(place)), failure: null }
      } catch (error) {
        return failedProbe(name, error)
      }
    })
  } catch (error) {
    return [failedProbe('', error)]
  }
}

async function probePlaces<T>(
  options: Omit<PlaceOptions, 'policy' | 'proxyUrl'>,
  probe: (place: BrowserPlace) => Promise<T>,
): Promise<T[]> {
  const policy = createAddressPolicy({ allowAddresses: [] })
  const { egress, places } = await openPlaces({ ...options, policy, proxyUrl: null })
  try {
    return await Promise.all(places.map(probe))
  } finally {
    await egress.close()
  }
}

async function tryBrowser({ launch }: BrowserPlace) {
  const running = await launch()
  try {
    const { session, dispose } = await running.targets.open(noEvents)
    await session.send('Page.navigate', { url: page })
    const { result } = await session.send('Runtime.evaluate', { expression: 'location.protocol' })
    if (result.value !== 'data:') throw new Error(`The browser loaded ${result.value} instead of the test page`)
    const { product } = await session.send('Browser.getVersion')
    await dispose()
    return { version: product, containment: running.containment }
  } finally {
    await running.end()
  }
}

function failedProbe(name: string, error: unknown) {
  const failure = error instanceof Error ? error.message : String(error)
  return { name, version: null, containment: null, failure }
}
