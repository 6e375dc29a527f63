import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CDPSession, chromium, type Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { startEgressProxy } from '../../src/fetch/egress/proxy.ts'
import type { EgressSession } from '../../src/fetch/egress/session.ts'
import { createAddressPolicy } from '../../src/fetch/guard/address-policy.ts'
import { createGuardedDialer } from '../../src/fetch/guard/guarded-dialer.ts'
import { fenceFlags } from '../../src/render/browser/browser-flags.ts'
import { findBrowser } from '../../src/render/browser/find-browser.ts'
import { type Canary, openCanary, openFenceSite } from './fence-page.ts'
import { ways } from './fence-ways.ts'
import { lacksBrowser, openRenderer } from './open-renderer.ts'

const executablePath = lacksBrowser
  ? null
  : await findBrowser({ configuredPath: process.env.GLEANER_BROWSER_PATH || null })

interface Visit {
  canary: Canary
  session: EgressSession
  /** What the browser's network log says it did, whatever its destination. */
  log: NetworkLog
  proxyAddress: string
}

interface Trip {
  /** Flags of the fence → flags that the browser starts with. */
  flags?: (all: string[]) => string[]
  /** Whether the page got as far as the test wants it; it has tried everything by then. */
  until: (visit: Pick<Visit, 'canary' | 'session'> & { title: string }) => boolean
  /** Whether it goes to the canary by its own address as well, and then waits until nothing happens any more. */
  isThorough?: boolean
}

/** Opens the page of all ways in a browser that may do everything that the fence does not forbid: pop-ups, downloads, workers of all kinds. */
async function visit({ flags = (all) => all, until, isThorough = false }: Trip): Promise<Visit> {
  const policy = createAddressPolicy({ allowAddresses: ['127.0.0.2/32'] })
  let asked = 0
  const guard = createGuardedDialer({
    policy,
    resolve: async (host) => {
      const address = host === 'rebinding.example' && asked++ === 0 ? '127.0.0.2' : '127.0.0.1'
      return [{ address, family: 4 }]
    },
  })
  const proxy = await startEgressProxy({ guard, policy })
  await using canary = await openCanary()
  await using site = await openFenceSite(canary.port)
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-fence-'))
  const logFile = join(folder, 'network.json')
  const browser = await chromium.launch({
    executablePath: executablePath ?? '',
    args: [...flags(fenceFlags(proxy.server)), `--log-net-log=${logFile}`],
  })
  try {
    const session = proxy.openSession()
    const context = await browser.newContext()
    const page = await context.newPage()
    await showCredentials(page, await context.newCDPSession(page), proxy.doorstep, session)
    await page.goto(site.url, { waitUntil: 'commit' })
    await poll(async () => {
      const title = await page.title()
      return title.startsWith('tried') && until({ canary, session, title })
    })
    if (isThorough) {
      for (const journey of site.journeys) await page.goto(journey, { waitUntil: 'commit' }).catch(() => {})
      await quiet(() => canary.tcp + canary.udp + session.refusals.length)
    }
    await browser.close()
    const log = readNetworkLog(logFile)
    return { canary, session, log, proxyAddress: `127.0.0.1:${proxy.port}` }
  } finally {
    await browser.close()
    await proxy.close()
    rmSync(folder, { recursive: true })
  }
}

/** As the pool does it: once, at the doorstep; without the proxy there is none. */
async function showCredentials(page: Page, cdp: CDPSession, doorstep: string, { username, password }: EgressSession) {
  cdp.on(
    'Fetch.requestPaused',
    ({ requestId }) => void cdp.send('Fetch.continueRequest', { requestId }).catch(() => {}),
  )
  cdp.on('Fetch.authRequired', ({ requestId }) => {
    const authChallengeResponse = { response: 'ProvideCredentials', username, password } as const
    void cdp.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => {})
  })
  await cdp.send('Fetch.enable', { handleAuthRequests: true })
  await page.evaluate((url) => fetch(url, { mode: 'no-cors' }).catch(() => {}), doorstep)
  await cdp.send('Fetch.disable')
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
    // A log without this kind of event would look like a fence that holds.
    if (types[name] === undefined) throw new Error(`the browser's log knows no ${name}`)
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

