import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Origin, openOrigin } from '../../origin.ts'
import { jsonOf, openTestService, type TestService } from '../../service.ts'

let gleaner: TestService
let origin: Origin

beforeAll(async () => {
  const shell =
    '<title>Shop</title><noscript>Please enable JavaScript.</noscript><div id="root"></div><script src="/a.js"></script>'
  origin = await openOrigin({
    '/article': {
      body: `<title>News</title><h1>Rain</h1>${'<p>It rains today, and it will rain tomorrow.</p>'.repeat(5)}`,
    },
    '/shell': { body: shell },
    '/gone': { status: 410, body: shell },
  })
  gleaner = await openTestService({ GLEANER_BROWSER_PATH: '/nowhere/chromium' })
})
afterAll(async () => {
  await gleaner.close()
  await origin.close()
})

/** A key with this many credits. */
async function withCredits(credits: number) {
  const { key, id } = await gleaner.access.issue('visitor', { credits })
  return {
    ask: (path: string, parameters: Record<string, string> = {}, headers: Record<string, string> = {}) => {
      const query = { url: origin.url + path, render_if_needed: 'true', main_content: 'false', ...parameters }
      return gleaner.get('/v1/scrape', query, { headers: { authorization: `Bearer ${key}`, ...headers } })
    },
    balance: async () => (await gleaner.access.keys.find(id))?.credits,
  }
}

describe('the price of render_if_needed', () => {
  it('is reserved at the rendering price, so a balance below 5 is refused before anything is fetched', async () => {
    const { ask, balance } = await withCredits(4)
    const requestsBefore = origin.requests.length
    const response = await ask('/article')
    expect(response.status).toBe(402)
    expect(await jsonOf(response)).toMatchObject({ detail: [{ type: 'insufficient_credits' }], credits_charged: 0 })
    expect(origin.requests).toHaveLength(requestsBefore)
    expect(await balance()).toBe(4)
    expect((await ask('/article', { render_if_needed: 'false' })).status).toBe(200)
  })

  it.each([
    ['a page that needs no browser', '/article', 1],
    ['a shell if there is no browser', '/shell', 1],
    ['a shell from a target that responds with 410', '/gone', 0],
  ])('depends on the work done: %s', async (_, path, charged) => {
    const { ask, balance } = await withCredits(5)
    expect(await jsonOf(ask(path))).toMatchObject({
      rendered: false,
      credits_charged: charged,
      credits_remaining: 5 - charged,
    })
    expect(await balance()).toBe(5 - charged)
  })

  it('is zero for a failure, as for any page', async () => {
    const { ask, balance } = await withCredits(5)
    expect((await ask('/shell', { css_selector: 'h1' })).status).toBe(422)
    expect(await balance()).toBe(5)
  })
})

describe('a result of render_if_needed', () => {
  it('can be read on from the store for free, even with a balance below 5', async () => {
    const { ask, balance } = await withCredits(5)
    const first = await jsonOf(ask('/article', { max_chars: '40' }))
    const requestsBefore = origin.requests.length
    const second = await jsonOf(ask('/article', { max_chars: '40', offset: String(first.next_offset) }))
    expect(second).toMatchObject({ offset: first.next_offset, credits_charged: 0, fetched_at: first.fetched_at })
    expect(origin.requests).toHaveLength(requestsBefore)
    expect(await balance()).toBe(4)
  })

  it('differs from the result without it', async () => {
    const { ask, balance } = await withCredits(10)
    const { next_offset } = await jsonOf(ask('/article', { max_chars: '40' }))
    const other = await jsonOf(ask('/article', { max_chars: '40', offset: String(next_offset), wait_for: 'h1' }))
    expect(other).toMatchObject({ credits_charged: 1 })
    expect(await balance()).toBe(8)
  })

  it('is kept for its Idempotency-Key, and charged once', async () => {
    const { ask, balance } = await withCredits(9)
    const named = { 'idempotency-key': 'shell-1' }
    const [first, again] = [await jsonOf(ask('/shell', {}, named)), await jsonOf(ask('/shell', {}, named))]
    expect(again.request_id).toBe(first.request_id)
    expect(await balance()).toBe(8)
    const other = await ask('/shell', { wait_for: 'h1' }, named)
    expect(await jsonOf(other)).toMatchObject({ detail: [{ type: 'idempotency_mismatch' }] })
  })
})
