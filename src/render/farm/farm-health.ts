/** Whether an address of a farm takes new browsers: one that is being drained keeps those that it has. */

import { type FarmAddress, httpUrl } from './farm-address.ts'
import { askFarm, valueAt } from './farm-request.ts'
import type { FarmKind } from './recognize-farm.ts'

/** What a server or a balancer in front answers while it stops. */
const stopping = new Set([502, 503, 504])

/**
 * False where nobody listens any more, for the answers of a server that stops, and for a grid all of whose nodes are drained. A grid
 * that is full takes new sessions as soon as one ends, so it is open.
 */
export async function takesBrowsers(address: FarmAddress, { kind }: FarmKind): Promise<boolean> {
  const base = address.url.pathname.replace(/\/+$/, '')
  const path = { playwright: '/json', cdp: '/json/version', selenium: `${base}/status` }[kind]
  try {
    const { status, body } = await askFarm(address, httpUrl(address, path))
    if (stopping.has(status)) return false
    const nodes = kind === 'selenium' ? valueAt(body, 'value', 'nodes') : null
    return !Array.isArray(nodes) || nodes.length === 0 || nodes.some((node) => valueAt(node, 'availability') === 'UP')
  } catch {
    return false
  }
}
