import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { processTree } from '../../src/render/browser/process-tree.ts'
import { type Origin, openOrigin } from '../origin.ts'
import { bin, startProgram } from '../program.ts'
import { openTestService } from '../service.ts'
import { htmlOf, lacksBrowser, openRenderer } from './open-renderer.ts'
import { openKinds } from './page-kinds.ts'

let origin: Origin
let closed = 0
beforeAll(async () => {
  origin = await openOrigin({
    '/': {
      body: `<p id="app">Loading</p><script>fetch('/data').then(r => r.text()).then(t => { app.textContent = t })</script>`,
    },
    '/data': (_, response) => {
      setTimeout(() => response.end('arrived'), 20)
    },
    '/hang': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.write('<p>begun</p>')
      response.on('close', () => closed++)
    },
  })
})
afterAll(() => origin.close())

/** Processes by id and start: ids come again. A zombie is no process any more. */
const namesOf = (root: number) => processTree(root).map(({ pid, startedTicks }) => `${pid} ${startedTicks}`)
const isAlive = (name: string) => {
  const [pid, startedTicks] = name.split(' ').map(Number)
  const facts = processTree(pid ?? 0)[0]
  return facts?.startedTicks === startedTicks && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
}
const onLinux = process.platform === 'linux' && !lacksBrowser

describe.skipIf(!onLinux)('the browser', () => {
  it('leaves no process behind after 100 pages, and keeps none of them', async () => {
    const rendering = openRenderer({ maxPages: 4, recyclePages: 40 })
    const names = new Set<string>()
    const remember = () => {
      for (const pid of rendering.renderer.state().pids) for (const name of namesOf(pid)) names.add(name)
    }
    let next = 0
    const workers = [1, 2, 3, 4].map(async () => {
      while (next++ < 100) {
        expect(htmlOf(await rendering.load(`${origin.url}/`))).toContain('arrived')
        remember()
      }
    })
    await Promise.all(workers)
    expect(names.size).toBeGreaterThan(3)
    // Two browsers were replaced on the way; of the third one's tabs only those made ready are left.
    await expect.poll(() => rendering.renderer.state().pids.length, { timeout: 5000 }).toBe(1)
    await expect.poll(() => rendering.renderer.state().active, { timeout: 5000 }).toBe(0)
    const [pid = 0] = rendering.renderer.state().pids
    await expect.poll(() => processTree(pid).length, { timeout: 5000 }).toBeLessThan(12)
    remember()
    await rendering[Symbol.asyncDispose]()
    await expect.poll(() => [...names].filter(isAlive), { timeout: 5000 }).toEqual([])
  })

  it('is killed under load and no request is lost', async () => {
    await using rendering = openRenderer()
    await rendering.load(`${origin.url}/`)
    const first = rendering.renderer.state().pids[0] ?? 0
    const loads = Array.from({ length: 12 }, () => rendering.load(`${origin.url}/`))
    await expect.poll(() => rendering.renderer.state().active).toBe(4)
    process.kill(first, 'SIGKILL')
    for (const page of await Promise.all(loads)) expect(htmlOf(page)).toContain('arrived')
    expect(rendering.renderer.state().pids).not.toContain(first)
  })

  it('gives the page free when its client leaves', async () => {
    await using rendering = openRenderer({ maxPages: 1 })
    const left = new AbortController()
    const load = rendering.load(`${origin.url}/hang`, { signal: left.signal })
    // The browser starts first.
    await origin.arrived('/hang')
    left.abort(new Error('the client left'))
    await expect(load).rejects.toThrow('the client left')
    await expect.poll(() => rendering.renderer.state().active, { timeout: 1000 }).toBe(0)
    await expect.poll(() => closed, { timeout: 1000 }).toBe(1)
    expect(htmlOf(await rendering.load(`${origin.url}/`))).toContain('arrived')
  })

  it('lets further pages wait, and says so when the time is up', async () => {
    await using rendering = openRenderer({ maxPages: 1 })
    const { ServiceError } = await import('../../src/errors.ts')
    const first = rendering.load(`${origin.url}/hang`, { timeoutMs: 3000 })
    await expect.poll(() => rendering.renderer.state().active).toBe(1)
    const stop = new AbortController()
    const second = rendering.load(`${origin.url}/`, { signal: stop.signal })
    await expect.poll(() => rendering.renderer.state().waiting).toBe(1)
    stop.abort(new ServiceError('target_timeout', 'late'))
    await expect(second).rejects.toMatchObject({ type: 'overloaded' })
    expect(await first).toMatchObject({ complete: false })
  })

  it('ends when the memory of a page grows too large, and the next page works', async () => {
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

describe.skipIf(!onLinux)('the service', () => {
  /** Starts the program, renders one page with it and returns the processes of its browser. */
  async function renderOnce() {
    const child = startProgram(['stdio'], { HOME: process.env.HOME ?? '/root' })
    const call = {
      ...{ jsonrpc: '2.0', id: 2, method: 'tools/call' },
      params: { name: 'scrape', arguments: { url: `${origin.url}/`, render_js: true } },
    }
    const hello = {
      ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    }
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
    })
    for (const message of [hello, { jsonrpc: '2.0', method: 'notifications/initialized' }, call]) {
      child.stdin?.write(`${JSON.stringify(message)}\n`)
    }
    await expect.poll(() => output, { timeout: 20_000 }).toContain('"id":2')
    expect(output).toContain('arrived')
    const names = namesOf(child.pid ?? 0)
    // The program, its browser and what that has started.
    expect(names.length).toBeGreaterThan(3)
    return { child, names }
  }

  it.each<[string, (child: ReturnType<typeof startProgram>) => unknown]>([
    ['its standard input ends', (child) => child.stdin?.end()],
    ['SIGTERM', (child) => child.kill('SIGTERM')],
    ['SIGINT', (child) => child.kill('SIGINT')],
    ['SIGKILL', (child) => child.kill('SIGKILL')],
  ])('leaves no process behind: %s', async (_, end) => {
    expect(bin).toContain('gleaner')
    const { child, names } = await renderOnce()
    end(child)
    await expect.poll(() => names.filter(isAlive), { timeout: 10_000 }).toEqual([])
  })

  it('renders, charges, and warns of a shell that was not rendered', async () => {
    await using kinds = await openKinds()
    const shell = await openOrigin({
      '/': { body: '<title>App</title><div id="root"></div><script src="/app.js"></script>' },
      '/app.js': {
        headers: { 'content-type': 'text/javascript' },
        body: `root.innerHTML = '<h1>Filled</h1><p>by a script</p>'`,
      },
    })
    const house = await openTestService()
    try {
      const scrape = async (parameters: Record<string, string>) => {
        const answer = await house.get('/v1/scrape', parameters)
        return (await answer.json()) as Record<string, unknown>
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
      expect(await scrape({ url: `${kinds.url}/kinds/growing`, render_js: 'true', timeout_ms: '5000' })).toMatchObject({
        ...{ rendered: true, complete: false, credits_charged: 5 },
        warnings: expect.arrayContaining([expect.objectContaining({ code: 'render_incomplete' })]),
      })
    } finally {
      await house.close()
      await shell.close()
    }
  })

  it('refuses a remote browser at the start', async () => {
    const child = startProgram(['stdio'], { GLEANER_BROWSER_WS: 'ws://farm.example:3000' })
    let told = ''
    child.stderr?.on('data', (chunk) => {
      told += chunk
    })
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect([code, told]).toEqual([2, expect.stringContaining('GLEANER_BROWSER_WS')])
  })
})
