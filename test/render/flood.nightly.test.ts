import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { attackPage, siteOf } from '../../bench/torture/pages/attack-pages.ts'
import { hostilePages } from '../../bench/torture/pages/hostile-pages.ts'
import { startWatchedService, type WatchedService } from '../../bench/torture/pages/watched-service.ts'
import { lacksBrowser } from './open-renderer.ts'

// On a busy machine, pages take a long time to reach a limit.
vi.setConfig({ maxConcurrency: 3, testTimeout: 180_000 })

let service: WatchedService
beforeAll(async () => {
  // The browser may report a total of about 34 MB for a small page.
  service = await startWatchedService(siteOf(hostilePages), {
    GLEANER_MAX_BODY_BYTES: '200000',
    GLEANER_BROWSER_PAGES: '4',
  })
})
afterAll(async () => await service[Symbol.asyncDispose]())

const ended = ['response_too_large', 'invalid_response']

// The benchmark runs all of these pages for longer and with larger limits: `npm run bench -- torture --only pages`.
describe.skipIf(lacksBrowser || process.platform !== 'linux')('a page that makes the browser report endlessly', () => {
  it.concurrent.each([
    ['scripts in data: URLs of 1 MB', ['response_too_large']],
    ['a URL of 2 MB, which every request then contains', ended],
    ['windows opened through frames whose functions are untouched', ended],
    // This report is limited at its source, so the page is read.
    ['shared workers that are only claimed to exist, with names of 100 MB', ['page', 'page, cut', ...ended]],
  ])('is stopped, free of charge, and costs the service no memory: %s', async (name, expected) => {
    const page = hostilePages.find((each) => each.name === name)
    if (!page) throw new Error(`There is no page with ${name}`)
    const { outcome, broken } = await attackPage(service, page, 60_000)
    expect(broken).toEqual([])
    expect(expected).toContain(outcome)
  })
})
