/** Tests that egress is also blocked in frames from other sites, which run in separate processes. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { createAddressPolicy } from '../../../src/fetch/guard/address-policy.ts'
import { openCanary } from '../escape/canary.ts'
import { openEscapeSite } from '../escape/escape-site.ts'
import { lacksBrowser, openRenderer } from '../open-renderer.ts'
import { read } from './framed-site.ts'

// Most of the pages only wait, but each of their frames is a process.
vi.setConfig({ maxConcurrency: 3 })

/** A page on 127.0.0.3 with frames on 127.0.0.2 and on the forbidden 127.0.0.1. */
async function openPageWith(frameUrls: readonly string[]) {
  const frames = frameUrls.map((url) => `<iframe width="900" height="600" src="${url}"></iframe>`)
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(`<p>Before.</p>${frames.join('')}<p>After.</p>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.3', resolve))
  return {
    url: `http://127.0.0.3:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const openFenced = () =>
  openRenderer({
    policy: createAddressPolicy({ allowAddresses: ['127.0.0.2/31'] }),
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  })

describe.skipIf(lacksBrowser).concurrent('a frame from another site', () => {
  it('cannot reach the canary with any attempt or navigation from the page tests', async () => {
    await using canary = await openCanary()
    await using site = await openEscapeSite(canary.port)
    await using page = await openPageWith([site.url, ...site.journeys])
    await using rendering = openFenced()
    const seen = new AbortController()
    const loading = rendering.load(page.url, { signal: seen.signal }).catch(() => {})
    await site.tried
    await site.peersTried
    // There's no event for the failure of the last attempt.
    await pause(3000)
    seen.abort()
    await loading
    await rendering[Symbol.asyncDispose]()
    await canary.catchUp()
    expect([[...canary.names], canary.tcp, canary.udp]).toEqual([[], 0, 0])
  })

  it.each(['127.0.0.1', 'localhost', '[::1]', 'private.example', '169.254.169.254'])(
    'is refused at the private address %s, and named in a warning',
    async (host) => {
      await using canary = await openCanary()
      const url = `http://${host}:${canary.port}/secret`
      await using page = await openPageWith([url])
      await using rendering = openFenced()
      const { content, warnings } = await read(await rendering.load(page.url))
      expect(content).toBe(`Before.\n\n[Frame](${url})\n\nAfter.`)
      expect(warnings.map(({ code }) => code)).toEqual(['foreign_frame'])
      await canary.catchUp()
      expect([canary.tcp, canary.udp]).toEqual([0, 0])
    },
  )

  it('is refused if it is redirected to a private address', async () => {
    await using canary = await openCanary()
    await using site = await openEscapeSite(canary.port)
    const [redirected = ''] = site.journeys
    await using page = await openPageWith([redirected])
    await using rendering = openFenced()
    const { content } = await read(await rendering.load(page.url))
    expect(content).toBe(`Before.\n\n[Frame](${redirected})\n\nAfter.`)
    await canary.catchUp()
    expect([canary.tcp, canary.udp]).toEqual([0, 0])
  })
})
