import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { processTree } from '../src/render/browser/process-tree.ts'
import { type Origin, openOrigin } from './origin.ts'
import { startProgram } from './program.ts'
import { lacksBrowser } from './render/open-renderer.ts'
import { until, within } from './waits.ts'

let origin: Origin
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-stopping-'))
  origin = await openOrigin({
    '/never': () => {},
    '/waits': { body: '<p id="a">Waits</p><script>fetch("/never").then(() => { a.textContent = "done" })</script>' },
  })
})
afterAll(async () => {
  await origin.close()
  rmSync(folder, { recursive: true })
})

/** Starts `gleaner serve --no-auth` with a separate folder for its temporary files. */
async function startService() {
  const settings = { GLEANER_DATA_DIR: join(folder, 'data'), GLEANER_STOP_GRACE_S: '1', TMPDIR: folder }
  const child = startProgram(['serve', '--port', '0', '--no-auth'], settings)
  if (!child.stdout) throw new Error('no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
    if (url !== undefined) return { child, url }
  }
  throw new Error('the service did not start')
}

/** Processes by id and start time, because ids are reused. */
const namesOf = (child: ChildProcess) =>
  processTree(child.pid ?? 0).map(({ pid, startedTicks }) => `${pid} ${startedTicks}`)

function isAlive(name: string): boolean {
  const [pid = 0, startedTicks] = name.split(' ').map(Number)
  return processTree(pid)[0]?.startedTicks === startedTicks
}

/** Opens requests that don't finish on their own: fetches, renders and idle connections. */
async function fill({ url }: { url: string }) {
  const seen = origin.requests.length
  const get = (query: string) =>
    fetch(`${url}/v1/scrape?timeout_ms=120000&url=${origin.url}${query}`).then(
      ({ status }) => status,
      () => 0,
    )
  const responses = [get('/waits&render_js=true'), ...Array.from({ length: 8 }, (_, i) => get(`/never?${i}`))]
  await until(
    'the requests to arrive',
    () => origin.requests.slice(seen).filter((path) => path.startsWith('/never')).length >= 5,
  )
  await until('the page to be in the browser', () => origin.requests.slice(seen).includes('/never'))
  const { port, hostname } = new URL(url)
  for (const text of ['', 'GET /healthz HTTP/1.1\r\nhost: loc', 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n']) {
    connect(Number(port), hostname, function (this: { write(text: string): void }) {
      this.write(text)
    }).on('error', () => {})
  }
  return responses
}

describe.skipIf(lacksBrowser || process.platform !== 'linux')('a service with pages in its browser', () => {
  it('stops on SIGTERM with exit code 0, and leaves no process, folder or socket', async () => {
    const service = await startService()
    const responses = await fill(service)
    const processes = namesOf(service.child)
    expect(processes.length).toBeGreaterThan(2)
    service.child.kill('SIGTERM')
    expect(await within('the end of the service', once(service.child, 'close'))).toEqual([0, null])
    // When the grace period ends, rendering is cut off and returns the page so far.
    for (const status of await Promise.all(responses)) expect([503, 200]).toContain(status)
    await until('the end of its processes', () => !processes.some(isAlive))
    // Node also stores compiled modules in this folder.
    expect(readdirSync(folder).filter((name) => name !== 'node-compile-cache')).toEqual(['data'])
    await expect(fetch(`${service.url}/healthz`)).rejects.toThrow()
  })

  it('stops immediately on a second SIGTERM, along with its browser', async () => {
    const service = await startService()
    const responses = await fill(service)
    const processes = namesOf(service.child)
    service.child.kill('SIGTERM')
    await until('the service to stop listening', () =>
      fetch(`${service.url}/healthz`).then(
        () => false,
        () => true,
      ),
    )
    service.child.kill('SIGTERM')
    expect(await within('the end of the service', once(service.child, 'close'))).toEqual([130, null])
    await Promise.all(responses)
    await until('the end of its processes', () => !processes.some(isAlive))
  })
})
