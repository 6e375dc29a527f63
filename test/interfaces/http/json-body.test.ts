import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Origin, openOrigin } from '../../origin.ts'
import { type Json, jsonOf, openTestService, type TestService, typesOf } from '../../service.ts'
import { json, mebibyte, posting } from './posting.ts'

let gleaner: TestService
let origin: Origin

beforeAll(async () => {
  origin = await openOrigin({ '/': { body: '<title>T</title><p>Hello <b>world</b></p>' } })
  gleaner = await openTestService()
})
afterAll(async () => {
  await gleaner.close()
  await origin.close()
})

const { post, open, head } = posting(() => gleaner)
const url = () => `${origin.url}/`

describe('a POST', () => {
  it.each<[string, Json]>([
    ['as in JSON', { render_js: false, timeout_ms: 60_000, max_chars: 5, offset: 0 }],
    ['as strings, as over MCP', { render_js: 'no', timeout_ms: '6e4', max_chars: '5', offset: '0' }],
    ['with null for absent values', { render_js: null, timeout_ms: 60_000, max_chars: 5, css_selector: null }],
  ])('accepts values %s', async (_, parameters) => {
    const response = await gleaner.post('/v1/scrape', { url: url(), ...parameters })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ title: 'T', content: 'Hello', next_offset: 5, credits_charged: 1 })
  })

  it.each(['application/json; charset=utf-8', 'APPLICATION/JSON;charset="UTF-8"', 'application/json;charset=utf8;x=y'])(
    'accepts the media type %s',
    async (type) => {
      expect((await post(JSON.stringify({ url: url() }), { 'content-type': type }))[0]).toBe(200)
    },
  )

  it('accepts a byte order mark, and a body of exactly 1 MiB', async () => {
    const body = JSON.stringify({ url: url() })
    expect(await post(`\ufeff${body}`)).toEqual([200, []])
    expect(await post(body + ' '.repeat(mebibyte - body.length))).toEqual([200, []])
  })

  it('waits for a body that is announced with Expect', async () => {
    const body = JSON.stringify({ url: url() })
    const { socket, received } = open(
      head(`content-type: application/json\r\nexpect: 100-continue\r\ncontent-length: ${body.length}`),
    )
    await expect.poll(received).toMatch(/^HTTP\/1\.1 100 Continue/)
    socket.write(body)
    await expect.poll(received).toMatch(/HTTP\/1\.1 200 OK.*"title":"T"/s)
  })

  it.each<[string, string | Uint8Array, Record<string, string>?, string?]>([
    ['no body', ''],
    ['truncated JSON', '{"url":'],
    ['two values', '{}{}'],
    ['a list', '[{"url":"https://example.com/"}]'],
    ['a text', '"https://example.com/"'],
    ['null', 'null'],
    ['invalid UTF-8', Buffer.from([...Buffer.from('{"url":"'), 0xc3, 0x28, ...Buffer.from('"}')])],
    ['UTF-16', Buffer.from('{"url":"x"}', 'utf16le')],
    ['deep nesting', `{"url":${'['.repeat(300)}${']'.repeat(300)}}`],
    ['200,000 levels', '['.repeat(200_000)],
    ['more than 30,000 values', `{"url":[${'0,'.repeat(30_001)}0]}`],
    ['a query string in addition to the body', '{}', json, '/v1/scrape?url=x&'],
  ])('is a bad request with %s', async (_, body, headers, path) => {
    expect(await post(body, headers, path)).toEqual([400, ['bad_request']])
  })

  it.each<[string, string | Uint8Array, Record<string, string>]>([
    ['no media type', '{}', { 'content-type': '' }],
    ['text', '{}', { 'content-type': 'text/plain' }],
    ['a form', 'url=x', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a media type with only a valid beginning', '{}', { 'content-type': 'application/json-patch+json' }],
    ['a list of media types', '{}', { 'content-type': 'text/plain; charset=x, application/json' }],
    ['another charset', '{}', { 'content-type': 'application/json; charset=utf-16le' }],
    ['a content coding', gzipSync('{}'), { ...json, 'content-encoding': 'gzip' }],
  ])('is an unsupported media type with %s', async (_, body, headers) => {
    expect(await post(body, headers)).toEqual([415, ['unsupported_media_type']])
  })

  it('is too large beyond 1 MiB, whether announced or streamed, and an endless stream is cut off', async () => {
    const tooLarge = [413, ['request_too_large']]
    expect(await post(' '.repeat(mebibyte + 1))).toEqual(tooLarge)
    expect(await post(ReadableStream.from([Buffer.alloc(mebibyte, ' '), Buffer.from(' ')]))).toEqual(tooLarge)
    const { socket, received } = open(head('content-type: application/json\r\ntransfer-encoding: chunked'))
    const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`
    const sending = setInterval(() => socket.write(chunk), 2)
    onTestFinished(() => clearInterval(sending))
    await expect.poll(received).toMatch(/^HTTP\/1\.1 413 .*connection: close.*"request_too_large"/s)
    await expect.poll(() => gleaner.http.requests()).toBe(0)
  })

  it('is read to its end after it is refused, so that a client that is still sending gets the response', async () => {
    const body = ' '.repeat(3 * mebibyte)
    const { socket, received } = open(head(`content-type: application/json\r\ncontent-length: ${body.length}`))
    await expect.poll(received).toMatch(/^HTTP\/1\.1 413 .*"request_too_large"/s)
    expect(await new Promise((resolve) => socket.write(body, (error) => resolve(error?.message ?? 'sent')))).toBe(
      'sent',
    )
    await expect.poll(() => gleaner.http.requests()).toBe(0)
  })

  it.each<[string, string, [string, string][]]>([
    ['a parameter', '{"url":"U","offset":0,"offset":1}', [['offset', 'value_error']]],
    ['a parameter in another spelling', String.raw`{"url":"U","\u0075rl":"U"}`, [['url', 'value_error']]],
    ['a name in an object', '{"url":"U","headers":{"a":"1","a":"2"}}', [['headers', 'value_error']]],
    [
      'a name in an object as text',
      String.raw`{"url":"U","headers":"{\"a\":\"1\",\"a\":\"2\"}"}`,
      [['headers', 'value_error']],
    ],
    [
      'a parameter, among other problems',
      '{"url":"ftp://x/","output":"links","output":"links","zzz":1,"zzz":2}',
      [
        ['output', 'value_error'],
        ['url', 'url_scheme'],
        ['zzz', 'extra_forbidden'],
      ],
    ],
  ])("is refused with the parameter's name if it gives %s twice", async (_, body, faults) => {
    const response = await gleaner.get(
      '/v1/scrape',
      {},
      { method: 'POST', headers: json, body: body.replaceAll('"U"', `"${url()}"`) },
    )
    const { detail } = (await jsonOf(response)) as { detail: { loc: string[]; type: string }[] }
    expect(detail.map(({ loc, type }) => [loc[1], type])).toEqual(faults)
    expect([response.status, detail[0]?.loc[0]]).toEqual([422, 'query'])
  })

  it('refuses names that every object inherits', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const body = `{"url":"${url()}","${name}":{"output":"links"}}`
      expect(await post(body), name).toEqual([422, ['extra_forbidden']])
    }
    expect(await post(JSON.stringify({ url: null, zzz: null }))).toEqual([422, ['missing', 'extra_forbidden']])
  })

  it('is allowed next to GET, and only for the two operations', async () => {
    for (const method of ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']) {
      const response = await gleaner.get('/v1/scrape', {}, { method })
      expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'GET, POST'])
    }
    for (const path of ['/v1/explain', '/v1/account', '/v1/account/usage']) {
      const response = await gleaner.post(path, {})
      expect([path, response.status, response.headers.get('allow')]).toEqual([path, 405, 'GET'])
    }
    expect(await post('{}', json, '/v1/google_ads')).toEqual([422, ['missing']])
  })

  it.each([
    ['from another origin', { origin: 'https://evil.example', 'content-type': 'text/plain' }],
    ['from another site', { 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' }],
  ])('is refused from a page %s', async (_, fields) => {
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
    const { received } = open(head(`${lines.join('')}content-length: 2`).concat('{}'))
    await expect.poll(received).toMatch(/^HTTP\/1\.1 403 .*"forbidden_origin"/s)
  })

  it('counts as the same request as a GET with the same Idempotency-Key', async () => {
    const named = { headers: { 'idempotency-key': 'one' } }
    const parameters = { url: url(), output: 'links', max_chars: '100' }
    const before = origin.requests.length
    const first = await jsonOf(gleaner.get('/v1/scrape', parameters, named))
    const again = await jsonOf(
      gleaner.post('/v1/scrape', { ...parameters, max_chars: 100 }, { headers: { ...json, ...named.headers } }),
    )
    expect(again).toEqual(first)
    expect(origin.requests.length - before).toBe(1)
    const other = await gleaner.post('/v1/scrape', { url: url() }, { headers: { ...json, ...named.headers } })
    expect(typesOf(await jsonOf(other))).toEqual(['idempotency_mismatch'])
  })
})
