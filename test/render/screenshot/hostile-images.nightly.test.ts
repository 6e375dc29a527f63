/** Tests that the browser survives the screenshots of hostile pages, and that the next page works. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ServiceError } from '../../../src/base/errors.ts'
import type { ScreenshotRequest } from '../../../src/page/page.ts'
import { readPng } from '../../operations/rendering/png-pixels.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { within } from '../../waits.ts'
import { lacksBrowser, openRenderer, type TestRenderer } from '../open-renderer.ts'
import { hostileImagePaths, hostileImages } from './hostile-images.ts'

const timeoutMs = 5000
const asked: ScreenshotRequest = {
  ...{ viewport: { width: 1280, height: 800 }, element: undefined, excluded: undefined },
  ...{ isFullPage: true, isOnlyOutput: true, hasTiles: true },
}
const red = 'rgb(255, 0, 0)'

describe.skipIf(lacksBrowser)('the screenshot of a hostile page', { timeout: 120_000 }, () => {
  let origin: Origin
  let rendering: TestRenderer
  beforeAll(async () => {
    origin = await openOrigin({ ...hostileImages, '/good': { body: '<body style="background: red">' } })
    rendering = openRenderer()
  })
  afterAll(async () => {
    await rendering[Symbol.asyncDispose]()
    await origin.close()
  })

  it.each(hostileImagePaths)('is bounded, and the next one works: %s', async (path) => {
    const taking = rendering.load(origin.url + path, { timeoutMs, screenshot: asked }).then(
      ({ screenshot }) => {
        if (!screenshot) return 'no screenshot'
        const isSmall = screenshot.height <= 20_000 && screenshot.png.byteLength <= 8 * 1024 * 1024
        return isSmall && screenshot.tiles.every(({ png }) => png.byteLength <= 3_500_000) ? 'bounded' : 'too large'
      },
      (error) => (error instanceof ServiceError || error.name === 'TimeoutError' ? 'bounded' : error.stack),
    )
    expect(await within(`the end of ${path}`, taking)).toBe('bounded')
    const next = await within(
      `the page after ${path}`,
      rendering.load(`${origin.url}/good`, { screenshot: { ...asked, isFullPage: false } }),
    )
    expect((await readPng(Buffer.from(next.screenshot?.png ?? []))).at(640, 400)).toBe(red)
  })
})
