/** Answers to a newcomer's first mistakes, and compressed results. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Origin, openOrigin } from '../../origin.ts'
import { openTestService, type TestService } from '../../service.ts'

let origin: Origin
let gleaner: TestService
beforeAll(async () => {
  const long = `<title>Long</title><main><h1>Long</h1>${'<p>A sentence about rivers, bridges and boats.</p>'.repeat(200)}</main>`
  origin = await openOrigin({
    '/': { body: '<p>Hello</p>' },
    '/long': { body: long },
    '/longer': { body: long.repeat(5) },
  })
  gleaner = await openTestService()
})
afterAll(async () => {
  await gleaner.close()
  await origin.close()
})

it.each([
  ['an unknown parameter', { url: 'https://example.com/', rendr_js: 'true' }, /^Did you mean render_js\?/],
  ["another service's name for one", { url: 'https://example.com/', formats: 'html' }, /^Did you mean output\?/],
  ['an unknown value', { url: 'https://example.com/', output: 'markdwn' }, /^Did you mean markdown\?/],
  ['a word that resembles no value', { url: 'https://example.com/', output: 'zzzzzzzzzz' }, /^Use one of the allowed/],
  ['no parameter', {}, /^Add the missing parameter\.$/],
])('an error names the next step in hint, for %s', async (_, parameters, hint) => {
  const response = await gleaner.get('/v1/scrape', parameters)
  expect([response.status, ((await response.json()) as { hint: string }).hint]).toEqual([
    422,
    expect.stringMatching(hint),
  ])
})

it.each([
  ['/v1/scrape/', '/v1/scrape'],
  ['/v1/scrap', '/v1/scrape'],
  ['/healthz/', '/healthz'],
  ['/v1/googleads', '/v1/google_ads'],
])('an unknown path gets a suggestion: %s', async (path, meant) => {
  const response = await gleaner.get(path)
  expect(response.status).toBe(404)
  expect(((await response.json()) as { hint: string }).hint).toContain(`Did you mean ${meant}?`)
})

it('a path of 100,000 slashes is refused immediately', async () => {
  const response = await gleaner.get(`${'/'.repeat(100_000)}x`)
  expect(response.status).toBe(404)
})

it('an upload in a form gets the route and the form of the body that were meant', async () => {
  const body = new FormData()
  body.set('file', new Blob(['text']))
  const headers = { authorization: `Bearer ${gleaner.key}` }
  const upload = async (path: string) => {
    const response = await fetch(gleaner.url + path, { method: 'POST', headers, body })
    return [response.status, ((await response.json()) as { hint: string }).hint]
  }
  expect(await upload('/v1/scrape')).toEqual([415, expect.stringContaining('POST its bytes to /v1/convert')])
  expect(await upload('/v1/convert')).toEqual([422, expect.stringContaining('not in a form')])
})

it('a request without a key gets an error that names the header to send', async () => {
  const response = await fetch(`${gleaner.url}/v1/scrape?url=${origin.url}/`)
  expect(await response.json()).toMatchObject({
    detail: [{ loc: [], msg: 'No API key was given', type: 'unauthorized' }],
    hint: expect.stringContaining('Authorization: Bearer'),
  })
})

it.each([
  ['gzip', '/long', true],
  ['br', '/long', true],
  ['br', '/longer', false],
])('a result over 1 KiB is compressed as %s on request, with the same content: %s', async (coding, path, atOnce) => {
  const ask = (accepted: string) =>
    gleaner.get('/v1/scrape', { url: origin.url + path }, { headers: { 'accept-encoding': accepted } })
  const [plain, packed] = [await ask('identity'), await ask(coding)]
  expect([plain, packed].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, coding])
  // A long result is compressed while it is sent.
  expect(packed.headers.has('content-length')).toBe(atOnce)
  const [one, other] = [await plain.json(), await packed.json()] as { content: string }[]
  expect(one?.content).toHaveLength(other?.content.length ?? 0)
  expect(one?.content).toBe(other?.content)
})

it('a small result and an error are not compressed', async () => {
  const init = { headers: { 'accept-encoding': 'gzip, br' } }
  const responses = [
    await gleaner.get('/v1/scrape', { url: `${origin.url}/` }, init),
    await gleaner.get('/v1/scrape', {}, init),
  ]
  expect(responses.map(({ headers }) => headers.get('content-encoding'))).toEqual([null, null])
})
