import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { processTree } from '../../src/render/browser/process-tree.ts'
import { type Origin, openOrigin } from '../origin.ts'
import { runProgram, startProgram } from '../program.ts'
import { openTestService } from '../service.ts'
import { until } from '../waits.ts'
import { htmlOf, lacksBrowser, openRenderer } from './open-renderer.ts'
import { openKinds } from './page-kinds/kinds-origin.ts'

let origin: Origin
let closedByClient = 0
beforeAll(async () => {
  origin = await openOrigin({
    '/': {
      body: `<p id="app">Loading</p><script>fetch('/data').then(r => r.text()).then(t => { app.textContent = t })</script>`,
    },
    '/data': { body: 'arrived' },
    // Hangs the browser's own process.
    '/hanging': { body: `<script>let n = 0; for (;;) history.pushState({}, '', '?' + n++)</script>` },
    '/hang': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.write('<p>begun</p>')
      response.on('close', () => closedByClient++)
    },
  })
})
afterAll(() => origin.close())

/** Processes by id and start time, because ids are reused. */
const namesOf = (root: number) => processTree(root).map(({ pid, startedTicks }) => `${pid} ${startedTicks}`)

function isAlive(name: string): boolean {
  const [pid = 0, startedTicks] = name.split(' ').map(Number)
  return processTree(pid)[0]?.startedTicks === startedTicks
}

const lacksLinux = process.platform !== 'linux'

describe.skipIf(lacksBrowser || lacksLinux)('the browser', () => {
  it('leaves no process behind after 20 pages, and keeps no page open', async () => {
    const rendering = openRenderer({ maxPages: 4, recyclePages: 8 })
    const { state } = rendering.renderer
    const names = new Set<string>()
    const remember = () => {
      for (const name of state().pids.flatMap(namesOf)) names.add(name)
    }
    let next = 0
    const workers = [1, 2, 3, 4].map(async () => {
      while (next++ < 20) {
        expect(htmlOf(await rendering.load(`${origin.url}/`))).toContain('arrived')
        remember()
      }
    })
    await Promise.all(workers)
    expect(names.size).toBeGreaterThan(3)
    // Two browsers have been replaced by now. Only the third one's prepared pages are left.
    await until('the end of the replaced browsers', () => state().pids.length === 1)
    await until('the end of all pages', () => state().active === 0)
    const [pid = 0] = state().pids
    await until("the end of the pages' processes", () => processTree(pid).length < 12)
    remember()
    await rendering[Symbol.asyncDispose]()
    await until('the end of all processes', () => ![...names].some(isAlive))
  })

  it('can be killed under load without losing a request', async () => {
    await using rendering = openRenderer()
    await rendering.load(`${origin.url}/`)
    const first = rendering.renderer.state().pids[0] ?? 0
    const loads = Array.from({ length: 12 }, () => rendering.load(`${origin.url}/`))
    await until('four pages in use', () => rendering.renderer.state().active === 4)
    process.kill(first, 'SIGKILL')
    for (const page of await Promise.all(loads)) expect(htmlOf(page)).toContain('arrived')
    expect(rendering.renderer.state().pids).not.toContain(first)
  })

  it('frees the page if its client disconnects', async () => {
    await using rendering = openRenderer({ maxPages: 1 })
    const client = new AbortController()
    const load = rendering.load(`${origin.url}/hang`, { signal: client.signal })
    await origin.arrived('/hang')
    client.abort(new Error('the client left'))
    await expect(load).rejects.toThrow('the client left')
    await until('the page to be free', () => rendering.renderer.state().active === 0)
    await until('the connection to close', () => closedByClient === 1)
    expect(htmlOf(await rendering.load(`${origin.url}/`))).toContain('arrived')
  })

  it('closes a page that uses too much memory, and the next page works', async () => {
    const filling = await openOrigin({
      '/': {
        body: `<p>x</p><script>window.kept = []; setInterval(() => kept.push(new Uint8Array(64 << 20).fill(1)), 20); fetch('/never')</script>`,
      },
      '/never': () => {},
      '/good': { body: '<p>good</p>' },
    })
    await using rendering = openRenderer({ recycleBytes: 400 * 1024 * 1024 })
    await expect(rendering.load(`${filling.url}/`)).rejects.toMatchObject({ type: 'invalid_response' })
    expect(htmlOf(await rendering.load(`${filling.url}/good`))).toContain('good')
    await filling.close()
  })
})

