import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createFetchFeatures } from './fetch-features.ts'
import { type Listener, openListener } from './listener.ts'
import { startOrigin } from './origin.ts'
import {
  initialize,
  jsonHeaders,
  listTools,
  messagesIn,
  messagesOf,
  modern,
  openSession,
  type PostOptions,
  post,
  scrape,
} from './requests.ts'

/** The structured content has the request's facts, which the text doesn't repeat. */
const structured = createFetchFeatures({ resultSetting: 'structured' })

describe('invalid parameters', () => {
  const calls: [string, object][] = [
    ['tools/call', {}],
    ['resources/read', { uri: 7 }],
    ['prompts/get', { name: 'summarize_page', arguments: { url: 7 } }],
    ['prompts/get', { name: 'summarize_page', arguments: { url: 'https://example.com/', colour: 'red' } }],
    ['tools/list', { cursor: 'x' }],
    ['resources/list', { cursor: 'x' }],
  ]
  it.each(calls)('cause a protocol error in both eras: %s with %j', async (method, params) => {
    const listener = await openListener()
    const session = await openSession(listener)
    const legacy = await post(listener, { jsonrpc: '2.0', id: 3, method, params }, { session })
    expect(messagesOf(await legacy.text())).toMatchObject([{ id: 3, error: { code: -32602 } }])
    const modernResponse = await post(listener, ...modern(method, params as Record<string, unknown>))
    expect(messagesOf(await modernResponse.text())).toMatchObject([{ id: 1, error: { code: -32602 } }])
  })
})

it('a call without arguments returns a result that names the missing parameter', async () => {
  const listener = await openListener()
  const legacy = await post(
    listener,
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'scrape' } },
    { session: await openSession(listener) },
  )
  const modernResponse = await post(listener, ...modern('tools/call', { name: 'scrape' }))
  for (const response of [legacy, modernResponse]) {
    expect(messagesIn(await response.text())).toMatchObject([
      { id: 1, result: { isError: true, content: [{ text: expect.stringMatching(/^missing: url: Field required/) }] } },
    ])
  }
})

/** A call with this many unknown parameters. */
const callWith = (count: number) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name: 'scrape', arguments: Object.fromEntries(Array.from({ length: count }, (_, i) => [`x${i}`, 1])) },
})

it('a call with 20,000 unknown arguments is refused with some of the names and a count', async () => {
  const listener = await openListener()
  const session = await openSession(listener)
  const response = await post(listener, callWith(20_000), { session })
  const [{ result } = {}] = messagesIn(await response.text())
  expect(result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/^missing: url: Field required/) }],
  })
  const [{ text } = { text: '' }] = (result?.content ?? []) as { text: string }[]
  expect(text).toContain('extra_forbidden: x0: Extra inputs are not permitted')
})

describe.each(['legacy', 'modern'])('a %s call', (era) => {
  async function start(
    listener: Listener,
    url: string,
    more: Pick<PostOptions, 'signal' | 'key'> = {},
  ): Promise<Response> {
    if (era === 'legacy')
      return post(listener, scrape(1, url), { session: await openSession(listener, more.key), ...more })
    const [body, how] = modern('tools/call', { name: 'scrape', arguments: { url } })
    return post(listener, body, { ...how, ...more })
  }

  it('has the request id of its HTTP response', async () => {
    const [listener, origin] = [await openListener({ features: structured }), await startOrigin()]
    const response = await start(listener, `${origin.url}/a`)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const [answer] = messagesIn(await response.text())
    expect(answer?.result).toMatchObject({
      structuredContent: { request_id: response.headers.get('x-request-id') },
    })
  })

  it('ends when the client aborts the request', async () => {
    const [listener, origin] = [await openListener(), await startOrigin()]
    const left = new AbortController()
    await start(listener, `${origin.url}/slow`, { signal: left.signal })
    await origin.arrived('/slow')
    left.abort()
    await origin.abandoned('/slow')
  })

  it('ends when the connection is cut', async () => {
    const [listener, origin] = [await openListener(), await startOrigin()]
    const url = new URL(listener.url)
    const [body, how]: [object, PostOptions] =
      era === 'legacy'
        ? [scrape(1, `${origin.url}/slow`), { session: await openSession(listener) }]
        : modern('tools/call', { name: 'scrape', arguments: { url: `${origin.url}/slow` } })
    const text = JSON.stringify(body)
    const headers = {
      host: url.host,
      authorization: 'Bearer key-a',
      ...jsonHeaders,
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

  it('fails with overloaded when the service stops', async () => {
    const [listener, origin] = [await openListener(), await startOrigin()]
    const response = await start(listener, `${origin.url}/slow`)
    await origin.arrived('/slow')
    const [text] = await Promise.all([response.text(), listener.service.stop(0)])
    expect(messagesIn(text)[0]?.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^overloaded: /) }],
    })
  })

  it.each([
    ['of one key', () => 'key-a'],
    ['of 100 keys', (i: number) => `key-${i}`],
  ])('is not mixed up with calls from 100 clients %s with the same JSON-RPC id', async (_, keyOf) => {
    const [listener, origin] = [await openListener({ features: structured }), await startOrigin()]
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, i) => {
        const [answer] = messagesIn(
          await (await start(listener, `${origin.url}/client/${i}`, { key: keyOf(i) })).text(),
        )
        return answer?.result?.structuredContent
      }),
    )
    expect(answers).toMatchObject(answers.map((_, i) => ({ final_url: `${origin.url}/client/${i}` })))
  })
})

