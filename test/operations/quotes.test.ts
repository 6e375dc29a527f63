import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Origin, openOrigin } from '../origin.ts'
import { jsonOf, openTestService, type TestService } from '../service.ts'

const text = 'The council met on Monday and approved the new bridge over the river. '.repeat(6)
const page = `<!doctype html><title>Bridge</title><nav><a href="/">Home of the council</a></nav>
  <main><h1>Bridge</h1><p>${text}</p><h2>Costs</h2><p>The bridge costs <b>14</b>&nbsp;million euros, and is not free.</p></main>
  <footer>Printed by the council's own press</footer>`

let gleaner: TestService
let origin: Origin

beforeAll(async () => {
  let changes = 0
  origin = await openOrigin({
    '/bridge': { body: page },
    '/lost': { status: 404, body: page },
    '/missing': { body: '<title>Page not found</title><h1>404 – Page not found</h1><p>Go back.</p>' },
    '/noscript': {
      body: `<main><p>${text}</p><noscript><p>Please switch on scripts.</p></noscript><noscript><p>${'A long answer is only here. '.repeat(30)}</p></noscript></main>`,
    },
    '/changing': (_, response) =>
      void response.setHeader('content-type', 'text/html').end(`<p>Number ${changes++}</p>`),
  })
  gleaner = await openTestService()
})
afterAll(async () => {
  await gleaner.close()
  await origin.close()
})

const scrape = (path: string, parameters: Record<string, string> = {}) =>
  jsonOf(gleaner.get('/v1/scrape', { url: origin.url + path, ...parameters }))
const check = async (path: string, quotes: string[], more: Record<string, string> = {}) => {
  const body = await scrape(path, { quotes: JSON.stringify(quotes), ...more })
  return body as Omit<typeof body, 'quotes'> & { quotes: Record<string, unknown>[] } & Record<string, unknown>
}

describe('quotes', () => {
  it('are found with their place, in the order given, for the price of the page', async () => {
    const { quotes, content, credits_charged, next_offset } = await check('/bridge', [
      'The bridge costs 14 million euros',
      'the Council met on monday',
      "Printed by the council's own press",
      'The bridge costs 41 million euros',
      'Nothing like this anywhere',
    ])
    const whole = (await scrape('/bridge')).content as string
    const [exact, folded, outside, changed, absent] = quotes
    expect(exact).toMatchObject({ match: 'exact', heading: 'Costs', page: null, in_main_content: true, omitted: [] })
    const { offset, chars } = exact as { offset: number; chars: number }
    expect(whole.slice(offset, offset + chars)).toMatch(/^The bridge costs \*\*14\*\*\smillion euros$/)
    expect(exact?.url).toBe(`${origin.url}/bridge#:~:text=The%20bridge%20costs%2014%20million%20euros`)
    expect(folded).toMatchObject({ match: 'folded', heading: 'Bridge', text: 'The council met on Monday' })
    expect(outside).toMatchObject({ match: 'exact', in_main_content: false, offset: null, chars: null, heading: null })
    expect(changed).toMatchObject({ match: 'none', differences: [{ quote: '41', page: '14' }] })
    expect(changed?.text).toBe('The bridge costs 14 million euros')
    expect(absent).toMatchObject({ match: 'none', offset: null, text: null, url: null, in_main_content: null })
    expect(String(content).split('\n')).toHaveLength(5)
    expect(content).toMatch(/^1\. exact: “The bridge costs 14 million euros” \(under “Costs”\)\n2\. folded: /)
    expect([credits_charged, next_offset]).toEqual([1, null])
  })

  it.each(['/lost', '/missing'])(
    'are unknown rather than absent on a page that is not the requested one: %s',
    async (path) => {
      const { quotes } = await check(path, ['The bridge costs 41 million euros'])
      expect(quotes).toMatchObject([{ match: 'unknown', offset: null, differences: [] }])
    },
  )

  it('are found in noscript where it is content', async () => {
    const { quotes } = await check('/noscript', ['A long answer is only here.', 'Please switch on scripts.'])
    expect(quotes.map(({ match }) => match)).toEqual(['exact', 'none'])
    const whole = (await scrape('/noscript', { main_content: 'false' })).content
    expect(whole).toContain('A long answer')
    expect(whole).not.toContain('Please switch')
  })

  it('shows what an omission hides', async () => {
    const { quotes, content } = await check('/bridge', ['million euros, and is … free'])
    expect(quotes).toMatchObject([{ match: 'folded', omitted: ['not'] }])
    expect(content).toContain('omits “not”')
  })

  it('leave the whole markdown to read on from', async () => {
    const { quotes } = await check('/bridge', ['The bridge costs 14'])
    const { offset } = quotes[0] as { offset: number }
    const before = origin.requests.length
    expect(await scrape('/bridge', { offset: String(offset) })).toMatchObject({
      content: expect.stringMatching(/^The bridge costs/),
      credits_charged: 0,
    })
    expect(origin.requests).toHaveLength(before)
  })

  it.each([
    ['["ab"]', {}],
    ['[]', {}],
    [JSON.stringify(Array(11).fill('abc')), {}],
    ['["abc"]', { output: 'text' }],
    ['["abc"]', { highlights: 'bridge' }],
    ['["abc"]', { offset: '5' }],
    ['["abc"]', { extract_rules: '{"a":"h1"}' }],
    ['["abc"]', { if_hash: `sha256:${'0'.repeat(16)}` }],
  ])('are refused: %s with %j', async (quotes, more) => {
    const response = await gleaner.get('/v1/scrape', { url: `${origin.url}/bridge`, quotes, ...more })
    expect(response.status).toBe(422)
  })
})

