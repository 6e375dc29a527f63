import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { clients } from './clients.ts'
import { type Door, openDoor } from './mcp-transport.ts'
import { startOrigin } from './origin.ts'

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}
const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

const scrape = (id: number | string, url: string) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'scrape', arguments: { url } },
})

interface Post {
  key?: string
  session?: string
  headers?: Record<string, string>
  signal?: AbortSignal
}

function post({ url }: Door, body: unknown, { key = 'key-a', session, headers, signal }: Post = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      ...json,
      authorization: `Bearer ${key}`,
      ...(session === undefined ? {} : { 'mcp-session-id': session }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal ? { signal } : {}),
  })
}

async function openSession(door: Door, key = 'key-a'): Promise<string> {
  const response = await post(door, initialize, { key })
  expect(response.status).toBe(200)
  await response.text()
  return response.headers.get('mcp-session-id') ?? ''
}

function cancel(requestId: number | string) {
  return { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }
}

interface Message {
  id?: unknown
  method?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
}

/** Messages of an answer, streamed or not. */
function messagesOf(body: string): Message[] {
  return body.startsWith('{') ? [JSON.parse(body)] : messagesIn(body)
}

/** Messages of an event stream that has ended. */
function messagesIn(stream: string): Message[] {
  return [...stream.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data))
}

const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

function modern(method: string, params: Record<string, unknown> = {}): [object, Post] {
  return [
    { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: { ...modernMeta, ...(params._meta as object) } } },
    {
      headers: {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...(typeof params.name === 'string' ? { 'mcp-name': params.name } : {}),
      },
    },
  ]
}

describe('a session', () => {
  it('is opened by initialize, in every revision of the era', async () => {
    const door = await openDoor()
    for (const protocolVersion of ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']) {
      const params = { ...initialize.params, protocolVersion }
      const response = await post(door, { ...initialize, params })
      expect(response.headers.get('mcp-session-id')).toMatch(/^[!-~]+$/)
      const { result } = (await response.json()) as { result: object }
      expect(result).toMatchObject({
        protocolVersion,
        serverInfo: { name: 'gleaner', title: 'Gleaner', version: '1.2.3' },
        capabilities: { tools: {} },
      })
    }
  })

  it('lives on when the server starts again with the same secret', async () => {
    const origin = await startOrigin()
    const first = await openDoor({ secret: 'kept' })
    const client = await clients['the v1 client']?.({ url: first.url })
    expect((await client?.listTools())?.tools).toHaveLength(2)
    await first.stop()
    await openDoor({ secret: 'kept', port: Number(new URL(first.url).port) })
    // The client's pool needs a moment to see that its connection is gone.
    await setTimeout(100)
    const result = await client?.callTool('scrape', { url: `${origin.url}/again` })
    expect(result?.structuredContent).toMatchObject({ final_url: `${origin.url}/again` })
    expect(client?.errors).toEqual([])
  })

  it('that was made elsewhere, or for another key, is not found', async () => {
    const [door, elsewhere] = [await openDoor(), await openDoor({ secret: 'another' })]
    const [own, foreign] = [await openSession(door), await openSession(elsewhere)]
    expect((await post(door, listTools, { session: own })).status).toBe(200)
    expect((await post(door, listTools, { session: foreign })).status).toBe(404)
    const response = await post(door, listTools, { session: own, key: 'key-b' })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { code: -32001, message: 'Session not found' } })
  })

  it('is needed by everything but initialize', async () => {
    const response = await post(await openDoor(), listTools)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining('Mcp-Session-Id') } })
  })

  it('ends with DELETE, together with what is in flight', async () => {
    const [door, origin] = [await openDoor(), await startOrigin()]
    const session = await openSession(door)
    const running = await post(door, scrape(1, `${origin.url}/slow`), { session })
    await origin.arrived('/slow')
    const end = () =>
      fetch(door.url, { method: 'DELETE', headers: { authorization: 'Bearer key-a', 'mcp-session-id': session } })
    expect((await end()).status).toBe(200)
    await origin.abandoned('/slow')
    expect(messagesIn(await running.text())).toEqual([])
    expect((await post(door, listTools, { session })).status).toBe(404)
    expect((await end()).status).toBe(404)
  })
})

