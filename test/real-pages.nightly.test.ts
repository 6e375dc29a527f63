import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeBug, subscribe } from '../src/base/events.ts'
import type { Link, ListedImage } from '../src/contract/list-items.ts'
import { type Output, outputs, type ScrapeResult, scrapeResult } from '../src/contract/scrape.ts'
import { bodyOf, lacksSamples, type SamplePage, samples } from './format/sample-pages.ts'
import { type Origin, openOrigin, type Site } from './origin.ts'
import { jsonOf, openTestService, type TestService } from './service.ts'

const pathOf = ({ set, id }: SamplePage) => `/${set}/${id}`

/** The largest pages. A page with short content reaches MCP clients and REST clients the same way. */
let longest: SamplePage[] = []

/** Faults that the service logs but responses don't show. */
const faults: object[] = []
const unsubscribe = subscribe('gleaner:operation', ({ error }) => {
  if (error !== undefined) faults.push(describeBug(error))
})

let gleaner: TestService
let origin: Origin
let client: Client

beforeAll(async () => {
  const pages: Site = {}
  for (const sample of samples) {
    // Some pages don't declare their charset. All were saved as UTF-8.
    pages[pathOf(sample)] = { body: bodyOf(sample), headers: { 'content-type': 'text/html; charset=utf-8' } }
  }
  const sizeOf = (sample: SamplePage) => (pages[pathOf(sample)] as { body: Buffer }).body.length
  longest = samples.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, 20)
  origin = await openOrigin(pages)
  gleaner = await openTestService({ GLEANER_PER_HOST_CONCURRENCY: '8' })
  client = new Client({ name: 'real-pages', version: '1' })
  const headers = { authorization: `Bearer ${gleaner.key}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${gleaner.url}/mcp?result=structured`), { requestInit: { headers } }),
  )
})
afterAll(async () => {
  unsubscribe()
  await client.close()
  await gleaner.close()
  await origin.close()
})

function checkContent({ content, output }: Pick<ScrapeResult, 'content' | 'output'>, name: string): void {
  if (output === 'markdown' || output.endsWith('html')) {
    expect((content as string).length, name).toBeGreaterThan(50)
  } else if (output.endsWith('links') || output === 'images') {
    for (const { url } of content as (Link | ListedImage)[]) expect(URL.canParse(url), `${name}: ${url}`).toBe(true)
  }
  if (output === 'markdown') {
    const targets = (content as string).matchAll(/(?<!\\)\]\((?!<)([^\s)]+)/g)
    for (const [, target = ''] of targets) expect(URL.canParse(target), `${name}: ${target}`).toBe(true)
  }
}

// Screenshots are tested on a few pages, because each takes a rendering.
const written = outputs.filter((output) => output !== 'screenshot')

describe.skipIf(lacksSamples)('60 saved pages', { timeout: 300_000 }, () => {
  it('are scraped over REST as every output but screenshots', async () => {
    expect(samples).toHaveLength(60)
    for (const sample of samples) {
      const requests = written.map(async (output: Output) => {
        const response = await gleaner.get('/v1/scrape', { url: origin.url + pathOf(sample), output })
        const name = `${sample.set}/${sample.id} ${output}`
        const body = await jsonOf(response)
        expect(response.status, `${name}: ${JSON.stringify([body.detail, faults])}`).toBe(200)
        checkContent(scrapeResult.parse(body), name)
      })
      await Promise.all(requests)
    }
  })

  it('are scraped by an MCP client in pieces that fit (the 20 longest)', async () => {
    let pieces = 0
    for (const sample of longest) {
      const reply = await client.callTool({ name: 'scrape', arguments: { url: origin.url + pathOf(sample) } })
      const name = `${sample.set}/${sample.id}`
      expect(reply.isError, `${name}: ${JSON.stringify(reply.content)}`).toBeFalsy()
      const { content, next_offset } = reply.structuredContent as unknown as ScrapeResult
      expect((content as string).length, name).toBeLessThanOrEqual(40_000)
      checkContent({ content, output: 'markdown' }, name)
      if (next_offset !== undefined) pieces++
    }
    expect(pieces).toBeGreaterThan(0)
  })
})
