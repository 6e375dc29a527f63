import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Origin, openOrigin } from '../../origin.ts'
import { type Json, jsonOf, openTestService, type TestService, typesOf } from '../../service.ts'

let gleaner: TestService
let origin: Origin
let visits = 0
/** Number of the visit that gets a 404. */
let baitAt = 0
const waiting: (() => void)[] = []

beforeAll(async () => {
  origin = await openOrigin({
    '/count': (_, response) => {
      visits++
      response.setHeader('content-type', 'text/html').end(`<p>visit ${visits}</p>`)
    },
    '/slow': (_, response) => void waiting.push(() => response.end('<p>late</p>')),
    '/noise': (_, response) => {
      visits++
      response.setHeader('content-type', 'text/plain').end(noise(6 * 1024 * 1024))
    },
    '/gone': { status: 410, body: '<p>gone</p>' },
    // The first response is free and too large to keep. Later ones are ordinary pages.
    '/bait': (_, response) => {
      visits++
      const isFirst = visits === baitAt
      response.writeHead(isFirst ? 404 : 200, { 'content-type': 'text/plain' })
      response.end(isFirst ? noise(6 * 1024 * 1024) : `visit ${visits}`)
    },
  })
  gleaner = await openTestService()
})
afterAll(async () => {
  await gleaner.close()
  await origin.close()
})

/** Text that hardly compresses. */
function noise(chars: number): string {
  const bytes = crypto.getRandomValues.bind(crypto)
  let text = ''
  while (text.length < chars) text += Buffer.from(bytes(new Uint8Array(48_000))).toString('base64')
  return text
}

async function withKey(credits: number | null = 100) {
  const { key, id } = await gleaner.access.issue('named', { credits })
  return {
    balance: async () => (await gleaner.access.keys.find(id))?.credits,
    ask: (path: string, name: string, parameters: Record<string, string> = {}) =>
      gleaner.get(
        '/v1/scrape',
        { url: origin.url + path, timeout_ms: '120000', ...parameters },
        { headers: { authorization: `Bearer ${key}`, 'idempotency-key': name } },
      ),
  }
}

describe('an Idempotency-Key', () => {
  it('returns the stored response, byte for byte, for one charge and one fetch', async () => {
    const { ask, balance } = await withKey()
    const before = visits
    const first = await (await ask('/count', 'one')).text()
    const second = await (await ask('/count', 'one')).text()
    expect(second).toBe(first)
    expect(JSON.parse(first)).toMatchObject({ credits_charged: 1, credits_remaining: 99 })
    expect([visits - before, await balance()]).toEqual([1, 99])
  })

  it('treats parameters as the same however they are written', async () => {
    const { ask } = await withKey()
    const first = await (await ask('/count', 'same', { render_js: 'no', output: 'markdown' })).text()
    expect(await (await ask('/count', 'same')).text()).toBe(first)
  })

  it('is refused with other parameters', async () => {
    const { ask, balance } = await withKey()
    await jsonOf(ask('/count', 'two'))
    const response = await ask('/count', 'two', { output: 'links' })
    expect(response.status).toBe(422)
    expect(typesOf(await jsonOf(response))).toEqual(['idempotency_mismatch'])
    expect(await balance()).toBe(99)
  })

  it('gets an in-progress error while the first request runs', async () => {
    const { ask, balance } = await withKey()
    const first = ask('/slow', 'three')
    await expect.poll(() => waiting.length).toBe(1)
    const response = await ask('/slow', 'three')
    expect(response.status).toBe(409)
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await jsonOf(response)).toMatchObject({ detail: [{ type: 'idempotency_in_progress' }], retryable: true })
    waiting.pop()?.()
    const text = await (await first).text()
    expect(await (await ask('/slow', 'three')).text()).toBe(text)
    expect(await balance()).toBe(99)
  })

  it('can be used again after a request that failed', async () => {
    const { ask, balance } = await withKey()
    const faulty = await ask('/count', 'four', { css_selector: '#none' })
    expect(typesOf(await jsonOf(faulty))).toEqual(['selector_not_matched'])
    expect((await ask('/count', 'four')).status).toBe(200)
    expect((await ask('/count', 'four', { css_selector: '#none' })).status).toBe(422)
    expect(await balance()).toBe(99)
  })

  it('can be used again after a request that could not be paid for', async () => {
    const { ask } = await withKey(0)
    expect((await ask('/count', 'five')).status).toBe(402)
    expect((await ask('/count', 'five')).status).toBe(402)
  })

  it('belongs to one API key', async () => {
    const [mine, yours] = [await withKey(), await withKey()]
    const before = visits
    await jsonOf(mine.ask('/count', 'six'))
    await jsonOf(yours.ask('/count', 'six', { output: 'links' }))
    expect(visits - before).toBe(2)
  })

  it('works the same for an unlimited key', async () => {
    const { ask } = await withKey(null)
    const first = await jsonOf(ask('/count', 'seven'))
    expect(first.credits_remaining).toBeNull()
    expect(await jsonOf(ask('/count', 'seven'))).toEqual(first)
  })

  it('gets 409 idempotency_not_kept, without repeated work, if the response was too large to keep', async () => {
    const { ask, balance } = await withKey()
    const before = visits
    const large: Json = await jsonOf(ask('/noise', 'eight', { output: 'raw_html' }))
    expect(large.credits_charged).toBe(1)
    const again = await ask('/noise', 'eight', { output: 'raw_html' })
    expect(again.status).toBe(409)
    expect(await jsonOf(again)).toMatchObject({
      detail: [{ loc: [], type: 'idempotency_not_kept', msg: expect.stringContaining('cost 1 credit') }],
      ...{ retryable: false, credits_charged: 0 },
    })
    expect([visits - before, await balance()]).toEqual([1, 99])
  })

  it('can be used again after a free request, even if its response was small enough to keep', async () => {
    const { ask, balance } = await withKey()
    const first = await jsonOf(ask('/gone', 'nine'))
    expect(first).toMatchObject({ status_code: 410, credits_charged: 0 })
    expect(await jsonOf(ask('/count', 'nine'))).toMatchObject({ credits_charged: 1 })
    expect(await balance()).toBe(99)
  })

  it('buys one page per credit, even if reused 12 times after a free 404 that was too large to keep', async () => {
    const { ask, balance } = await withKey(1)
    const before = visits
    baitAt = visits + 1
    expect(await jsonOf(ask('/bait', 'ten', { output: 'raw_html' }))).toMatchObject({ status_code: 404 })
    const bodies: Json[] = []
    for (let i = 0; i < 12; i++) bodies.push(await jsonOf(ask('/bait', 'ten', { output: 'raw_html' })))
    expect(new Set(bodies.map(({ content }) => content))).toEqual(new Set([`visit ${before + 2}`]))
    expect([visits - before, await balance()]).toEqual([2, 0])
  })

  it('has 1 to 255 printable characters', async () => {
    const { ask } = await withKey()
    const response = await ask('/count', 'x'.repeat(256))
    expect(response.status).toBe(422)
    expect(await jsonOf(response)).toMatchObject({ detail: [{ loc: [], type: 'value_error' }] })
  })
})
