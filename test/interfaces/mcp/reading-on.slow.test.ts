import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { contentTokensOf } from '../../../src/content/content-tokens.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { openTestService, type TestService } from '../../service.ts'
import { type AnyClient, clients } from './clients.ts'

/** Size of the pages. */
const megabytes: Record<string, number> = { prose: 4, Chinese: 2, tables: 2 }

const paragraphs: Record<string, (i: number) => string> = {
  prose: (i) =>
    `<p>Paragraph ${i} tells of <a href="/topics/${i}">topic ${i}</a> and of what came before it, in words that go on for a while; it has a <b>second</b> sentence, and a third one that ends with a number: ${i * 7919}. ${'The rest of it repeats what most pages say. '.repeat(8)}</p>`,
  Chinese: (i) =>
    `<p>第${i}段介绍了${'这个页面的内容以及它所讲述的产品和服务，'.repeat(20)}见<a href="/zh/${i}">链接</a>。</p>`,
  tables: (i) =>
    `<table><tr><th>Name</th><th>Price</th><th>Stock</th></tr>${Array.from({ length: 4 }, (_, row) => `<tr><td>Article ${i}-${row} ${'with a long description '.repeat(20)}</td><td>${i * 3},${row}0 €</td><td>${row}</td></tr>`).join('')}</table><pre><code class="language-js">const a${i} = ${i}\n\n${`print(a${i}) // and a comment\n`.repeat(20)}</code></pre>`,
}

function pageOf(kind: string): string {
  const parts: string[] = []
  for (let i = 0, bytes = 0; bytes < (megabytes[kind] ?? 0) * 1024 * 1024; i++) {
    const part = paragraphs[kind]?.(i) ?? ''
    parts.push(part)
    bytes += Buffer.byteLength(part)
  }
  return `<!doctype html><html lang="en"><title>Megabytes of ${kind}</title><main><h1>Long</h1>${parts.join('\n')}</main></html>`
}

let service: TestService
let origin: Origin
beforeAll(async () => {
  const site = Object.keys(paragraphs).map((kind) => [`/${kind}`, { body: pageOf(kind) }])
  origin = await openOrigin({ ...Object.fromEntries(site), '/short': { body: '<title>S</title><p>Short page.</p>' } })
  service = await openTestService()
})
afterAll(async () => {
  await service.close()
  await origin.close()
})

async function connect(key = service.key): Promise<AnyClient> {
  return (await clients['the v2 client pinned to 2026-07-28']?.({
    url: `${service.url}/mcp?result=structured`,
    key,
  })) as AnyClient
}

describe('a long page', () => {
  it.each(Object.entries(megabytes))('is read in pieces from one fetch: %s (%i MB)', async (kind) => {
    const client = await connect()
    const args = { url: `${origin.url}/${kind}`, timeout_ms: 120_000 }
    const first = await client.callTool('scrape', args)
    expect(first.isError, first.content[0]?.text.slice(0, 300)).toBeFalsy()
    const [text = '', structure = ''] = [first.content[0]?.text, JSON.stringify(first.structuredContent)]
    for (const given of [text, structure]) expect(contentTokensOf(given)).toBeLessThan(25_000)

    const { contents } = await client.readResource(String(first._meta?.['gleaner/snapshot']))
    const whole = contents[0]?.text ?? ''
    expect(whole.length).toBe(first.structuredContent?.total_chars)
    expect(whole.length).toBeGreaterThan(400_000)

    const pieces = [String(first.structuredContent?.content)]
    let next = first.structuredContent?.next_offset as number | null
    // The first pieces have the default size. The rest are larger.
    for (let i = 0; next !== null; i++) {
      const more = i < 20 ? {} : { max_chars: 500_000 }
      const { structuredContent: piece } = await client.callTool('scrape', { ...args, ...more, offset: next })
      expect(piece).toMatchObject({ credits_charged: 0 })
      pieces.push(String(piece?.content))
      next = (piece?.next_offset as number | undefined) ?? null
    }
    expect(pieces.join('') === whole).toBe(true)
    expect(origin.requests.filter((path) => path === `/${kind}`)).toHaveLength(1)
    // Pieces aren't cut inside a table row or a line of code.
    if (kind === 'tables') expect(pieces.slice(0, 20).every((piece) => piece.endsWith('\n'))).toBe(true)
  })
})

describe('a stored result', () => {
  it('is found only by the key that stored it', async () => {
    const { key } = await service.access.issue('another')
    const [own, other] = [await connect(), await connect(key)]
    const args = { url: `${origin.url}/short`, max_chars: 5 }
    const { _meta, structuredContent } = await own.callTool('scrape', args)
    const uri = String(_meta?.['gleaner/snapshot'])
    const asked = () => origin.requests.filter((path) => path === '/short').length
    expect(asked()).toBe(1)

    await expect(other.readResource(uri)).rejects.toMatchObject({ code: -32602 })
    expect((await other.listResources()).resources).toEqual([])

    // Another key that continues reading fetches the page again and pays for it.
    const offset = structuredContent?.next_offset
    const theirs = await other.callTool('scrape', { ...args, offset })
    expect(theirs.structuredContent).toMatchObject({ credits_charged: 1 })
    expect(asked()).toBe(2)
    const ours = await own.callTool('scrape', { ...args, offset })
    expect(ours.structuredContent).toMatchObject({ credits_charged: 0 })
    expect(asked()).toBe(2)
    await expect(own.readResource(uri)).resolves.toMatchObject({ contents: [{ uri, mimeType: 'text/markdown' }] })
  })

  it("counts as a request against its key's limit when it is read", async () => {
    const { key } = await service.access.issue('slow', { rateLimit: { limit: 3, windowS: 60 } })
    const client = await connect(key)
    const { _meta } = await client.callTool('scrape', { url: `${origin.url}/short` })
    const uri = String(_meta?.['gleaner/snapshot'])
    const reads = Array.from({ length: 5 }, () => client.readResource(uri))
    const refused = (await Promise.allSettled(reads)).filter(({ status }) => status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]).toMatchObject({ reason: { code: -32000, data: { detail: [{ type: 'rate_limited' }] } } })
  })
})

describe('a restarted service', () => {
  it('continues the sessions of its clients', async () => {
    const settings = { GLEANER_DATA_DIR: service.config.GLEANER_DATA_DIR }
    const first = await openTestService(settings)
    const client = (await clients['the v1 client']?.({
      url: `${first.url}/mcp?result=structured`,
      key: service.key,
    })) as AnyClient
    expect((await client.callTool('scrape', { url: `${origin.url}/short` })).isError).toBeFalsy()
    await first.close()
    const again = await openTestService({ ...settings, GLEANER_PORT: new URL(first.url).port })
    onTestFinished(() => again.close())
    // The client first has to notice that its connection is closed.
    await expect
      .poll(() =>
        client.listTools().then(
          ({ tools }) => tools.length,
          () => 0,
        ),
      )
      .toBe(2)
    const result = await client.callTool('scrape', { url: `${origin.url}/short` })
    expect(result.structuredContent).toMatchObject({ title: 'S', credits_charged: 1 })
  })
})
