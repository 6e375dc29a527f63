/** Tests what screenshots of unusual pages show. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ScreenshotRequest } from '../../../src/page/page.ts'
import { readPng } from '../../operations/rendering/png-pixels.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { lacksBrowser, sharedRenderer } from '../open-renderer.ts'

const [red, blue] = ['rgb(255, 0, 0)', 'rgb(0, 0, 255)']
const words = '<p>An oak is a tree that grows in a forest and drops its acorns in autumn.</p>'.repeat(5)
const locked = (lock: string) => ({
  body: `<style>* { margin: 0 } ${lock} #onetrust-banner-sdk { position: fixed; inset: 0; background: gold }</style>
    ${words}<div style="height: 2000px"></div><div style="height: 100px; background: red"></div>
    <div id="onetrust-banner-sdk">We use cookies <button>Accept</button></div>`,
})

const reversed = (start: string) => ({
  body: `${start}<style>body { margin: 0 } div { height: 100px; width: 50px }</style><div style="background: red"></div>
    <div style="width: 2000px"></div><div id="end" style="background: blue"></div>${words}`,
})

describe.skipIf(lacksBrowser)('a screenshot', { timeout: 60_000 }, () => {
  let origin: Origin
  beforeAll(async () => {
    origin = await openOrigin({
      '/locked': locked('html, body { height: 100%; overflow: hidden }'),
      '/fixed-body': locked('body { position: fixed; top: -500px; width: 100%; overflow: hidden }'),
      '/narrow': {
        body: `<style>body { margin: 0 } div { position: absolute; top: 0; width: 300px; height: 300px; background: red }
          @media (min-width: 64rem) { div { opacity: 0; visibility: hidden; transition: all 9s } }</style>${words.repeat(20)}<div></div>`,
      },
      '/noise': {
        body: `<canvas width="1280" height="3000"></canvas><script>const context = document.querySelector('canvas').getContext('2d')
          const pixels = new ImageData(1280, 3000); for (let y = 0; y < 3000; y += 9) crypto.getRandomValues(pixels.data.subarray(y * 5120, y * 5120 + 46080))
          for (let at = 3; at < pixels.data.length; at += 4) pixels.data[at] = 255; context.putImageData(pixels, 0, 0)</script>`,
      },
      '/rtl': reversed('<html dir="rtl">'),
      '/rtl-body': reversed('<body dir="rtl">'),
      '/rtl-clipped': reversed('<html dir="rtl" style="overflow-x: hidden">'),
    })
  })
  afterAll(() => origin.close())

  function load(path: string, asked: Partial<ScreenshotRequest>) {
    const common = { element: undefined, excluded: undefined, isFullPage: false, isOnlyOutput: true, hasTiles: false }
    const screenshot = { viewport: { width: 800, height: 600 }, ...common, ...asked }
    return sharedRenderer().load(origin.url + path, { screenshot })
  }

  async function take(path: string, asked: Partial<ScreenshotRequest> = {}) {
    const page = await load(path, asked)
    return readPng(Buffer.from(page.screenshot?.png ?? []))
  }

  it.each(['/locked', '/fixed-body'])(
    'shows the whole page behind a layer that keeps it from scrolling: %s',
    async (path) => {
      const { height, at } = await take(path, { isFullPage: true })
      expect(height).toBeGreaterThan(2100)
      expect(at(50, height - 50)).toBe(red)
    },
  )

  it('of a window does not start the transitions of another width', async () => {
    expect((await take('/narrow', { viewport: { width: 1280, height: 700 } })).at(250, 250)).not.toBe(red)
  })

  it('of more than 8 MiB is an error', async () => {
    await expect(take('/noise', { isFullPage: true })).rejects.toMatchObject({ type: 'response_too_large' })
  })

  it('has parts of at most 3.5 MB, which are scaled down', async () => {
    const page = await load('/noise', { hasTiles: true, viewport: { width: 1280, height: 1400 } })
    const [tile, ...others] = page.screenshot?.tiles ?? []
    expect(page.screenshot?.png.byteLength).toBeGreaterThan(3_500_000)
    expect(tile?.png.byteLength).toBeLessThanOrEqual(3_500_000)
    expect([tile?.width, tile?.height, others]).toEqual([960, 1050, []])
  })

  it.each(['/rtl', '/rtl-body'])(
    'shows the right end of a page that is written from right to left: %s',
    async (path) => {
      expect((await take(path)).at(790, 50)).toBe(red)
      expect((await take(path, { isFullPage: true })).at(1990, 50)).toBe(red)
      const element = await take(path, { element: '#end' })
      expect([element.width, element.height, element.at(25, 50)]).toEqual([50, 100, blue])
    },
  )

  it('shows what can be seen of a page that hides its left end', async () => {
    const { width, at } = await take('/rtl-clipped', { isFullPage: true })
    expect([width, at(790, 50)]).toEqual([800, red])
  })
})
