import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from '../../src/page/page.ts'
import { type Origin, openOrigin, type Site } from '../origin.ts'
import { htmlOf, lacksBrowser, sharedRenderer } from './open-renderer.ts'

const script = (code: string) => `<script>${code}</script>`
/** Inserts the element to wait for. */
const put = `document.body.insertAdjacentHTML('beforeend', '<p class="late">arri' + 'ved</p>')`

/** Pages in which `.late` appears sooner or later. */
const arriving: Record<string, string> = {
  'it is in the source': '<p class="late">arrived</p>',
  'a timer of eight seconds brings it': `<p>Nothing moves.</p>${script(`setTimeout(() => { ${put} }, 8000)`)}`,
  'timers of three seconds bring it one after another': `<p>Nothing.</p>${script(
    `let n = 0; const next = () => { if (++n === 4) ${put}; else setTimeout(next, 3000) }; next()`,
  )}`,
  'a request that a timer starts brings it': `<p>Nothing.</p>${script(
    `setTimeout(() => fetch('/say?ms=800').then(r => r.text()).then(() => { ${put} }), 6000)`,
  )}`,
  'a WebSocket brings it': `<p>Nothing.</p>${script(
    `new WebSocket(location.href.replace('http', 'ws').replace(/[^/]*$/, 'socket')).onmessage = () => { ${put} }`,
  )}`,
  'an event stream brings it after messages that change nothing': `<p>Nothing.</p>${script(
    `new EventSource('/events').onmessage = ({ data }) => { if (data === 'go') ${put} }`,
  )}`,
  'a poll brings it': `<p>Nothing.</p>${script(
    `const begun = Date.now(); const timer = setInterval(() => fetch('/say').then(() => { if (Date.now() - begun > 3000) { clearInterval(timer); ${put} } }), 150)`,
  )}`,
  'a worker brings it': `<p>Nothing.</p>${script(
    `new Worker(URL.createObjectURL(new Blob(["setTimeout(() => postMessage(1), 2500)"]))).onmessage = () => { ${put} }`,
  )}`,
  'the next page has it': `<p>Nothing.</p>${script(`setTimeout(() => { location.href = '/0' }, 7000)`)}`,
  'it is in an open shadow root': `<x-a></x-a>${script(
    `setTimeout(() => { document.querySelector('x-a').attachShadow({ mode: 'open' }).innerHTML = '<p class="late">arri' + 'ved</p>' }, 6000)`,
  )}`,
  'it is in a closed shadow root': `<x-a></x-a>${script(
    `setTimeout(() => { document.querySelector('x-a').attachShadow({ mode: 'closed' }).innerHTML = '<p class="late">arri' + 'ved</p>' }, 6000)`,
  )}`,
  'it is in a frame of the same origin': '<iframe src="/inner" width="400" height="300"></iframe>',
  'it is in a page that allows only trusted types': `<meta http-equiv="Content-Security-Policy" content="require-trusted-types-for 'script'"><x-a></x-a>${script(
    `setTimeout(() => { const p = document.createElement('p'); p.className = 'late'; p.textContent = 'arri' + 'ved'; document.querySelector('x-a').attachShadow({ mode: 'open' }).append(p) }, 6000)`,
  )}`,
  'the page replaces functions of the browser': `<p>Nothing.</p>${script(
    `for (const name of ['matches', 'querySelector', 'getElementsByTagName']) Element.prototype[name] = Document.prototype[name] = () => { throw 1 }; performance.now = () => 1e9; setTimeout(() => { ${put} }, 6000)`,
  )}`,
  'it was there, is removed and appears again': `<div class="late">Loading</div>${script(
    `setTimeout(() => document.querySelector('.late').remove(), 300); setTimeout(() => { ${put} }, 9000)`,
  )}`,
}

const bodies: Record<string, string> = {
  quiet: '<h1>Quiet</h1><template><p class="late">never</p></template>',
  busy: `<p id="clock"></p><p class="late">here</p>${script(
    'let n = 0; setInterval(() => { document.body.append(document.createElement("hr")); clock.textContent = ++n }, 20)',
  )}`,
  loop: `<h1>Loop</h1>${script('setTimeout(() => { for (;;); }, 100)')}`,
  border: `<x-a><b slot="s">light</b></x-a>${script(
    `setTimeout(() => { document.querySelector('x-a').attachShadow({ mode: 'open' }).innerHTML = '<main><slot name="s"></slot><i>shadow</i></main>' }, 6000)`,
  )}`,
  reloading: `<p>again</p>${script('setTimeout(() => location.reload(), 200)')}`,
}

