import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { documentTypes } from '../../src/page/document-types.ts'
import { zipOf } from '../documents/office/archive/zip.ts'
import { mebibyte } from '../interfaces/http/posting.ts'
import { openOrigin, type Site } from '../origin.ts'
import { type Json, jsonOf, openTestService, type TestService, typesOf } from '../service.ts'
import { documents, email, link } from './document-kinds.ts'

const page =
  '<title>Oak</title><main><h1>Oak</h1><p>An oak is a <a href="/tree">tree</a>, see <a href="#top">above</a>.'

let gleaner: TestService
beforeAll(async () => {
  gleaner = await openTestService({
    GLEANER_BROWSER_PATH: '/nowhere/chromium',
    GLEANER_MAX_BODY_BYTES: String(mebibyte),
  })
})
afterAll(() => gleaner.close())

type Body = string | Uint8Array<ArrayBuffer> | Blob | ReadableStream

/** `type` is the stated media type. If undefined, `fetch` states one only for strings. */
function send(body: Body, parameters: Record<string, string> = {}, headers: Record<string, string> = {}) {
  return gleaner.get('/v1/convert', parameters, { method: 'POST', body, duplex: 'half', headers } as RequestInit)
}

const convert = (...sent: Parameters<typeof send>): Promise<Json> => jsonOf(send(...sent))
const bytesOf = (body: string | Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(body))
const typed = (type: string) => ({ 'content-type': type })

async function withOrigin(site: Site) {
  const origin = await openOrigin(site)
  onTestFinished(() => origin.close())
  return origin
}

async function withKey(terms: Parameters<TestService['access']['issue']>[1]) {
  const { key, id } = await gleaner.access.issue('visitor', terms)
  return {
    headers: { authorization: `Bearer ${key}` },
    balance: async () => (await gleaner.access.keys.find(id))?.credits,
  }
}

it.each([
  ['a shell', '<body><div id="root"></div><script src="/a.js"></script>', 'needs_javascript'],
  [
    'a frame',
    `<main><h1>A</h1><p>${'Text. '.repeat(50)}</p><iframe src="https://x.example/f"></iframe>`,
    'foreign_frame',
  ],
])('a page with %s gets a warning that names no parameter that only scrape has', async (_, html, code) => {
  const warnings = JSON.stringify((await convert(html, {}, typed('text/html'))).warnings)
  expect(warnings).toContain(code)
  expect(warnings).not.toContain('render_js')
})

describe('the kinds of documents', () => {
  it.each(documents)('$kind is read as scrape reads it, for 1 credit', async ({ kind, body }) => {
    const origin = await withOrigin({ '/': { body: Buffer.from(body), headers: typed(documentTypes[kind]) } })
    const url = `${origin.url}/`
    const { headers, balance } = await withKey({ credits: 10 })
    for (const output of ['markdown', 'links', 'emails', 'html_head_metadata_json']) {
      const scraped = await jsonOf(gleaner.get('/v1/scrape', { url, output }))
      const sent = await convert(bytesOf(body), { url, output }, { ...headers, ...typed(documentTypes[kind]) })
      const differing = { fetched_at: '', request_id: '', credits_remaining: null }
      expect({ ...sent, ...differing }).toEqual({ ...scraped, ...differing })
      expect(Object.keys(sent)).toEqual(Object.keys(scraped))
      expect(sent.credits_charged).toBe(1)
    }
    expect(await balance()).toBe(6)
  })

  it.each(documents.filter(({ kind }) => kind !== 'csv' && kind !== 'tsv'))(
    '$kind is recognized by its first bytes, regardless of the stated type',
    async ({ kind, body }) => {
      const types = [
        '',
        'application/x-www-form-urlencoded',
        'application/octet-stream',
        'text/html',
        'application/json',
      ]
      for (const type of types) {
        const { content, content_type } = await convert(bytesOf(body), { output: 'emails' }, type ? typed(type) : {})
        expect([type, content_type, content]).toEqual([type, documentTypes[kind], [email]])
      }
    },
  )

  it('HTML is recognized too, and text is read as its stated type', async () => {
    for (const type of ['text/plain', 'application/json', 'application/pdf', 'application/octet-stream']) {
      const { content, content_type } = await convert(`<!doctype html>${page}`, {}, typed(type))
      expect([type, content_type, content]).toEqual([type, 'text/html', expect.stringContaining('# Oak')])
    }
    const read = async (body: string, type: string) => {
      const { content, content_type } = await convert(body, {}, typed(type))
      return [content_type, content]
    }
    expect(await read('a,b\n1,2\n', 'text/csv')).toEqual(['text/csv', '| a | b |\n| --- | --- |\n| 1 | 2 |'])
    expect(await read('Hello <b>you</b>', 'text/html; charset=utf-8')).toEqual([
      'text/html; charset=utf-8',
      'Hello **you**',
    ])
    expect(await read('<h1>Logo</h1>\n\n# Title', 'text/markdown')).toEqual([
      'text/markdown',
      '<h1>Logo</h1>\n\n# Title',
    ])
    expect(await read('{"a":1}', 'text/plain')).toEqual(['application/json', '{"a":1}'])
    expect(await read('Hello', 'application/x-www-form-urlencoded')).toEqual(['text/plain', 'Hello'])
  })

  it('the encoding is the stated one or the one declared in the document', async () => {
    const latin = Buffer.from('<p>K\xe4se', 'latin1')
    expect(await convert(bytesOf(latin), {}, typed('text/html; charset=latin1'))).toMatchObject({ content: 'Käse' })
    expect(await convert(bytesOf(Buffer.from('\uFEFF<p>Käse', 'utf16le')))).toMatchObject({ content: 'Käse' })
  })
})

