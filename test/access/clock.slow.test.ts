import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryLimiter } from '../../src/store/memory/limits.ts'
import { type Origin, openOrigin } from '../origin.ts'
import { jsonOf, openTestService, type TestService } from '../service.ts'

const hourMs = 3_600_000
const step = (hours: number) => vi.setSystemTime(Date.now() + hours * hourMs)

let gleaner: TestService
let origin: Origin
let waiting: ServerResponse[] = []
beforeAll(async () => {
  origin = await openOrigin({
    '/': { body: '<p>Hello</p>' },
    '/long': { body: `<p>${'word '.repeat(200)}</p>` },
    '/slow': (_, response) => void waiting.push(response),
  })
  gleaner = await openTestService()
})
afterAll(async () => {
  await gleaner.close()
  await origin.close()
})
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

async function withCredits(credits: number) {
  const { key, id } = await gleaner.access.issue('key', { credits })
  const authorization = `Bearer ${key}`
  return {
    send: (path: string, parameters: Record<string, string> = {}, headers: Record<string, string> = {}) =>
      gleaner.get('/v1/scrape', { url: origin.url + path, ...parameters }, { headers: { authorization, ...headers } }),
    account: async () => {
      const { credits: left, used } = (await gleaner.access.keys.find(id)) ?? {}
      return { left, used }
    },
  }
}

describe.each([
  ['back', -5],
  ['forward', 5],
])('a clock that is set %s by five hours', (_, hours) => {
  it('still repeats the response for an Idempotency-Key, with a single charge', async () => {
    const { send, account } = await withCredits(10)
    const name = { 'idempotency-key': 'one' }
    const first = await jsonOf(send('/', {}, name))
    step(hours)
    expect(await jsonOf(send('/', {}, name))).toMatchObject({ fetched_at: first.fetched_at })
    step(-2 * hours)
    expect(await jsonOf(send('/', {}, name))).toMatchObject({ fetched_at: first.fetched_at })
    expect(await account()).toEqual({ left: 9, used: 1 })
  })

  it('settles reservations made before the change', async () => {
    const { send, account } = await withCredits(1)
    waiting = []
    const response = send('/slow')
    await expect.poll(() => waiting.length).toBe(1)
    step(hours)
    expect((await send('/')).status).toBe(402)
    waiting[0]?.end('<p>late</p>')
    expect(await jsonOf(response)).toMatchObject({ content: 'late', credits_charged: 1, credits_remaining: 0 })
    expect(await account()).toEqual({ left: 0, used: 1 })
  })

  it('lets clients read on from a stored result', async () => {
    const { send, account } = await withCredits(5)
    const { next_offset } = await jsonOf(send('/long', { max_chars: '100' }))
    step(hours)
    const next = { max_chars: '100', offset: String(next_offset) }
    expect(await jsonOf(send('/long', next))).toMatchObject({ credits_charged: 0 })
    expect(await account()).toEqual({ left: 4, used: 1 })
  })

  it('never extends a rate limit beyond its window', async () => {
    const limiter = createMemoryLimiter()
    const limit = { limit: 1, windowS: 1 }
    await limiter.count('key', limit)
    step(hours)
    await pause(1100)
    expect(await limiter.count('key', limit)).toMatchObject({ isOver: false })
  })
})
