import { describe, expect, it } from 'vitest'
import { jsonHeaders, modern } from '../../interfaces/mcp/requests.ts'
import { answers } from '../../model/scripted-model.ts'
import { type Json, jsonOf, typesOf } from '../../service.ts'
import { usePromptService } from '../prompt-service.ts'

const service = usePromptService()

const schema = {
  type: 'object',
  properties: {
    plan: { type: 'string' },
    maße: { type: 'object', properties: { größe: { type: 'string' }, 価格: { type: 'number' } } },
    rows: { type: 'array', items: { type: 'object', properties: { n: { type: 'integer' } } } },
  },
}
const filled = { plan: '🙂 basic', maße: { größe: 'L', 価格: 12.5 }, rows: [{ n: 1 }, { n: null }] }

const post = (parameters: object, init: RequestInit = {}) =>
  service.gleaner.post('/v1/scrape', { url: service.testUrl(), json_schema: schema, ...parameters }, init)

async function callMcp(method: string, params: object): Promise<Json> {
  const [body, options] = modern(method, params as never)
  const authorization = `Bearer ${service.gleaner.key}`
  const named = 'uri' in params ? { 'mcp-name': String(params.uri) } : {}
  const headers = { ...jsonHeaders, authorization, ...options.headers, ...named }
  const response = await fetch(`${service.gleaner.url}/mcp?result=structured`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers,
  })
  const text = await response.text()
  const event = /^data: (.*"result".*)$/m.exec(text)?.[1] ?? text
  return JSON.parse(event).result
}

describe('data for a schema', () => {
  it('comes in pieces split by key that add up to the whole, and reading on is free', async () => {
    service.model.play([answers(JSON.stringify(filled))])
    const pieces: Json[] = []
    for (let offset: unknown = 0; offset !== null; offset = pieces.at(-1)?.next_offset ?? null) {
      pieces.push(await jsonOf(post({ max_chars: 5, offset })))
    }
    expect(pieces.map(({ content }) => Object.keys(content as object))).toEqual([['plan'], ['maße'], ['rows']])
    expect(Object.assign({}, ...pieces.map(({ content }) => content))).toEqual(filled)
    expect(pieces.map(({ credits_charged }) => credits_charged)).toEqual([6, 0, 0])
    expect(pieces[0]?.total_chars).toBe(JSON.stringify(filled).length)
    expect(service.model.requests).toHaveLength(1)
    // The order of the schema's keys matters: a different order is a different schema, with a different result.
    const other = await jsonOf(post({ offset: 1, json_schema: { ...schema, title: 'x' } }))
    expect(other.credits_charged).toBe(6)
  })

  it('runs once and is charged once for its Idempotency-Key', async () => {
    service.model.play([answers(JSON.stringify(filled))])
    const init = { headers: { 'idempotency-key': 'data-once' } }
    const first = await (await post({}, init)).text()
    expect(await (await post({}, init)).text()).toBe(first)
    expect(service.model.requests).toHaveLength(1)
    const other = await jsonOf(post({ json_schema: { type: 'object' } }, init))
    expect(typesOf(other)).toEqual(['idempotency_mismatch'])
  })

  it('keeps its Idempotency-Key if no answer matched, so the model is not called again', async () => {
    service.model.play([answers('[]')])
    const init = { headers: { 'idempotency-key': 'data-never' } }
    expect(await jsonOf(post({}, init))).toMatchObject({ detail: [{ type: 'model_failed' }], credits_charged: 5 })
    expect(typesOf(await jsonOf(post({}, init)))).toEqual(['idempotency_not_kept'])
    expect(service.model.requests).toHaveLength(2)
  })

  it('is JSON even if markdown is accepted, and text for a prompt without a schema', async () => {
    service.model.play([answers(JSON.stringify(filled))])
    const headers = { accept: 'text/markdown' }
    const response = await post({}, { headers })
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('gleaner-credits-charged')).toBe('6')
    expect(await response.json()).toEqual(filled)
  })

  it('is a JSON resource over MCP, and compact JSON in the text of the result', async () => {
    service.model.play([answers(JSON.stringify(filled))])
    const result = await callMcp('tools/call', {
      name: 'scrape',
      arguments: { url: service.testUrl(), json_schema: schema },
    })
    expect((result.content as { text: string }[])[0]?.text).toMatch(/\n\n\{"plan":"🙂 basic",.*\]\}$/)
    const uri = (result._meta as Record<string, string>)['gleaner/snapshot']
    const { contents } = (await callMcp('resources/read', { uri })) as { contents: Json[] }
    expect(contents).toEqual([{ uri, mimeType: 'application/json', text: JSON.stringify(filled) }])
    const { resources } = (await callMcp('resources/list', {})) as { resources: Json[] }
    expect(resources.find((resource) => resource.uri === uri)).toMatchObject({ mimeType: 'application/json' })
  })

  it('shares the page with later questions only with max_age_s', async () => {
    service.model.play([answers(JSON.stringify(filled))])
    const before = service.origin.requests.length
    const fetches = () => service.origin.requests.length - before
    await post({})
    await post({ prompt: 'In short' })
    expect(fetches()).toBe(2)
    expect(await jsonOf(post({ max_age_s: 60 }))).toMatchObject({ credits_charged: 5, from_cache: true })
    const asked = await jsonOf(service.ask('What does it cost?', { max_age_s: '60' }))
    expect(asked).toMatchObject({ credits_charged: 5, from_cache: true })
    expect(fetches()).toBe(2)
  })
})
