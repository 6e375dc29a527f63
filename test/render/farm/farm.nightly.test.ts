import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { subscribe } from '../../../src/base/events.ts'
import { createAddressPolicy } from '../../../src/fetch/guard/address-policy.ts'
import type { Page } from '../../../src/page/page.ts'
import { openOrigin } from '../../origin.ts'
import { startProgram } from '../../program.ts'
import { until } from '../../waits.ts'
import { htmlOf, lacksBrowser, openRenderer } from '../open-renderer.ts'
import { startChromium } from './chromium-process.ts'
import { openBrowserless } from './farm-front.ts'

function openFarmRenderer(addresses: readonly string[], options: Parameters<typeof openRenderer>[0] = {}) {
  return openRenderer({ browserPath: null, farm: { addresses, egressUrl: null }, ...options })
}

async function openSite() {
  /** User-Agents of the requests for the page, its data and its frames. */
  const userAgents = new Set<string | undefined>()
  const shop = `<title>Shop</title><p id="app">Loading</p><p id="says"></p><iframe src="/frame" width="600" height="400"></iframe>
<script>fetch('/data').then(r => r.text()).then(t => { app.textContent = t })
says.textContent = [navigator.userAgent, navigator.language, innerWidth, matchMedia('(hover: hover)').matches].join(' | ')
const worker = new Worker(URL.createObjectURL(new Blob(["postMessage(navigator.userAgent)"])))
worker.onmessage = ({ data }) => { document.body.append('worker: ' + data) }</script>`
  const answer = (body: string) => (request: IncomingMessage, response: ServerResponse) => {
    userAgents.add(request.headers['user-agent'])
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body)
  }
  const origin = await openOrigin({
    '/': answer(shop),
    '/data': answer('arrived'),
    '/frame': answer('<h2>Framed</h2><p>What stands in the frame.</p>'),
    '/hang': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.write('<p>begun</p>')
    },
  })
  return { ...origin, userAgents }
}

const flagsOfFence = [
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
]

/** The content of a page, without parts that differ between two loads. */
function saidBy(page: Page) {
  const { fetchedAt: _, ...rest } = { fetchedAt: null, ...page }
  const { body: __, headers: ___, ...facts } = rest
  return { html: htmlOf(page), ...facts }
}

