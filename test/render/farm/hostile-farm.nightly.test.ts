import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ServiceError } from '../../../src/base/errors.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { within } from '../../waits.ts'
import { hostilePages } from '../hostile-pages.ts'
import { htmlOf, lacksBrowser, openRenderer } from '../open-renderer.ts'
import { openBrowserless } from './farm-front.ts'

let origin: Origin
beforeAll(async () => {
  origin = await openOrigin({ ...hostilePages, '/good': { body: '<p>a good page</p>' } })
})
afterAll(() => origin.close())

/** Pages that block the browser connection, hang it or leave nothing to close. hostile.nightly.test.ts tests all pages. */
const paths = [
  ...['/busy-at-once', '/busy-unload', '/alert', '/pop-ups', '/push-state', '/push-state-later', '/hash-storm'],
  ...['/reload-storm', '/big-heap', '/big-string', '/endless-elements-later', '/debugger'],
]
const outcomes = [
  ...['page', 'target_timeout', 'response_too_large', 'invalid_response', 'too_many_redirects'],
  ...['overloaded', 'TimeoutError'],
]

/** Loads a page. While the farm is too busy to respond, tries again after the time that the error states. */
async function loadFromFarm<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (!(error instanceof ServiceError) || error.type !== 'browser_unavailable') throw error
      await setTimeout(1000 * (error.retryAfterS ?? 1))
    }
  }
}

describe.skipIf(lacksBrowser)('a hostile page in a farm', () => {
  it('stops, and the next page works', async () => {
    await using front = await openBrowserless()
    const farm = { addresses: [`ws://127.0.0.1:${front.port}`], egressUrl: null }
    await using rendering = openRenderer({ browserPath: null, farm })
    for (const path of paths) {
      const loading = rendering.load(origin.url + path, { timeoutMs: 1500 }).then(
        () => 'page',
        (error) => (error instanceof ServiceError ? error.type : error.name),
      )
      expect(outcomes, path).toContain(await within(`the end of ${path}`, loading))
      const good = loadFromFarm(() => rendering.load(`${origin.url}/good`))
      const next = await within(`the page after ${path}`, good)
      expect(htmlOf(next), path).toContain('<p>a good page</p>')
    }
  })
})
