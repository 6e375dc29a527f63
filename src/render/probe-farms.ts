/** Asks every address of a browser farm for a browser as the renderer does, its fence proven, and lets it load a page. */

import { createAddressPolicy } from '../fetch/guard/address-policy.ts'
import { type FarmOptions, openPlaces } from './browser-places.ts'
import type { BrowserPlace } from './browser-seats.ts'
import { tryBrowser } from './probe-browser.ts'

export interface FarmProbe {
  /** Host and port. */
  name: string
  /** As the browser names itself; null where it gave none. */
  version: string | null
  /** How it was reached, in words. */
  containment: string | null
  /** Why it gave none, or null. */
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
