import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptsOnly } from '../../../src/interfaces/http/response.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { type Json, jsonOf, openTestService, type TestService, typesOf } from '../../service.ts'
import { site } from '../parity-site.ts'

let gleaner: TestService
let origin: Origin

const title = 'Köln, 東京 🌳, 100 %'
const longText = 'A "long" line\\ of a — page 🌳.\n'.repeat(40_000)

beforeAll(async () => {
  origin = await openOrigin({
    ...site,
    '/': { body: `<title>${title}</title><p>Hello <b>world</b></p><p>A second one, <a href="/b">b</a></p>` },
    '/long': { headers: { 'content-type': 'text/plain; charset=utf-8' }, body: longText },
    '/titled': { body: `<title>${'東'.repeat(3000)}</title><p>Hello</p>` },
    '/untitled': { status: 404, body: '<p>gone</p>' },
  })
  gleaner = await openTestService({ GLEANER_GOOGLE_URL: `${origin.url}/{domain}` })
})
afterAll(async () => {
  await gleaner.close()
  await origin.close()
})

const markdown = { accept: 'text/markdown' }

/** Sends the request with both methods, which must return the same response. */
async function ask(
  parameters: Record<string, string>,
  headers: Record<string, string> = markdown,
  path = '/v1/scrape',
) {
  const [got, posted] = await Promise.all([
    gleaner.get(path, parameters, { headers }),
    gleaner.post(path, parameters, { headers: { 'content-type': 'application/json', ...headers } }),
  ])
  const own = (response: Response) => {
    const fields = [...response.headers].filter(([name]) => name.startsWith('gleaner-'))
    return { status: response.status, type: response.headers.get('content-type'), fields: Object.fromEntries(fields) }
  }
  expect(own(posted)).toEqual(own(got))
  expect([got.headers.get('vary'), posted.headers.get('vary')]).toEqual([
    'Accept, Accept-Encoding',
    'Accept, Accept-Encoding',
  ])
  const [text, postedText] = await Promise.all([got.text(), posted.text()])
  if (got.headers.get('content-type') !== 'application/json') expect(postedText).toBe(text)
  return { ...own(got), text, headers: got.headers }
}

const hashed = { 'gleaner-content-hash': expect.stringMatching(/^sha256:[0-9a-f]{64}$/) }