describe('content_hash', () => {
  const hashOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`

  it.each(['markdown', 'text', 'raw_html', 'links', 'html_head_metadata_json'])(
    'is the digest of the whole content, for every piece of it: %s',
    async (output) => {
      const whole = await scrape('/bridge', { output })
      const text = typeof whole.content === 'string' ? whole.content : JSON.stringify(whole.content)
      expect(whole).toMatchObject({ content_hash: hashOf(text), unchanged: null })
      const first = await scrape('/bridge', { output, max_chars: '50' })
      expect(first.content_hash).toBe(whole.content_hash)
      if (first.next_offset === null) return
      const next = await scrape('/bridge', { output, max_chars: '50', offset: String(first.next_offset) })
      expect(next.content_hash).toBe(whole.content_hash)
    },
  )

  it('is the whole markdown’s with highlights and quotes', async () => {
    const { content_hash } = await scrape('/bridge')
    expect((await scrape('/bridge', { highlights: 'costs' })).content_hash).toBe(content_hash)
    expect((await check('/bridge', ['The bridge'])).content_hash).toBe(content_hash)
  })

  it('does not depend on when the page was fetched', async () => {
    const one = await scrape('/bridge', { front_matter: 'true' })
    const other = await scrape('/bridge', { front_matter: 'true' })
    expect(other.content).not.toBe(one.content)
    expect(other.content_hash).toBe(one.content_hash)
  })
})

describe('if_hash', () => {
  it.each([
    ['markdown', ''],
    ['links', []],
    ['html_head_metadata_json', {}],
  ])('leaves out unchanged content: %s', async (output, nothing) => {
    const { content_hash } = await scrape('/bridge', { output })
    const if_hash = String(content_hash).slice(0, 7 + 16)
    expect(await scrape('/bridge', { output, if_hash })).toMatchObject({
      ...{ content: nothing, unchanged: true, total_chars: 0, next_offset: null, outline: null, credits_charged: 1 },
      content_hash,
    })
  })

  it('returns content that has changed', async () => {
    const { content_hash } = await scrape('/changing')
    expect(await scrape('/changing', { if_hash: String(content_hash) })).toMatchObject({
      content: 'Number 1',
      unchanged: false,
    })
  })

  it('has headers where only the content is sent', async () => {
    const { content_hash } = await scrape('/bridge')
    const headers = { accept: 'text/markdown' }
    const changed = await gleaner.get('/v1/scrape', { url: `${origin.url}/bridge` }, { headers })
    expect(changed.headers.get('gleaner-content-hash')).toBe(content_hash)
    expect(changed.headers.has('gleaner-unchanged')).toBe(false)
    const same = await gleaner.get(
      '/v1/scrape',
      { url: `${origin.url}/bridge`, if_hash: String(content_hash) },
      { headers },
    )
    expect([same.headers.get('gleaner-unchanged'), await same.text()]).toEqual(['true', ''])
  })

  it.each([
    [{ if_hash: 'sha256:12' }],
    [{ if_hash: '9f86d081884c7d659a2feaa0c55ad015' }],
    [{ if_hash: `sha256:${'0'.repeat(16)}`, offset: '5' }],
  ])('is refused: %j', async (parameters) => {
    const response = await gleaner.get('/v1/scrape', { url: `${origin.url}/bridge`, ...parameters })
    expect(response.status).toBe(422)
  })
})
