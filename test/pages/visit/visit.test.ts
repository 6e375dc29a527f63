import { afterAll, describe, expect, it } from 'vitest'
import { type ErrorType, ServiceError } from '../../../src/base/errors.ts'
import { noShare } from '../../../src/base/share.ts'
import { withWork } from '../../../src/base/work.ts'
import { readContent } from '../../../src/content/written.ts'
import { RequestedUrl } from '../../../src/contract/requested-url.ts'
import { type ScrapeInput, scrapeInput } from '../../../src/contract/scrape.ts'
import { createAddressPolicy } from '../../../src/fetch/guard/address-policy.ts'
import { readingOf, visitOf } from '../../../src/operations/scrape-request.ts'
import type { Page, PageRequest } from '../../../src/page/page.ts'
import { engineOfDocument } from '../../../src/pages/visit/given-page.ts'
import { createPageLoader } from '../../../src/pages/visit/load-page.ts'
import { createPageVisits } from '../../../src/pages/visit/visit.ts'
import { createSandbox } from '../../../src/readers/pool.ts'
import { htmlPage } from '../../format/page.ts'

const shell = '<title>Shop</title><div id="root"></div><script src="/app.js"></script>'
const filled = '<title>Shop</title><div id="root"><h1>Shoes</h1><p class="price">12 euros</p></div>'
const renderEmpty = { code: 'render_empty', message: 'The rendered page is still an empty shell' }
const article = '<title>News</title><h1>Rain</h1><p>It rains today, and tomorrow it will rain again.</p>'

const sandbox = createSandbox({ readers: 1 })
afterAll(() => sandbox.close())

interface Scene {
  input?: Partial<ScrapeInput>
  fetched: string
  differences?: Partial<Page>
  /** The browser's result or error. */
  rendered?: string | ErrorType
  renderedStatus?: number
  /** False if the browser left the page to the fetch engine. */
  isRendered?: boolean
}

type Loads = (PageRequest & { isRendering: boolean })[]

/** Engines that return the scene's results and add their requests to `loads`. */
function engineOf(scene: Scene, loads: Loads) {
  const { fetched, differences = {}, rendered = filled, renderedStatus = 200, isRendered = true } = scene
  const source = (isRendering: boolean, load: () => Page) => ({
    load: async (request: PageRequest) => {
      loads.push({ ...request, isRendering })
      return load()
    },
    close: async () => {},
  })
  return {
    sandbox,
    policy: createAddressPolicy({ allowAddresses: [] }),
    fetchPage: source(false, () => htmlPage(fetched, differences)),
    renderPage: source(true, () => {
      if (!rendered.startsWith('<')) throw new ServiceError(rendered as ErrorType, 'The browser failed')
      return htmlPage(rendered, { status: renderedStatus, ...differences, rendered: isRendered })
    }),
  }
}

/** A visit with these engines. `loads` are their requests, in order. */
async function visit(scene: Scene) {
  const { input = {} } = scene
  const loads: Loads = []
  const engine = engineOf(scene, loads)
  const { visitPage } = createPageVisits(createPageLoader(engine, null), sandbox)
  const asked: ScrapeInput = {
    ...scrapeInput(['a']).parse({ url: 'https://example.com/', main_content: false }),
    ...{ url: new RequestedUrl('https://example.com/'), render_if_needed: true, ...input },
  }
  const { signal } = new AbortController()
  const request = { caller: { keyId: null, transport: 'cli' as const }, share: noShare, requestId: '1', signal }
  return withWork(request, asked.timeout_ms, async (work) => {
    const target = visitOf(asked, request, { locale: 'en', nameSecret: 'a secret for names' })
    const { value, credits } = await visitPage(target, readingOf(asked, request), work)
    const engines = loads.map(({ isRendering }) => (isRendering ? 'render' : 'fetch'))
    return { ...value, content: readContent(value.content), credits, loads, engines, deadline: work }
  })
}