describe.skipIf(lacksBrowser || lacksLinux)('the program', () => {
  /** Starts the program, renders one page with it and returns its and the browser's processes. */
  async function renderOnce(settings: Record<string, string> = {}) {
    const child = startProgram(['stdio'], { HOME: process.env.HOME ?? '/root', ...settings })
    const call = (id: number, url: string) => ({
      ...{ jsonrpc: '2.0', id, method: 'tools/call' },
      params: { name: 'scrape', arguments: { url, render_js: true, timeout_ms: 60_000 } },
    })
    const initialize = {
      ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    }
    const write = (message: object) => child.stdin?.write(`${JSON.stringify(message)}\n`)
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
    })
    for (const message of [
      initialize,
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      call(2, `${origin.url}/`),
    ]) {
      write(message)
    }
    await until('the rendered page', () => output.includes('"id":2'))
    expect(output).toContain('arrived')
    const names = namesOf(child.pid ?? 0)
    // The program, its browser and the browser's children.
    expect(names.length).toBeGreaterThan(3)
    return { child, names, send: (id: number, url: string) => write(call(id, url)) }
  }

  // test/interfaces/mcp/leaving.slow.test.ts covers other ways to stop it, including while a page is loading.
  it('leaves no process behind when its standard input ends', async () => {
    const { child, names } = await renderOnce()
    const exit = once(child, 'exit')
    child.stdin?.end()
    await exit
    await until('the end of all processes', () => !names.some(isAlive))
  })

  it('leaves no process or folder behind if it is killed by SIGKILL while its browser hangs', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gleaner-test-'))
    // The browser may run as another user.
    chmodSync(folder, 0o777)
    const { child, names, send } = await renderOnce({ TMPDIR: folder })
    const folders = () => readdirSync(folder).filter((name) => name.startsWith('gleaner-browser-'))
    expect(folders()).toHaveLength(1)
    send(3, `${origin.url}/hanging`)
    await origin.arrived('/hanging')
    await sleep(1000)
    child.kill('SIGKILL')
    await until('the end of all processes', () => !names.some(isAlive))
    await until('the end of the folder', () => folders().length === 0)
    rmSync(folder, { recursive: true })
  })

  it('refuses to start with a farm without a proxy URL, and does not show the token', async () => {
    const farm = 'ws://farm.example:3000?token=secret-token'
    const { code, stderr } = await runProgram(['stdio'], { GLEANER_BROWSER_WS: farm })
    expect([code, stderr]).toEqual([2, expect.stringContaining('GLEANER_EGRESS_URL')])
    expect(stderr).not.toContain('secret')
  })
})

describe.skipIf(lacksBrowser)('the service', () => {
  it('renders, charges, and warns about a shell that was not rendered', async () => {
    await using kinds = await openKinds()
    const shell = await openOrigin({
      '/': { body: '<title>App</title><div id="root"></div><script src="/app.js"></script>' },
      '/app.js': {
        headers: { 'content-type': 'text/javascript' },
        body: `root.innerHTML = '<h1>Filled</h1><p>by a script</p>'`,
      },
    })
    const service = await openTestService()
    try {
      const scrape = async (parameters: Record<string, string>) => {
        const response = await service.get('/v1/scrape', parameters)
        return (await response.json()) as Record<string, unknown>
      }
      expect(await scrape({ url: `${shell.url}/` })).toMatchObject({
        rendered: false,
        warnings: expect.arrayContaining([{ code: 'needs_javascript', message: expect.stringContaining('render_js') }]),
        credits_charged: 1,
      })
      expect(await scrape({ url: `${shell.url}/`, render_js: 'true' })).toMatchObject({
        content: expect.stringContaining('# Filled'),
        ...{ rendered: true, complete: true, credits_charged: 5 },
      })
      expect(await scrape({ url: `${kinds.url}/kinds/growing`, render_js: 'true', timeout_ms: '8000' })).toMatchObject({
        ...{ rendered: true, complete: false, credits_charged: 5 },
        warnings: expect.arrayContaining([expect.objectContaining({ code: 'render_incomplete' })]),
      })
    } finally {
      await service.close()
      await shell.close()
    }
  })
})
