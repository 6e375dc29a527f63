/** Opens the page that makes all attempts to escape, in a local or remote browser. */

import { setTimeout as sleep } from 'node:timers/promises'
import { noShare } from '../../../src/base/share.ts'
import { type EgressProxy, startEgressProxy } from '../../../src/fetch/egress/proxy.ts'
import type { EgressSession } from '../../../src/fetch/egress/session.ts'
import { createAddressPolicy } from '../../../src/fetch/guard/address-policy.ts'
import { createGuardedDialer } from '../../../src/fetch/guard/guarded-dialer.ts'
import { createBrowserPool } from '../../../src/render/browser-pool.ts'
import type { BrowserPlace } from '../../../src/render/browser-seats.ts'
import type { Tab } from '../../../src/render/tab/tab.ts'
import { type Canary, openCanary } from './canary.ts'
import { openEscapeSite } from './escape-site.ts'

/** Result of visiting the page that makes all attempts. */
export interface Visit {
  canary: Canary
  /** Refusals of the egress proxy. */
  refusals: EgressSession['refusals']
  proxyAddress: string
}

export interface VisitOptions {
  /** Opens the source of the browser. */
  openPlace: (proxy: EgressProxy) => BrowserPlace
  /** True once the page has done what the test needs. Called after it has made its attempts. */
  until: (visit: Pick<Visit, 'canary' | 'refusals'> & { title: string }) => boolean
  /** True to try the site's navigations as well. */
  withJourneys?: boolean
}

/**
 * Opens the page through the browser pool with everything that the browser's flags allow. Features that the pool's pages skip to
 * save time (images, fonts, pop-ups, service workers) are enabled again.
 */
export async function visitEscapeSite({ openPlace, until, withJourneys = false }: VisitOptions): Promise<Visit> {
  const policy = createAddressPolicy({ allowAddresses: ['127.0.0.2/32'] })
  let lookups = 0
  const guard = createGuardedDialer({
    policy,
    resolve: async (host) => {
      const address = host === 'rebinding.example' && lookups++ === 0 ? '127.0.0.2' : '127.0.0.1'
      return [{ address, family: 4 }]
    },
  })
  const proxy = await startEgressProxy({ guard, policy })
  await using canary = await openCanary()
  await using site = await openEscapeSite(canary.port)
  const pool = createBrowserPool({
    ...{ egress: proxy, maxPages: 1, recycleBytes: 4 * 1024 ** 3 },
    places: [openPlace(proxy)],
  })
  try {
    const refusals = await pool.use({ signal: new AbortController().signal, share: noShare }, async (tab) => {
      const { refusals } = tab.egress
      await tab.send('Fetch.enable', { handleAuthRequests: true, patterns: [{ resourceType: 'Document' }] })
      await tab.send('Page.removeScriptToEvaluateOnNewDocument', { identifier: mainWorldScriptId })
      await tab.send('Page.navigate', { url: site.url })
      await waitFor(tab, async () => {
        const { result } = await tab.send('Runtime.evaluate', { expression: 'document.title' })
        const title = String(result.value)
        return title.startsWith('tried') && until({ canary, refusals, title })
      })
      if (withJourneys) await makeJourneys(tab, site.journeys)
      return refusals
    })
    await pool.close()
    await canary.catchUp()
    return { canary, refusals, proxyAddress: `127.0.0.1:${proxy.port}` }
  } finally {
    await pool.close()
    await proxy.close()
  }
}

/** The pool's page adds its scripts in this order: the isolated world's, then the main world's. */
const mainWorldScriptId = '2'

/** Each navigation ends at the egress proxy, which refuses the canary's address. */
async function makeJourneys(tab: Tab, urls: readonly string[]): Promise<void> {
  const { document } = tab.traffic
  for (const url of urls) {
    const destination = decodeURIComponent(new URL(url).search.slice(1))
    await tab.send('Page.navigate', { url })
    await waitFor(tab, async () => document.url === destination && document.failure !== null)
  }
}

const pollMs = 50

/** Lets the page's clock follow real time until it is done. */
async function waitFor(tab: Tab, isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone().catch(() => false))) {
    await tab.send('Emulation.setVirtualTimePolicy', { policy: 'advance', budget: pollMs })
    await sleep(pollMs)
  }
}
