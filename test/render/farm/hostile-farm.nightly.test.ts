import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ServiceError } from '../../../src/errors.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { within } from '../../waits.ts'
import { hostilePages } from '../hostile-pages.ts'
import { htmlOf, lacksBrowser, openRenderer } from '../open-renderer.ts'
import { openBrowserless } from './farm-front.ts'
import { startPlaywrightServer } from './playwright-server.ts'

let origin: Origin
beforeAll(async () => {
  origin = await openOrigin({ ...hostilePages, '/good': { body: '<p>a good page</p>' } })
})
afterAll(() => origin.close())

/** Those that keep the line to the browser busy, wedge the browser or leave nothing to close; all of them are held against a local browser. */
const paths = [
  ...['/busy-at-once', '/busy-unload', '/alert', '/pop-ups', '/push-state', '/push-state-later', '/hash-storm'],
  ...['/reload-storm', '/big-heap', '/big-string', '/endless-elements-later', '/debugger'],
]
const outcomes = [
  ...['page', 'target_timeout', 'response_too_large', 'invalid_response', 'too_many_redirects'],
  ...['overloaded', 'TimeoutError'],
]

const farms = {
  async 'a Playwright server'() {
    const server = await startPlaywrightServer()
    return { address: server.address, close: () => server[Symbol.asyncDispose]() }
  },
  async 'an endpoint of DevTools'() {
    const front = await openBrowserless()
    return { address: `ws://127.0.0.1:${front.port}`, close: () => front[Symbol.asyncDispose]() }
  },
}

describe.skipIf(lacksBrowser)('a hostile page of a farm', () => {
  it.each(Object.entries(farms))('ends, and the next page works: on %s', async (_, open) => {
    const { address, close } = await open()
    const farm = { addresses: [address], isFenced: false, listener: { host: '127.0.0.1', port: 0, url: null } }
    const rendering = openRenderer({ browserPath: null, farm })
    try {
      for (const path of paths) {
        const loading = rendering.load(origin.url + path, { timeoutMs: 1500 }).then(
          () => 'page',
          (error) => (error instanceof ServiceError ? error.type : error.name),
        )
        expect(outcomes, path).toContain(await within(`the end of ${path}`, loading))
        const next = await within(`the page after ${path}`, rendering.load(`${origin.url}/good`))
        expect(htmlOf(next), path).toContain('<p>a good page</p>')
      }
    } finally {
      await rendering[Symbol.asyncDispose]()
      await close()
    }
  })
})
