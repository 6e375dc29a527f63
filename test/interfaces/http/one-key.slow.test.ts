import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Origin, openOrigin } from '../../origin.ts'
import { type Json, jsonOf, openTestService, type TestService, typesOf } from '../../service.ts'

let origin: Origin
let gleaner: TestService
/** Responses to `/slow` that the origin holds back. */
let owed: ServerResponse[]

beforeAll(async () => {
  origin = await openOrigin({
    '/': { body: '<p>Hello</p>' },
    '/slow': (_, response) => void owed.push(response),
  })
})
afterAll(() => origin.close())
beforeEach(() => {
  owed = []
})
afterEach(() => gleaner.close())

const answerAll = () => {
  for (const response of owed.splice(0)) response.end('<p>late</p>')
}

/** Sends requests with a separate key. */
async function newKey() {
  const { key } = await gleaner.access.issue('another')
  const headers = { authorization: `Bearer ${key}` }
  return {
    get: (path: string) => gleaner.get('/v1/scrape', { url: origin.url + path }, { headers }),
    async call(path: string): Promise<Json> {
      const response = await fetch(`${gleaner.url}/mcp?result=structured`, {
        method: 'POST',
        headers: {
          ...headers,
          ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
          ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'scrape' },
        },
        body: JSON.stringify({
          ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
          params: {
            ...{ name: 'scrape', arguments: { url: origin.url + path } },
            _meta: {
              'io.modelcontextprotocol/protocolVersion': '2026-07-28',
              'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
              'io.modelcontextprotocol/clientCapabilities': {},
            },
          },
        }),
      })
      const text = await response.text()
      return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text).result
    },
  }
}

describe('a key that keeps a host busy with slow requests', () => {
  it('leaves room for another key, whose page arrives while all requests of the first key hang', async () => {
    gleaner = await openTestService()
    const [attacker, honest] = [await newKey(), await newKey()]
    const ended: string[] = []
    const attack = Array.from({ length: 24 }, () => attacker.get('/slow').finally(() => ended.push('hostile')))
    await expect.poll(() => owed.length).toBeGreaterThanOrEqual(6)
    for (const name of ['first', 'second']) {
      expect((await honest.get('/')).status).toBe(200)
      ended.push(name)
    }
    expect(ended).toEqual(['first', 'second'])
    expect(owed).toHaveLength(6)
    await expect.poll(() => answerAll() ?? ended.length).toBe(26)
    for (const response of await Promise.all(attack)) expect(response.status).toBe(200)
  })
})

describe('the concurrent requests of one key', () => {
  it('are limited by the server: one more is rate_limited over REST and MCP, while another key is served', async () => {
    gleaner = await openTestService({ GLEANER_KEY_CONCURRENCY: '3' })
    const [busy, honest] = [await newKey(), await newKey()]
    const running = [1, 2, 3].map(() => busy.get('/slow'))
    await expect.poll(() => owed.length).toBe(3)
    const refused = await busy.get('/')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    const body = await jsonOf(refused)
    expect([typesOf(body), body.credits_charged]).toEqual([['rate_limited'], 0])
    const tool = await busy.call('/')
    expect(tool).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^rate_limited: /) }] })
    expect((await honest.get('/')).status).toBe(200)
    expect(await honest.call('/')).toMatchObject({ structuredContent: { content: 'Hello' } })
    answerAll()
    for (const response of await Promise.all(running)) expect(response.status).toBe(200)
    expect((await busy.get('/')).status).toBe(200)
  })

  it('are limited to 32 by default', async () => {
    gleaner = await openTestService()
    expect(gleaner.config.GLEANER_KEY_CONCURRENCY).toBe(32)
  })
})
