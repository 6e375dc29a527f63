/** Opens the places that provide browsers: this machine, or each address of a farm. Also starts the egress proxy in front of them. */

import { type EgressProxy, startEgressProxy } from '../fetch/egress/proxy.ts'
import type { AddressPolicy } from '../fetch/guard/address-policy.ts'
import { createGuardedDialer } from '../fetch/guard/guarded-dialer.ts'
import type { HostResolver } from '../fetch/guard/open-socket.ts'
import { requireBrowser } from './browser/find-browser.ts'
import { createLauncher } from './browser/launch-browser.ts'
import type { BrowserPlace } from './browser-seats.ts'
import { parseFarmAddress } from './farm/farm-address.ts'
import { createFarmLauncher } from './farm/farm-launcher.ts'

export interface FarmOptions {
  addresses: readonly string[]
  /** URL at which the farm reaches our egress proxy, or null for a farm on this machine. */
  egressUrl: string | null
}

export interface PlaceOptions {
  policy: AddressPolicy
  userAgent: string
  /** Limit on the document's size, both before and after its scripts run. */
  maxBodyBytes: number
  /** Outgoing proxy with its credentials, or null. */
  proxyUrl: string | null
  /** The browser to start, or null to find one. */
  browserPath: string | null
  /** The farm that provides browsers instead of this machine. */
  farm?: FarmOptions | null | undefined
  resolve?: HostResolver
}

interface OpenPlaces {
  egress: EgressProxy
  places: BrowserPlace[]
  idleLimitMs: number | null
}

/** A farm's browser that has no pages is returned to the farm after this time. */
const idleLimitMs = 120_000

/** Throws browser_unavailable if this machine has no browser. */
export async function openPlaces(options: PlaceOptions): Promise<OpenPlaces> {
  const { policy, farm = null } = options
  const guard = createGuardedDialer(options)
  if (farm === null) {
    const executablePath = await requireBrowser({ configuredPath: options.browserPath })
    const egress = await startEgressProxy({ guard, policy })
    const launch = createLauncher({ ...options, executablePath, proxyServer: egress.server })
    return { egress, places: [{ launch }], idleLimitMs: null }
  }
  const egress = await startEgressProxy({ guard, policy, publicUrl: farm.egressUrl })
  const places = farm.addresses.map(parseFarmAddress).map((address): BrowserPlace => {
    return { launch: createFarmLauncher({ ...options, address, egress }), farm: address.name }
  })
  return { egress, places, idleLimitMs }
}
