/** Tests that every interface returns the same image of a page at the same price. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../../packages/client/src/client.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { bin, runProgram } from '../../program.ts'
import { browserPath, lacksBrowser } from '../../render/open-renderer.ts'
import { jsonOf, openTestService, type TestService, testSettings } from '../../service.ts'
import { readPng } from './png-pixels.ts'

const circle = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><circle cx="45" cy="45" r="40" fill="teal"/></svg>`
const words = '<p>An oak is a tree that drops its acorns in autumn.</p>'.repeat(12)
const pages: Record<string, string> = {
  '/text': `<h1>Oaks</h1>${words}`,
  '/images': `<img src="/circle.svg"><div style="height: 90px; background: linear-gradient(red, blue)"></div>${words}`,
  '/consent': `${words}<div id="onetrust-banner-sdk" style="position: fixed; inset: 0; background: gold">Cookies <button>OK</button></div>`,
  '/moving': `<style>@keyframes in { from { opacity: 0 } } p { animation: in 2s both }</style>${words}`,
  '/tall': `<header style="position: fixed; height: 40px; background: navy; width: 100%"></header>${words}<img loading="lazy" src="/circle.svg" style="margin-top: 700px">`,
}

type Sent = { png: string; credits?: unknown }

describe.skipIf(lacksBrowser)('a screenshot', { timeout: 120_000 }, () => {
  let origin: Origin
  let gleaner: TestService
  let clients: Client[] = []
  beforeAll(async () => {
    const svg = { headers: { 'content-type': 'image/svg+xml' }, body: circle }
    const documents = Object.entries(pages).map(([path, body]) => [path, { body: `<!doctype html>${body}` }])
    origin = await openOrigin({ ...Object.fromEntries(documents), '/circle.svg': svg })
    gleaner = await openTestService({ GLEANER_BROWSER_PATH: String(browserPath) })
    const headers = { authorization: `Bearer ${gleaner.key}` }
    const env = { PATH: String(process.env.PATH), ...testSettings, GLEANER_BROWSER_PATH: String(browserPath) }
    const transports = [
      new StreamableHTTPClientTransport(new URL(`${gleaner.url}/mcp`), { requestInit: { headers } }),
      new StdioClientTransport({ command: process.execPath, args: [bin, 'stdio'], env }),
    ]
    clients = await Promise.all(
      transports.map(async (transport) => {
        const client = new Client({ name: 'test', version: '1' })
        await client.connect(transport as never)
        return client
      }),
    )
  }, 60_000)
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()))
    await gleaner.close()
    await origin.close()
  })

  const contentOf = ({ content, credits_charged: credits }: Record<string, unknown>): Sent => ({
    png: (content as { data: string }).data,
    credits,
  })

  async function imageOf(response: Response): Promise<Sent> {
    const png = Buffer.from(await response.arrayBuffer()).toString('base64')
    return { png, credits: Number(response.headers.get('gleaner-credits-charged')) }
  }

  async function creditsUsed(): Promise<number> {
    return Number((await jsonOf(gleaner.get('/v1/account'))).credits_used)
  }

  async function overMcp(client: Client, parameters: object): Promise<Sent> {
    const before = await creditsUsed()
    const { content } = (await client.callTool({ name: 'scrape', arguments: { ...parameters } })) as {
      content: { type: string; data: string }[]
    }
    const images = content.filter(({ type }) => type === 'image')
    expect(images).toHaveLength(1)
    // The program over stdio has no keys.
    const credits = client === clients[1] ? undefined : (await creditsUsed()) - before
    return { png: images[0]?.data ?? '', credits }
  }

  async function onCommandLine(url: string, isFullPage: boolean): Promise<Sent> {
    const folder = mkdtempSync(join(tmpdir(), 'gleaner-shot-'))
    const file = join(folder, 'page.png')
    try {
      const flags = ['--output', 'screenshot', ...(isFullPage ? ['--full-page'] : []), '--output-file', file]
      expect(await runProgram(['scrape', url, ...flags], { GLEANER_BROWSER_PATH: String(browserPath) })).toMatchObject({
        code: 0,
        stdout: '',
      })
      return { png: readFileSync(file).toString('base64') }
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  async function inBatch({ url, ...parameters }: { url: string }): Promise<Sent> {
    const response = await gleaner.post('/v1/scrape/batch', { urls: [url], ...parameters })
    const [line = ''] = (await response.text()).split('\n')
    return contentOf(JSON.parse(line).result)
  }

  async function throughFirecrawl(url: string, fullPage: boolean): Promise<Sent> {
    const body = { url, formats: [{ type: 'screenshot', fullPage }] }
    const { data } = (await jsonOf(gleaner.post('/compat/firecrawl/v2/scrape', body))) as {
      data: { screenshot: string; metadata: { creditsUsed: number } }
    }
    return { png: data.screenshot.replace('data:image/png;base64,', ''), credits: data.metadata.creditsUsed }
  }

  it.each(Object.keys(pages))('has the same pixels and price at every interface: %s', async (path) => {
    const isFullPage = path === '/tall'
    const url = `${origin.url}${path}`
    const asked = { url, output: 'screenshot' as const, full_page: isFullPage }
    const query = { url, output: 'screenshot', full_page: String(isFullPage) }
    const png = { headers: { accept: 'image/png' } }
    const sent: Record<string, Sent> = {
      'REST, POST': contentOf(await jsonOf(gleaner.post('/v1/scrape', asked))),
      'REST, GET': contentOf(await jsonOf(gleaner.get('/v1/scrape', query))),
      'image, POST': await imageOf(await gleaner.post('/v1/scrape', asked, png)),
      'image, GET': await imageOf(await gleaner.get('/v1/scrape', query, png)),
      batch: await inBatch(asked),
      client: contentOf(await createClient({ key: gleaner.key, baseUrl: gleaner.url }).scrape(asked)),
      Firecrawl: await throughFirecrawl(url, isFullPage),
      'MCP over HTTP': await overMcp(clients[0] as Client, asked),
      'MCP over stdio': await overMcp(clients[1] as Client, asked),
      'command line': await onCommandLine(url, isFullPage),
    }
    const first = await readPng(Buffer.from(sent['REST, POST']?.png ?? '', 'base64'))
    for (const [name, { png, credits = 5 }] of Object.entries(sent)) {
      const { width, height, pixels } = await readPng(Buffer.from(png, 'base64'))
      const isSame = pixels.equals(first.pixels)
      expect({ name, width, height, isSame, credits }).toEqual({
        ...{ name, width: first.width, height: first.height, isSame: true, credits: 5 },
      })
    }
  })
})
