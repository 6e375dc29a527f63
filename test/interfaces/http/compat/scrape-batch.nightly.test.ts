import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HostileDocument } from '../../../documents/hostile/hostile-document.ts'
import { memoryBombs } from '../../../documents/hostile/memory-bombs.ts'
import { type Origin, openOrigin } from '../../../origin.ts'
import { openTestService, requestsTo, type TestService } from '../../../service.ts'
import { linesOf, runBatch, sendBatch, typesOfLine } from './batch-lines.ts'

const count = 1000

/** Documents that exhaust the memory of their reader. */
const bombs = ['2,000,000,000 widths', '90 million characters in runs', '2,000,000,000 widths'].map(
  (part) => memoryBombs.find(([name]) => name.includes(part)) as HostileDocument,
)
/** Functions that send a held response, by path. */
const releases = new Map<string, () => void>()

let gleaner: TestService
let origin: Origin
beforeAll(async () => {
  origin = await openOrigin({
    '/page': { body: '<p>A page about oaks.</p>' },
    '/slow': (_, response) => {
      setTimeout(() => response.setHeader('content-type', 'text/html').end('<p>A slow page about oaks.</p>'), 100)
    },
    '/moved': { status: 301, headers: { location: '/page' } },
    '/gone': { status: 410, body: '<p>Gone</p>' },
    '/held': (_, response) => void releases.set('/held', () => response.end('<p>Held')),
    ...Object.fromEntries(
      bombs.map(([, kind, make], n) => {
        const path = `/bomb${n}.${kind}`
        const send = (response: ServerResponse) =>
          response.setHeader('content-type', 'application/octet-stream').end(make(''))
        return [path, (_: unknown, response: ServerResponse) => void releases.set(path, () => send(response))]
      }),
    ),
    '/zip': { headers: { 'content-type': 'application/x-7z-compressed' }, body: '7z' },
  })
  gleaner = await openTestService()
})
afterAll(async () => {
  await gleaner.close()
  await origin.close()
})

async function openKey() {
  const { key, id } = await gleaner.access.issue('batch', { credits: 10_000 })
  const used = async () => (await gleaner.access.keys.find(id))?.used ?? 0
  return { service: requestsTo(gleaner.url, key), used }
}

describe('a thousand URLs with failures, slow pages, redirects and duplicates', () => {
  const paths = ['/slow', '/moved', '/gone', '/zip', '/page']
  const urls = () =>
    Array.from({ length: count }, (_, n) => {
      const path = paths[n % 20] ?? `/page?${n}`
      return n % 20 === 5 ? `ftp://example.com/${n}` : origin.url + path
    })

  it('have one line each, and are charged as the last line says', async () => {
    const { service, used } = await openKey()
    const { lines, end } = await runBatch(service, { urls: urls() })
    expect(lines.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual(urls().map((_, n) => n))
    expect(end).toEqual({ done: true, ok: 900, failed: 100, credits_charged: 850 })
    expect(await used()).toBe(850)
  })

  it('are charged for what was done when the client leaves at line 300', async () => {
    const { service, used } = await openKey()
    const leaving = new AbortController()
    let [read, charged] = [0, 0]
    for await (const line of linesOf(await sendBatch(service, { urls: urls() }, { signal: leaving.signal }))) {
      if ('done' in line) break
      charged += Number(line.result?.credits_charged ?? 0)
      if (++read === 300) break
    }
    leaving.abort()
    await expect.poll(() => gleaner.http.requests()).toBe(0)
    const total = await used()
    expect(total).toBeGreaterThanOrEqual(charged)
    // Lines that were on their way, and pages in progress.
    expect(total).toBeLessThan(850)
    expect(await used()).toBe(total)
  })
})

it('a thousand URLs arrive in the order in which they finish, three of which kill their reader', {
  timeout: 240_000,
}, async () => {
  const { service, used } = await openKey()
  // One at a time, because a document is refused while another has the memory.
  const paths = ['/held', ...bombs.map(([, kind], n) => `/bomb${n}.${kind}`)]
  const pages = Array.from({ length: count - paths.length }, (_, n) => `/page?${n}`)
  const urls = [...paths, ...pages].map((path) => origin.url + path)
  const order: number[] = []
  const types: string[][] = []
  async function release(path: string): Promise<void> {
    await expect.poll(() => releases.has(path)).toBe(true)
    releases.get(path)?.()
  }
  let end: object = {}
  let most = 0
  for await (const line of linesOf(await sendBatch(service, { urls, timeout_ms: 120_000 }))) {
    most = Math.max(most, gleaner.runtime.budget.bytes)
    if ('done' in line) {
      end = line
      break
    }
    order.push(line.index)
    if (line.status !== 200) types.push(typesOfLine(line))
    const next = { 200: 1, 400: 2, 600: 3, [count - 1]: 0 }[order.length]
    // The last page held is released when all others have arrived.
    if (next !== undefined) await release(paths[next] as string)
  }
  expect(order.toSorted((a, b) => a - b)).toEqual(urls.map((_, n) => n))
  expect(order.indexOf(0)).toBe(count - 1)
  expect(types).toEqual([['invalid_response'], ['invalid_response'], ['invalid_response']])
  expect(end).toEqual({ done: true, ok: 997, failed: 3, credits_charged: 997 })
  expect(await used()).toBe(997)
  expect(most).toBeLessThan(100_000_000)
})

describe('the batches of two keys', () => {
  it('share the slots of their host evenly', { timeout: 180_000 }, async () => {
    const order: string[] = []
    const run = async (name: string) => {
      const { service } = await openKey()
      const slow = Array.from({ length: 200 }, (_, n) => `${origin.url}/slow?${name}${n}`)
      for await (const line of linesOf(await sendBatch(service, { urls: slow })))
        order.push('done' in line ? 'end' : name)
    }
    const first = run('first')
    await expect.poll(() => order.length).toBeGreaterThan(10)
    await Promise.all([first, run('second')])
    const together = order.slice(order.indexOf('second'), order.indexOf('end'))
    const shares = ['first', 'second'].map((name) => together.filter((one) => one === name).length)
    expect(Math.min(...shares) / Math.max(...shares)).toBeGreaterThan(0.6)
  })
})