describe('a legacy call', () => {
  it('is cancelled by a notification that comes on another connection', async () => {
    const [door, origin] = [await openDoor(), await startOrigin()]
    const session = await openSession(door)
    const running = await post(door, scrape('call-7', `${origin.url}/slow`), { session })
    await origin.arrived('/slow')
    expect((await post(door, cancel('call-7'), { session })).status).toBe(202)
    await origin.abandoned('/slow')
    expect(messagesIn(await running.text())).toEqual([])
  })

  it('is not cancelled by another session, another key, or an id of another type', async () => {
    const [door, origin] = [await openDoor(), await startOrigin()]
    const session = await openSession(door)
    const stranger = await openSession(door)
    const running = await post(door, scrape(7, `${origin.url}/slow`), { session })
    await origin.arrived('/slow')
    expect((await post(door, cancel(7), { session: stranger })).status).toBe(202)
    expect((await post(door, cancel(7), { session, key: 'key-b' })).status).toBe(404)
    expect((await post(door, cancel('7'), { session })).status).toBe(202)
    // A whole call later it still runs.
    await (await post(door, scrape(8, `${origin.url}/other`), { session })).text()
    expect(origin.isAbandoned('/slow')).toBe(false)
    await post(door, cancel(7), { session })
    await origin.abandoned('/slow')
    await running.text()
  })

  it('with id 0 is cancelled too', async () => {
    const [door, origin] = [await openDoor(), await startOrigin()]
    const session = await openSession(door)
    const running = await post(door, scrape(0, `${origin.url}/slow`), { session })
    await origin.arrived('/slow')
    await post(door, cancel(0), { session })
    await origin.abandoned('/slow')
    await running.text()
  })

  it('in a batch is answered with the others, but for the one that is cancelled', async () => {
    const [door, origin] = [await openDoor(), await startOrigin()]
    const session = await openSession(door)
    const batch = [scrape(1, `${origin.url}/one`), scrape(2, `${origin.url}/slow`), { ...listTools, id: 3 }]
    const headers = { 'mcp-protocol-version': '2025-03-26' }
    const running = await post(door, batch, { session, headers })
    await origin.arrived('/slow')
    await origin.arrived('/one')
    await post(door, cancel(2), { session, headers })
    await origin.abandoned('/slow')
    const answers = messagesIn(await running.text())
    expect(answers.map(({ id }) => id).sort()).toEqual([1, 3])
    const requestIds = answers.flatMap(({ result }) => result?.structuredContent ?? []) as { request_id: string }[]
    expect(requestIds[0]?.request_id).not.toBe(running.headers.get('x-request-id'))
  })
})

describe('log messages', () => {
  const setLevel = (level: string) => ({ jsonrpc: '2.0', id: 5, method: 'logging/setLevel', params: { level } })

  async function logsOf(
    door: Door,
    session: string,
    url: string,
  ): Promise<{ level: string; data: { message: string } }[]> {
    const messages = messagesIn(await (await post(door, scrape(1, url), { session })).text())
    return messages.filter(({ method }) => method === 'notifications/message').map(({ params }) => params as never)
  }

  it('come to a session that has asked for them, from its level up, and to no other', async () => {
    const [door, origin] = [await openDoor(), await startOrigin()]
    const [session, silent] = [await openSession(door), await openSession(door)]
    expect(await logsOf(door, session, `${origin.url}/a`)).toEqual([])
    const answer = await post(door, setLevel('info'), { session })
    expect(await answer.json()).toMatchObject({ result: {} })
    expect((await logsOf(door, session, `${origin.url}/a`)).map(({ level, data }) => [level, data.message])).toEqual([
      ['info', `Fetching ${new URL(origin.url).host}`],
      ['info', 'Finished scrape, credits charged: 1'],
    ])
    expect(await logsOf(door, silent, `${origin.url}/a`)).toEqual([])

    await post(door, setLevel('error'), { session })
    expect(await logsOf(door, session, `${origin.url}/a`)).toEqual([])
    expect(await logsOf(door, session, 'no address')).toMatchObject([
      { level: 'error', logger: 'gleaner', data: { message: expect.stringMatching(/^url_parsing: /), tool: 'scrape' } },
    ])
  })

  it('are refused for a level that is none', async () => {
    const door = await openDoor()
    const answer = await post(door, setLevel('loud'), { session: await openSession(door) })
    expect(await answer.json()).toMatchObject({ id: 5, error: { code: -32602 } })
  })
})