describe('an invalid request', () => {
  const refused: [string, (listener: Listener, session: string) => Promise<Response>, number, object][] = [
    [
      'broken JSON',
      (listener) => post(listener, '{"jsonrpc":'),
      400,
      { error: { code: -32700, message: expect.stringContaining('at line 1, column 12') } },
    ],
    ['an empty body', (listener) => post(listener, ''), 400, { error: { code: -32700 } }],
    [
      'another media type',
      (listener) => post(listener, listTools, { headers: { 'content-type': 'text/plain' } }),
      415,
      { error: { code: -32000 } },
    ],
    [
      'JSON that is not JSON-RPC',
      (listener, session) => post(listener, { hello: 1 }, { session }),
      400,
      { error: { code: expect.any(Number) } },
    ],
    ['null', (listener, session) => post(listener, 'null', { session }), 400, { error: { code: expect.any(Number) } }],
    [
      'an Accept without event streams',
      (listener, session) => post(listener, listTools, { session, headers: { accept: 'application/json' } }),
      406,
      { error: { code: -32000 } },
    ],
    [
      'an unknown revision',
      (listener, session) => post(listener, listTools, { session, headers: { 'mcp-protocol-version': '1999-01-01' } }),
      400,
      { error: { code: -32000 } },
    ],
    [
      'a batch with two initialize requests',
      (listener) => post(listener, [initialize, initialize]),
      400,
      { error: { code: -32600 } },
    ],
    [
      'more than 4 MiB',
      (listener) => post(listener, ' '.repeat(4 * 1024 * 1024 + 1)),
      413,
      { detail: [{ type: 'request_too_large' }], credits_charged: 0 },
    ],
    [
      'a call with 300,000 arguments',
      (listener, session) => post(listener, callWith(300_000), { session }),
      400,
      { error: { code: -32600, message: 'Invalid Request: more than 30000 values' } },
    ],
    [
      'a call whose argument is nested 500,000 deep',
      (listener) => post(listener, `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'['.repeat(500_000)}`),
      400,
      { error: { code: -32600, message: 'Invalid Request: values are nested more than 200 deep' } },
    ],
    [
      'a GET',
      ({ url }) => fetch(url, { headers: { authorization: 'Bearer key-a', accept: 'text/event-stream' } }),
      405,
      { detail: [{ type: 'method_not_allowed' }] },
    ],
  ]
  it.each(refused)('is refused: %s', async (_, ask, status, body) => {
    const listener = await openListener()
    const session = await openSession(listener)
    const response = await ask(listener, session)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject(body)
    expect((await post(listener, listTools, { session })).status).toBe(200)
  })

  it('is refused when it streams more than 4 MiB without a Content-Length', async () => {
    const listener = await openListener()
    const piece = new Uint8Array(1024 * 1024).fill(32)
    const body = ReadableStream.from(Array.from({ length: 6 }, () => piece))
    const headers = { ...jsonHeaders, authorization: 'Bearer key-a' }
    const response = await fetch(listener.url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
    expect(response.status).toBe(413)
  })

  it('is not read any further after it is refused for its media type', async () => {
    const { url } = await openListener()
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('error', () => {})
    let received = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text
    })
    socket.write('POST /mcp HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer key-a\r\ncontent-type: text/plain\r\n')
    socket.write('transfer-encoding: chunked\r\n\r\n')
    // An endless body, sent as fast as it is read.
    const send = () => {
      while (!socket.destroyed && socket.write(`10000\r\n${'x'.repeat(0x10000)}\r\n`));
    }
    socket.on('drain', send)
    send()
    await new Promise((resolve) => socket.once('close', resolve))
    expect(received).toMatch(/^HTTP\/1\.1 415 .*connection: close/is)
  })

  it('is refused with the allowed methods when it is a GET', async () => {
    const { url } = await openListener()
    const response = await fetch(url, { headers: { authorization: 'Bearer key-a', accept: 'text/event-stream' } })
    expect(response.headers.get('allow')).toBe('POST, DELETE')
  })
})
