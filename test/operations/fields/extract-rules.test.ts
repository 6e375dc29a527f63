/** Tests fields extracted by selector in the whole service: pieces, stored results, and rules that are too costly. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noShare } from '../../../src/base/share.ts'
import { createResources } from '../../../src/interfaces/mcp/features/resources.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { type Json, jsonOf, openTestService, type TestService, typesOf } from '../../service.ts'

const rows = Array.from({ length: 50 }, (_, n) => `<li><a href="/item/${n}">Item ${n}</a> <b>${n} €</b>`)
const list = `<title>List</title><h1>Fifty items</h1><ul>${rows.join('')}</ul><p>made by hand</p>`
const deep = `<h1>Deep</h1>${'<div>'.repeat(300)}${'word '.repeat(10_000)}`

const extract_rules = {
  title: 'h1',
  items: { selector: 'li', type: 'list', output: { name: 'a', url: 'a@href', price: 'b' } },
  note: 'p',
}

let origin: Origin
let gleaner: TestService

beforeAll(async () => {
  origin = await openOrigin({
    '/list': { body: list },
    '/deep': { body: deep },
    '/gone': { status: 404, body: '<h1>Gone</h1>' },
  })
  gleaner = await openTestService()
})
afterAll(async () => {
  await gleaner.close()
  await origin.close()
})

const ask = (parameters: object, headers: Record<string, string> = {}, path = '/list'): Promise<Json> =>
  jsonOf(gleaner.post('/v1/scrape', { url: origin.url + path, extract_rules, ...parameters }, { headers }))

const requests = () => origin.requests.length

describe('fields by selector', () => {
  it('are split by name, and read on for free', async () => {
    const whole = await ask({})
    expect(whole.total_chars).toBe(JSON.stringify(whole.content).length)
    const before = requests()
    const pieces: Json[] = []
    for (let offset: unknown = 0; offset !== null; offset = pieces.at(-1)?.next_offset) {
      pieces.push(await ask({ max_chars: 100, offset }))
    }
    expect(pieces.map(({ content }) => Object.keys(content as object))).toEqual([['title'], ['items'], ['note']])
    expect(Object.assign({}, ...pieces.map(({ content }) => content))).toEqual(whole.content)
    expect(pieces.map(({ credits_charged }) => credits_charged)).toEqual([1, 0, 0])
    expect(requests() - before).toBe(1)
  })

  it('are fetched again for different rules', async () => {
    const { next_offset: offset } = await ask({ max_chars: 100 })
    const before = requests()
    const other = await ask({ max_chars: 100, offset, extract_rules: { ...extract_rules, note: 'h1' } })
    expect([other.credits_charged, requests() - before]).toEqual([1, 1])
  })

  it('are produced once per Idempotency-Key, which rejects different rules', async () => {
    const key = { 'idempotency-key': 'fields' }
    const first = await ask({}, key)
    const before = requests()
    expect(await ask({}, key)).toEqual(first)
    expect(typesOf(await ask({ extract_rules: { title: 'h1' } }, key))).toEqual(['idempotency_mismatch'])
    expect(requests()).toBe(before)
  })

  it('are a JSON resource, and listed as such', async () => {
    await ask({ max_chars: 50 })
    const { key_id } = await jsonOf(gleaner.get('/v1/account'))
    const caller = { keyId: String(key_id), transport: 'mcp-http' } as const
    const resources = createResources(gleaner.runtime.snapshots)
    const listed = await resources.list(caller)
    expect(listed.resources[0]).toMatchObject({ mimeType: 'application/json', title: 'List' })
    const { contents } = await resources.read({ caller, share: noShare }, listed.resources[0]?.uri ?? '')
    expect(contents[0]?.mimeType).toBe('application/json')
    expect(JSON.parse(contents[0]?.text ?? '')).toMatchObject({ title: 'Fifty items', note: 'made by hand' })
  })

  it('share the kept page with other outputs', async () => {
    await ask({ max_age_s: 60 })
    const before = requests()
    const again = await ask({ max_age_s: 60, extract_rules: { title: 'title' } })
    expect(again).toMatchObject({ content: { title: 'List' }, credits_charged: 0, from_cache: true })
    expect(requests()).toBe(before)
  })

  it('are JSON for a client that accepts markdown', async () => {
    const response = await gleaner.post(
      '/v1/scrape',
      { url: `${origin.url}/list`, extract_rules: { title: 'h1' } },
      { headers: { accept: 'text/markdown' } },
    )
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual({ title: 'Fifty items' })
  })

  it('have no values from an error page, which costs nothing', async () => {
    expect(await ask({}, {}, '/gone')).toMatchObject({
      ...{ status_code: 404, credits_charged: 0, content: { title: null, items: [], note: null } },
      warnings: [{ code: 'target_status' }],
    })
  })

  it('are refused before anything is fetched', async () => {
    const before = requests()
    const refused = await ask({ extract_rules: { a: { selector: 'li', output: { b: 'c >' } } } })
    expect(refused.detail).toEqual([
      {
        loc: ['query', 'extract_rules'],
        msg: 'Value error, a.output.b: the selector ends with a combinator',
        type: 'value_error',
      },
    ])
    expect(requests()).toBe(before)
  })

  it('fail free of charge if they are too costly, and leave the service unaffected', async () => {
    const within = (output: object) => ({ selector: 'div', type: 'list', output })
    const text = within({ text: '' })
    const none = within({ a: within({ b: within({ c: { selector: 'q', type: 'list' } }) }) })
    for (const [rule, type] of [
      [text, 'response_too_large'],
      [none, 'value_error'],
    ] as const) {
      const refused = await ask({ extract_rules: { all: rule } }, {}, '/deep')
      expect([typesOf(refused), refused.credits_charged]).toEqual([[type], 0])
    }
    expect((await ask({})).credits_charged).toBe(1)
  })
})