describe('render_if_needed', () => {
  it('renders a shell, and reads and charges the rendered page', async () => {
    expect(await visit({ fetched: shell })).toMatchObject({
      ...{ engines: ['fetch', 'render'], content: '# Shoes\n\n12 euros', warnings: [], credits: 5 },
    })
  })

  it('does not render a page that can be read', async () => {
    expect(await visit({ fetched: article })).toMatchObject({ engines: ['fetch'], warnings: [], credits: 1 })
  })

  it.each<[string, Partial<ScrapeInput>]>([
    ['without a match of css_selector', { css_selector: '.price' }],
    ['whose raw source is requested', { output: 'raw_html' }],
    ['whose main content is requested', { main_content: true }],
  ])('renders a shell %s', async (_, input) => {
    expect(await visit({ fetched: shell, input })).toMatchObject({ engines: ['fetch', 'render'], credits: 5 })
  })

  it("refuses a page that isn't a shell if css_selector has no match", async () => {
    const visited = visit({ fetched: article, input: { css_selector: '.price' } })
    await expect(visited).rejects.toMatchObject({ type: 'selector_not_matched' })
  })

  it('has no effect with render_js', async () => {
    const visited = await visit({ fetched: shell, rendered: shell, input: { render_js: true } })
    expect(visited).toMatchObject({ engines: ['render'], warnings: [renderEmpty], credits: 5 })
  })

  it('returns the plain page, at its price, if the rendered page contains less text', async () => {
    const fetched = `${shell}<noscript><h1>Shoes</h1><p>${'They cost 12 euros. '.repeat(20)}</p></noscript>`
    const visited = await visit({ fetched, rendered: shell })
    expect(visited).toMatchObject({ engines: ['fetch', 'render'], credits: 1 })
    expect(visited.content).toContain('They cost 12 euros.')
    expect(visited.warnings).toEqual([
      { code: 'render_empty', message: 'Rendering added nothing to the page, so it is returned as fetched' },
    ])
  })

  it('returns the rendered page if the plain one only asks for scripts', async () => {
    const fetched = `${shell}<noscript>You need to enable JavaScript to run this app, in the settings.</noscript>`
    const visited = await visit({ fetched })
    expect(visited).toMatchObject({ content: '# Shoes\n\n12 euros', warnings: [], credits: 5 })
  })

  it('warns that the rendered page is still empty', async () => {
    const visited = await visit({ fetched: shell, rendered: shell })
    expect(visited).toMatchObject({ engines: ['fetch', 'render'], warnings: [renderEmpty], credits: 5 })
  })

  it('renders for 1 credit if the response is a document', async () => {
    const differences = { contentType: 'text/plain', mediaType: 'text/plain' }
    const visited = await visit({
      fetched: shell,
      rendered: shell,
      differences,
      isRendered: false,
      input: { render_js: true },
    })
    expect(visited).toMatchObject({ engines: ['render'], credits: 1 })
  })

  it('does not render a challenge page', async () => {
    const wall = '<title>Just a moment...</title><div id="root"></div><script>window._cf_chl_opt={}</script>'
    const visited = visit({ fetched: wall, differences: { headers: { 'cf-mitigated': 'challenge' }, status: 403 } })
    await expect(visited).rejects.toMatchObject({ type: 'target_blocked' })
  })

  it('renders a 404 shell, as used with client-side routing, free of charge', async () => {
    expect(await visit({ fetched: shell, differences: { status: 404 } })).toMatchObject({
      ...{ engines: ['fetch', 'render'], content: '# Shoes\n\n12 euros', credits: 0 },
    })
  })

  it('costs nothing if the rendered page is an error page, regardless of the fetched one', async () => {
    expect(await visit({ fetched: shell, renderedStatus: 404 })).toMatchObject({
      ...{ engines: ['fetch', 'render'], credits: 0 },
    })
  })

  it('renders only HTML', async () => {
    const differences = { contentType: 'text/plain', mediaType: 'text/plain' }
    const visited = await visit({ fetched: shell, differences, input: { wait_for: 'h1' } })
    expect(visited).toMatchObject({ engines: ['fetch'], content: shell, credits: 1 })
  })

  it('gives a second fetch attempt half of the time, and the first attempt all of it', async () => {
    const startedAt = performance.now()
    const { loads, deadline } = await visit({ fetched: shell, input: { timeout_ms: 10_000 } })
    const endedAt = performance.now()
    const [fetching, rendering] = loads
    expect(fetching?.signal).toBe(deadline.signal)
    // Halfway between the start of the attempt and the deadline.
    const begunAt = 2 * (fetching?.deadlineAt ?? 0) - deadline.deadlineAt
    expect(begunAt).toBeGreaterThanOrEqual(startedAt)
    expect(begunAt).toBeLessThanOrEqual(endedAt)
    expect(rendering?.deadlineAt).toBe(deadline.deadlineAt)
  })
})

