import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answers, openScriptedModel, type ScriptedModel, testKey } from '../../../model/scripted-model.ts'
import { type Origin, openOrigin } from '../../../origin.ts'
import { type Json, jsonOf, openTestService, type TestService } from '../../../service.ts'

let gleaner: TestService
let origin: Origin
let model: ScriptedModel

const page = `<!doctype html><html lang="en"><head><title>Oak</title><meta name="description" content="All about oaks">
<meta property="og:title" content="The oak"><meta property="og:image" content="/oak.jpg"></head>
<body><nav><a href="/nav">Navigation</a></nav><main><h1>Oak</h1><p class="lead">An oak is a <a href="/tree">tree</a> with acorns, which grows
slowly and lives for centuries.</p><p class="ad">Buy acorns now.</p><img src="/leaf.jpg" alt="A leaf"></main><script>let a = 1</script></body></html>`

beforeAll(async () => {
  model = await openScriptedModel()
  origin = await openOrigin({
    '/oak': { body: page },
    '/fresh': { body: page, headers: { 'cache-control': 'no-store' } },
    '/gone': { status: 404, body: '<p>gone</p>' },
    '/echo': (request, response) => response.end(JSON.stringify(request.headers)),
    '/never': () => {},
    '/challenge': {
      status: 403,
      headers: { 'cf-mitigated': 'challenge' },
      body: '<title>Just a moment...</title><p>Checking your browser',
    },
  })
  gleaner = await openTestService({
    ANTHROPIC_API_KEY: testKey,
    ANTHROPIC_BASE_URL: model.url,
    GLEANER_BROWSER_PATH: '/nowhere/chromium',
  })
})
afterAll(async () => {
  await gleaner.close()
  await origin.close()
  await model.close()
})

const path = '/compat/firecrawl/v2/scrape'

/** Sends a body with the URL of a page, and resolves with the status and the answer. */
async function scrape(body: object, page = '/oak', init: RequestInit = {}) {
  const response = await gleaner.post(path, { url: origin.url + page, ...body }, init)
  const answer = await jsonOf(response)
  return { status: response.status, answer, data: (answer.data ?? {}) as Json & { metadata: Json } }
}

describe('a scrape as Firecrawl answers it', () => {
  it('has the formats by their names, and the metadata', async () => {
    const formats = ['markdown', 'html', 'rawHtml', 'links', 'images']
    const { answer, data } = await scrape({ formats })
    expect(answer.success).toBe(true)
    expect(Object.keys(data).sort()).toEqual([...formats, 'metadata', 'success'].sort())
    expect(data.markdown).toContain('An oak is a [tree]')
    expect(data.markdown).not.toContain('Navigation')
    expect(data.html).not.toContain('<script')
    expect(data.rawHtml).toBe(page)
    expect(data.links).toEqual([`${origin.url}/nav`, `${origin.url}/tree`])
    expect(data.images).toEqual([`${origin.url}/oak.jpg`, `${origin.url}/leaf.jpg`])
    expect(data.metadata).toMatchObject({
      ...{ title: 'Oak', description: 'All about oaks', language: 'en', ogTitle: 'The oak' },
      ...{ sourceURL: `${origin.url}/oak`, url: `${origin.url}/oak`, statusCode: 200, creditsUsed: 1 },
    })
  })

  it('is markdown by default, and has the status of a page that is missing', async () => {
    const { status, data } = await scrape({}, '/gone')
    expect([status, data.markdown, data.metadata.statusCode, data.metadata.creditsUsed]).toEqual([200, 'gone', 404, 0])
  })

  it.each(['/oak', '/fresh'])(
    'makes one visit to %s and one call to the model for each of summary and json',
    async (of) => {
      model.play([answers('Oaks are trees.'), answers('{"name":"Oak"}')])
      const schema = { type: 'object', properties: { name: { type: 'string' } } }
      const before = origin.requests.length
      const { data } = await scrape({ formats: ['markdown', 'summary', { type: 'json', schema }], maxAge: 0 }, of)
      expect(data).toMatchObject({ summary: 'Oaks are trees.', json: { name: 'Oak' }, metadata: { creditsUsed: 11 } })
      expect(data.markdown).toContain('acorns')
      expect(origin.requests.length - before).toBe(1)
      expect(model.requests).toHaveLength(2)
    },
  )

  it('asks only the model when json is the only format', async () => {
    model.play([answers('{"name":"Oak"}')])
    const { data } = await scrape({ formats: [{ type: 'json', prompt: 'The name' }] })
    expect(data).toMatchObject({ json: { name: 'Oak' }, metadata: { title: 'Oak', creditsUsed: 6 } })
    expect(data).not.toHaveProperty('markdown')
  })

  it('keeps the page when the model fails, and says so', async () => {
    model.play([(response) => void response.writeHead(400, { 'content-type': 'application/json' }).end('{}')])
    const { status, data } = await scrape({ formats: ['markdown', 'summary'] })
    expect([status, data.summary, data.metadata.creditsUsed]).toEqual([200, undefined, expect.any(Number)])
    expect(data.markdown).toContain('acorns')
    expect(data.warning).toContain('summary: ')
  })

  it('reuses a page that a request kept, unless storeInCache was false', async () => {
    await scrape({ storeInCache: false }, '/oak?unkept')
    expect((await scrape({ maxAge: 60_000 }, '/oak?unkept')).data.metadata).toMatchObject({
      cacheState: 'miss',
      creditsUsed: 1,
    })
    expect((await scrape({ maxAge: 60_000 }, '/oak?unkept')).data.metadata).toMatchObject({
      cacheState: 'hit',
      creditsUsed: 0,
    })
  })

  it('sends headers, the cookies among them, and the first language', async () => {
    const headers = { 'X-Token': 'a', Cookie: 'a=1; b=x=y' }
    const { data } = await scrape(
      { headers, location: { country: 'US', languages: ['de-CH', 'en'] }, formats: ['rawHtml'] },
      '/echo',
    )
    const sent = JSON.parse(String(data.rawHtml))
    expect([sent['x-token'], sent.cookie]).toEqual(['a', 'a=1; b=x=y'])
    expect(sent['accept-language']).toMatch(/^de-CH/)
  })
})

