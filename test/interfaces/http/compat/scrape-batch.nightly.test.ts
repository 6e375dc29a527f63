import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Origin, openOrigin } from '../../../origin.ts'
import { openTestService, requestsTo, type TestService } from '../../../service.ts'
import { linesOf, runBatch, sendBatch } from './batch-lines.ts'

const count = 1000

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

describe('the batches of two keys', () => {
  it('share the slots of their host evenly', async () => {
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