describe.skipIf(lacksBrowser)('a page', () => {
  it('is the same from browserless as from a local browser', async () => {
    const site = await openSite()
    onTestFinished(() => site.close())
    await using local = openRenderer()
    const expected = saidBy(await local.load(`${site.url}/`))
    expect(expected.html).toMatch(/arrived[\s\S]*worker: Mozilla\/5\.0 \(compatible; Gleaner/)
    await using front = await openBrowserless({ token: 'secret-token' })
    await using remote = openFarmRenderer([`ws://127.0.0.1:${front.port}?token=secret-token`])
    expect(saidBy(await remote.load(`${site.url}/`))).toEqual(expected)
  })

  it('is the same from a Chromium that ignores flags, except where a flag is needed, and always has our User-Agent', async () => {
    const site = await openSite()
    onTestFinished(() => site.close())
    await using browser = await startChromium(flagsOfFence)
    await using remote = openFarmRenderer([`http://127.0.0.1:${browser.port}`])
    const html = htmlOf(await remote.load(`${site.url}/`))
    expect(html).toMatch(
      /arrived[\s\S]*Mozilla\/5\.0 \(compatible; Gleaner\/0\.1\) \| en-US \| 1280 \|[\s\S]*worker: Mozilla\/5\.0 \(compatible; Gleaner\/0\.1\)/,
    )
    expect([...site.userAgents]).toEqual(['Mozilla/5.0 (compatible; Gleaner/0.1)'])
    const german = await remote.load(`${site.url}/`, { locale: 'de-CH' })
    expect(htmlOf(german)).toContain('Mozilla/5.0 (compatible; Gleaner/0.1) | de-CH')
  })

  it('is refused in a farm too if the policy refuses its address, and so is a redirect to it', async () => {
    await using front = await openBrowserless()
    const site = await openOrigin({
      '/': (_, response) => response.writeHead(302, { location: 'http://127.0.0.9:8080/' }).end(),
    })
    onTestFinished(() => site.close())
    const policy = createAddressPolicy({ allowAddresses: [`${new URL(site.url).hostname}/32`] })
    await using remote = openFarmRenderer([`ws://127.0.0.1:${front.port}`], { policy })
    await expect(remote.load('http://127.0.0.9:8080/')).rejects.toMatchObject({ type: 'address_refused' })
    await expect(remote.load(`${site.url}/`)).rejects.toMatchObject({ type: 'address_refused' })
  })
})

describe.skipIf(lacksBrowser)('several farm URLs', () => {
  it('share the pages, and when one stops, its pages continue at the other', async () => {
    const site = await openSite()
    onTestFinished(() => site.close())
    await using first = await openBrowserless()
    await using second = await openBrowserless()
    await using remote = openFarmRenderer(
      [first, second].map(({ port }) => `ws://127.0.0.1:${port}`),
      { maxPages: 2 },
    )
    await Promise.all([1, 2].map(() => remote.load(`${site.url}/`)))
    expect([first.running, second.running]).toEqual([1, 1])
    const loads = [1, 2, 3, 4].map(() => remote.load(`${site.url}/`))
    await until('pages in use', () => remote.renderer.state().active === 4)
    await first[Symbol.asyncDispose]()
    for (const page of await Promise.all(loads)) expect(htmlOf(page)).toContain('arrived')
    expect(remote.renderer.state()).toMatchObject({ away: [`127.0.0.1:${first.port}`], browsers: 1 })
  })

  it('fail with browser_unavailable and a retry time if all are down, and show no token', async () => {
    const events: object[] = []
    onTestFinished(subscribe('gleaner:browser', (event) => events.push(event)))
    await using front = await openBrowserless({ token: 'right-token' })
    await using remote = openFarmRenderer([
      `ws://127.0.0.1:1/?token=secret-token`,
      `ws://ann:secret-pass@127.0.0.1:${front.port}?token=secret-token`,
    ])
    const failure = await remote.load('http://127.0.0.1:8080/').catch((error) => error)
    expect(failure).toMatchObject({ type: 'browser_unavailable', retryAfterS: expect.any(Number) })
    expect(events).toHaveLength(2)
    expect(JSON.stringify([events, failure, failure.cause, String(failure.cause?.stack)])).not.toMatch(/secret|token=/)
  })
})

describe.skipIf(lacksBrowser)('a session of a farm', () => {
  it('closes with the service and after its last page, and leaves nothing behind', async () => {
    const site = await openSite()
    onTestFinished(() => site.close())
    await using front = await openBrowserless()
    {
      await using remote = openFarmRenderer([`ws://127.0.0.1:${front.port}`], { recyclePages: 2 })
      for (const _ of [1, 2, 3]) await remote.load(`${site.url}/`)
      expect(front.launches).toHaveLength(2)
      await until('the end of the first', () => front.running === 1)
    }
    await until('the end of the second', () => front.running === 0)
  })

  it('starts with the launch options in the browser farm URL, followed by our flags', async () => {
    const site = await openSite()
    onTestFinished(() => site.close())
    await using front = await openBrowserless()
    const launch = JSON.stringify({ stealth: false, args: ['--window-size=800,600'] })
    await using remote = openFarmRenderer([`ws://127.0.0.1:${front.port}?launch=${encodeURIComponent(launch)}`])
    await remote.load(`${site.url}/`)
    const [{ stealth, args } = { stealth: true, args: [] }] = front.launches
    expect([stealth, args[0]]).toEqual([false, '--window-size=800,600'])
    expect(args).toContainEqual(expect.stringMatching(/^--proxy-server=http:\/\/127\.0\.0\.1:\d+$/))
  })

  it('closes when the service is killed, along with its pages in a shared browser', async () => {
    const site = await openSite()
    onTestFinished(() => site.close())
    await using browser = await startChromium(flagsOfFence)
    const targets = async () => {
      const list: unknown = await (await fetch(`http://127.0.0.1:${browser.port}/json/list`)).json()
      return Array.isArray(list) ? list.length : 0
    }
    const before = await targets()
    const program = startProgram(['scrape', `${site.url}/hang`, '--render-js', '--timeout-ms', '60000'], {
      GLEANER_BROWSER_WS: `http://127.0.0.1:${browser.port}`,
      GLEANER_ALLOW_ADDRESSES: '127.0.0.0/8',
    })
    await site.arrived('/hang')
    expect(await targets()).toBeGreaterThan(before)
    program.kill('SIGKILL')
    await until('the end of its pages', async () => (await targets()) === before)
  })
})

describe.skipIf(lacksBrowser)('a browser that was started for a connection', () => {
  it('exits when the service is killed', async () => {
    const site = await openSite()
    onTestFinished(() => site.close())
    await using front = await openBrowserless()
    const program = startProgram(['scrape', `${site.url}/hang`, '--render-js', '--timeout-ms', '60000'], {
      GLEANER_BROWSER_WS: `ws://127.0.0.1:${front.port}`,
    })
    await site.arrived('/hang')
    expect(front.running).toBe(1)
    program.kill('SIGKILL')
    await until('the end of its browser', () => front.running === 0)
  })
})

it.each<[string, string, string]>([
  ['a web server', '', 'is not a DevTools endpoint'],
  ['an address with other launch options', '/?launch=secret', 'launch options in the browser farm URL'],
])('%s is refused as a farm, and no secret is shown', async (_, path, words) => {
  const site = await openOrigin({ '/json/version': { body: '{"webSocketDebuggerUrl":1}' } })
  onTestFinished(() => site.close())
  await using remote = openFarmRenderer([(path === '' ? site.url : site.url.replace('http', 'ws')) + path])
  const failure = await remote.load('http://127.0.0.1:8080/').catch((error) => error)
  expect(failure).toMatchObject({ type: 'browser_unavailable', cause: { message: expect.stringContaining(words) } })
  expect(String(failure.cause)).not.toContain('secret')
})
