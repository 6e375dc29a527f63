import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { contentTokensOf } from '../../../src/content/content-tokens.ts'
import { answers } from '../../model/scripted-model.ts'
import { type Json, jsonOf, typesOf } from '../../service.ts'
import { openPage, price, site, useKeptService } from '../kept-service.ts'

const service = useKeptService()
const words = 'A tree of the forest, whose leaves are green in summer and brown in autumn. '.repeat(8)
const head = '<title>Trees: all --- of them</title><meta name=author content="A. &quot;Tree&quot; Author">'

beforeAll(() => {
  const sections = ['Oaks', 'Beeches', 'Limes'].map(
    (name) => `<h2>${name}</h2><p>${words}</p><p>${name} grow in the castle's park. ${words}</p>`,
  )
  site['/headed'] = { body: `${head}<main><h1>Trees</h1>${sections.join('')}</main>` }
})
afterAll(() => {
  delete site['/headed']
})

type Told = Json & { content: string; fetched_at: string }

async function openTrees() {
  const { key, url, requests, get: getKept } = await openPage(service, '/headed')
  const ask = (parameters: Record<string, string> = {}, more: Record<string, string> = {}) =>
    service.gleaner.get(
      '/v1/scrape',
      { url, front_matter: 'true', ...parameters },
      { headers: { authorization: `Bearer ${key}`, ...more } },
    )
  return { key, url, requests, getKept, ask, get: async (given = {}) => (await jsonOf(ask(given))) as Told }
}

function fieldsOf({ content }: Told): Record<string, unknown> {
  return parse(content.split('\n---\n')[0]?.replace(/^---\n/, '') ?? '') as Record<string, unknown>
}

describe('front_matter', () => {
  it('matches the fields of the result', async () => {
    const { get, url } = await openTrees()
    const whole = await get()
    expect(fieldsOf(whole)).toEqual({
      ...{ title: 'Trees: all --- of them', url, author: 'A. "Tree" Author', fetched_at: whole.fetched_at },
    })
    const without = await get({ front_matter: 'false' })
    expect(whole.content.endsWith(`\n---\n\n${without.content}`)).toBe(true)
    expect(whole).toMatchObject({
      total_chars: whole.content.length,
      content_tokens: contentTokensOf(whole.content),
      title: without.title,
    })
  })

  it('counts in offsets, so pieces add up to the whole and the outline points to headings', async () => {
    const { get, requests } = await openTrees()
    const first = await get({ max_chars: '60' })
    const outline = first.outline as { text: string; offset: number }[]
    expect(outline.map(({ text }) => text)).toEqual(['Trees', 'Oaks', 'Beeches', 'Limes'])
    let joined = first.content
    for (let next = first.next_offset; next !== null; ) {
      const piece = await get({ max_chars: '500', offset: String(next) })
      expect(piece.credits_charged).toBe(0)
      joined += piece.content
      next = piece.next_offset
    }
    expect(requests()).toBe(1)
    expect(joined.length).toBe(first.total_chars)
    for (const { text, offset } of outline) expect(joined.slice(offset)).toMatch(new RegExp(`^#+ ${text}\n`))
    const whole = await get()
    expect(joined.replace(first.fetched_at, whole.fetched_at)).toBe(whole.content)
  })

  it('is never a passage, but counts in the offsets of passages', async () => {
    const { get } = await openTrees()
    const found = await get({ highlights: 'castle author', max_chars: '2000' })
    const places = found.highlights as { offset: number; chars: number }[]
    expect(places.length).toBeGreaterThan(0)
    expect(found.content).not.toContain('author:')
    const passages = found.content.split('\n\n…\n\n')
    for (const [at, { offset, chars }] of places.entries()) {
      const read = await get({ offset: String(offset), max_chars: String(chars) })
      expect(read.credits_charged).toBe(0)
      expect(passages[at]?.endsWith(`\n\n${read.content.trimEnd()}`)).toBe(true)
    }
  })

  it('has the time of the kept page with max_age_s', async () => {
    const { getKept } = await openTrees()
    const asked = { front_matter: 'true' }
    const [first, second] = [(await getKept(asked)) as Told, (await getKept(asked)) as Told]
    expect([price(first), price(second)]).toEqual([
      [false, 1],
      [true, 0],
    ])
    expect(fieldsOf(second).fetched_at).toBe(first.fetched_at)
    expect(second.content).toBe(first.content)
    expect(((await getKept()) as Told).content).not.toContain('---')
  })

  it('appears in the MCP resource, and otherwise only in the content', async () => {
    const { ask, url, key } = await openTrees()
    const client = new Client({ name: 'test', version: '1' })
    const requestInit = { headers: { authorization: `Bearer ${key}` } }
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${service.gleaner.url}/mcp?result=structured`), { requestInit }),
    )
    const { structuredContent, content, _meta } = await client.callTool({
      name: 'scrape',
      arguments: { url, front_matter: true, max_chars: 300 },
    })
    const told = structuredContent as Told
    expect(told.content.startsWith('---\ntitle: "Trees: all --- of them"\n')).toBe(true)
    expect((content as { text: string }[])[0]?.text.endsWith(`\n\n${told.content}`)).toBe(true)
    const { contents } = await client.readResource({ uri: _meta?.['gleaner/snapshot'] as string })
    const whole = (contents[0] as { text: string }).text
    expect(whole.startsWith(told.content)).toBe(true)
    await client.close()
    const alone = await ask({}, { accept: 'text/markdown' })
    const time = /fetched_at: .*/
    expect((await alone.text()).replace(time, '')).toBe(whole.replace(time, ''))
  })

  it('is repeated for an Idempotency-Key, which does not match a request without front matter', async () => {
    const { ask } = await openTrees()
    const name = { 'idempotency-key': 'headed-1' }
    const [first, second] = [await ask({}, name), await ask({}, name)]
    expect(await second.json()).toEqual(await first.json())
    expect(typesOf(await jsonOf(ask({ front_matter: 'false' }, name)))).toEqual(['idempotency_mismatch'])
  })

  it('changes neither the input nor the answer of a language model', async () => {
    const { get } = await openTrees()
    service.model.play([answers('Oaks.')])
    expect(await get({ prompt: 'Which trees?' })).toMatchObject({ content: 'Oaks.' })
    expect(JSON.stringify(service.model.requests[0]?.body)).not.toContain('fetched_at')
  })
})