describe('parameters that a method can not take', () => {
  const calls: [string, object][] = [
    ['tools/call', {}],
    ['resources/read', { uri: 7 }],
    ['prompts/get', { name: 'summarize_page', arguments: { url: 7 } }],
    ['prompts/get', { name: 'summarize_page', arguments: { url: 'https://example.com/', colour: 'red' } }],
    ['completion/complete', { ref: { type: 'ref/other' }, argument: { name: 'a', value: 'b' } }],
    ['tools/list', { cursor: 'x' }],
    ['resources/list', { cursor: 'x' }],
  ]
  it.each(calls)('are refused as such: %s with %j', async (method, params) => {
    const door = await openDoor()
    const session = await openSession(door)
    const legacy = await post(door, { jsonrpc: '2.0', id: 3, method, params }, { session })
    expect(messagesOf(await legacy.text())).toMatchObject([{ id: 3, error: { code: -32602 } }])
    const today = await post(door, ...modern(method, params as Record<string, unknown>))
    expect(messagesOf(await today.text())).toMatchObject([{ id: 1, error: { code: -32602 } }])
  })
})

it('a call without arguments is told by its result what is missing', async () => {
  const door = await openDoor()
  const legacy = await post(
    door,
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'scrape' } },
    { session: await openSession(door) },
  )
  const today = await post(door, ...modern('tools/call', { name: 'scrape' }))
  for (const answer of [legacy, today]) {
    expect(messagesIn(await answer.text())).toMatchObject([
      { id: 1, result: { isError: true, content: [{ text: expect.stringMatching(/^missing: Field required/) }] } },
    ])
  }
})

describe.each(['legacy', 'modern'])('a %s call', (era) => {
  async function start(door: Door, url: string, more: Pick<Post, 'signal' | 'key'> = {}): Promise<Response> {
    if (era === 'legacy') return post(door, scrape(1, url), { session: await openSession(door, more.key), ...more })
    const [body, how] = modern('tools/call', { name: 'scrape', arguments: { url } })
    return post(door, body, { ...how, ...more })
  }

  it('has the request id of its HTTP answer', async () => {
    const [door, origin] = [await openDoor(), await startOrigin()]
    const response = await start(door, `${origin.url}/a`)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const [answer] = messagesIn(await response.text())
    expect(answer?.result).toMatchObject({
      structuredContent: { request_id: response.headers.get('x-request-id') },
    })
  })

  it('ends when the client gives up the request', async () => {
    const [door, origin] = [await openDoor(), await startOrigin()]
    const left = new AbortController()
    await start(door, `${origin.url}/slow`, { signal: left.signal })
    await origin.arrived('/slow')
    left.abort()
    await origin.abandoned('/slow')
  })

  it('ends when the connection is cut', async () => {
    const [door, origin] = [await openDoor(), await startOrigin()]
    const url = new URL(door.url)
    const [body, how]: [object, Post] =
      era === 'legacy'
        ? [scrape(1, `${origin.url}/slow`), { session: await openSession(door) }]
        : modern('tools/call', { name: 'scrape', arguments: { url: `${origin.url}/slow` } })
    const text = JSON.stringify(body)
    const headers = {
      host: url.host,
      authorization: 'Bearer key-a',
      ...json,
      'content-length': String(text.length),
      ...(how.session ? { 'mcp-session-id': how.session } : {}),
      ...how.headers,
    }
    const socket = connect(Number(url.port), url.hostname)
    await once(socket, 'connect')
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`POST /mcp HTTP/1.1\r\n${head.join('')}\r\n${text}`)
    await origin.arrived('/slow')
    socket.resetAndDestroy()
    await origin.abandoned('/slow')
  })

  it('is answered with overloaded when the service stops', async () => {
    const [door, origin] = [await openDoor(), await startOrigin()]
    const response = await start(door, `${origin.url}/slow`)
    await origin.arrived('/slow')
    const [text] = await Promise.all([response.text(), door.service.stop(0)])
    expect(messagesIn(text)[0]?.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^overloaded: /) }],
    })
  })

  it.each([
    ['of one key', () => 'key-a'],
    ['of 100 keys', (i: number) => `key-${i}`],
  ])('does not mix with those of 100 clients %s that use the same id', async (_, keyOf) => {
    const [door, origin] = [await openDoor(), await startOrigin()]
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, i) => {
        const [answer] = messagesIn(await (await start(door, `${origin.url}/client/${i}`, { key: keyOf(i) })).text())
        return answer?.result?.structuredContent
      }),
    )
    expect(answers).toMatchObject(answers.map((_, i) => ({ final_url: `${origin.url}/client/${i}` })))
  })
})

