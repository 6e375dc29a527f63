/** Gets browsers of one address of a farm: recognizes what answers there, opens a line to a browser, and uses none whose fence is not proven. */

import { orLate } from '../../deadline.ts'
import type { EgressProxy } from '../../fetch/egress/proxy.ts'
import { browserFlags } from '../browser/browser-flags.ts'
import { egressFlags } from '../browser/egress-flags.ts'
import { messageBounds } from '../browser/message-bounds.ts'
import type { RunningBrowser } from '../browser/running-browser.ts'
import { openDevtoolsLink } from './devtools-link.ts'
import { type FarmAddress, withoutSecrets } from './farm-address.ts'
import { FarmError } from './farm-error.ts'
import { takesBrowsers } from './farm-health.ts'
import { type FarmLink, type LinkRequest, linkLimitMs } from './farm-link.ts'
import { followFarmBrowser } from './follow-farm-browser.ts'
import { mergeLaunchOptions } from './launch-options.ts'
import { openPlaywrightLink } from './playwright-link.ts'
import { proveFence } from './prove-fence.ts'
import { type FarmKind, recognizeFarm } from './recognize-farm.ts'
import { openSeleniumSession } from './selenium-session.ts'

export interface FarmLauncherOptions {
  address: FarmAddress
  /** The only way out of its pages; with an empty `server` they go out by themselves. */
  egress: EgressProxy
  /** Whether the farm's owner says that it keeps its pages in by itself. */
  isFenced: boolean
  /** The User-Agent of pages and their workers. */
  userAgent: string
  /** Cap on a document, in bytes. */
  maxBodyBytes: number
}

export interface FarmLauncher {
  /** Throws FarmError. */
  launch(): Promise<RunningBrowser>
  /** Whether the address takes new browsers. True as long as it has given none. */
  isOpen(): Promise<boolean>
}

export function createFarmLauncher(options: FarmLauncherOptions): FarmLauncher {
  const { address, egress, isFenced, userAgent, maxBodyBytes } = options
  const { name } = address
  const { server } = egress
  const bounds = messageBounds(maxBodyBytes)
  const flags = [...browserFlags, ...(server === '' ? [] : egressFlags(server)), `--user-agent=${userAgent}`]
  const request: LinkRequest = { flags, maxMessageBytes: Math.max(bounds.maxEventBytes, bounds.maxResultBytes) }
  let kind: FarmKind | null = null

  async function open(): Promise<FarmLink> {
    kind = await recognizeFarm(address)
    if (kind.kind === 'playwright') return openPlaywrightLink(address, request)
    if (kind.kind === 'selenium') return openSeleniumLink(address, request)
    return openDevtoolsLink(address, withLaunchOptions(kind.socket, flags), request)
  }

  async function start(link: FarmLink): Promise<RunningBrowser> {
    const tooLate = () => new FarmError(`The browser of the farm ${name} does not answer`)
    const following = followFarmBrowser(link, { ...bounds, name, userAgent, proxyServer: server })
    const browser = await orLate(performance.now() + linkLimitMs, tooLate, following)
    if (server !== '') await proveFence(browser, { name, egress, mayOfferUdp: isFenced })
    return browser
  }

  return {
    isOpen: async () => kind === null || takesBrowsers(address, kind),
    async launch() {
      if (kind && !(await takesBrowsers(address, kind)))
        throw new FarmError(`The browser farm ${name} takes no new browser`)
      const link = await open()
      try {
        return await start(link)
      } catch (error) {
        await link.close()
        if (error instanceof FarmError) throw error
        const said = withoutSecrets(error instanceof Error ? error.message : String(error), address)
        const why = said === '' ? 'it does not speak DevTools' : said
        throw new FarmError(`The browser of the farm ${name} can't be used: ${why}`, { cause: error })
      }
    },
  }
}

/** As browserless takes them. What takes none leaves the parameter alone, and is judged by what its browser does. */
function withLaunchOptions(socket: URL, flags: readonly string[]): URL {
  const url = new URL(socket)
  if (/\/devtools\/browser\//.test(url.pathname)) return url
  url.searchParams.set('launch', JSON.stringify(mergeLaunchOptions(url.searchParams.get('launch'), flags)))
  return url
}

async function openSeleniumLink(address: FarmAddress, request: LinkRequest): Promise<FarmLink> {
  const { socket, end } = await openSeleniumSession(address, request)
  try {
    const link = await openDevtoolsLink(address, socket, request)
    const close = async () => {
      await link.close()
      await end()
    }
    return { ...link, kind: 'Selenium Grid', close }
  } catch (error) {
    await end()
    throw error
  }
}
