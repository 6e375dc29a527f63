/** Tests pieces, requests for the next piece, the resource and the Idempotency-Key with every parameter that shapes a result. */

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { answers } from '../../model/scripted-model.ts'
import { type Json, jsonOf, typesOf } from '../../service.ts'
import { site, usePromptService } from '../prompt-service.ts'

const service = usePromptService()

const words = 'A tree of the forest, whose leaves are green in summer and brown in autumn. '.repeat(3)
const sections = Array.from(
  { length: 12 },
  (_, n) =>
    `<h2>Tree ${n}</h2><p>${words}<a href="/trees/${n}">More of tree ${n}</a></p><img src="/${n}.jpg" alt="Tree ${n}">`,
)
const forest = `<title>Forest</title><main><h1>Forest</h1>${sections.join('')}<p class="note">Castle of the forest.</p></main>`
const filled = { name: 'Forest 🙂', trees: ['Tree 1', 'Tree 2'], castle: null }
const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    trees: { type: 'array', items: { type: 'string' } },
    castle: { type: 'string' },
  },
}

interface Row {
  /** The request's parameters. */
  asked: Json
  /** The same parameters with one value changed. */
  other: Json
  /** Parameters for a later piece, if they differ. */
  readOn?: Json
  /** Price in credits. */
  credits?: number
  /** Media type of the resource. */
  mimeType?: string
}

const rules = { title: 'h1', trees: { selector: 'h2', type: 'list' }, links: { selector: 'a', type: 'list' } }
const rows: [string, Row][] = [
  ['exclude_selector', { asked: { exclude_selector: 'h2' }, other: { exclude_selector: 'img' } }],
  ['document_pages', { asked: { document_pages: '2' }, other: { document_pages: '3' } }],
  ['include_links', { asked: { include_links: false }, other: { include_links: true } }],
  ['include_images', { asked: { include_images: false }, other: { include_images: true } }],
  ['include_comments', { asked: { include_comments: false }, other: { include_comments: true } }],
  ['extra_outputs', { asked: { extra_outputs: ['emails'] }, other: { extra_outputs: ['raw_html'] }, readOn: {} }],
  ['highlights', { asked: { highlights: 'castle' }, other: { highlights: 'leaves' }, readOn: {} }],
  [
    'json_schema',
    {
      ...{ asked: { json_schema: schema }, other: { json_schema: { type: 'object' } } },
      ...{ credits: 6, mimeType: 'application/json' },
    },
  ],
  [
    'extract_rules',
    { asked: { extract_rules: rules }, other: { extract_rules: { title: 'h1' } }, mimeType: 'application/json' },
  ],
  [
    'css_selector and exclude_selector with links',
    {
      asked: { output: 'links', css_selector: 'p', exclude_selector: 'h2' },
      other: { output: 'links', css_selector: 'p', exclude_selector: 'h1' },
      mimeType: 'application/json',
    },
  ],
]

beforeEach(() => {
  site['/forest'] = { body: forest }
  service.model.play(() => answers(JSON.stringify(filled)))
})

/** A key with credits, and a separate page. */
async function openForest() {
  const { key, id } = await service.gleaner.access.issue('visitor', { credits: 100 })
  const url = `${service.testUrl('/forest')}&key=${id}`
  const authorization = `Bearer ${key}`
  const path = url.slice(service.origin.url.length)
  return {
    url,
    authorization,
    ask: (parameters: Json, headers: Record<string, string> = {}): Promise<Json> =>
      jsonOf(service.gleaner.post('/v1/scrape', { url, ...parameters }, { headers: { authorization, ...headers } })),
    fetches: () => service.origin.requests.filter((asked) => asked === path).length,
    spent: async () => (await service.gleaner.access.keys.find(id))?.used,
  }
}

/** Joins the pieces into the whole content. */
function joined(pieces: readonly unknown[]): unknown {
  if (typeof pieces[0] === 'string') return pieces.join('')
  return Array.isArray(pieces[0]) ? pieces.flat() : Object.assign({}, ...pieces)
}

describe.each(rows)('with %s', (_, { asked, other, readOn = asked, credits = 1, mimeType = 'text/markdown' }) => {
  it('pieces are read on for free, and add up to the whole', async () => {
    const { ask, fetches, spent } = await openForest()
    const whole = (await ask(readOn)).content
    const spentBefore = await spent()
    const first = await ask({ ...asked, max_chars: 20 })
    expect([first.credits_charged, fetches()]).toEqual([credits, 2])
    // With highlights, the first piece contains passages rather than the page.
    const isOther = 'highlights' in asked
    const pieces = [isOther ? String(whole).slice(0, 1) : first.content]
    for (let offset: unknown = isOther ? 1 : first.next_offset; offset !== null; ) {
      const piece = await ask({ ...readOn, offset, max_chars: 300 })
      expect(piece).toMatchObject({ offset, credits_charged: 0, fetched_at: first.fetched_at, extra: null })
      pieces.push(piece.content)
      offset = piece.next_offset
    }
    expect(pieces.length).toBeGreaterThan(1)
    expect(joined(pieces)).toEqual(whole)
    expect([fetches(), await spent()]).toEqual([2, Number(spentBefore) + credits])
  })

  it('the resource is the whole result', async () => {
    const { ask, url, authorization, fetches } = await openForest()
    const whole = (await ask(readOn)).content
    const client = new Client({ name: 'test', version: '1' })
    const requestInit = { headers: { authorization } }
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${service.gleaner.url}/mcp?result=structured`), { requestInit }),
    )
    onTestFinished(() => client.close())
    const result = await client.callTool({ name: 'scrape', arguments: { url, ...asked, max_chars: 100 } })
    const uri = String(result._meta?.['gleaner/snapshot'])
    const text = typeof whole === 'string' ? whole : JSON.stringify(whole)
    expect((await client.readResource({ uri })).contents).toEqual([{ uri, mimeType, text }])
    const { resources } = await client.listResources()
    expect(resources.find((resource) => resource.uri === uri)).toMatchObject({ mimeType })
    expect(fetches()).toBe(2)
  })

  it('an Idempotency-Key returns the same response for one charge, and rejects another value', async () => {
    const { ask, fetches, spent } = await openForest()
    const name = { 'idempotency-key': 'once' }
    const first = await ask(asked, name)
    expect(first.credits_charged).toBe(credits)
    expect(await ask(asked, name)).toEqual(first)
    const mismatch = await ask(other, name)
    expect([...typesOf(mismatch), mismatch.credits_charged]).toEqual(['idempotency_mismatch', 0])
    expect([fetches(), await spent()]).toEqual([1, credits])
  })
})
