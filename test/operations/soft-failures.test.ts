import { describe, expect, it } from 'vitest'
import { answers } from '../model/scripted-model.ts'
import { jsonOf } from '../service.ts'
import { openPage, site, useKeptService } from './kept-service.ts'

const service = useKeptService()
const signIn =
  '<title>Sign in</title><main><h1>Sign in</h1><form><input name="user"><input type="password"><button>Sign in</button></form></main>'
Object.assign(site, {
  '/members': { body: signIn },
  '/gone': { status: 404, body: '<title>Gone</title><h1>Gone</h1><p>It is <a href="/">gone</a>.</p>' },
  '/gone-json': { status: 404, headers: { 'content-type': 'application/json' }, body: '{"title": "Gone"}' },
  '/gone-file': { status: 410, headers: { 'content-type': 'font/woff' }, body: 'gone' },
  '/gone-empty': { status: 500, body: '' },
  '/teaser': {
    body: '<title>Rain</title><script type="application/ld+json">{"@graph": [{"@type": "NewsArticle", "isAccessibleForFree": true, "hasPart": {"@type": "WebPageElement", "isAccessibleForFree": "False"}}]}</script><h1>Rain</h1><p>It rains.</p>',
  },
  '/museum': {
    body: '<title>Museum</title><script type="application/ld+json">{"@type": "Museum", "isAccessibleForFree": false}</script><h1>Museum</h1><p>It is open.</p>',
  },
  '/nothing': { status: 204 },
  '/unasked': (_: unknown, response: { writeHead(status: number): { end(): void } }) => response.writeHead(304).end(),
  '/blank': { body: '<html><body> </body></html>' },
})

const codes = ({ warnings }: { warnings?: unknown }) => (warnings as { code: string }[]).map(({ code }) => code)

describe('a soft failure', () => {
  it('is free, is reported for every output, and leaves its Idempotency-Key unused', async () => {
    const { get, balance } = await openPage(service, '/members', { credits: 9 })
    for (const output of ['markdown', 'raw_html', 'clean_html', 'links', 'images', 'html_head_metadata_json']) {
      const body = await get({ output }, { headers: { 'idempotency-key': 'same' } })
      expect([codes(body)[0], body.credits_charged], output).toEqual(['login_page', 0])
    }
    expect(await balance()).toBe(9)
  })

  it('is not kept or stored for reading on', async () => {
    const { get, requests } = await openPage(service, '/members')
    const calls: Record<string, string>[] = [{}, {}, { offset: '2' }]
    for (const parameters of calls) {
      expect(await get(parameters)).toMatchObject({ from_cache: false, credits_charged: 0 })
    }
    expect(requests()).toBe(3)
  })

  it.each([
    ['css_selector', '.price'],
    ['prompt', 'What does it cost?'],
  ])('is the content with %s %s', async (name, value) => {
    service.model.play(() => answers('1'))
    const { get } = await openPage(service, '/members')
    const asked = service.model.requests.length
    expect(await get({ [name]: value })).toMatchObject({
      content: expect.stringContaining('# Sign in'),
      ...{ status_code: 200, model: null, credits_charged: 0 },
    })
    expect(service.model.requests).toHaveLength(asked)
  })

  const rules = '{"title": "h1", "links": {"selector": "a", "type": "list"}}'
  const schema = '{"type": "object", "properties": {"title": {"type": "string"}, "links": {"type": "array"}}}'
  it.each([
    ['/members', 'login_page', { extract_rules: rules }],
    ['/members', 'login_page', { extract_rules: rules, css_selector: '.price' }],
    ['/members', 'login_page', { json_schema: schema, prompt: 'Which links?' }],
    ['/gone', 'target_status', { extract_rules: rules }],
    ['/gone', 'target_status', { json_schema: schema }],
    ['/gone', 'target_status', { json_schema: schema, css_selector: '.price' }],
    ['/gone-json', 'target_status', { extract_rules: rules }],
    ['/gone-file', 'target_status', { json_schema: schema }],
    ['/gone-empty', 'target_status', { json_schema: schema }],
  ])('%s has the warning %s and an object without values for %j', async (path, code, parameters) => {
    service.model.play(() => answers('1'))
    const { get } = await openPage(service, path)
    const asked = service.model.requests.length
    const body = await get(parameters as unknown as Record<string, string>)
    expect(body).toMatchObject({ content: { title: null, links: [] }, model: null, credits_charged: 0 })
    expect(codes(body)[0]).toBe(code)
    expect(service.model.requests).toHaveLength(asked)
  })

  it('is read as markdown by a prompt about another output', async () => {
    const { get } = await openPage(service, '/members')
    expect((await get({ prompt: 'Which links?', output: 'links' })).content).toContain('# Sign in')
  })

  it('is not rendered by render_if_needed', async () => {
    const { get } = await openPage(service, '/members')
    const variants: Record<string, string>[] = [{}, { wait_for: '.price' }]
    for (const parameters of variants) {
      expect(codes(await get({ render_if_needed: 'true', ...parameters }))).toEqual(['login_page'])
    }
  })

  it('is reported by explain', async () => {
    const { key, url } = await openPage(service, '/members')
    const response = await service.gleaner.get('/v1/explain', { url }, { headers: { authorization: `Bearer ${key}` } })
    const body = await jsonOf(response)
    expect([codes(body), body.credits_charged]).toEqual([['login_page'], 0])
  })
})

it.each([
  ['/teaser', 'paywalled'],
  ['/nothing', 'empty_page'],
  ['/unasked', 'empty_page'],
  ['/blank', 'empty_page'],
])('%s is charged, with the warning %s', async (path, code) => {
  const { get } = await openPage(service, path)
  const body = await get()
  expect(codes(body)).toContain(code)
  expect(body.credits_charged).toBe(1)
})

it('a museum with an entrance fee does not count as paywalled', async () => {
  const { get } = await openPage(service, '/museum')
  expect(codes(await get())).not.toContain('paywalled')
})