describe('the parameters', () => {
  it('are the ones that shape a result, and relative links are dropped without a base', async () => {
    expect(await convert(page)).toMatchObject({
      ...{ url: null, final_url: null, status_code: 200, content_type: 'text/html', title: 'Oak', from_cache: false },
      content: '# Oak\n\nAn oak is a tree, see above.',
    })
    const based = { url: 'http://127.0.0.1:1/a' }
    expect(await convert(page, based)).toMatchObject({
      ...{ url: based.url, final_url: based.url },
      content: expect.stringContaining('[tree](http://127.0.0.1:1/tree)'),
    })
    expect(await convert(page, { ...based, include_links: 'false' })).toMatchObject({
      content: expect.stringContaining('a tree, see'),
    })
    expect(await convert(page, { css_selector: 'h1', front_matter: 'true' })).toMatchObject({
      content: expect.stringMatching(/^---\ntitle: "Oak"\nfetched_at: ".+"\n---\n\n# Oak$/),
    })
    expect(await convert(page, { exclude_selector: 'h1', main_content: 'no' })).toMatchObject({
      content: 'An oak is a tree, see above.',
    })
    expect(await convert(page, { ...based, extra_outputs: 'links' })).toMatchObject({
      extra: { links: [{ url: 'http://127.0.0.1:1/tree', text: 'tree', internal: true }] },
    })
    const { highlights } = await convert(page, { highlights: 'tree' })
    expect(highlights).toHaveLength(1)
  })

  it('max_chars truncates the only piece', async () => {
    const whole = await convert(page)
    expect(await convert(page, { max_chars: '5' })).toMatchObject({
      ...{ content: '# Oak', total_chars: String(whole.content).length, offset: 0, next_offset: null, outline: null },
    })
    const long = `<h1>Long</h1>${'<p>Some words of a long text.</p>'.repeat(5000)}`
    expect(String((await convert(long)).content).length).toBeGreaterThan(100_000)
  })

  it.each([
    [{ offset: '1' }, 'extra_forbidden'],
    [{ render_js: 'true' }, 'extra_forbidden'],
    [{ prompt: 'Why?' }, 'extra_forbidden'],
    [{ url: 'file:///etc/passwd' }, 'url_scheme'],
    [{ css_selector: 'p >' }, 'value_error'],
    [{ highlights: 'oak', output: 'links' }, 'value_error'],
    [{ extra_outputs: 'markdown' }, 'value_error'],
    [{ output: 'pdf' }, 'enum'],
  ])('%j is refused', async (parameters, type) => {
    const response = await send(page, parameters as Record<string, string>)
    expect([response.status, typesOf(await jsonOf(response))]).toEqual([422, [type]])
  })

  it('only markdown is returned for Accept: text/markdown', async () => {
    const response = await send(page, {}, { accept: 'text/markdown' })
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(response.headers.get('gleaner-credits-charged')).toBe('1')
    expect(await response.text()).toBe('# Oak\n\nAn oak is a tree, see above.')
  })

  it('no frame or redirect is loaded', async () => {
    const origin = await withOrigin({ '/': { body: '<p>Framed' } })
    const body = `<meta http-equiv="refresh" content="0; url=${origin.url}/"><p>Sign in</p><iframe src="${origin.url}/"></iframe>`
    expect(await convert(body, { url: `${origin.url}/login` })).toMatchObject({ credits_charged: 1, status_code: 200 })
    expect(origin.requests).toEqual([])
  })
})

it('a sign-in page counts as a document, at the usual price', async () => {
  const body = `<title>Sign in</title><h1>Sign in</h1><form action="/login"><input type="email" name="email">
    <input type="password" name="password" autocomplete="current-password"><button>Sign in</button><a href="/reset">Forgot password?</a></form>`
  const sent = await convert(body, { url: 'https://example.com/report', css_selector: 'h1' })
  expect(sent).toMatchObject({ content: '# Sign in', warnings: [], credits_charged: 1 })
})

describe('a document that fails', () => {
  it.each([
    ['an empty one', '', {}, 'missing'],
    ['an image', bytesOf('\x89PNG\r\n\x1a\n\0\0\0'), {}, 'unsupported_content_type'],
    ['an image with its type', bytesOf('\x89PNG\r\n\x1a\n\0\0\0'), typed('image/png'), 'unsupported_content_type'],
    ['a form', '--x\r\n', typed('multipart/form-data; boundary=x'), 'unsupported_content_type'],
    ['a broken PDF', '%PDF-1.7\nnothing', {}, 'invalid_response'],
  ] as const)('%s is 422, free, and not worth a retry', async (_, body, headers, type) => {
    const response = await send(body, {}, headers)
    expect(await jsonOf(response)).toMatchObject({ detail: [{ type }], credits_charged: 0, retryable: false })
    expect(response.status).toBe(422)
  })

  it('names the type that it cannot read', async () => {
    const { detail } = await convert('--x\r\n', {}, typed('multipart/form-data; boundary=x'))
    expect(detail).toMatchObject([{ msg: "The content is multipart/form-data, which can't be read" }])
    expect(typesOf(await convert('a,b', { output: 'images' }, typed('text/csv')))).toEqual(['unsupported_content_type'])
    expect(typesOf(await convert(page, { css_selector: '.none' }))).toEqual(['selector_not_matched'])
  })

  it('gets 413 beyond the limit, stated or streamed, and 415 with a content coding', async () => {
    const whole = 'x'.repeat(mebibyte)
    expect((await send(whole)).status).toBe(200)
    for (const body of [`${whole}x`, new Blob([whole, 'x']).stream()]) {
      const response = await send(body)
      expect([response.status, typesOf(await jsonOf(response))]).toEqual([413, ['request_too_large']])
    }
    expect((await send(page, {}, { 'content-encoding': 'gzip' })).status).toBe(415)
    await expect.poll(() => gleaner.runtime.budget.bytes).toBe(0)
  })

  it('is refused with other methods', async () => {
    const response = await gleaner.get('/v1/convert')
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

describe('the checks', () => {
  it('respond with 401, 429, 415, 413, 422, 402, in this order', async () => {
    const { headers } = await withKey({ rateLimit: { limit: 4, windowS: 3600 }, credits: 0 })
    const large = 'x'.repeat(mebibyte + 1)
    const ask = async (body: string, parameters: Record<string, string>, own = headers) => {
      const response = await send(body, parameters, own)
      return [response.status, ...typesOf(await jsonOf(response))]
    }
    expect(await ask(large, {}, { authorization: 'Bearer glnr_x' })).toEqual([401, 'unauthorized'])
    const packed = { ...headers, 'content-encoding': 'gzip' }
    expect(await ask(large, {}, packed)).toEqual([415, 'unsupported_media_type'])
    expect(await ask(large, { zzz: '1' })).toEqual([413, 'request_too_large'])
    expect(await ask('', { zzz: '1' })).toEqual([422, 'extra_forbidden', 'missing'])
    expect(await ask(page, {})).toEqual([402, 'insufficient_credits'])
    expect(await ask(large, {})).toEqual([429, 'rate_limited'])
  })

  it('an Idempotency-Key covers the document and its type', async () => {
    const { headers, balance } = await withKey({ credits: 10 })
    const named = { ...headers, 'idempotency-key': 'once' }
    const first = await convert(page, {}, { ...named, ...typed('text/html') })
    expect(await convert(page, {}, { ...named, ...typed('text/html') })).toEqual(first)
    for (const [body, type] of [
      [`${page} `, 'text/html'],
      [page, 'text/plain'],
    ] as const) {
      expect(typesOf(await convert(body, {}, { ...named, ...typed(type) }))).toEqual(['idempotency_mismatch'])
    }
    expect(await balance()).toBe(9)
  })

  it('a failed document leaves its Idempotency-Key free', async () => {
    const { headers } = await withKey({ credits: 10 })
    const named = { ...headers, 'idempotency-key': 'again' }
    expect(typesOf(await convert('%PDF-1.7\n', {}, named))).toEqual(['invalid_response'])
    expect(await convert(page, {}, named)).toMatchObject({ title: 'Oak', credits_charged: 1 })
  })
})

it('links in a document keep their full URLs without a base', async () => {
  const docx = documents.find(({ kind }) => kind === 'docx')
  expect(await convert(bytesOf(docx?.body ?? ''), { output: 'links' })).toMatchObject({ content: [{ url: link }] })
})

describe('a file that contains files', () => {
  const zip = zipOf({ 'docs/a.csv': 'tree,m\noak,21\n', 'b.html': page })

  it('is read as a whole, or one entry of it like a page', async () => {
    const whole = await convert(zip, { url: 'https://forest.example/a.zip' })
    expect(whole).toMatchObject({ content_type: documentTypes.zip, warnings: [], complete: true })
    expect(whole.content).toMatch(/\| docs\/a\.csv \| 14 \|[\s\S]*## docs\/a\.csv[\s\S]*\| oak \| 21 \|[\s\S]*# Oak/)
    const entry = await convert(zip, { entry: 'b.html', output: 'html_head_metadata_json' })
    expect(entry.content).toMatchObject({ title: 'Oak' })
    expect(typesOf(await convert(zip, { entry: 'docs/b.csv' }))).toEqual(['selector_not_matched'])
  })
})