async function poll(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone().catch(() => false))) await new Promise((resolve) => setTimeout(resolve, 50))
}

/** Resolves when the count has stood still for a second and a half: the tries of a page come within milliseconds. */
async function quiet(count: () => number): Promise<void> {
  for (let last = -1; last !== count(); ) {
    last = count()
    await new Promise((resolve) => setTimeout(resolve, 1500))
  }
}

describe.skipIf(lacksBrowser)('the fence', () => {
  it('lets nothing out by 35 ways and more: 0 TCP connections, 0 UDP datagrams, 0 names looked up', async () => {
    expect(ways.length).toBeGreaterThan(35)
    const { canary, session, log, proxyAddress } = await visit({
      isThorough: true,
      until: ({ session, title }) => session.refusals.length > 60 && title.includes('peers'),
    })
    expect([[...canary.names], canary.tcp, canary.udp]).toEqual([[], 0, 0])
    // Not at the canary and not elsewhere: the proxy is all that the browser ever talked to.
    expect([...log.tcp]).toEqual([proxyAddress])
    expect([log.udpSent, log.namesResolved]).toEqual([0, 0])
    // Tried they were.
    const hosts = [...new Set(session.refusals.map(({ host }) => host))]
    expect(hosts).toEqual(
      expect.arrayContaining([
        '127.0.0.1',
        'localhost',
        '::1',
        '::',
        '0.0.0.0',
        '::ffff:7f00:1',
        'a.localhost',
        '64:ff9b::7f00:1',
        'rebinding.example',
      ]),
    )
  })

  it('is what holds them: without it the same page reaches the canary by more than 35 ways, and by UDP', async () => {
    const { canary } = await visit({
      flags: () => [],
      until: ({ canary }) => canary.names.size > 60 && canary.udp > 20,
    })
    expect(canary.names.size).toBeGreaterThan(35)
    expect(canary.tcp).toBeGreaterThan(35)
    expect(canary.udp).toBeGreaterThan(0)
  })

  it('needs more than the proxy: with that alone loopback goes around it', async () => {
    const { canary } = await visit({
      flags: (all) => all.filter((flag) => flag.startsWith('--proxy-server=')),
      until: ({ canary }) => canary.names.size > 60,
    })
    expect(canary.tcp).toBeGreaterThan(20)
  })

  it('needs the policy for WebRTC: without it STUN goes past the proxy by UDP', async () => {
    const { canary } = await visit({
      flags: (all) => all.filter((flag) => !flag.includes('webrtc')),
      until: ({ canary }) => canary.udp > 0,
    })
    expect([canary.tcp, canary.udp > 0]).toEqual([0, true])
  })

  it('stands around the pool: render_js loads the page of all ways and the canary hears nothing', async () => {
    await using canary = await openCanary()
    await using site = await openFenceSite(canary.port)
    await using tabs = openRenderer({
      policy: createAddressPolicy({ allowAddresses: ['127.0.0.2/32'] }),
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    })
    const client = new AbortController()
    const loading = tabs.load(site.url, { timeoutMs: 50_000, signal: client.signal }).catch(() => {})
    await site.tried
    await quiet(() => canary.tcp + canary.udp)
    client.abort()
    await loading
    const ends = await Promise.all(
      site.journeys.map((url) =>
        tabs.load(url).then(
          (arrived) => new URL(arrived.finalUrl).hostname,
          (error) => error.type,
        ),
      ),
    )
    // The address asked for itself when a page goes on by itself, never the canary's.
    expect(ends[0]).toBe('address_refused')
    for (const end of ends) expect(['address_refused', '127.0.0.2']).toContain(end)
    await quiet(() => canary.tcp + canary.udp)
    expect([[...canary.names], canary.tcp, canary.udp]).toEqual([[], 0, 0])
  })
})
