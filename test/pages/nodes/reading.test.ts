import { describe, expect, it } from 'vitest'
import { clients } from '../../interfaces/mcp/clients.ts'
import { hangs } from '../../model/scripted-model.ts'
import { lacksRedis } from '../../services.ts'
import { holdTimeLimit } from '../../time-limit.ts'
import { openVisitor, useTwoNodes } from './two-nodes.ts'

const canary = 'canary-of-a-private-page'
const long = (name: string) => ({ body: `<title>${canary}</title><h1>${name}</h1><p>${`${canary} `.repeat(400)}</p>` })

describe.skipIf(lacksRedis)('two nodes', () => {
  const service = useTwoNodes({
    '/long': long('Long'),
    '/kept': long('Kept'),
    '/unmatched': long('Unmatched'),
    '/failed': long('Failed'),
    '/shell': { body: '<div id="root"></div><script src="/app.js"></script>' },
    '/missing': { ...long('Missing'), status: 404 },
  })

  it('continue reading each other’s results for free, without a fetch', async () => {
    const { ask, fetches, balance } = await openVisitor(service, '/long')
    const pieces = [await ask(0, { max_chars: '3000' })]
    for (let node = 1; pieces.at(-1)?.next_offset !== null; node = 1 - node) {
      const offset = String(pieces.at(-1)?.next_offset)
      pieces.push(await ask(node === 1 ? 1 : 0, { max_chars: '3000', offset }))
    }
    expect(pieces.length).toBeGreaterThan(2)
    expect(pieces.map(({ credits_charged }) => credits_charged)).toEqual([1, ...pieces.slice(1).map(() => 0)])
    const whole = await ask(1)
    expect(pieces.map(({ content }) => content).join('')).toBe(whole.content)
    expect([fetches(), await balance()]).toEqual([2, 998])
  })

  it('offer each other’s results as MCP resources', async () => {
    const { ask, key } = await openVisitor(service, '/long')
    const whole = await ask(0)
    const client = await clients['the v1 client']?.({ url: `${service.nodes[1].url}/mcp`, key })
    const [listed, ...others] = (await client?.listResources())?.resources ?? []
    expect(others).toEqual([])
    const contents = listed && (await client?.readResource(listed.uri))?.contents
    expect(contents).toEqual([{ uri: listed?.uri, mimeType: 'text/markdown', text: whole.content }])
  })

  it('do not continue reading the results of another key', async () => {
    const [own, other] = [await openVisitor(service, '/long'), await openVisitor(service, '/long')]
    await own.ask(0, { max_chars: '3000' })
    expect(await other.ask(1, { max_chars: '3000', offset: '3000' })).toMatchObject({ credits_charged: 1 })
  })

  it('use pages that the other has fetched for free', async () => {
    const { ask, fetches, balance } = await openVisitor(service, '/kept')
    const first = await ask(0, { max_age_s: '60' })
    const second = await ask(1, { max_age_s: '60', output: 'links' })
    expect(first).toMatchObject({ from_cache: false, credits_charged: 1 })
    expect(second).toMatchObject({ from_cache: true, credits_charged: 0, fetched_at: first.fetched_at })
    expect([fetches(), await balance()]).toEqual([1, 999])
  })

  it('do not keep a page if the request failed', async () => {
    const { ask, fetches, balance } = await openVisitor(service, '/unmatched')
    const failed = await ask(0, { max_age_s: '60', css_selector: '#none' })
    expect(failed).toMatchObject({ status: 422, credits_charged: 0 })
    expect(await ask(1, { max_age_s: '60' })).toMatchObject({ from_cache: false, credits_charged: 1 })
    expect(await ask(0, { max_age_s: '60' })).toMatchObject({ from_cache: true, credits_charged: 0 })
    expect([fetches(), await balance()]).toEqual([2, 999])
  })

  it('do not keep a page if the language model failed', async () => {
    const { ask, balance } = await openVisitor(service, '/failed')
    service.model.play([hangs()])
    const { timeout_ms, pass } = holdTimeLimit()
    const failing = ask(0, { max_age_s: '60', prompt: 'What is it?', timeout_ms })
    await expect.poll(() => service.model.requests.length).toBe(1)
    expect(await ask(1, { max_age_s: '60' })).toMatchObject({ from_cache: false, credits_charged: 1 })
    pass()
    const failed = await failing
    expect(failed).toMatchObject({ status: 502, credits_charged: 5 })
    expect(await balance()).toBe(1000 - 1 - 5)
  })

  it('keep no error page for each other', async () => {
    const { ask } = await openVisitor(service, '/missing')
    for (const node of [0, 1] as const)
      expect(await ask(node, { max_age_s: '60' })).toMatchObject({ from_cache: false, credits_charged: 0 })
  })

  it('leave nothing readable in Redis', async () => {
    const { ask } = await openVisitor(service, '/long')
    await ask(0, { max_age_s: '60' })
    const dump = await service.dump()
    expect(dump.length).toBeGreaterThan(1000)
    expect(dump).not.toContain('canary')
    expect(dump).not.toContain(service.origin.url.slice('http://'.length))
  })
})
