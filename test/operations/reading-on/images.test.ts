import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListedImage } from '../../../src/contract/list-items.ts'
import { type Json, jsonOf } from '../../service.ts'
import { site, useKeptService } from '../kept-service.ts'

const service = useKeptService()
const paths = Array.from({ length: 40 }, (_, at) => `/leaves/${at}.jpg`)

beforeAll(() => {
  const images = paths.map((path, at) => `<img src="${path}" alt="Leaf ${at}" width="${at + 2}">`)
  site['/leaves'] = { body: `<title>Leaves</title><main><h1>Leaves</h1>${images.join('')}</main>` }
})
afterAll(() => {
  delete site['/leaves']
})

function get(parameters: Record<string, string>, headers: Record<string, string> = {}): Promise<Json> {
  const asked = { url: `${service.origin.url}/leaves`, output: 'images', ...parameters }
  return jsonOf(service.gleaner.get('/v1/scrape', asked, { headers }))
}

describe('images', () => {
  it('come in pieces of whole items that add up to the whole, from one fetch at one price', async () => {
    const before = service.origin.requests.length
    const pieces: ListedImage[] = []
    let offset: number | null = 0
    let charged = 0
    while (offset !== null) {
      const piece: Json = await get({ max_chars: '600', offset: String(offset) })
      const images = piece.content as ListedImage[]
      expect(JSON.stringify(images).length).toBeLessThanOrEqual(600)
      pieces.push(...images)
      charged += piece.credits_charged as number
      offset = piece.next_offset as number | null
    }
    expect(pieces.map(({ url }) => url)).toEqual(paths.map((path) => service.origin.url + path))
    expect([charged, service.origin.requests.length - before]).toEqual([1, 1])
    expect((await get({})).content).toEqual(pieces)
  })

  it('are returned again for one Idempotency-Key, from one fetch', async () => {
    const before = service.origin.requests.length
    const first = await get({}, { 'idempotency-key': 'images-1' })
    expect(await get({}, { 'idempotency-key': 'images-1' })).toEqual(first)
    expect(service.origin.requests.length - before).toBe(1)
  })

  it('share the fetch of a kept page with other outputs', async () => {
    const before = service.origin.requests.length
    expect(await get({ output: 'markdown', max_age_s: '0' })).toMatchObject({ from_cache: false })
    const kept = await get({ max_age_s: '600' })
    expect(kept).toMatchObject({ from_cache: true, credits_charged: 0, content: { length: paths.length } })
    expect(service.origin.requests.length - before).toBe(1)
  })
})
