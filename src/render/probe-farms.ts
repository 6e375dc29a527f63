/** Gets a browser from every address of a farm as the renderer does, tests that it can't bypass the proxy, and loads a page in it. */

import { createAddressPolicy } from '../fetch/guard/address-policy.ts'
import { type FarmOptions, openPlaces } from './browser-places.ts'
import type { BrowserPlace } from './browser-seats.ts'
import { tryBrowser } from './probe-browser.ts'

export interface FarmProbe {
  name: string
  /** Version that the browser reports, or null if there's no browser. */
  version: string | null
  /** Describes how it was reached. */
  containment: string | null
  /** The reason why there's no browser, or null. */
  failure: string | null
}

export async function probeFarms({
  userAgent,
  maxBodyBytes,
  ...farm
}: FarmOptions & { userAgent: string; maxBodyBytes: number }): Promise<FarmProbe[]> {
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
    return [{ name: '', version: null, containment: null, failure: messageOf(error) }]
  }
}

async function probe({ launch, farm }: BrowserPlace): Promise<FarmProbe> {
  const name = farm ?? ''
  try {
    const running = await launch()
    return { name, version: await tryBrowser(running), containment: running.containment, failure: null }
  } catch (error) {
    return { name, version: null, containment: null, failure: messageOf(error) }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
