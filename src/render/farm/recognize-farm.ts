/** Finds out what answers at the address of a farm. */

import { type FarmAddress, httpUrl, socketUrl, withoutSecrets } from './farm-address.ts'
import { FarmError } from './farm-error.ts'
import { askFarm, textAt, valueAt } from './farm-request.ts'

export type FarmKind =
  | { kind: 'playwright' }
  | { kind: 'selenium' }
  /** `socket`: where DevTools are spoken. */
  | { kind: 'cdp'; socket: URL }

/**
 * A Playwright server names its path at `/json`; a grid says at `/status` that it is ready; Chromium and what stands in for it name their
 * socket at `/json/version`. A ws or wss address that says nothing of itself speaks DevTools. Throws FarmError.
 */
export async function recognizeFarm(address: FarmAddress): Promise<FarmKind> {
  const { url, name } = address
  const path = url.pathname.replace(/\/+$/, '')
  const isSocket = /^wss?:$/.test(url.protocol)
  const ask = async (path: string) => (await askFarm(address, httpUrl(address, path))).body
  try {
    if (/\/playwright(?:\/|$)/.test(url.pathname)) return { kind: 'playwright' }
    if (isSocket && /\/(devtools|cdp)(?:\/|$)/.test(url.pathname)) return { kind: 'cdp', socket: url }
    if (await isPlaywright(address)) return { kind: 'playwright' }
    if (isSocket && path !== '') return { kind: 'cdp', socket: url }
    if (!isSocket && typeof valueAt(await ask(`${path}/status`), 'value', 'ready') === 'boolean') {
      return { kind: 'selenium' }
    }
    const socket = textAt(await ask('/json/version'), 'webSocketDebuggerUrl')
    if (socket !== null || isSocket) return { kind: 'cdp', socket: socketUrl(address, socket ?? '') }
  } catch (error) {
    const why = withoutSecrets(error instanceof Error ? error.message : String(error), address)
    throw new FarmError(`The browser farm ${name} can't be reached: ${why}`, { cause: error })
  }
  const words = `${name} is no browser farm: neither a Playwright server, nor a DevTools endpoint, nor Selenium Grid 4`
  throw new FarmError(words, { isRefusal: true })
}

/** A Playwright server answers this path alone, without a query; what stands before it may want the token in one. */
async function isPlaywright(address: FarmAddress): Promise<boolean> {
  const asked = httpUrl(address, '/json')
  const bare = new URL(asked)
  bare.search = ''
  const urls = asked.search === '' ? [asked] : [asked, bare]
  for (const url of urls) {
    if (textAt((await askFarm(address, url)).body, 'wsEndpointPath') !== null) return true
  }
  return false
}