describe('wait_for with render_if_needed', () => {
  it('accepts a match in the plain page', async () => {
    const visited = await visit({ fetched: article, input: { wait_for: 'body > h1' } })
    expect(visited).toMatchObject({ engines: ['fetch'], credits: 1 })
  })

  it.each(['markdown', 'raw_html', 'links'] as const)('renders a page without a match: %s', async (output) => {
    const visited = await visit({ fetched: article, input: { wait_for: '.price', output } })
    expect(visited).toMatchObject({ engines: ['fetch', 'render'], warnings: [], credits: 5 })
    expect(visited.loads.map(({ waitFor }) => waitFor)).toEqual(['.price', '.price'])
  })

  it('finds a match at the very end of a long page, even if reading would otherwise stop early', async () => {
    const fetched = `<title>Long</title>${'<p>Words of a long page.</p>'.repeat(2000)}<b class="end">!</b>`
    const visited = await visit({ fetched, input: { wait_for: '.end', output: 'raw_html' } })
    expect(visited).toMatchObject({ engines: ['fetch'], credits: 1 })
  })

  it('does not render an error page to find a match', async () => {
    const visited = await visit({ fetched: article, differences: { status: 500 }, input: { wait_for: '.price' } })
    expect(visited).toMatchObject({ engines: ['fetch'], credits: 0 })
  })
})

describe('if the browser fails', () => {
  it.each<[string, Partial<ScrapeInput>, string]>([
    [shell, {}, 'The page is an empty shell that scripts fill in, and this server has no browser to run them'],
    [
      article,
      { wait_for: '.price' },
      'The page has no match for wait_for until its scripts have run, and this server has no browser to run them',
    ],
  ])('returns the plain page, if there is one', async (fetched, input, message) => {
    const visited = await visit({ fetched, input, rendered: 'browser_unavailable' })
    expect(visited).toMatchObject({ engines: ['fetch', 'render'], credits: 1 })
    expect(visited.warnings).toEqual([{ code: 'needs_javascript', message }])
  })

  it('returns the failure of the plain page, if there is one', async () => {
    const visited = visit({ fetched: shell, input: { css_selector: 'h1' }, rendered: 'browser_unavailable' })
    await expect(visited).rejects.toMatchObject({
      problems: [{ type: 'selector_not_matched', loc: ['query', 'css_selector'] }],
    })
  })

  it.each<ErrorType>(['overloaded', 'target_timeout', 'invalid_response', 'response_too_large'])(
    'fails with %s, because the plain page is not what was requested',
    async (rendered) => {
      await expect(visit({ fetched: shell, rendered })).rejects.toMatchObject({ type: rendered })
    },
  )
})

it('does not load the frames of HTML that the caller supplies', async () => {
  const html = new TextEncoder().encode('<title>Council</title><iframe src="/minutes"></iframe>')
  const given = engineOfDocument(engineOf({ fetched: article }, []), { bytes: html, contentType: null })
  const { visitPage } = createPageVisits(createPageLoader(given, null), sandbox)
  const { signal } = new AbortController()
  const request = { caller: { keyId: null, transport: 'cli' as const }, share: noShare, requestId: '1', signal }
  const input = {
    ...scrapeInput(['a']).parse({ url: 'https://example.com/' }),
    url: new RequestedUrl('https://example.com/'),
  }
  const { value } = await withWork(request, 10_000, (work) =>
    visitPage({ url: input.url, engine: 'fetch' }, readingOf(input, request), work),
  )
  expect(value.warnings).toMatchObject([{ code: 'foreign_frame' }])
})
