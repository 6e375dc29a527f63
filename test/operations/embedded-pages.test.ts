import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Origin, openOrigin } from '../origin.ts'
import { jsonOf, openTestService, type TestService } from '../service.ts'
import { documents } from './document-kinds.ts'

let gleaner: TestService
let origin: Origin
/** An origin on another port, which is the same site. */
let sibling: Origin
/** The header `X-Secret` of the last request, by path. */
const received = new Map<string, string | undefined>()

const pdf = documents.find(({ kind }) => kind === 'pdf')?.body ?? ''
const text = 'The council met on Monday and approved the new bridge. '.repeat(12)
const minutes = `<title>Minutes</title><h2>Item 1</h2><p>${text}</p><p><a href="annex">Annex</a></p>`
const page = (body: string) => ({ body: `<!doctype html><title>Council</title><h1>Council</h1>${body}` })

beforeAll(async () => {
  origin = await openOrigin({
    '/minutes/1': (request, response) => {
      received.set('/minutes/1', request.headers['x-secret'] as string | undefined)
      response.setHeader('content-type', 'text/html').end(minutes)
    },
    '/repeated': page('<iframe src="/minutes/1"></iframe>'.repeat(150)),
    '/to-sibling': (_, response) => void response.writeHead(302, { location: `${sibling.url}/page` }).end(),
    '/menu': { body: '<p><a href="/fees">Fees</a></p>' },
    '/files/report.pdf': { headers: { 'content-type': 'application/pdf' }, body: pdf },
    '/broken.pdf': { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4 nothing' },
    '/inner': { body: '<title>Inner</title><iframe src="/minutes/1"></iframe>' },
    '/away': { status: 302, headers: { location: 'http://10.0.0.1/secret' } },
    '/frame': page('<iframe src="/minutes/1"></iframe>'),
    '/long': page(`<p>${text}</p><iframe src="/minutes/1"></iframe>`),
    '/listed': page(
      `<p>${text}<a href="/agenda">Agenda</a></p><iframe src="/minutes/1" title="Minutes of  Monday"></iframe>
      <iframe src="http://localhost:1/minutes"></iframe><embed src="/files/report.pdf" type="application/pdf">`,
    ),
    '/frameset': {
      body: '<title>Council</title><frameset cols="20%,*"><frame src="/menu"><frame src="/minutes/1"></frameset>',
    },
    '/nested': page('<iframe src="/inner"></iframe>'),
    '/embed': page('<embed src="/files/report.pdf" type="application/pdf">'),
    '/object': page(
      '<object data="/files/report.pdf" type="application/pdf"><a href="/files/report.pdf">PDF</a></object>',
    ),
    '/pdf-frame': page('<iframe src="/files/report.pdf#view=FitH"></iframe>'),
    '/viewer': page('<iframe src="/pdfjs/viewer.html?file=%2Ffiles%2Freport.pdf"></iframe>'),
    '/four': page([1, 2, 3, 4].map((n) => `<iframe src="/part/${n}"></iframe>`).join('')),
    ...Object.fromEntries([1, 2, 3, 4].map((n) => [`/part/${n}`, { body: `<p>Part ${n} of four</p>` }])),
    '/endless': page('<iframe src="/within"></iframe>'),
    '/within': { body: '<p>Hi</p><iframe src="/within"></iframe><iframe src="/within"></iframe>' },
    '/leading': page('<iframe src="/leaves"></iframe>'),
    '/leaves': { status: 302, headers: { location: 'http://localhost:1/elsewhere' } },
    '/essay': { body: `<p>${text.repeat(10)}</p>` },
    '/lost': {
      body: '<title>Page not found</title><h1>404 – Page not found</h1><footer><iframe src="/essay"></iframe></footer>',
    },
    '/gone': page('<iframe src="/missing"></iframe>'),
    '/refused': page('<iframe src="/away"></iframe>'),
    '/unreadable': page('<embed src="/broken.pdf">'),
    '/other': page('<iframe src="http://localhost:1/minutes"></iframe>'),
  })
  sibling = await openOrigin({ '/page': page(`<iframe src="${origin.url}/minutes/1"></iframe>`) })
  gleaner = await openTestService()
})
afterAll(async () => {
  await gleaner.close()
  await Promise.all([origin.close(), sibling.close()])
})

const scrape = (path: string, parameters: Record<string, string> = {}) =>
  jsonOf(gleaner.get('/v1/scrape', { url: origin.url + path, ...parameters }))

describe('a frame of the page’s own site', () => {
  it.each(['/frame', '/frameset', '/nested'])('is read in its place: %s', async (path) => {
    const body = await scrape(path)
    expect(body).toMatchObject({ title: 'Council', rendered: false, credits_charged: 1 })
    expect(body.content).toContain('## Item 1')
    expect(body.content).toContain(`(${origin.url}/minutes/annex)`)
    expect(codes(body)).not.toContain('foreign_frame')
  })

  it('is matched by selectors', async () => {
    expect(await scrape('/frame', { css_selector: 'h2' })).toMatchObject({ content: '## Item 1', credits_charged: 1 })
  })

  it('contributes links, but no source or metadata', async () => {
    const body = await scrape('/frame', { output: 'links', extra_outputs: 'raw_html,html_head_metadata_json' })
    expect(body.content).toMatchObject([{ url: `${origin.url}/minutes/annex` }])
    expect(body.extra).toMatchObject({ raw_html: expect.not.stringContaining('Item 1') })
    const before = origin.requests.length
    await scrape('/frame', { output: 'raw_html' })
    expect(origin.requests.slice(before)).toEqual(['/frame'])
  })

  it('becomes a link with a warning if the page has at least 50 words', async () => {
    const body = await scrape('/long')
    expect(body.content).toContain(`(${origin.url}/minutes/1)`)
    expect(codes(body)).toContain('foreign_frame')
  })

  it('is loaded together with at most two others', async () => {
    const before = origin.requests.length
    const body = await scrape('/four', { main_content: 'false' })
    expect(origin.requests.slice(before).sort()).toEqual(['/four', '/part/1', '/part/2', '/part/3'])
    expect(body.content).toMatch(/Part 1 of four\n\nPart 2 of four\n\nPart 3 of four\n\n\[.*\/part\/4\)/)
    expect(codes(body)).toContain('foreign_frame')
  })

  it.each([
    ['/gone', '/missing', 'foreign_frame'],
    ['/refused', '/away', 'foreign_frame'],
    ['/unreadable', '/broken.pdf', 'embedded_document'],
  ])('becomes a link with a warning if it can’t be read: %s', async (path, target, code) => {
    const body = await scrape(path)
    expect(body).toMatchObject({ status_code: 200, credits_charged: 1 })
    expect(body.content).toContain(`(${origin.url}${target})`)
    expect(codes(body)).toContain(code)
  })
})

describe('a document embedded in a short page', () => {
  it.each(['/embed', '/object', '/pdf-frame', '/viewer'])('is read in its place: %s', async (path) => {
    const body = await scrape(path)
    expect(body).toMatchObject({ title: 'Council', credits_charged: 1 })
    expect(body.content).toContain('The castle opens its gate at nine.')
    expect(codes(body)).not.toContain('embedded_document')
  })
})

it('a frame that is on the page many times is inserted once, and the others are links', async () => {
  const body = await scrape('/repeated', { main_content: 'false' })
  expect(String(body.content).match(/## Item 1/g)).toHaveLength(1)
  expect(String(body.content).match(/\/minutes\/1\)/g)).toHaveLength(149)
  expect(codes(body)).toEqual([])
})

it('a page from another origin does not choose which frames receive the caller’s own headers', async () => {
  const own = { headers: JSON.stringify({ 'X-Secret': 's' }) }
  for (const [path, sent] of [
    ['/frame', 's'],
    ['/to-sibling', undefined],
  ] as const) {
    received.clear()
    await scrape(path, own)
    expect([received.has('/minutes/1'), received.get('/minutes/1')]).toEqual([true, sent])
  }
})

it('a frame that embeds itself is read once', async () => {
  const { content, credits_charged } = await scrape('/endless')
  expect([String(content).match(/Hi/g), credits_charged]).toEqual([['Hi'], 1])
})

it('the frame of an error page is not loaded, because the page costs nothing', async () => {
  const before = origin.requests.length
  const body = await scrape('/lost', { main_content: 'false' })
  expect([codes(body), body.credits_charged]).toEqual([['not_found_page', 'foreign_frame'], 0])
  expect(origin.requests.slice(before)).toEqual(['/lost'])
})

it('frames and documents that are not read are listed as links', async () => {
  const body = await scrape('/listed', { output: 'links' })
  expect(body.content).toEqual([
    { url: `${origin.url}/agenda`, text: 'Agenda', internal: true },
    { url: `${origin.url}/minutes/1`, text: 'Minutes of Monday', internal: true },
    { url: 'http://localhost:1/minutes', text: '', internal: false },
    { url: `${origin.url}/files/report.pdf`, text: '', internal: true },
  ])
  expect(codes(body)).toEqual(['foreign_frame', 'embedded_document'])
})

it('a frame from another site becomes a link with a warning', async () => {
  const body = await scrape('/leading')
  expect(codes(body)).toContain('foreign_frame')
  expect(body.content).toContain('/leaves)')
})

it('loading the frames of a kept page costs as much as a page', async () => {
  const kept = { max_age_s: '3600' }
  expect(await scrape('/frame?kept', kept)).toMatchObject({ from_cache: false, credits_charged: 1 })
  expect(await scrape('/frame?kept', kept)).toMatchObject({ credits_charged: 1 })
  expect(await scrape('/long?kept', kept)).toMatchObject({ from_cache: false, credits_charged: 1 })
  expect(await scrape('/long?kept', { ...kept, output: 'links' })).toMatchObject({
    from_cache: true,
    credits_charged: 0,
  })
})

it('a frame from another site is not loaded', async () => {
  expect(codes(await scrape('/other'))).toContain('foreign_frame')
})

const codes = ({ warnings }: Record<string, unknown>) => (warnings as { code: string }[]).map(({ code }) => code)
