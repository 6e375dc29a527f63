/** Tests screenshots of real pages, through each interface. */

import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lacks } from '../../needs.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { bin } from '../../program.ts'
import { browserPath, lacksBrowser } from '../../render/open-renderer.ts'
import { type Json, jsonOf, openTestService, type TestService, testSettings } from '../../service.ts'
import { readPng } from './png-pixels.ts'

const square = (colour: string) => ({
  headers: { 'content-type': 'image/svg+xml' },
  body: `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="${colour}"/></svg>`,
})
const style = `<style>body { margin: 0; background: #fff } .block { width: 100px; height: 100px } img { display: block }
header { position: fixed; top: 0; left: 600px; width: 100px; height: 50px; background: rgb(0, 0, 255) }
#bg { background: url(/green) } @keyframes fade { from { opacity: 0 } } .fading { background: rgb(9, 9, 9); animation: fade 9s infinite }
#onetrust-banner-sdk { position: fixed; display: block !important; inset: 0; background: rgb(255, 255, 0) }</style>`
const words = '<p>An oak is a tree that stands in a wood and drops its acorns in autumn, for pigs and jays to eat.</p>'
const page = `<!doctype html><title>Oaks</title>${style}<header></header><img src="/red" width="100" height="100">
<div id="bg" class="block"></div><div class="block fading"></div><main>${words.repeat(20)}</main>
<div style="height: 3000px"></div><img id="lazy" loading="lazy" src="/lazy" width="100" height="100">
<div id="onetrust-banner-sdk">We use cookies <button>Accept</button></div>`
const [red, green, lazy, dark, white] = [
  'rgb(255, 0, 0)',
  'rgb(0, 128, 0)',
  'rgb(128, 0, 128)',
  'rgb(9, 9, 9)',
  'rgb(255, 255, 255)',
]

