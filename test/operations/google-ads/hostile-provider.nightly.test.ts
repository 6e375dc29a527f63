import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { jsonOf, typesOf } from '../../service.ts'
import { jsonType, providerNames, provideServices } from './provided-service.ts'

const serviceWith = provideServices()

describe('a provider that turns hostile', () => {
  /** Answers every call; tests replace it. */
  let respond: (response: ServerResponse) => unknown = () => {}
  const raw =
    (text: string | Buffer, headers: Record<string, string> = jsonType) =>
    (response: ServerResponse) =>
      response.writeHead(200, headers).end(text)
  /** Sends pieces endlessly, as fast as the client reads them. */
  const endless = (piece: string) => (response: ServerResponse) => {
    response.writeHead(200, jsonType).write('{"ads":[')
    const timer = setInterval(() => response.write(piece), 1)
    response.once('close', () => clearInterval(timer))
  }
  const zeros = gzipSync(Buffer.alloc(40_000_000))
  const attacks: [string, typeof respond, RegExp][] = [
    ['sends nothing', raw(''), /^invalid_response$/],
    ['sends garbage', raw(Buffer.from([0, 255, 254, 10, 13, 0])), /^invalid_response$/],
    ['sends HTML', raw('<p>no</p>', { 'content-type': 'text/html' }), /^invalid_response$/],
    ['sends endless data', endless(`"${'x'.repeat(60_000)}",`), /^response_too_large$/],
    ['sends a compressed bomb', raw(zeros, { ...jsonType, 'content-encoding': 'gzip' }), /^response_too_large$/],
    ['sends invalid gzip', raw('{}', { ...jsonType, 'content-encoding': 'gzip' }), /^invalid_response$/],
    [
      'redirects to the metadata service',
      (to) => to.writeHead(307, { location: 'http://169.254.169.254/' }).end(),
      /^invalid_response$/,
    ],
    ['sends endlessly nested lists', raw(`{"ads":${'['.repeat(900_000)}`), /^invalid_response$/],
    [
      'sends ads nested 100,000 deep',
      raw(`{"ads":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
      /^(target_blocked|invalid_response)$/,
    ],
    [
      'sends a million ads',
      raw(`{"ads":[${'{},'.repeat(1_000_000)}{}]}`),
      /^(target_blocked|response_too_large|invalid_response)$/,
    ],
    ...[
      'null',
      '5',
      '"ok"',
      '[]',
      '[[]]',
      '{"__proto__":{"ads":[]}}',
      '{"results":[null]}',
      '{"ads":{"length":1e9}}',
    ].map((text): (typeof attacks)[number] => [`sends ${text}`, raw(text), /^target_blocked$/]),
    [
      'sends another page',
      raw(
        JSON.stringify({
          search_metadata: { status: 'Success' },
          search_parameters: { start: 70 },
          ads: [{ title: 'A' }],
          results: [
            {
              status_code: 200,
              page: 8,
              content: { page: 8, parse_status_code: 12_000, results: { paid: [{ title: 'A' }] } },
            },
          ],
          status_code: 20_000,
          tasks: [{ status_code: 20_000, result: [{ items: [{ type: 'paid', page: 8, title: 'A' }] }] }],
        }),
      ),
      /^target_blocked$/,
    ],
    [
      'sends ads of the wrong types',
      raw(
        '{"ads":[null,5,[],{"title":{},"link":[],"sitelinks":5,"price":{"a":1}},{"title":["x"],"sitelinks":{"inline":"x"}}],"search_metadata":5}',
      ),
      /^target_blocked$/,
    ],
  ]
  it.each(providerNames)('costs the caller nothing: %s', async (name) => {
    const { gleaner } = serviceWith(name, (_, response) => respond(response))
    const { key: poor, id } = await gleaner.access.issue('poor', { credits: 10 })
    const headers = { authorization: `Bearer ${poor}` }
    const outcomes: Record<string, string> = {}
    for (const [what, attack, types] of attacks) {
      respond = attack
      const response = await gleaner.get('/v1/google_ads', { query: 'x', timeout_ms: '20000' }, { headers })
      const body = await jsonOf(response)
      const [type = ''] = typesOf(body)
      if (response.status !== 502 || !types.test(type) || body.credits_charged !== 0)
        outcomes[what] = `${response.status} ${type}`
    }
    expect(outcomes).toEqual({})
    expect((await gleaner.access.keys.find(id))?.credits).toBe(10)
  })
})
