import { once } from 'node:events'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { KeyTerms } from '../../../src/access/keys.ts'
import { subscribe } from '../../../src/base/events.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { openTestService, type TestService } from '../../service.ts'
import { json, mebibyte, posting } from './posting.ts'

let gleaner: TestService
let origin: Origin
const waiting: (() => void)[] = []

beforeAll(async () => {
  origin = await openOrigin({
    '/': { body: '<p>Hello</p>' },
    '/slow': (_, response) => void waiting.push(() => response.end('<p>late</p>')),
  })
  gleaner = await openTestService()
})
afterAll(async () => {
  await gleaner.close()
  await origin.close()
})

const { post, open, head } = posting(() => gleaner)
const url = () => `${origin.url}/`

/** Creates a separate key and returns its request header. */
async function withKey(terms: Partial<KeyTerms>): Promise<{ authorization: string }> {
  const { key } = await gleaner.access.issue('limited', terms)
  return { authorization: `Bearer ${key}` }
}

describe('the checks of a POST', () => {
  it('respond with 401, 429, 400 or 413, 422, 402, in this order', async () => {
    const limited = await withKey({ rateLimit: { limit: 4, windowS: 3600 }, credits: 0 })
    const [broken, large, faulty, sound] = ['{', ' '.repeat(mebibyte + 1), '{"zzz":1}', JSON.stringify({ url: url() })]
    for (const body of [broken, large, faulty, sound]) {
      expect(await post(body, { ...json, authorization: 'Bearer glnr_x' })).toEqual([401, ['unauthorized']])
    }
    expect(await post(sound, { ...json, ...limited })).toEqual([402, ['insufficient_credits']])
    expect(await post(faulty, { ...json, ...limited })).toEqual([422, ['missing', 'extra_forbidden']])
    expect(await post(broken, { ...json, ...limited })).toEqual([400, ['bad_request']])
    expect(await post(large, { ...json, ...limited })).toEqual([413, ['request_too_large']])
    for (const body of [broken, large, faulty, sound]) {
      expect(await post(body, { ...json, ...limited })).toEqual([429, ['rate_limited']])
    }
  })

  it('emit an event of the operation, like those of a GET', async () => {
    const ends: unknown[] = []
    onTestFinished(subscribe('gleaner:operation', ({ operation, outcome }) => ends.push([operation, outcome])))
    const { authorization } = await withKey({ rateLimit: { limit: 2, windowS: 3600 } })
    for (const body of ['{', '{}', '{']) await post(body, { ...json, authorization })
    expect(ends).toEqual(['bad_request', 'missing', 'rate_limited'].map((outcome) => ['scrape', outcome]))
  })

  it('run before the body has arrived, as far as 429 and 415', async () => {
    const { authorization } = await withKey({ rateLimit: { limit: 1, windowS: 3600 } })
    const key = authorization.slice('Bearer '.length)
    const fields = 'content-type: application/json\r\ncontent-length: 100'
    const unread = open(head(fields.replace('json', 'xml')).concat('<'))
    await expect.poll(unread.received).toMatch(/^HTTP\/1\.1 415 .*"unsupported_media_type"/s)
    expect(await post('{}', { ...json, authorization })).toEqual([422, ['missing']])
    const refused = open(head(fields, key).concat('{'))
    await expect.poll(refused.received).toMatch(/^HTTP\/1\.1 429 .*retry-after.*"rate_limited"/s)
  })

  it('count against the concurrency limit of the key from before the body arrives until the request finishes', async () => {
    const { authorization } = await withKey({ concurrency: 1 })
    const key = authorization.slice('Bearer '.length)
    const uploading = open(head('content-type: application/json\r\ncontent-length: 100', key).concat('{'))
    await expect.poll(() => gleaner.http.requests()).toBe(1)
    expect(await post('{', { ...json, authorization })).toEqual([429, ['rate_limited']])
    uploading.socket.destroy()
    await expect.poll(() => gleaner.http.requests()).toBe(0)
    expect(await post('{', { ...json, authorization })).toEqual([400, ['bad_request']])
    expect(await post(JSON.stringify({ url: url() }), { ...json, authorization })).toEqual([200, []])
  })
})

describe('an upload', () => {
  it('is not a fault when the client disconnects, and leaves nothing behind', async () => {
    const faults: unknown[] = []
    onTestFinished(subscribe('gleaner:fault', ({ error }) => faults.push(error)))
    for (const leave of ['destroy', 'resetAndDestroy', 'end'] as const) {
      const { socket } = open(head('content-type: application/json\r\ncontent-length: 100').concat('{"url":'))
      await expect.poll(() => gleaner.http.requests()).toBe(1)
      socket[leave]()
      await expect.poll(() => gleaner.http.requests()).toBe(0)
    }
    expect(gleaner.runtime.budget.bytes).toBe(0)
    expect(faults).toEqual([])
  })

  it('is not echoed in a response or an event when it is refused', async () => {
    const events: unknown[] = []
    for (const channel of ['gleaner:operation', 'gleaner:http', 'gleaner:http-start', 'gleaner:fault'] as const) {
      onTestFinished(subscribe(channel, (event) => events.push(inspect(event, { depth: 10 }))))
    }
    const secret = '"Authorization":"c4n4ry"'
    for (const body of [
      `{"url":"${url()}","headers":{${secret}`,
      `{"url":"${url()}","headers":{${secret},${secret}}}`,
      `{"url":"${url()}","headers":{"Host":"c4n4ry"}}`,
      `{"url":"${url()}","headers":["c4n4ry"],"cookies":"c4n4ry"}`,
      `[{${secret}}]`,
    ]) {
      const response = await gleaner.get('/v1/scrape', {}, { method: 'POST', headers: json, body })
      expect(response.ok).toBe(false)
      expect(await response.text()).not.toContain('c4n4ry')
    }
    expect(events.length).toBeGreaterThan(10)
    expect(events.join()).not.toContain('c4n4ry')
  })

  it('counts towards the bytes in flight while it arrives', async () => {
    const { socket } = open(head(`content-type: application/json\r\ncontent-length: ${mebibyte}`))
    socket.write(' '.repeat(500_000))
    await expect.poll(() => gleaner.runtime.budget.bytes).toBeGreaterThanOrEqual(500_000)
    expect(gleaner.runtime.budget.bytes).toBeLessThanOrEqual(mebibyte)
    socket.destroy()
    await expect.poll(() => gleaner.runtime.budget.bytes).toBe(0)
  })

  it('is a bad request if it is malformed', async () => {
    const { socket, received } = open(head('content-type: application/json\r\ntransfer-encoding: chunked'))
    await expect.poll(() => gleaner.http.requests()).toBe(1)
    socket.write('zz\r\n{')
    await once(socket, 'close')
    expect(received()).toMatch(/^HTTP\/1\.1 400 .*"bad_request"/s)
  })

  it('ends when the client disconnects, even while the page is loading', async () => {
    const body = JSON.stringify({ url: `${origin.url}/slow` })
    const { socket } = open(head(`content-type: application/json\r\ncontent-length: ${body.length}`).concat(body))
    await origin.arrived('/slow')
    socket.destroy()
    await expect.poll(() => gleaner.http.requests()).toBe(0)
    for (const finish of waiting.splice(0)) finish()
  })
})
