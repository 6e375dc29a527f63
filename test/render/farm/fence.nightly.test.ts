import { describe, expect, it } from 'vitest'
import type { EgressProxy } from '../../../src/fetch/egress/proxy.ts'
import { egressFlags } from '../../../src/render/browser/browser-flags.ts'
import type { BrowserPlace } from '../../../src/render/browser-seats.ts'
import { createFarmLauncher } from '../../../src/render/farm/farm-launcher.ts'
import { parseFarmAddress } from '../../../src/render/farm/farm-link.ts'
import { visitEscapeSite } from '../escape/escape-visit.ts'
import { lacksBrowser } from '../open-renderer.ts'
import { startChromium } from './chromium-process.ts'
import { openBrowserless } from './farm-front.ts'

function openFarm(text: string, egress: EgressProxy): BrowserPlace {
  const address = parseFarmAddress(text)
  return { launch: createFarmLauncher({ ...{ userAgent: 'test', maxBodyBytes: 4 * 1024 ** 2 }, address, egress }) }
}

/** Makes every escape attempt and navigation with a browser from this farm. */
async function leaksOf(address: string) {
  const { canary, refusals } = await visitEscapeSite({
    openPlace: (egress) => openFarm(address, egress),
    withJourneys: true,
    until: ({ refusals, title }) => refusals.length > 60 && title.includes('peers'),
  })
  expect([...new Set(refusals.map(({ host }) => host))]).toEqual(
    expect.arrayContaining(['127.0.0.1', 'localhost', '::1', '0.0.0.0', 'rebinding.example']),
  )
  return { ways: [...canary.names], tcp: canary.tcp, udp: canary.udp }
}

const none = { ways: [], tcp: 0, udp: 0 }

/** Returns the reason why a browser from this address is refused. */
async function refusalOf(address: string): Promise<unknown> {
  const opened = visitEscapeSite({ openPlace: (egress) => openFarm(address, egress), until: () => true })
  return opened.then(
    () => null,
    (error: Error) => error.message,
  )
}

describe.skipIf(lacksBrowser)('a page in a farm sends nothing out: 0 TCP connections, 0 UDP datagrams', () => {
  it('on an endpoint like browserless', async () => {
    await using front = await openBrowserless({ token: 'secret-token' })
    expect(await leaksOf(`ws://127.0.0.1:${front.port}?token=secret-token`)).toEqual(none)
  })

  it('in a Chromium started only with the WebRTC policy, where each page gets its own proxy', async () => {
    await using browser = await startChromium(
      egressFlags('http://127.0.0.1:1').filter((flag) => flag.includes('webrtc')),
    )
    expect(await leaksOf(`http://127.0.0.1:${browser.port}`)).toEqual(none)
  })
})

describe.skipIf(lacksBrowser)('a farm that lets its pages bypass the proxy is refused', () => {
  it('if it accepts no flags, because UDP from its pages bypasses the proxy', async () => {
    await using browser = await startChromium()
    await using front = await openBrowserless({ obeys: false })
    for (const address of [`http://127.0.0.1:${browser.port}`, `ws://127.0.0.1:${front.port}`]) {
      expect(await refusalOf(address), address).toMatch(
        /^The browser at farm 127\.0\.0\.1:\d+ bypasses Gleaner's proxy for UDP of WebRTC/,
      )
    }
  })

  it('if it cannot reach the proxy, with a hint at the proxy URL setting', async () => {
    await using front = await openBrowserless()
    const visiting = visitEscapeSite({
      openPlace: (egress) => openFarm(`ws://127.0.0.1:${front.port}`, { ...egress, server: 'http://127.0.0.1:1' }),
      until: () => true,
    })
    await expect(visiting).rejects.toThrow(
      /does not load pages through Gleaner's proxy at http:\/\/127\.0\.0\.1:1.*GLEANER_EGRESS_URL/,
    )
  })

  it('if it reaches some hosts without the proxy', async () => {
    await using front = await openBrowserless()
    const address = `ws://127.0.0.1:${front.port}`
    const visiting = visitEscapeSite({
      // Simulates a farm with a host list that overrides the page's.
      openPlace: (egress) =>
        openFarm(address, { ...egress, openSession: (options) => withoutLoopback(egress, options) }),
      until: () => true,
    })
    await expect(visiting).rejects.toThrow(/bypasses Gleaner's proxy for requests for 127\.0\.0\.1/)
  })
})

/** A proxy that never sees a request for loopback. */
function withoutLoopback(egress: EgressProxy, options: Parameters<EgressProxy['openSession']>[0] = {}) {
  const { rehearse } = options
  if (!rehearse) return egress.openSession(options)
  return egress.openSession({
    ...options,
    rehearse: (url) => (url.hostname === '127.0.0.1' ? '' : rehearse(url)),
  })
}
