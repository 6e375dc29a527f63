import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ServiceError } from '../../src/base/errors.ts'
import { type Origin, openOrigin } from '../origin.ts'
import { within } from '../waits.ts'
import { hostilePages } from './hostile-pages.ts'
import { htmlOf, lacksBrowser, openRenderer, type TestRenderer } from './open-renderer.ts'

// The pages share two cores and the browser that they attack.
vi.setConfig({ maxConcurrency: 4 })

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

const timeoutMs = 1000

/** Allowed outcomes of a hostile page: a page, with a warning if it was cut off, or one of these errors. */
const outcomes = [
  ...['page', 'target_timeout', 'response_too_large', 'invalid_response', 'too_many_redirects'],
  // Time ran out while the page waited for the browser, or the signal aborted first.
  ...['overloaded', 'TimeoutError'],
]

describe.skipIf(lacksBrowser)('a hostile page', () => {
  // `npm run bench -- render` measures how soon after its limit each page stops.
  it.concurrent.each(Object.keys(hostilePages))('stops, and the next page works: %s', async (path) => {
    const loading = rendering.load(origin.url + path, { timeoutMs }).then(
      (page) => (page.rendered ? 'page' : 'not rendered'),
      (error) =>
        error instanceof ServiceError ? error.type : error.name === 'TimeoutError' ? error.name : error.stack,
    )
    expect(outcomes).toContain(await within(`the end of ${path}`, loading))
    const next = await within(`the page after ${path}`, rendering.load(`${origin.url}/good`))
    expect(htmlOf(next)).toContain('<p>a good page</p>')
  })
})
