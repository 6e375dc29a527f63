import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Json, jsonOf, typesOf } from '../../service.ts'
import { openPage, price, site, useKeptService } from '../kept-service.ts'

const service = useKeptService()
const gap = '\n\n…\n\n'
const words = 'A tree of the forest, whose leaves are green in summer and brown in autumn. '.repeat(6)
const names = Array.from({ length: 80 }, (_, n) => `Number ${n}`)
const castles = [20, 60]

type Found = Json & { content: string; highlights: Place[] }

interface Place {
  offset: number
  chars: number
  heading: string | null
  score: number
}

beforeAll(() => {
  const sections = names.map((name, n) => {
    const castle = castles.includes(n) ? `<p>The castle of ${name} opens at ${n}. ${words}</p>` : ''
    return `<h2>${name}</h2><p>${words}</p><p>${words}</p>${castle}`
  })
  site['/forest'] = { body: `<title>Forest</title><main><h1>Forest</h1>${sections.join('')}</main>` }
  site['/forest-gone'] = { body: `<main><h1>Gone</h1>${sections.join('')}</main>`, status: 404 }
})
afterAll(() => {
  delete site['/forest']
  delete site['/forest-gone']
})

/** Parameters without the default `max_age_s` of `openPage`. */
async function openForest(path = '/forest') {
  const { url, key, requests, get } = await openPage(service, path)
  const headers = { authorization: `Bearer ${key}` }
  const ask = (parameters: Record<string, string>, more: Record<string, string> = {}) =>
    service.gleaner.get('/v1/scrape', { url, ...parameters }, { headers: { ...headers, ...more } })
  return {
    url,
    key,
    requests,
    getKept: get,
    ask,
    get: async (parameters: Record<string, string> = {}) => (await jsonOf(ask(parameters))) as Found,
  }
}

describe('highlights', () => {
  it('are passages with offsets in the whole, where reading can continue for free', async () => {
    const { get, requests } = await openForest()
    const found = await get({ highlights: 'opening of the castle', max_chars: '3000' })
    const places = found.highlights
    expect(found).toMatchObject({ next_offset: null, outline: null, credits_charged: 1, offset: 0 })
    expect(found.total_chars).toBe(found.content.length)
    expect(places.map(({ heading }) => heading)).toEqual(castles.map((n) => `Number ${n}`))
    for (const [at, { offset, chars, heading }] of places.entries()) {
      const read = await get({ offset: String(offset), max_chars: String(chars) })
      expect(read).toMatchObject({ offset, credits_charged: 0, fetched_at: found.fetched_at, highlights: null })
      expect(found.content.split(gap)[at]).toBe(`**Forest › ${heading}**\n\n${read.content.trimEnd()}`)
    }
    expect(requests()).toBe(1)
    const whole = await get()
    for (const [at, { offset, chars }] of places.entries()) {
      expect(found.content.split(gap)[at]?.endsWith(`\n\n${whole.content.slice(offset, offset + chars)}`)).toBe(true)
    }
  })

  it('do not affect later windows, which add up to the whole', async () => {
    const { get } = await openForest()
    const { content: whole } = await get()
    await get({ highlights: 'castle' })
    let joined = whole.slice(0, 1)
    for (let next: number | null = 1; next !== null; ) {
      const piece = await get({ offset: String(next), max_chars: '20000' })
      expect(piece.credits_charged).toBe(0)
      joined += piece.content
      next = piece.next_offset as number | null
    }
    expect(joined).toBe(whole)
  })

  it('have at most 4,000 characters, or max_chars, over both REST and MCP', async () => {
    const { get, url, key } = await openForest()
    const query = 'leaves of a tree in summer'
    const rest = await get({ highlights: query })
    expect(rest.content.length).toBeGreaterThan(3000)
    expect(rest.content.length).toBeLessThanOrEqual(4000)
    expect((await get({ highlights: query, max_chars: '600' })).content.length).toBeLessThanOrEqual(600)
    const client = new Client({ name: 'test', version: '1' })
    const requestInit = { headers: { authorization: `Bearer ${key}` } }
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${service.gleaner.url}/mcp?result=structured`), { requestInit }),
    )
    const { structuredContent, _meta } = await client.callTool({
      name: 'scrape',
      arguments: { url, highlights: query },
    })
    expect(structuredContent).toMatchObject({ content: rest.content, highlights: rest.highlights })
    const uri = _meta?.['gleaner/snapshot'] as string
    const { contents } = await client.readResource({ uri })
    expect((contents[0] as { text: string }).text).toBe((await get()).content)
    await client.close()
  })

  it('are stored as the whole page, both with and without max_age_s', async () => {
    const { getKept, get, requests } = await openForest()
    expect(price(await getKept({ highlights: 'castle' }))).toEqual([false, 1])
    expect(price(await getKept({ highlights: 'leaves' }))).toEqual([true, 0])
    expect(await get({ offset: '100', max_chars: '50' })).toMatchObject({ credits_charged: 0 })
    expect(requests()).toBe(1)
  })

  it('are repeated for the same Idempotency-Key, and another query is a mismatch', async () => {
    const { ask } = await openForest()
    const name = { 'idempotency-key': 'forest-1' }
    const [first, second] = [await ask({ highlights: 'castle' }, name), await ask({ highlights: 'castle' }, name)]
    expect(await second.json()).toEqual(await first.json())
    expect(typesOf(await jsonOf(ask({ highlights: 'leaves' }, name)))).toEqual(['idempotency_mismatch'])
  })

  it('are found on an error page for free', async () => {
    const { get } = await openForest('/forest-gone')
    const found = await get({ highlights: 'castle' })
    expect(found).toMatchObject({ status_code: 404, credits_charged: 0, highlights: [{}, {}] })
  })
})