const paths = new Map([...Object.keys(arriving).map((name, at) => [name, `/${at}`] as const)])
const page = (body: string) => ({ body: `<!DOCTYPE html><title>T</title><body>${body}` })
const site: Site = {
  ...Object.fromEntries(Object.values(arriving).map((body, at) => [`/${at}`, page(body)])),
  ...Object.fromEntries(Object.entries(bodies).map(([name, body]) => [`/${name}`, page(body)])),
  '/inner': page(script(`setTimeout(() => { ${put} }, 6000)`)),
  '/say': ({ url = '' }, response) => {
    setTimeout(() => response.end('yes'), Number(new URL(url, 'http://origin').searchParams.get('ms')))
  },
  '/events': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    let sent = 0
    const timer = setInterval(() => response.write(`data: ${++sent === 8 ? 'go' : 'wait'}\n\n`), 400)
    response.once('close', () => clearInterval(timer))
  },
  '/socket': ({ headers, socket }) => {
    const accept = createHash('sha1').update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept.digest('base64')}\r\n\r\n`,
    )
    setTimeout(() => socket.write(Buffer.from([0x81, 2, 0x67, 0x6f])), 3500)
  },
}

const codesOf = ({ warnings }: Page) => warnings.map(({ code }) => code)

describe.skipIf(lacksBrowser)('wait_for', { timeout: 120_000 }, () => {
  let origin: Origin
  const rendering = sharedRenderer()
  beforeAll(async () => {
    origin = await openOrigin(site)
  })
  afterAll(async () => {
    await origin.close()
  })
  const load = (path: string, waitFor: string, timeoutMs = 60_000) =>
    rendering.load(origin.url + path, { waitFor, timeoutMs })

  describe.concurrent('is met', () => {
    it.each([...paths])('if %s', async (_, path) => {
      const loaded = await load(path, '.late')
      expect({ codes: codesOf(loaded), complete: loaded.complete }).toEqual({ codes: [], complete: true })
      expect(htmlOf(loaded)).toContain('arrived')
    })

    it.each(['x-a main i', 'x-a > main > b', 'b', 'main:has(i)'])(
      'by %s in the final document, including shadow trees and their slots',
      async (selector) => {
        expect(codesOf(await load('/border', selector))).toEqual([])
      },
    )

    it('even if more content follows the match', async () => {
      const body = script(
        `setTimeout(() => { ${put}; fetch('/say?ms=900').then(() => document.body.append('and the rest')) }, 7000)`,
      )
      Object.assign(site, { '/follows': page(`<p>Nothing.</p>${body}`) })
      expect(htmlOf(await load('/follows', '.late'))).toContain('and the rest')
    })
  })

  describe.concurrent('is not met', () => {
    it('by a page that never matches, which is read as it is at the time limit', async () => {
      const loaded = await load('/quiet', '.late', 5000)
      expect(loaded).toMatchObject({ complete: false, status: 200 })
      expect(loaded.warnings).toEqual([
        { code: 'wait_for_not_met', message: 'Nothing on the page matched wait_for within the time limit: .late' },
      ])
      expect(htmlOf(loaded)).toContain('Quiet')
    })

    it('names the beginning of a long selector', async () => {
      const [warning] = (await load('/quiet', `.${'x'.repeat(900)}`, 12_000)).warnings
      expect(warning?.message).toMatch(/limit: \.x{99}…$/)
    })

    it('by an endless page, which also reports the work in progress', async () => {
      const [never, late] = await Promise.all([load('/busy', '.never', 15_000), load('/busy', '.late', 15_000)])
      expect([codesOf(never), codesOf(late)]).toEqual([
        ['render_incomplete', 'wait_for_not_met'],
        ['render_incomplete'],
      ])
    })

    it.each([
      ['scripts that never end', '/loop'],
      ['reloading', '/reloading'],
    ])('by a page that cannot meet it because of %s', async (_, path) => {
      const loaded = await load(path, '.late', 15_000)
      expect(loaded.complete).toBe(false)
      expect(codesOf(loaded)).toContain('wait_for_not_met')
    })
  })

  it('is refused with value_error if the browser does not support the selector', async () => {
    await expect(load('/quiet', ':lang(de, en)')).rejects.toMatchObject({
      problems: [{ type: 'value_error', loc: ['query', 'wait_for'] }],
    })
  })
})