describe('a modern list', () => {
  it('says how long it may be kept, and by whom', async () => {
    const door = await openDoor()
    for (const method of ['tools/list', 'server/discover']) {
      const response = await post(door, ...modern(method))
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ result: { ttlMs: 3_600_000, cacheScope: 'public' } })
    }
  })

  it('is refused when headers and body disagree', async () => {
    const [body, { headers }] = modern('tools/list')
    const response = await post(await openDoor(), body, { headers: { ...headers, 'mcp-method': 'tools/call' } })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: -32020 } })
  })
})

describe('a request that can not be one', () => {
  const refused: [string, (door: Door, session: string) => Promise<Response>, number, object][] = [
    ['broken JSON', (door) => post(door, '{"jsonrpc":'), 400, { error: { code: -32700 } }],
    ['an empty body', (door) => post(door, ''), 400, { error: { code: -32700 } }],
    [
      'another media type',
      (door) => post(door, listTools, { headers: { 'content-type': 'text/plain' } }),
      415,
      { error: { code: -32000 } },
    ],
    [
      'JSON that is no JSON-RPC',
      (door, session) => post(door, { hello: 1 }, { session }),
      400,
      { error: { code: expect.any(Number) } },
    ],
    ['null', (door, session) => post(door, 'null', { session }), 400, { error: { code: expect.any(Number) } }],
    [
      'an Accept without event streams',
      (door, session) => post(door, listTools, { session, headers: { accept: 'application/json' } }),
      406,
      { error: { code: -32000 } },
    ],
    [
      'a revision that never was',
      (door, session) => post(door, listTools, { session, headers: { 'mcp-protocol-version': '1999-01-01' } }),
      400,
      { error: { code: -32000 } },
    ],
    ['a batch with two initialize', (door) => post(door, [initialize, initialize]), 400, { error: { code: -32600 } }],
    [
      'more than 4 MiB',
      (door) => post(door, ' '.repeat(4 * 1024 * 1024 + 1)),
      413,
      { detail: [{ type: 'request_too_large' }], credits_charged: 0 },
    ],
    [
      'a GET',
      ({ url }) => fetch(url, { headers: { authorization: 'Bearer key-a', accept: 'text/event-stream' } }),
      405,
      { detail: [{ type: 'method_not_allowed' }] },
    ],
  ]
  it.each(refused)('is refused: %s', async (_, ask, status, body) => {
    const door = await openDoor()
    const session = await openSession(door)
    const response = await ask(door, session)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject(body)
    expect((await post(door, listTools, { session })).status).toBe(200)
  })

  it('is refused when it streams more than 4 MiB without saying so', async () => {
    const door = await openDoor()
    const piece = new Uint8Array(1024 * 1024).fill(32)
    const body = ReadableStream.from(Array.from({ length: 6 }, () => piece))
    const headers = { ...json, authorization: 'Bearer key-a' }
    const response = await fetch(door.url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
    expect(response.status).toBe(413)
  })

  it('is read no further after it was refused for its media type', async () => {
    const { url } = await openDoor()
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('error', () => {})
    let received = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text
    })
    socket.write('POST /mcp HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer key-a\r\ncontent-type: text/plain\r\n')
    socket.write('transfer-encoding: chunked\r\n\r\n')
    // A body without end, as fast as it is taken.
    const send = () => {
      while (!socket.destroyed && socket.write(`10000\r\n${'x'.repeat(0x10000)}\r\n`));
    }
    socket.on('drain', send)
    send()
    await new Promise((resolve) => socket.once('close', resolve))
    expect(received).toMatch(/^HTTP\/1\.1 415 .*connection: close/is)
  })

  it('names what GET would have to be', async () => {
    const { url } = await openDoor()
    const response = await fetch(url, { headers: { authorization: 'Bearer key-a', accept: 'text/event-stream' } })
    expect(response.headers.get('allow')).toBe('POST, DELETE')
  })
})
