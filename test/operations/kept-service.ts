/** A service that keeps pages, with a scripted language model, and an origin that counts requests. */

import { afterAll, afterEach, beforeAll, onTestFinished, vi } from 'vitest'
import { openScriptedModel, type ScriptedModel, testKey } from '../model/scripted-model.ts'
import { type Origin, openOrigin, type Site } from '../origin.ts'
import { type Json, jsonOf, openTestService, type TestService } from '../service.ts'

export const article =
  '<title>News</title><main><h1>Rain</h1><p>It rains today, and it will rain <a href="/more">tomorrow</a> too.</p></main>'
/** The pages by path. A test may add one. */
export const site: Site = {
  '/article': { body: article },
  '/tagged': (request, response) => {
    const isKnown = request.headers['if-none-match'] === '"1"'
    response.writeHead(isKnown ? 304 : 200, { etag: '"1"', 'content-type': 'text/html' }).end(isKnown ? '' : article)
  },
  '/no-store': { body: article, headers: { 'cache-control': 'no-store', etag: '"1"' } },
  '/varies': { body: article, headers: { vary: 'Accept-Language, *', etag: '"1"' } },
  '/missing': { body: article, status: 404 },
  '/cut': (_, response) => {
    response.writeHead(200, { 'content-length': '9999', 'content-type': 'text/html' }).write('<p>Half')
    setTimeout(() => response.destroy(), 10)
  },
  '/moved': { status: 302, headers: { location: '/article?moved' } },
  '/large': { body: `<h1>Large</h1>${'<p>Words of a large page.</p>'.repeat(4000)}` },
}

interface KeptService {
  gleaner: TestService
  origin: Origin
  model: ScriptedModel
}

/** Opens the service and sets the fields before a file's tests, and closes the service after them. */
export function useKeptService({ browserPath = '/nowhere/chromium' } = {}): KeptService {
  const parts = {} as KeptService
  beforeAll(async () => {
    parts.model = await openScriptedModel()
    parts.origin = await openOrigin(site)
    parts.gleaner = await openTestService({
      ANTHROPIC_API_KEY: testKey,
      ANTHROPIC_BASE_URL: parts.model.url,
      GLEANER_BROWSER_PATH: browserPath,
    })
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
  afterAll(async () => {
    await parts.gleaner.close()
    await parts.origin.close()
    await parts.model.close()
  })
  return parts
}

let pageNumber = 0

/** Returns a separate page and key for the test, and the requests to its origin. */
export async function openPage({ gleaner, origin }: KeptService, path: string, { credits }: { credits?: number } = {}) {
  const { key, id } = await gleaner.access.issue('visitor', credits === undefined ? {} : { credits })
  const asked = `${path}?page=${pageNumber++}`
  const ask = (parameters: Record<string, string> = {}, init: RequestInit = {}) =>
    gleaner.get(
      '/v1/scrape',
      { url: origin.url + asked, max_age_s: '60', ...parameters },
      { ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } },
    )
  return {
    ...{ key, id, ask, url: origin.url + asked },
    get: (parameters: Record<string, string> = {}, init: RequestInit = {}): Promise<Json> =>
      jsonOf(ask(parameters, init)),
    requests: () => origin.requests.filter((request) => request === asked).length,
    balance: async () => (await gleaner.access.keys.find(id))?.credits,
  }
}

/** Moves the clock that measures ages forward by this much. */
export function pass(ms: number) {
  const now = performance.now.bind(performance)
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => now() + ms)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
  // Other test files run in the same process.
  onTestFinished(() => {
    spy.mockRestore()
    vi.useRealTimers()
  })
}

/** Returns whether the page came from the store, and the charge. */
export const price = ({ from_cache, credits_charged }: Json) => [from_cache, credits_charged]
