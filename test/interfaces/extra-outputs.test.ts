import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { article, openPage, price, site, useKeptService } from '../operations/kept-service.ts'
import { type Json, jsonOf } from '../service.ts'

const service = useKeptService()
const links = [{ url: expect.stringContaining('/more'), text: 'tomorrow', internal: true }]

site['/text'] = { body: 'Just text of a@example.com.', headers: { 'content-type': 'text/plain' } }
site['/long'] = {
  body: `<title>Long</title><main>${Array.from({ length: 2000 }, (_, n) => `<p>Words of <a href="/${n}">part ${n}</a> of it.</p>`).join('')}</main>`,
}

async function connect(key: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${service.gleaner.url}/mcp?result=structured`), { requestInit }),
  )
  onTestFinished(() => client.close())
  return client
}

describe('additional outputs', () => {
  it('cost the same as one output, and come from one fetch', async () => {
    const { get, requests, balance } = await openPage(service, '/article', { credits: 10 })
    const body = await get({ extra_outputs: 'links,raw_html,html_head_metadata_json', max_age_s: '0' })
    expect(body).toMatchObject({ output: 'markdown', extra: { links, raw_html: article }, credits_charged: 1 })
    expect(Object.keys(body.extra as Json)).toEqual(['links', 'raw_html', 'html_head_metadata_json'])
    expect([requests(), await balance()]).toEqual([1, 9])
  })

  it('may also be listed as JSON text or as an array in a body', async () => {
    const { get, url } = await openPage(service, '/article')
    expect((await get({ extra_outputs: '["links"]' })).extra).toMatchObject({ links })
    const posted = await jsonOf(service.gleaner.post('/v1/scrape', { url, extra_outputs: ['links'] }))
    expect(posted.extra).toMatchObject({ links })
  })

  it('are complete even for a piece, and later pieces without them are free', async () => {
    const { key } = await openPage(service, '/long')
    const url = `${service.origin.url}/long?on`
    const ask = (parameters: Json) =>
      jsonOf(
        service.gleaner.post('/v1/scrape', { url, ...parameters }, { headers: { authorization: `Bearer ${key}` } }),
      )
    const first = await ask({ extra_outputs: ['links'], max_chars: 100 })
    expect((first.extra as { links: unknown[] }).links).toHaveLength(2000)
    const second = await ask({ offset: first.next_offset, max_chars: 100 })
    expect(second).toMatchObject({ extra: null, credits_charged: 0, fetched_at: first.fetched_at })
    expect(service.origin.requests.filter((path) => path === '/long?on')).toHaveLength(1)
  })

  it('never cause another fetch of a kept page', async () => {
    const { get, requests } = await openPage(service, '/article')
    const first = await get()
    const other = await get({ extra_outputs: 'links,emails' })
    expect([price(other), other.extra]).toMatchObject([[true, 0], { links, emails: [] }])
    expect([price(await get({ output: 'links', extra_outputs: 'markdown' })), requests()]).toEqual([[true, 0], 1])
    expect(other.content).toBe(first.content)
  })

  it('are replayed by an Idempotency-Key, and different ones count as a different request', async () => {
    const { get, ask, requests } = await openPage(service, '/article')
    const named = { headers: { 'idempotency-key': 'once' } }
    const first = await get({ extra_outputs: 'links', max_age_s: '0' }, named)
    expect(await get({ extra_outputs: 'links', max_age_s: '0' }, named)).toEqual(first)
    expect((await ask({ extra_outputs: 'emails', max_age_s: '0' }, named)).status).toBe(422)
    expect(requests()).toBe(1)
  })

  it('are left out when only the content is requested', async () => {
    const { ask } = await openPage(service, '/article')
    const response = await ask({ extra_outputs: 'links' }, { headers: { accept: 'text/markdown' } })
    expect(await response.text()).toBe(
      `# Rain\n\nIt rains today, and it will rain [tomorrow](${service.origin.url}/more) too.`,
    )
  })

  it('are null if the medium does not have them', async () => {
    const { get } = await openPage(service, '/text')
    const { extra } = await get({ extra_outputs: 'clean_html,emails' })
    expect(extra).toEqual({ clean_html: null, emails: ['a@example.com'] })
  })
})

describe('additional outputs over MCP', () => {
  it('are text blocks after the content', async () => {
    const { key, url } = await openPage(service, '/article')
    const client = await connect(key)
    const result = await client.callTool({ name: 'scrape', arguments: { url, extra_outputs: ['emails', 'links'] } })
    const { extra } = result.structuredContent as { extra: Json }
    expect(extra).toMatchObject({ emails: [], links })
    const texts = (result.content as { text?: string }[]).map(({ text }) => text)
    expect(texts.slice(1)).toEqual(['extra emails:\n(empty)', `extra links:\n${JSON.stringify(extra.links)}`])
  })

  it('take at most half of the space, and a warning names those that do not fit', async () => {
    const { key } = await openPage(service, '/long')
    const client = await connect(key)
    const url = `${service.origin.url}/long`
    const call = async (args: Json) => {
      const result = await client.callTool({ name: 'scrape', arguments: { url, ...args } })
      return { body: result.structuredContent as Json, uri: result._meta?.['gleaner/snapshot'] as string }
    }
    const extra_outputs = ['links', 'html_head_metadata_json', 'raw_html']
    const { body, uri } = await call({ extra_outputs })
    expect(body.extra).toMatchObject({ links: null, html_head_metadata_json: { title: 'Long' }, raw_html: null })
    expect(body.warnings).toMatchObject([{ code: 'extra_cut', message: expect.stringContaining('links, raw_html;') }])
    const taken = JSON.stringify((body.extra as Json).html_head_metadata_json).length
    expect((body.content as string).length).toBeLessThanOrEqual(40_000 - taken)

    const { body: next } = await call({ offset: body.next_offset })
    expect(next).not.toHaveProperty('extra')
    expect(next).toMatchObject({ warnings: [], credits_charged: 0, fetched_at: body.fetched_at })
    const { contents } = await client.readResource({ uri })
    expect((contents[0] as { text: string }).text.startsWith(body.content as string)).toBe(true)
  })

  it('share the space that max_chars allows', async () => {
    const { key, url } = await openPage(service, '/article')
    const client = await connect(key)
    const ask = async (max_chars: number) =>
      (await client.callTool({ name: 'scrape', arguments: { url, max_chars, extra_outputs: ['emails', 'links'] } }))
        .structuredContent as Json
    expect(await ask(20)).toMatchObject({ extra: { emails: [], links: null }, warnings: [{ code: 'extra_cut' }] })
    expect((await ask(20)).content).toBe('# Rain\n\nIt rains ')
    const whole = await ask(1000)
    expect(whole).toMatchObject({ extra: { links }, warnings: [] })
    expect(whole).not.toHaveProperty('next_offset')
  })
})