/** Bodies that Firecrawl accepts, with what must be in the markdown, or the field that is refused. */
const bodies: [object, { has?: string; lacks?: string; refused?: string; status?: number }][] = [
  [{ formats: [] }, { has: 'acorns' }],
  [{ formats: ['markdown'] }, { has: 'acorns' }],
  [{ formats: [{ type: 'markdown' }] }, { has: 'acorns' }],
  [{ formats: ['markdown', 'markdown'] }, { has: 'acorns' }],
  [{ onlyMainContent: true }, { lacks: 'Navigation' }],
  [{ onlyMainContent: false }, { has: 'Navigation' }],
  [{ includeTags: ['.lead'] }, { has: 'acorns', lacks: 'Buy' }],
  [{ includeTags: ['h1', '.ad'] }, { has: 'Buy', lacks: 'centuries' }],
  [{ includeTags: [], excludeTags: [] }, { has: 'acorns' }],
  [{ excludeTags: ['.ad', 'h1'] }, { lacks: 'Buy' }],
  [{ waitFor: 0 }, { has: 'acorns' }],
  [{ timeout: 1 }, { has: 'acorns' }],
  [{ timeout: 10_000_000 }, { has: 'acorns' }],
  [{ maxAge: 172_800_000 }, { has: 'acorns' }],
  [{ headers: {} }, { has: 'acorns' }],
  [{ mobile: false, actions: [], zeroDataRetention: false }, { has: 'acorns' }],
  [{ skipTlsVerification: true, removeBase64Images: true, blockAds: true, proxy: 'auto' }, { has: 'acorns' }],
  [{ origin: 'js-sdk@4.42.0', integration: 'n8n' }, { has: 'acorns' }],
  [{ parsers: ['pdf'] }, { has: 'acorns' }],
  [{ parsers: [{ type: 'pdf', maxPages: 3, mode: 'auto' }] }, { has: 'acorns' }],
  [{ location: { country: 'us' } }, { has: 'acorns' }],
  [{ location: null, formats: null, timeout: null }, { has: 'acorns' }],
  [{ storeInCache: true, unknownButEmpty: '' }, { has: 'acorns' }],
  [{ formats: ['changeTracking'] }, { refused: 'formats' }],
  [{ formats: [{ type: 'json' }] }, { refused: 'formats' }],
  [{ formats: [{ type: 'json', prompt: 'a', checkPromptInjection: true }] }, { refused: 'formats' }],
  [{ formats: [{ type: 'markdown', checkPromptInjection: false }] }, { has: 'acorns' }],
  [{ parsers: ['pdf', { type: 'image' }] }, { refused: 'parsers' }],
  [{ formats: 'markdown' }, { refused: 'formats' }],
  [{ actions: [{ type: 'wait', milliseconds: 100 }] }, { refused: 'actions' }],
  [{ mobile: true }, { refused: 'mobile' }],
  [{ zeroDataRetention: true }, { refused: 'zeroDataRetention' }],
  [{ location: { country: 'DE' } }, { refused: 'location' }],
  [{ constructor: { a: 1 } }, { refused: 'constructor' }],
  [{ includeTags: ['p >'] }, { refused: 'includeTags' }],
  [{ headers: { Host: 'a' } }, { refused: 'headers' }],
  [{ waitFor: 1000 }, { status: 503 }],
]