describe.skipIf(lacksBrowser)('a screenshot', { timeout: 120_000 }, () => {
  let origin: Origin
  let gleaner: TestService
  beforeAll(async () => {
    origin = await openOrigin({
      '/': { body: page },
      '/red': square(red as string),
      '/green': square(green as string),
      '/lazy': square(lazy as string),
      '/high': {
        body: `${style}<div style="height: 100000px; background: linear-gradient(red, blue)"><p>A high page.</p></div>`,
      },
      '/never': {
        body: `${style}<img src="/hangs" width="100" height="100"><p>A page with an image that never arrives.</p>`,
      },
      '/hangs': () => {},
      '/framed': {
        body: `<title>404 Not Found</title><h1>404</h1><p>Page not found</p><iframe src="/red" width="100" height="100" style="position: fixed; top: 0; left: 200px; border: 0"></iframe>`,
        status: 404,
      },
      '/text': { headers: { 'content-type': 'text/plain' }, body: 'Only text' },
    })
    gleaner = await openTestService({ GLEANER_BROWSER_PATH: String(browserPath) })
  })
  afterAll(async () => {
    await gleaner.close()
    await origin.close()
  })

  const ask = (path: string, parameters: object = {}): Promise<Json> =>
    jsonOf(gleaner.post('/v1/scrape', { url: `${origin.url}${path}`, output: 'screenshot', ...parameters }))
  const pixelsOf = ({ content }: Json) => readPng(Buffer.from((content as { data: string }).data, 'base64'))

  it('shows images, backgrounds and the first state of endless animations, but no consent layer', async () => {
    const result = await ask('/')
    expect(result).toMatchObject({
      ...{ output: 'screenshot', rendered: true, complete: true, warnings: [], credits_charged: 5 },
      content: { media_type: 'image/png', width: 1280, height: 800 },
      ...{ title: 'Oaks', content_hash: null, next_offset: null, offset: 0, from_cache: false },
    })
    const { data, bytes } = result.content as { data: string; bytes: number }
    expect(Buffer.from(data, 'base64')).toHaveLength(bytes)
    const { at } = await pixelsOf(result)
    expect([at(50, 50), at(50, 150), at(50, 250), at(650, 20), at(1200, 500)]).toEqual([
      red,
      green,
      dark,
      'rgb(0, 0, 255)',
      white,
    ])
  })

  it('shows the whole page with lazy images, and a fixed header once', async () => {
    const { width, height, at } = await pixelsOf(await ask('/', { full_page: true }))
    expect(width).toBe(1280)
    expect(height).toBeGreaterThan(4000)
    expect(at(50, height - 50)).toBe(lazy)
    expect([at(650, 20), at(650, 820), at(650, height - 20)]).toEqual(['rgb(0, 0, 255)', white, white])
  })

  it('shows one element, in a window of the requested size, without excluded elements', async () => {
    const element = await ask('/', { css_selector: '#lazy, .none', viewport: '500x400' })
    expect(element).toMatchObject({ content: { width: 100, height: 100 } })
    expect((await pixelsOf(element)).at(50, 50)).toBe(lazy)
    const { width, height, at } = await pixelsOf(
      await ask('/', { viewport: '700x300', exclude_selector: 'body > img, #bg' }),
    )
    expect([width, height, at(50, 50)]).toEqual([700, 300, dark])
    expect(await ask('/', { css_selector: '.none' })).toMatchObject({ detail: [{ type: 'selector_not_matched' }] })
    expect(await ask('/', { css_selector: 'title' })).toMatchObject({ detail: [{ type: 'selector_not_matched' }] })
  })

  it('comes with other outputs of the same visit, and is never kept', async () => {
    const both = await ask('/', { output: 'text', extra_outputs: ['screenshot', 'images'], max_age_s: 600 })
    expect(both).toMatchObject({
      rendered: true,
      credits_charged: 5,
      extra: { screenshot: { width: 1280, height: 800 } },
    })
    expect(Object.keys(both.extra as object)).toEqual(['screenshot', 'images'])
    expect(both.content).toMatch(/An oak is a tree/)
    expect(await ask('/', { max_age_s: 600 })).toMatchObject({ from_cache: false, credits_charged: 5 })
  })

  it('is cut at 20,000 pixels', async () => {
    const result = await ask('/high', { full_page: true })
    expect(result).toMatchObject({
      complete: false,
      content: { height: 20_000 },
      warnings: [{ code: 'screenshot_cut' }],
    })
    const { at } = await pixelsOf(result)
    expect(at(1000, 19_990)).toMatch(/^rgb\(20\d, 0, 5\d\)$/)
  })

  it('names an image that has not arrived', async () => {
    const { complete, warnings } = await ask('/never', { timeout_ms: 6000 })
    expect(complete).toBe(false)
    expect(warnings).toMatchObject([
      { code: 'render_incomplete', message: expect.stringContaining(`image ${origin.url}/hangs`) },
    ])
  })

  it('of an error page is free and shows nothing of its frames', async () => {
    const result = await ask('/framed')
    expect(result).toMatchObject({ status_code: 404, credits_charged: 0, content: { width: 1280 } })
    expect((await pixelsOf(result)).at(250, 50)).toBe(white)
  })

  it('does not exist for texts', async () => {
    expect(await ask('/text')).toMatchObject({ detail: [{ type: 'unsupported_content_type' }] })
    const extra = await ask('/text', { output: 'markdown', extra_outputs: ['screenshot'] })
    expect(extra).toMatchObject({ content: 'Only text', extra: { screenshot: null }, credits_charged: 1 })
  })

  it('is the response itself with Accept: image/png', async () => {
    const parameters = { url: `${origin.url}/`, output: 'screenshot' }
    const response = await gleaner.get('/v1/scrape', parameters, { headers: { accept: 'image/png' } })
    expect(response.headers.get('content-type')).toBe('image/png')
    expect([response.headers.get('gleaner-title'), response.headers.get('gleaner-credits-charged')]).toEqual([
      'Oaks',
      '5',
    ])
    expect((await readPng(Buffer.from(await response.arrayBuffer()))).at(50, 50)).toBe(red)
    const markdown = { url: `${origin.url}/` }
    const other = await gleaner.get('/v1/scrape', markdown, { headers: { accept: 'image/png' } })
    expect(other.headers.get('content-type')).toBe('application/json')
  })

  it('is image blocks over MCP that a language model can read', async () => {
    const client = new Client({ name: 'test', version: '1' })
    const headers = { authorization: `Bearer ${gleaner.key}` }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${gleaner.url}/mcp`), { requestInit: { headers } }))
    const call = async (parameters: object) => {
      const { content } = await client.callTool({ name: 'scrape', arguments: { url: `${origin.url}/`, ...parameters } })
      return content as ({ type: 'text'; text: string } | { type: 'image'; mimeType: string; data: string })[]
    }
    const sizes = (blocks: Awaited<ReturnType<typeof call>>) =>
      Promise.all(
        blocks.map(async (block) => {
          if (block.type === 'text') return 'text'
          const png = Buffer.from(block.data, 'base64')
          const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
          return `${block.mimeType} ${width}x${height}`
        }),
      )
    const [header, ...images] = await call({ output: 'screenshot' })
    expect(header).toEqual({
      type: 'text',
      text: 'title: Oaks\nrendered: true\nscreenshot: 1,280 x 800 pixels in 1 image',
    })
    expect(await sizes(images)).toEqual(['image/png 1280x800'])
    const wide = await call({ output: 'screenshot', viewport: '3136x1000' })
    expect(await sizes(wide)).toEqual(['text', 'image/png 1568x500'])
    const whole = await call({ output: 'markdown', extra_outputs: ['emails', 'screenshot'], full_page: true })
    expect((await sizes(whole)).slice(0, 4)).toEqual(['text', 'text', 'image/png 1280x1568', 'image/png 1280x1568'])
    const high = await call({ url: `${origin.url}/high`, output: 'screenshot', full_page: true })
    expect(await sizes(high)).toEqual(['text', ...Array(6).fill('image/png 1280x1568')])
    expect(high[0]).toMatchObject({
      text: expect.stringContaining('in 6 images from the top; the lowest 10,592 pixels were left out'),
    })
    await client.close()
  })

  it('is a file on the command line', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gleaner-shot-'))
    const run = (...argv: string[]) =>
      promisify(execFile)(process.execPath, [bin, 'scrape', `${origin.url}/`, '--output', 'screenshot', ...argv], {
        env: { PATH: process.env.PATH, ...testSettings, GLEANER_BROWSER_PATH: String(browserPath) },
        encoding: 'buffer',
      })
    try {
      expect((await readPng((await run()).stdout)).at(50, 50)).toBe(red)
      await run('-o', join(folder, 'page.png'))
      expect((await readPng(readFileSync(join(folder, 'page.png')))).at(50, 150)).toBe(green)
      const { stdout } = await run('--output-dir', folder)
      const { file } = JSON.parse(stdout.toString())
      expect(file).toMatch(/\.png$/)
      expect((await readPng(readFileSync(file))).width).toBe(1280)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it.skipIf(lacks('a terminal', existsSync('/usr/bin/script')))('is not printed on a terminal', async () => {
    const command = `"${process.execPath}" "${bin}" scrape ${origin.url}/ --output screenshot`
    const printing = promisify(execFile)('script', ['-qec', command, '/dev/null'], { env: { PATH: process.env.PATH } })
    await expect(printing).rejects.toMatchObject({
      code: 2,
      stdout: expect.stringContaining("an image can't be printed on a terminal"),
    })
  })
})
