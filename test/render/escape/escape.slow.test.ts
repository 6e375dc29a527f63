import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { startEgressProxy } from '../../../src/fetch/egress/proxy.ts'
import type { EgressSession } from '../../../src/fetch/egress/session.ts'
import { createAddressPolicy } from '../../../src/fetch/guard/address-policy.ts'
import { createGuardedDialer } from '../../../src/fetch/guard/guarded-dialer.ts'
import { egressFlags } from '../../../src/render/browser/egress-flags.ts'
import { createLauncher } from '../../../src/render/browser/launch-browser.ts'
import { createBrowserPool } from '../../../src/render/browser-pool.ts'
import type { Tab } from '../../../src/render/tab/tab.ts'
import { noShare } from '../../../src/share.ts'
import { browserPath, lacksBrowser, openRenderer } from '../open-renderer.ts'
import { type Canary, openCanary } from './canary.ts'
import { attempts, openEscapeSite } from './escape-site.ts'

/** What a visit of the page that makes all attempts has shown. */
interface Visit {
  canary: Canary
  /** What the egress proxy has refused. */
  refusals: EgressSession['refusals']
  /** What the browser's network log says it did, whatever its destination. */
  log: NetworkLog
  proxyAddress: string
}

interface VisitOptions {
  /** From the egress flags to those that the browser starts with. */
  flags?: (all: string[]) => string[]
  /** Whether the page has got as far as the test wants it. Called when it has made its attempts. */
  until: (visit: Pick<Visit, 'canary' | 'refusals'> & { title: string }) => boolean
  /** Whether the journeys of the site are made as well. */
  withJourneys?: boolean
}

/**
 * Opens the page that makes all attempts by the browser pool, in a browser with other flags. The page may do everything that the
 * flags do not forbid: what the pool's pages leave out to save time (pictures, fonts, pop-ups, service workers) is allowed again.
 */
async function visit({ flags = (all) => all, until, withJourneys = false }: VisitOptions): Promise<Visit> {
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
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-escape-'))
  // The browser may run as another user.
  chmodSync(folder, 0o777)
  const logFile = join(folder, 'network.json')
  const launch = createLauncher({
    ...{
      executablePath: browserPath ?? '',
      proxyServer: proxy.server,
      userAgent: 'test',
      maxBodyBytes: 4 * 1024 ** 2,
    },
    wayOut: (server) => [...flags(egressFlags(server)), `--log-net-log=${logFile}`],
  })
  const pool = createBrowserPool({
    ...{ egress: proxy, maxPages: 1, recyclePages: 100, recycleBytes: 4 * 1024 ** 3 },
    places: [{ launch }],
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
    return { canary, refusals, log: readNetworkLog(logFile), proxyAddress: `127.0.0.1:${proxy.port}` }
  } finally {
    await pool.close()
    await proxy.close()
    rmSync(folder, { recursive: true })
  }
}

/** The pool's page adds its scripts in this order: that of the isolated world, that of the main world. */
const mainWorldScriptId = '2'

/** Each ends at the egress proxy, which refuses the canary's address. */
async function makeJourneys(tab: Tab, urls: readonly string[]): Promise<void> {
  const { document } = tab.traffic
  for (const url of urls) {
    const destination = decodeURIComponent(new URL(url).search.slice(1))
    await tab.send('Page.navigate', { url })
    await waitFor(tab, async () => document.url === destination && document.failure !== null)
  }
}

const pollMs = 50

/** Lets the page's clock follow ours until it is done. */
async function waitFor(tab: Tab, isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone().catch(() => false))) {
    await tab.send('Emulation.setVirtualTimePolicy', { policy: 'advance', budget: pollMs })
    await sleep(pollMs)
  }
}

interface NetworkLog {
  tcp: Set<string>
  udpSent: number
  namesResolved: number
}

function readNetworkLog(file: string): NetworkLog {
  const { constants, events } = JSON.parse(readFileSync(file, 'utf8'))
  const types: Record<string, number> = constants.logEventTypes
  const of = (name: string) => {
    // Without this kind of event in the log nothing would seem to leave.
    if (types[name] === undefined) throw new Error(`the browser's log has no ${name}`)
    return events.filter(({ type }: { type: number }) => type === types[name])
  }
  return {
    tcp: new Set(
      of('TCP_CONNECT_ATTEMPT').flatMap((event: { params?: { address?: string } }) => event.params?.address ?? []),
    ),
    udpSent: of('UDP_BYTES_SENT').length,
    namesResolved: of('HOST_RESOLVER_MANAGER_JOB_STARTED').length,
  }
}

describe.skipIf(lacksBrowser)('with the egress flags', () => {
  it('a page lets nothing out: 0 TCP connections, 0 UDP datagrams, 0 names looked up', async () => {
    expect(attempts.length).toBeGreaterThan(150)
    const { canary, refusals, log, proxyAddress } = await visit({
      withJourneys: true,
      until: ({ refusals, title }) => refusals.length > 60 && title.includes('peers'),
    })
    expect([[...canary.names], canary.tcp, canary.udp]).toEqual([[], 0, 0])
    // The browser has connected to the proxy and to nothing else.
    expect([...log.tcp]).toEqual([proxyAddress])
    expect([log.udpSent, log.namesResolved]).toEqual([0, 0])
    // The attempts were made.
    const hosts = [...new Set(refusals.map(({ host }) => host))]
    expect(hosts).toEqual(
      expect.arrayContaining([
        ...['127.0.0.1', 'localhost', '::1', '::', '0.0.0.0', '::ffff:7f00:1'],
        ...['a.localhost', '64:ff9b::7f00:1', 'rebinding.example'],
      ]),
    )
  })

  it('and without them the same page reaches the canary by more than 90 attempts, and by UDP', async () => {
    const { canary } = await visit({
      flags: () => [],
      until: ({ canary }) => canary.names.size > 90 && canary.udp > 20,
    })
    expect(canary.tcp).toBeGreaterThan(90)
  })

  it('more than the proxy is needed: with that alone loopback is reached past it', async () => {
    const { canary } = await visit({
      flags: (all) => all.filter((flag) => flag.startsWith('--proxy-server=')),
      until: ({ canary }) => canary.names.size > 60,
    })
    expect(canary.tcp).toBeGreaterThan(60)
  })

  it('the policy for WebRTC is needed: without it STUN goes past the proxy by UDP', async () => {
    const { canary } = await visit({
      flags: (all) => all.filter((flag) => !flag.includes('webrtc')),
      until: ({ canary }) => canary.udp > 0,
    })
    expect([canary.tcp, canary.udp > 0]).toEqual([0, true])
  })

  it('the engine lets nothing out: what it renders reaches the canary by no attempt and by no journey', async () => {
    await using canary = await openCanary()
    await using site = await openEscapeSite(canary.port)
    await using rendering = openRenderer({
      policy: createAddressPolicy({ allowAddresses: ['127.0.0.2/32'] }),
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    })
    // However the page ends: it has made its attempts.
    await rendering.load(site.url, { timeoutMs: 40_000 }).catch(() => {})
    await site.tried
    const ends = await Promise.all(
      site.journeys.map((url) =>
        rendering.load(url).then(
          (page) => new URL(page.finalUrl).hostname,
          (error) => error.type,
        ),
      ),
    )
    // A page that goes on by itself may be read before it does.
    expect(ends[0]).toBe('address_refused')
    for (const end of ends) expect(['address_refused', '127.0.0.2']).toContain(end)
    await rendering[Symbol.asyncDispose]()
    await canary.catchUp()
    expect([[...canary.names], canary.tcp, canary.udp]).toEqual([[], 0, 0])
  })
})
