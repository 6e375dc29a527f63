import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Tiktoken } from 'js-tiktoken/lite'
import o200k from 'js-tiktoken/ranks/o200k_base'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { choosePages, lacksSavedPages } from '../bench/rig/saved-pages.ts'
import { type AnyClient, clients } from './interfaces/mcp/clients.ts'
import { type Origin, openOrigin, type Site } from './origin.ts'
import { bin } from './program.ts'
import { runMain } from './run-main.ts'
import { jsonOf, openTestService, type TestService, testSettings } from './service.ts'

const timeout = 600_000
const folder = mkdtempSync(join(tmpdir(), 'gleaner-hashes-'))
/** One for each revision of the protocol. */
const chosenClients = ['the v1 client', 'the v2 client pinned to 2026-07-28']
const structured = { GLEANER_MCP_RESULT: 'structured' }
let origin: Origin
let gleaner: TestService
let urls: string[]
/** The hashes over REST, by URL. */
let expected: Map<string, unknown>

beforeAll(async () => {
  const site: Site = {}
  const pages = lacksSavedPages ? [] : choosePages(200, 5_000, 300_000)
  for (const [path, body] of pages) {
    site[path] = { body, headers: { 'content-type': 'text/html; charset=utf-8' } }
  }
  origin = await openOrigin(site)
  urls = Object.keys(site).map((path) => origin.url + path)
  gleaner = await openTestService({ GLEANER_PER_HOST_CONCURRENCY: '8' })
  expected = await hashes((url) => jsonOf(gleaner.get('/v1/scrape', { url })))
}, timeout)
afterAll(async () => {
  await gleaner.close()
  await origin.close()
  rmSync(folder, { recursive: true })
})
beforeEach(({ skip }) => skip(lacksSavedPages, 'the saved pages are missing'))

type Hashed = { content_hash?: unknown }

async function hashes(read: (url: string) => Promise<Hashed>): Promise<Map<string, unknown>> {
  const read4 = async (n: number) => {
    const found: [string, unknown][] = []
    for (const url of urls.filter((_, at) => at % 4 === n)) found.push([url, (await read(url)).content_hash])
    return found
  }
  return new Map((await Promise.all([0, 1, 2, 3].map(read4))).flat())
}

const sorted = (found: ReadonlyMap<string, unknown>) => Object.fromEntries([...found].sort())
const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
const overMcp = (client: AnyClient) =>
  hashes(async (url) => (await client.callTool('scrape', { url })).structuredContent as Hashed)
const stdio = (settings: Record<string, string> = {}) => ({
  ...{ command: process.execPath, args: [bin, 'stdio'] },
  env: { PATH: process.env.PATH ?? '', ...testSettings, ...settings },
})
const overHttp = (query = '') => ({ url: `${gleaner.url}/mcp${query}`, key: gleaner.key })

describe('the content_hash of saved pages is the same', { timeout }, () => {
  it('in a POST, and 64 hex digits', async () => {
    const posted = await hashes((url) => jsonOf(gleaner.post('/v1/scrape', { url })))
    expect(sorted(posted)).toEqual(sorted(expected))
    for (const hash of expected.values()) expect(hash).toMatch(/^sha256:[0-9a-f]{64}$/)
    expect(expected.size).toBe(200)
  })

  it('in a batch', async () => {
    const response = await gleaner.post('/v1/scrape/batch', { urls })
    const lines = linesOf(await response.text()) as { url?: string; result?: Hashed }[]
    const found = lines.flatMap(({ url, result }) => (url === undefined ? [] : [[url, result?.content_hash] as const]))
    expect(sorted(new Map(found))).toEqual(sorted(expected))
  })

  it.each(chosenClients)('over HTTP with %s', async (name) => {
    expect(sorted(await overMcp(await connect(name, overHttp('?result=structured'))))).toEqual(sorted(expected))
  })

  it.each(chosenClients)('over stdio with %s', async (name) => {
    expect(sorted(await overMcp(await connect(name, stdio(structured))))).toEqual(sorted(expected))
  })

  it('on the command line', async () => {
    const list = join(folder, 'list')
    writeFileSync(list, urls.join('\n'))
    const { stdout } = await runMain(['scrape', '--input', list])
    const found = (linesOf(stdout) as { url: string; content_hash: unknown }[]).map(
      (body) => [body.url, body.content_hash] as const,
    )
    expect(sorted(new Map(found))).toEqual(sorted(expected))
  })

  it('after a restart', async () => {
    const restarted = await openTestService({ GLEANER_PER_HOST_CONCURRENCY: '8' })
    onTestFinished(() => restarted.close())
    const found = await hashes((url) => jsonOf(restarted.get('/v1/scrape', { url })))
    expect(sorted(found)).toEqual(sorted(expected))
  })
})

const connect = (name: string, target: Parameters<(typeof clients)[string]>[0]) =>
  (clients[name] as (typeof clients)[string])(target)

describe('if_hash', { timeout }, () => {
  const encoding = new Tiktoken(o200k)

  it.each([
    ['HTTP', () => overHttp()],
    ['stdio', () => stdio()],
  ])('returns at most 40 tokens in addition to the title over %s', async (_, target) => {
    const client = await connect('the v1 client', target())
    for (const url of urls.slice(0, 20)) {
      const { content } = await client.callTool('scrape', { url, if_hash: expected.get(url) })
      const text = content.map((block) => block.text).join('\n')
      expect(text).toContain('unchanged: true')
      const rest = text.replace(/^(?:title|url|final_url|warning): .*$/gm, '')
      expect(encoding.encode(rest).length, text).toBeLessThanOrEqual(40)
    }
  })
})