describe('a client that accepts markdown', () => {
  it('gets only the text, and everything else a client needs in headers', async () => {
    const { status, type, fields, text, headers } = await ask({ url: `${origin.url}/` })
    expect([status, type]).toEqual([200, 'text/markdown; charset=utf-8'])
    expect(text).toBe(`Hello **world**\n\nA second one, [b](${origin.url}/b)`)
    expect(fields).toEqual({ ...hashed, 'gleaner-title': encodeURIComponent(title), 'gleaner-credits-charged': '1' })
    expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(text))
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('reads on with a header that the last piece lacks', async () => {
    const parameters = { url: `${origin.url}/`, max_chars: '20' }
    const { text: first, fields } = await ask(parameters)
    const offset = String(fields['gleaner-next-offset'])
    const { text: rest, fields: last } = await ask({ ...parameters, max_chars: '1000', offset })
    expect(first + rest).toBe((await jsonOf(gleaner.get('/v1/scrape', { url: `${origin.url}/` }))).content)
    expect(last).toEqual({ ...hashed, 'gleaner-title': encodeURIComponent(title), 'gleaner-credits-charged': '0' })
  })

  it('gets the codes of warnings, and no title if the page has none', async () => {
    const { fields } = await ask({ url: `${origin.url}/untitled` })
    expect(fields).toEqual({ ...hashed, 'gleaner-credits-charged': '0', 'gleaner-warnings': 'target_status' })
  })

  it('gets only the list or object as JSON', async () => {
    const links = await ask({ url: `${origin.url}/`, output: 'links' })
    expect([links.type, JSON.parse(links.text)]).toEqual([
      'application/json',
      [{ url: `${origin.url}/b`, text: 'b', internal: true }],
    ])
    const metadata = await ask({ url: `${origin.url}/`, output: 'html_head_metadata_json' })
    expect([metadata.type, JSON.parse(metadata.text).title]).toEqual(['application/json', title])
    expect(metadata.fields['gleaner-credits-charged']).toBe('1')
  })

  it('gets a long text in full', async () => {
    const parameters = { url: `${origin.url}/long`, output: 'raw_html' }
    const { text } = await ask(parameters)
    expect(text).toBe(longText)
    await expect.poll(() => gleaner.runtime.budget.bytes).toBe(0)
  })

  it('gets a title of 1,000 characters in a header of 9,000', async () => {
    const { fields } = await ask({ url: `${origin.url}/titled` })
    const { title: cut } = await jsonOf(gleaner.get('/v1/scrape', { url: `${origin.url}/titled` }))
    expect(decodeURIComponent(String(fields['gleaner-title']))).toBe(cut)
    expect(String(fields['gleaner-title']).length).toBeLessThanOrEqual(9000)
  })

  it('gets the stored response for an Idempotency-Key in the same format', async () => {
    const headers = { ...markdown, 'idempotency-key': 'plain' }
    const first = await gleaner.get('/v1/scrape', { url: `${origin.url}/` }, { headers })
    const again = await gleaner.get('/v1/scrape', { url: `${origin.url}/` }, { headers })
    const whole = await gleaner.get(
      '/v1/scrape',
      { url: `${origin.url}/` },
      { headers: { 'idempotency-key': 'plain' } },
    )
    const text = await first.text()
    expect(await again.text()).toBe(text)
    expect((await jsonOf(whole)).content).toBe(text)
  })

  it('gets ads as markdown, or the whole result with output=json', async () => {
    const query = { query: 'shoes', locale: 'en-US' }
    const { type, text } = await ask(query, markdown, '/v1/google_ads')
    const whole = await ask(query, {}, '/v1/google_ads')
    expect([type, text]).toEqual(['text/markdown; charset=utf-8', JSON.parse(whole.text).content])
    const plain = await ask({ ...query, output: 'json' }, markdown, '/v1/google_ads')
    expect([plain.type, JSON.parse(plain.text)]).toEqual([
      'application/json',
      expect.objectContaining({ content: null, output: 'json' }),
    ])
    expect(plain.fields).toEqual({})
  })

  it('gets errors as JSON', async () => {
    const { status, type, text, fields } = await ask({ url: 'ftp://x/' })
    expect([status, type, typesOf(JSON.parse(text) as Json), fields]).toEqual([
      422,
      'application/json',
      ['url_scheme'],
      {},
    ])
  })

  it('gets JSON if the operation has no content', async () => {
    const account = await gleaner.get('/v1/account', {}, { headers: markdown })
    expect([account.headers.get('content-type'), account.headers.get('vary')]).toEqual([
      'application/json',
      'Accept-Encoding',
    ])
    const explained = await gleaner.get('/v1/explain', { url: `${origin.url}/` }, { headers: markdown })
    expect(await jsonOf(explained)).toMatchObject({ credits_charged: 1 })
  })
})

describe('markdown is accepted', () => {
  it.each([
    'text/markdown',
    'Text/Markdown; charset=utf-8',
    'text/markdown;q=0.001',
    'text/markdown, text/html, */*',
    'text/markdown;variant=GFM;q=0.9, text/*;q=0.8',
    'application/json;q=0.8, text/markdown;q=0.9',
    'application/json, text/markdown',
    '*/*;q=0.1,text/markdown;q=0.2',
  ])('by %s', (accept) => expect(acceptsOnly('text/markdown', accept)).toBe(true))

  it.each([
    undefined,
    '',
    '*/*',
    'text/*',
    'text/plain',
    'application/json',
    'text/markdown;q=0',
    'text/markdown;q=0.0, */*',
    'text/markdown;q=0.5, application/json',
    'text/markdown;q=0.5, application/*;q=0.6',
    'text/markdown;q=0.5, */*',
    'text/markdown;q=x',
    'text/markdown2',
    'x/text/markdown',
  ])('not by %s', (accept) => expect(acceptsOnly('text/markdown', accept)).toBe(false))
})
