import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { processTree } from '../../../src/render/browser/process-tree.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { runProgram } from '../../program.ts'
import { lacksBrowser } from '../../render/open-renderer.ts'
import { jsonOf, openTestService, typesOf } from '../../service.ts'
import { lacksRedis } from '../../services.ts'
import { until, within } from '../../waits.ts'
import { openWorkers, type WorkerSetting } from './worker-program.ts'

const loading = (path: string) =>
  `<title>t</title><p id="app">Loading</p><script>fetch('${path}').then(r => r.text()).then(t => { app.textContent = t })</script><a href="/x">x</a><p hidden>no one</p>`

describe.skipIf(lacksRedis || lacksBrowser)('gleaner worker', () => {
  let origin: Origin
  let held: ServerResponse[] = []
  const headers: (string | undefined)[] = []
  let setting: WorkerSetting

  beforeAll(async () => {
    origin = await openOrigin({
      '/': { body: loading('/data') },
      '/data': { body: 'arrived' },
      '/waits': { body: loading('/held') },
      '/held': (_, response) => void held.push(response),
      '/own': (request, response) => {
        headers.push(request.headers['x-canary'] as string | undefined, request.headers.cookie)
        response.writeHead(200, { 'content-type': 'text/html' }).end('<p>seen</p>')
      },
    })
  })
  beforeEach(async () => {
    held = []
    origin.requests.length = 0
    setting = await openWorkers()
  })
  afterEach(() => setting.close())
  afterAll(() => origin.close())

  const render = (path: string, parameters: Record<string, string> = {}, init: RequestInit = {}) =>
    jsonOf(setting.service.get('/v1/scrape', { url: origin.url + path, render_js: 'true', ...parameters }, init))
  const isHeld = () => origin.requests.filter((path) => path === '/held').length
  /** Waits until the page is queued again. If a response arrives first, it explains why it won't be. */
  const untilTakenOver = (answer: Promise<unknown>) =>
    Promise.race([
      until('the page to wait again', () => isHeld() === 2),
      answer.then((early) => Promise.reject(new Error(`answered without a second worker: ${JSON.stringify(early)}`))),
    ])
  const release = () => {
    for (const response of held.splice(0)) response.end('arrived')
  }

  it('renders pages exactly like a service with its own browser', async () => {
    await setting.startWorker()
    const alone = await openTestService()
    for (const output of ['markdown', 'raw_html', 'links']) {
      const parameters = { url: `${origin.url}/`, render_js: 'true', output }
      const both = [setting.service, alone].map((one) => jsonOf(one.get('/v1/scrape', parameters)))
      const [remote, local] = await Promise.all(both)
      const ofEach = { request_id: '', fetched_at: '' }
      expect({ ...remote, ...ofEach }).toEqual({ ...local, ...ofEach })
      expect(remote).toMatchObject({ rendered: true, status_code: 200, credits_charged: 5 })
    }
    const failed = { url: 'http://127.0.0.1:1/', render_js: 'true' }
    const [remote, local] = await Promise.all(
      [setting.service, alone].map((one) => jsonOf(one.get('/v1/scrape', failed))),
    )
    expect(remote?.detail).toEqual(local?.detail)
    await alone.close()
  })

  it('appears in Server-Timing as if the page had been rendered by the service', async () => {
    await setting.startWorker()
    const response = await setting.service.get('/v1/scrape', { url: `${origin.url}/`, render_js: 'true' })
    const stages = response.headers
      .get('server-timing')
      ?.split(', ')
      .map((entry) => entry.split(';')[0])
    expect(stages).toEqual(expect.arrayContaining(['render', 'parse', 'format', 'total']))
    await response.text()
  })

  it('sends headers and cookies to the origin, keeps them unreadable in Redis, and leaves no job data there', async () => {
    await setting.startWorker()
    const seen: string[] = []
    const connection = new Redis(setting.server.url)
    const monitor = await connection.monitor()
    monitor.on('monitor', (_, args: string[]) => void seen.push(args.join(' ')))
    const parameters = { headers: '{"x-canary":"canary-of-headers"}', cookies: '{"c":"canary-of-cookies"}' }
    expect(await render('/own', parameters)).toMatchObject({ content: 'seen', rendered: true })
    expect(headers).toEqual(['canary-of-headers', 'c=canary-of-cookies'])
    await until('nothing to be left', async () => (await setting.leftovers()).length === 0)
    const stream = JSON.stringify(await setting.redis.xrange('gleaner:queue:renders:events', '-', '+'))
    for (const one of [monitor, connection]) one.disconnect()
    const asTold = `${seen.join('\n')}\n${stream}`
    expect(asTold).toMatch(/evalsha/i)
    const decoded = asTold.match(/[\w+/]{40,}=*/g)?.map((text) => Buffer.from(text, 'base64').toString('latin1'))
    expect(decoded?.length).toBeGreaterThan(0)
    for (const text of [asTold, ...(decoded ?? [])]) expect(text).not.toMatch(/canary|127\.0\.0\.1:\d+\/own|<p>/)
  })

  it('stops a page when the client has disconnected', async () => {
    await setting.startWorker()
    const leaving = new AbortController()
    const left = render('/waits', {}, { signal: leaving.signal }).catch(() => 'left')
    await until('the page to wait', () => held.length === 1)
    const closed = once(held[0] as ServerResponse, 'close')
    leaving.abort()
    expect(await left).toBe('left')
    await within('the connection of the page to close', closed)
    await until('nothing to be left', async () => (await setting.leftovers()).length === 0)
  })

  it('is replaced by another one if it is killed', { timeout: 120_000 }, async () => {
    const first = await setting.startWorker()
    const answer = render('/waits', { timeout_ms: '60000' })
    await until('the page to wait', () => isHeld() === 1)
    await setting.startWorker()
    first.child.kill('SIGKILL')
    await untilTakenOver(answer)
    release()
    expect(await answer).toMatchObject({ rendered: true, complete: true })
    expect((await answer).content).toContain('arrived')
    await until('nothing to be left', async () => (await setting.leftovers()).length === 0)
  })

  it('does not answer again if it was frozen and another worker has answered', { timeout: 120_000 }, async () => {
    const first = await setting.startWorker()
    const answer = render('/waits', { timeout_ms: '60000' })
    await until('the page to wait', () => isHeld() === 1)
    await setting.startWorker()
    first.child.kill('SIGSTOP')
    await untilTakenOver(answer)
    first.child.kill('SIGCONT')
    release()
    expect((await answer).content).toContain('arrived')
    await until('nothing to be left', async () => (await setting.leftovers()).length === 0)
    expect(await render('/')).toMatchObject({ rendered: true })
  })

  it('fails in time if all workers are dead and the service has no browser', { timeout: 120_000 }, async () => {
    const { child } = await setting.startWorker()
    const answer = render('/waits', { timeout_ms: '60000' })
    await until('the page to wait', () => isHeld() === 1)
    child.kill('SIGKILL')
    expect(typesOf(await answer)).toEqual(['invalid_response'])
    expect(typesOf(await render('/'))).toEqual(['browser_unavailable'])
    await until('nothing to be left', async () => (await setting.leftovers()).length === 0)
  })

  it('stops its page at SIGTERM, accepts no other, and leaves no browser behind', async () => {
    const { child, ended, url } = await setting.startWorker()
    expect(await jsonOf(fetch(`${url}/readyz`))).toEqual({ status: 'ready', warnings: [] })
    expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^gleaner_queue_workers 1$/m)
    const answer = render('/waits')
    await until('the page to wait', () => held.length === 1)
    const processes = processTree(child.pid ?? 0).map(({ pid, startedTicks }) => ({ pid, startedTicks }))
    expect(processes.length).toBeGreaterThan(1)
    child.kill('SIGTERM')
    await until('the worker to be gone from the list', async () => {
      return (await setting.redis.zcard('gleaner:jobs:renders:workers')) === 0
    })
    expect((await fetch(`${url}/readyz`)).status).toBe(503)
    release()
    expect((await answer).content).toContain('arrived')
    expect(await within('the worker to end', ended)).toBe(0)
    const alive = processes.filter(({ pid, startedTicks }) => processTree(pid)[0]?.startedTicks === startedTicks)
    expect(alive).toEqual([])
  })

  it('finishes its page after SIGTERM even if it was the only worker', { timeout: 120_000 }, async () => {
    const { child, ended } = await setting.startWorker()
    const answer = render('/waits', { timeout_ms: '60000' })
    await until('the page to wait', () => isHeld() === 1)
    child.kill('SIGTERM')
    // Longer than the service waits for a lost worker.
    await until('the worker to be gone', () => setting.service.runtime.figures().jobs.workers === 0)
    await pause(6000)
    release()
    expect((await answer).content).toContain('arrived')
    expect(await within('the worker to end', ended)).toBe(0)
  })

  it('passes its page to another worker if it must stop sooner', async () => {
    const first = await setting.startWorker({ GLEANER_STOP_GRACE_S: '0' })
    const answer = render('/waits')
    await until('the page to wait', () => isHeld() === 1)
    await setting.startWorker()
    first.child.kill('SIGTERM')
    await untilTakenOver(answer)
    release()
    expect((await answer).content).toContain('arrived')
    expect(await within('the worker to end', first.ended)).toBe(0)
  })

  it('exits without its grace period if it has no page, even if Redis is unreachable', async () => {
    const { child, ended } = await setting.startWorker({ GLEANER_STOP_GRACE_S: '3600' })
    await setting.server.kill()
    child.kill('SIGTERM')
    expect(await within('the worker to end', ended)).toBe(0)
    await setting.server.start()
  })

  it('needs Redis and a secret', async () => {
    const { code, stderr } = await runProgram(['worker'])
    expect(code).toBe(2)
    expect(stderr).toContain('GLEANER_REDIS_URL: required by gleaner worker')
    expect(stderr).toContain('GLEANER_SECRET: required by gleaner worker')
  })
})
