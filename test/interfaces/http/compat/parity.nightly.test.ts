import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bodyOf, lacksSamples, samples } from '../../../format/sample-pages.ts'
import { type Origin, openOrigin, type Site } from '../../../origin.ts'
import { type Json, jsonOf, openTestService, requestsTo, type TestService } from '../../../service.ts'
import { runBatch } from './batch-lines.ts'

const pageCount = 60

describe.skipIf(lacksSamples)('sixty saved pages', () => {
  const step = Math.max(1, Math.floor(samples.length / pageCount))
  const chosen = samples.filter((_, n) => n % step === 0).slice(0, pageCount)
  const paths = chosen.map(({ set, id }) => `/${set}/${id}`)
  let gleaner: TestService
  let origin: Origin
  let expected: Json[]

  beforeAll(async () => {
    const headers = { 'content-type': 'text/html; charset=utf-8' }
    const pages: Site = Object.fromEntries(chosen.map((page, n) => [paths[n] ?? '', { body: bodyOf(page), headers }]))
    origin = await openOrigin(pages)
    // No page is rendered, even if the machine has a browser.
    gleaner = await openTestService({ GLEANER_BROWSER_PATH: '/nowhere/chromium' })
    expected = await each((url) => jsonOf(gleaner.get('/v1/scrape', { url, render_if_needed: 'true' })))
  })
  afterAll(async () => {
    await gleaner.close()
    await origin.close()
  })

  /** Calls `work` with each page's URL, four at a time. */
  async function each<Result>(work: (url: string) => Promise<Result>): Promise<Result[]> {
    const results: Result[] = []
    const queue = paths.entries()
    const run = async () => {
      for (const [n, path] of queue) results[n] = await work(origin.url + path)
    }
    await Promise.all(Array.from({ length: 4 }, run))
    return results
  }

  /** Runs `work` with a new key, and resolves with its result and the credits that it used. */
  async function charged<Result>(work: (service: Pick<TestService, 'get' | 'post'>, key: string) => Promise<Result>) {
    const { key, id } = await gleaner.access.issue('parity', { credits: 10_000 })
    const result = await work(requestsTo(gleaner.url, key), key)
    return { result, credits: (await gleaner.access.keys.find(id))?.used }
  }

  const contents = () => expected.map(({ content, title }) => [content, title])
  const price = () => expected.reduce((sum, { credits_charged }) => sum + Number(credits_charged), 0)

  it('are sixty, with content', () => {
    expect(expected.length).toBe(pageCount)
    expect(expected.filter(({ content }) => String(content).length > 200).length).toBeGreaterThan(50)
  })

  it('have the same content and charge in a batch', async () => {
    const body = { urls: paths.map((path) => origin.url + path), render_if_needed: true }
    const { result, credits } = await charged((service) => runBatch(service, body))
    const found = result.lines.toSorted((a, b) => a.index - b.index)
    expect(found.map(({ result }) => [result?.content, result?.title])).toEqual(contents())
    expect(credits).toBe(price())
  })

  it('have the same content and charge for clients of Firecrawl', async () => {
    const { result, credits } = await charged((service) =>
      each((url) => jsonOf(service.post('/compat/firecrawl/v2/scrape', { url, formats: ['markdown'] }))),
    )
    const found = result.map(({ data }) => data as { markdown: string; metadata: { title?: string } })
    expect(found.map(({ markdown, metadata }) => [markdown, metadata.title ?? null])).toEqual(contents())
    expect(credits).toBe(price())
  })

  it('have the same content and charge for Open WebUI', async () => {
    const { result, credits } = await charged((service) =>
      each(async (url) => (await jsonOf(service.post('/compat/openwebui/load', { urls: [url] }))) as unknown),
    )
    const found = (result as { page_content: string; metadata: { title: string | null } }[][]).map(([page]) => page)
    expect(found.map((page) => [page?.page_content, page?.metadata.title])).toEqual(contents())
    expect(credits).toBe(price())
  })

  it('have the same content and charge as GET /r/URL', async () => {
    const { result, credits } = await charged((_, key) =>
      each(async (url) => {
        const response = await fetch(`${gleaner.url}/r/${url}`, { headers: { authorization: `Bearer ${key}` } })
        return [await response.text(), decodeURIComponent(response.headers.get('gleaner-title') ?? '') || null]
      }),
    )
    expect(result).toEqual(contents())
    expect(credits).toBe(price())
  })
})
