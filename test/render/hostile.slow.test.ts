import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ServiceError } from '../../src/errors.ts'
import { type Origin, openOrigin } from '../origin.ts'
import { hostilePages } from './hostile-pages.ts'
import { htmlOf, lacksBrowser, openRenderer, type TestRenderer } from './open-renderer.ts'

// They share the browser that they attack, and two cores.
vi.setConfig({ maxConcurrency: 3 })

let origin: Origin
let rendering: TestRenderer
beforeAll(async () => {
  origin = await openOrigin({ ...hostilePages, '/good': { body: '<p>a good page</p>' } })
  rendering = openRenderer({ maxPages: 8 })
})
afterAll(async () => {
  await rendering[Symbol.asyncDispose]()
  await origin.close()
})

const timeoutMs = 1500
/** Far beyond what it takes: how soon after its limit a page ends is measured in `bench/render.mjs`. */
const hangsAfterMs = 15_000
/** What a hostile page may end as: the page, marked where it was cut, or one of these. */
const allowed = ['target_timeout', 'response_too_large', 'invalid_response', 'too_many_redirects']

describe.skipIf(lacksBrowser)('a hostile page', () => {
  it.concurrent.each(Object.keys(hostilePages))('ends at its limit, and the next page works: %s', async (path) => {
    const startedAt = performance.now()
    const outcome = await rendering.load(origin.url + path, { timeoutMs }).then(
      (page) => (page.rendered ? 'page' : 'not rendered'),
      (error) =>
        error instanceof ServiceError
          ? error.type
          : error.name === 'TimeoutError'
            ? 'TimeoutError'
            : String(error.stack),
    )
    expect(['page', ...allowed, 'TimeoutError', 'overloaded']).toContain(outcome)
    expect(performance.now() - startedAt).toBeLessThan(timeoutMs + hangsAfterMs)
    const next = await rendering.load(`${origin.url}/good`)
    expect(htmlOf(next)).toContain('<p>a good page</p>')
  })
})
