import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestService, type TestService } from '../../service.ts'
import { initialize, jsonHeaders, listTools, type Message, messagesOf, modern } from './requests.ts'

let gleaner: TestService
beforeAll(async () => {
  gleaner = await openTestService()
})
afterAll(() => gleaner.close())

const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' })

/** A new key that may send `limit` messages an hour. */
async function withLimit(limit: number) {
  const { key } = await gleaner.access.issue('limited', { rateLimit: { limit, windowS: 3600 } })
  const post = (body: unknown, headers: Record<string, string> = {}, method = 'POST') =>
    fetch(`${gleaner.url}/mcp`, {
      method,
      headers: { ...jsonHeaders, authorization: `Bearer ${key}`, ...headers },
      body: method === 'POST' ? (typeof body === 'string' ? body : JSON.stringify(body)) : null,
    })
  return {
    post,
    async openSession() {
      const begun = await post(initialize)
      await begun.text()
      const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' }
      return { session, send: (body: unknown) => post(body, session) }
    },
  }
}

async function outcomesOf(response: Response) {
  const text = await response.text()
  const messages = text.startsWith('[') ? (JSON.parse(text) as Message[]) : messagesOf(text)
  const isRefused = (message: Message) => JSON.stringify(message).includes('rate_limited: This key may make')
  return { served: messages.filter((message) => !isRefused(message)), refused: messages.filter(isRefused) }
}

describe('a key that is limited to a few messages', () => {
  it('is refused a batch of lists and pings beyond the limit', async () => {
    const { openSession } = await withLimit(5)
    const { send } = await openSession()
    let [served, refused] = [0, 0]
    for (let round = 0; round < 8; round++) {
      const batch = Array.from({ length: 100 }, (_, id) => (id % 2 === 0 ? ping(id) : { ...listTools, id }))
      const response = await send(batch)
      expect(response.status).toBe(200)
      const outcomes = await outcomesOf(response)
      served += outcomes.served.length
      refused += outcomes.refused.length
    }
    expect({ served, refused }).toEqual({ served: 0, refused: 800 })
  })

  it.each([
    ['a ping', ping(7), undefined],
    ['a list', { ...listTools, id: 7 }, undefined],
    ['a prompt', { jsonrpc: '2.0', id: 7, method: 'prompts/get', params: { name: 'summarize_page' } }, undefined],
    ['a log level', { jsonrpc: '2.0', id: 7, method: 'logging/setLevel', params: { level: 'debug' } }, undefined],
    ['an unknown method', { jsonrpc: '2.0', id: 7, method: 'nothing' }, undefined],
    ['another initialize', { ...initialize, id: 7 }, undefined],
    ['a list of the modern era', { ...modern('tools/list')[0], id: 7 }, modern('tools/list')[1].headers],
    ['a discovery of the modern era', { ...modern('server/discover')[0], id: 7 }, modern('server/discover')[1].headers],
  ])('is refused %s beyond the limit with a JSON-RPC error', async (_, message, headers) => {
    const { openSession, post } = await withLimit(2)
    const { send, session } = await openSession()
    await send(ping(1))
    const response = await post(message, headers ?? session)
    expect(response.status).toBe(200)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3500)
    expect(response.headers.get('ratelimit')).toContain('"key";r=0')
    expect(await response.json()).toMatchObject({
      id: 7,
      error: { code: -32000, data: { detail: [{ type: 'rate_limited', loc: [] }], retryable: true } },
    })
  })

  it.each([
    ['the legacy era', { name: 'scrape', arguments: { url: 'http://10.0.0.1/' } }, false],
    ['the modern era', { name: 'scrape', arguments: { url: 'http://10.0.0.1/' } }, true],
    ['a tool that does not exist', { name: 'nothing' }, false],
  ])('is refused a call beyond the limit with a tool result: %s', async (_, params, isModern) => {
    const { openSession, post } = await withLimit(1)
    const { session } = await openSession()
    const [body, { headers = {} }] = modern('tools/call', params)
    const message = isModern ? body : { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    const response = await post(message, isModern ? headers : session)
    const [{ id, result } = {}] = messagesOf(await response.text())
    expect({ id, isError: result?.isError }).toEqual({ id: 1, isError: true })
    const [{ text } = { text: '' }] = (result?.content ?? []) as { text: string }[]
    expect(text).toMatch(
      /^rate_limited: This key may make 1 requests every 3600 s\. Wait for the number of seconds in Retry-After\. Retry after \d+ s\. \(request/,
    )
  })

  it.each<[string, unknown, string?]>([
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
    ['a response', { jsonrpc: '2.0', id: 'x', result: {} }],
    ['invalid JSON', '{'],
    ['JSON that is not a message', [[]]],
    ['an empty batch', []],
    ['a batch of 5,000 messages', Array.from({ length: 5000 }, (_, id) => ping(id))],
    ['the end of its session', undefined, 'DELETE'],
  ])('is refused %s beyond the limit with 429', async (_, body, method) => {
    const { openSession, post } = await withLimit(1)
    const { session } = await openSession()
    const response = await post(body, session, method)
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3500)
    expect(await response.json()).toMatchObject({
      id: null,
      error: { message: expect.stringContaining('rate_limited') },
    })
  })

  it('cannot open a session beyond the limit', async () => {
    const { post } = await withLimit(1)
    await (await post(initialize)).text()
    const again = await post(initialize)
    expect(again.headers.has('mcp-session-id')).toBe(false)
    expect(await again.json()).toMatchObject({ id: 0, error: { message: expect.stringContaining('rate_limited') } })
  })

  it('uses one message for each call, even if the call takes no slot', async () => {
    const { openSession } = await withLimit(3)
    const { send } = await openSession()
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'scrape', arguments: {} } }
    const read = { jsonrpc: '2.0', id: 2, method: 'resources/read', params: { uri: 'gleaner://snapshot/none' } }
    const { served } = await outcomesOf(await send([call, read]))
    expect(served.map(({ id }) => id).sort()).toEqual([1, 2])
    const { refused } = await outcomesOf(await send(ping(3)))
    expect(refused.map(({ id }) => id)).toEqual([3])
  })
})
