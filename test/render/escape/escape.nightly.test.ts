import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createAddressPolicy } from '../../../src/fetch/guard/address-policy.ts'
import { egressFlags } from '../../../src/render/browser/browser-flags.ts'
import { createLauncher } from '../../../src/render/browser/launch-browser.ts'
import { browserPath, lacksBrowser, openRenderer } from '../open-renderer.ts'
import { openCanary } from './canary.ts'
import { attempts, openEscapeSite } from './escape-site.ts'
import { type Visit, type VisitOptions, visitEscapeSite } from './escape-visit.ts'

interface LocalVisitOptions extends Omit<VisitOptions, 'openPlace'> {
  /** Maps the egress flags to the flags that the browser starts with. */
  flags?: (all: string[]) => string[]
}

/** Uses a local browser with other flags. `log` is the activity in its network log, regardless of the destination. */
async function visit({ flags = (all) => all, ...options }: LocalVisitOptions): Promise<Visit & { log: NetworkLog }> {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-escape-'))
  // The browser may run as another user.
  chmodSync(folder, 0o777)
  const logFile = join(folder, 'network.json')
  try {
    const visited = await visitEscapeSite({
      ...options,
      openPlace: (proxy) => ({
        launch: createLauncher({
          ...{ executablePath: browserPath ?? '', proxyServer: proxy.server },
          ...{ userAgent: 'test', maxBodyBytes: 4 * 1024 ** 2 },
          wayOut: (server) => [...flags(egressFlags(server)), `--log-net-log=${logFile}`],
        }),
      }),
    })
    return { ...visited, log: readNetworkLog(logFile) }
  } finally {
    rmSync(folder, { recursive: true })
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
    // If the log lacked this kind of event, no traffic would seem to leave.
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
  it('a page sends nothing out: 0 TCP connections, 0 UDP datagrams, 0 DNS lookups', async () => {
    expect(attempts.length).toBeGreaterThan(150)
    const { canary, refusals, log, proxyAddress } = await visit({
      withJourneys: true,
      until: ({ refusals, title }) => refusals.length > 60 && title.includes('peers'),
    })
    expect([[...canary.names], canary.tcp, canary.udp]).toEqual([[], 0, 0])
    // The browser has connected only to the proxy.
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

  it('without these flags the same page reaches the canary with more than 90 attempts, and over UDP', async () => {
    const { canary } = await visit({
      flags: () => [],
      until: ({ canary }) => canary.names.size > 90 && canary.udp > 20,
    })
    expect(canary.tcp).toBeGreaterThan(90)
  })

  it('the proxy flag is not enough: with it alone, pages reach loopback', async () => {
    const { canary } = await visit({
      flags: (all) => all.filter((flag) => flag.startsWith('--proxy-server=')),
      until: ({ canary }) => canary.names.size > 60,
    })
    expect(canary.tcp).toBeGreaterThan(60)
  })

  it('the WebRTC policy is needed: without it STUN bypasses the proxy over UDP', async () => {
    const { canary } = await visit({
      flags: (all) => all.filter((flag) => !flag.includes('webrtc')),
      until: ({ canary }) => canary.udp > 0,
    })
    expect([canary.tcp, canary.udp > 0]).toEqual([0, true])
  })

  it('the engine sends nothing out: no attempt or navigation of a rendered page reaches the canary', async () => {
    await using canary = await openCanary()
    await using site = await openEscapeSite(canary.port)
    await using rendering = openRenderer({
      policy: createAddressPolicy({ allowAddresses: ['127.0.0.2/32'] }),
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    })
    // Regardless of the outcome, the page has made its attempts.
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
    // A page that navigates on its own may be read before it does.
    expect(ends[0]).toBe('address_refused')
    for (const end of ends) expect(['address_refused', '127.0.0.2']).toContain(end)
    await rendering[Symbol.asyncDispose]()
    await canary.catchUp()
    expect([[...canary.names], canary.tcp, canary.udp]).toEqual([[], 0, 0])
  })
})