it.each(bodies)(
  'takes %j as Firecrawl does, or names the field',
  async (body, { has, lacks, refused, status = refused ? 400 : 200 }) => {
    const { status: given, answer, data } = await scrape(body)
    expect(given).toBe(status)
    if (status !== 200) {
      expect(answer).toMatchObject({ success: false, error: expect.any(String), code: expect.any(String) })
      if (refused) expect(JSON.stringify(answer.details)).toContain(`"path":["${refused}"]`)
      return
    }
    if (has) expect(data.markdown).toContain(has)
    if (lacks) expect(data.markdown).not.toContain(lacks)
  },
)

describe('a failure', () => {
  it('has the status and form that its clients expect', async () => {
    const statusOf = async (body: object, of = '/oak', init?: RequestInit) => {
      const { status, answer } = await scrape(body, of, init)
      expect(answer).toMatchObject({ success: false, error: expect.any(String) })
      return [status, answer.code]
    }
    expect(await statusOf({ timeout: 1000 }, '/never')).toEqual([408, 'TARGET_TIMEOUT'])
    expect(await statusOf({}, '/challenge')).toEqual([403, 'TARGET_BLOCKED'])
    expect(await statusOf({ includeTags: ['#none'] })).toEqual([400, 'SELECTOR_NOT_MATCHED'])
    const { answer } = await scrape({ includeTags: ['#none'] })
    expect(answer.error).toMatch(/includeTags/)
    expect(answer.error).not.toMatch(/css_selector|render_js|raw_html/)
    expect((await scrape({ timeout: 1000 }, '/never')).answer.error).toMatch(/larger timeout\./)
    expect((await scrape({ mobile: true })).answer.error).toMatch(/mobile: .*Leave it out/)
    expect(await statusOf({ url: 'http://169.254.169.254/' })).toEqual([403, 'ADDRESS_REFUSED'])
    expect(await statusOf({ url: 'http://127.0.0.1:9/' })).toEqual([expect.any(Number), expect.any(String)])
    expect(await statusOf({ url: 'nonsense' })).toEqual([400, 'URL_PARSING'])
    expect(await statusOf({}, '/oak', { headers: { authorization: 'Bearer glnr_x' } })).toEqual([401, 'UNAUTHORIZED'])
    expect(await statusOf({}, '/oak', { body: '{' })).toEqual([400, 'BAD_REQUEST'])
    const crawl = await gleaner.post('/compat/firecrawl/v2/crawl', { url: origin.url })
    const answer404 = { success: false, error: expect.stringContaining('/compat/firecrawl/v2/scrape') }
    expect([crawl.status, await jsonOf(crawl)]).toMatchObject([404, answer404])
    const { key } = await gleaner.access.issue('poor', { credits: 0, rateLimit: { limit: 1, windowS: 3600 } })
    const init = { headers: { authorization: `Bearer ${key}` } }
    expect(await statusOf({}, '/oak', init)).toEqual([402, 'INSUFFICIENT_CREDITS'])
    expect(await statusOf({}, '/oak', init)).toEqual([429, 'RATE_LIMITED'])
  })
})
