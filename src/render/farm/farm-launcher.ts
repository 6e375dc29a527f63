/** Gets browsers from one address of a farm. Uses a browser only after a test shows that its pages can't bypass our proxy. */

import { orLate } from '../../base/deadline.ts'
import type { EgressProxy } from '../../fetch/egress/proxy.ts'
import { browserFlags } from '../browser/browser-flags.ts'
import { egressFlags } from '../browser/egress-flags.ts'
import { messageBounds } from '../browser/message-bounds.ts'
import type { RunningBrowser } from '../browser/running-browser.ts'
import { type FarmAddress, FarmError, failureCode } from './farm-address.ts'
import { type FarmLink, linkLimitMs, openFarmLink } from './farm-link.ts'
import { findSocket } from './find-socket.ts'
import { followFarmBrowser } from './follow-farm-browser.ts'
import { proveFence } from './prove-fence.ts'

interface FarmLauncherOptions {
  address: FarmAddress
  /** The only way out for the farm's pages. */
  egress: EgressProxy
  /** The User-Agent of pages and their workers. */
  userAgent: string
  /** Limit on a document, in bytes. */
  maxBodyBytes: number
}

/** Returns a function that gets a browser, or throws FarmError. */
export function createFarmLauncher(options: FarmLauncherOptions): () => Promise<RunningBrowser> {
  const { address, egress, userAgent, maxBodyBytes } = options
  const { name } = address
  const bounds = messageBounds(maxBodyBytes)
  const maxMessageBytes = Math.max(bounds.maxEventBytes, bounds.maxResultBytes)
  const flags = [...browserFlags, ...egressFlags(egress.server), `--user-agent=${userAgent}`]

  async function start(link: FarmLink): Promise<RunningBrowser> {
    const tooLate = () => new FarmError(`The browser at farm ${name} is not responding`)
    const following = followFarmBrowser(link, { ...bounds, name, userAgent, proxyServer: egress.server })
    const browser = await orLate(performance.now() + linkLimitMs, tooLate, following)
    await proveFence(browser, name, egress)
    return browser
  }

  return async function launch() {
    const url = withLaunchOptions(await findSocket(address), flags)
    const link = await openFarmLink(address, url, maxMessageBytes)
    try {
      return await start(link)
    } catch (error) {
      await link.close()
      if (error instanceof FarmError) throw error
      throw new FarmError(`The browser at farm ${name} can't be used: ${failureCode(error)}`, { cause: error })
    }
  }
}

/**
 * Adds `launch={"args":[…]}`, whose flags browserless passes to the browser. Keeps the options in the address, but our flags come last and
 * therefore win. If an endpoint ignores the parameter, the later test decides whether its browser is used.
 */
function withLaunchOptions(socket: URL, flags: readonly string[]): URL {
  const url = new URL(socket)
  if (/\/devtools\/browser\//.test(url.pathname)) return url
  const given = parseOptions(url.searchParams.get('launch') ?? '{}')
  url.searchParams.set('launch', JSON.stringify({ ...given, args: [...(given.args ?? []), ...flags] }))
  return url
}

function parseOptions(json: string): { args?: unknown[] } {
  try {
    const options = JSON.parse(json)
    if (typeof options === 'object' && Array.isArray(options?.args ?? [])) return options ?? {}
  } catch {
    // The error below doesn't repeat the text, which may hold a secret.
  }
  throw new FarmError(
    'The launch options in the browser farm URL must be a JSON object whose args, if any, are an array',
  )
}
