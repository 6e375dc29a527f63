/** Opens the places where browsers come from, by the settings: this machine, or each address of a farm; and the egress proxy before them. */

import { createAbsentProxy } from '../fetch/egress/absent-proxy.ts'
import { type EgressListener, type EgressProxy, startEgressProxy } from '../fetch/egress/proxy.ts'
import type { AddressPolicy } from '../fetch/guard/address-policy.ts'
import { createGuardedDialer } from '../fetch/guard/guarded-dialer.ts'
import type { HostResolver } from '../fetch/guard/open-socket.ts'
import { requireBrowser } from './browser/find-browser.ts'
import { createLauncher } from './browser/launch-browser.ts'
import type { BrowserPlace } from './browser-seats.ts'
import { parseFarmAddress } from './farm/farm-address.ts'
import { FarmError } from './farm/farm-error.ts'
import { createFarmLauncher } from './farm/farm-launcher.ts'

export interface FarmOptions {
  addresses: readonly string[]
  /** Whether its owner says that it keeps pages in by itself. */
  isFenced: boolean
  /** Where the farm reaches our egress proxy. Null: it is told none, which only a fenced one may be. */
  listener: EgressListener | null
}

interface PlaceOptions {
  policy: AddressPolicy
  userAgent: string
  maxBodyBytes: number
  proxyUrl: string | null
  browserPath: string | null
  farm?: FarmOptions | null | undefined
  resolve?: HostResolver
}

interface OpenPlaces {
  egress: EgressProxy
  places: BrowserPlace[]
  idleLimitMs: number | null
}

/** A farm is given its browser back after so long without a page. */
const idleLimitMs = 120_000

/** Throws browser_unavailable where there is no browser on this machine. */
export async function openPlaces(options: PlaceOptions): Promise<OpenPlaces> {
  const { policy, farm = null } = options
  const listen = (listener?: EgressListener) =>
    startEgressProxy({ guard: createGuardedDialer(options), policy, listener })
  if (farm === null) {
    const executablePath = await requireBrowser({ configuredPath: options.browserPath })
    const egress = await listen()
    const launch = createLauncher({ ...options, executablePath, proxyServer: egress.server })
    return { egress, places: [{ launch }], idleLimitMs: null }
  }
  const egress = farm.listener === null ? createAbsentProxy() : await listen(farm.listener)
  return {
    egress,
    places: farm.addresses.map((text) => placeOfFarm(text, { ...options, ...farm, egress })),
    idleLimitMs,
  }
}

function placeOfFarm(text: string, options: PlaceOptions & FarmOptions & { egress: EgressProxy }): BrowserPlace {
  const address = parseFarmAddress(text)
  const { launch, isOpen } = createFarmLauncher({ ...options, address })
  const isRefusal = (error: unknown) => error instanceof FarmError && error.isRefusal
  return { launch, farm: { name: address.name, isOpen, isRefusal } }
}
