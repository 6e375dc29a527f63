import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { httpResponse, openRawServer, type RawServer } from '../../fetch/loopback.ts'
import { jsonOf, openTestService, type TestService, typesOf } from '../../service.ts'
import { until } from '../../waits.ts'

const mib = 1024 * 1024
let origin: RawServer
let gleaner: TestService

beforeAll(async () => {
  const almost = Buffer.alloc(4 * mib - 1, 'a')
  const bomb = httpResponse(gzipSync(Buffer.alloc(4 * mib, 'a')), { headers: { 'content-encoding': 'gzip' } })
  origin = await openRawServer((socket, nth) => {
    const path = /^GET (\S+)/.exec(origin.requests[nth - 1] ?? '')?.[1]
    if (path === '/bomb') socket.write(bomb)
    else if (path !== '/stalling')
      socket.write(httpResponse('<p>Hello</p>', { headers: { 'content-type': 'text/html' } }))
    else {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: ${4 * mib}\r\n\r\n`)
      socket.write(almost)
    }
  }, 'any')
})
afterAll(() => origin[Symbol.asyncDispose]())
beforeEach(async () => {
  gleaner = await openTestService({
    // The smallest accepted value. Requests may use 64 MiB of it.
    ...{ GLEANER_MEMORY_MB: '656', GLEANER_READERS: '1' },
    ...{ GLEANER_MAX_BODY_BYTES: String(4 * mib), GLEANER_KEY_CONCURRENCY: '1000' },
  })
})
afterEach(() => gleaner.close())

async function newKey() {
  const { key } = await gleaner.access.issue('another')
  const headers = { authorization: `Bearer ${key}` }
  return {
    key,
    get: (path: string, host = '127.0.0.1', signal?: AbortSignal) =>
      gleaner.get(
        '/v1/scrape',
        { url: `http://${host}:${origin.port}${path}`, output: 'raw_html' },
        { headers, ...(signal && { signal }) },
      ),
  }
}

const givenBack = () => until('all bytes to be given back', () => gleaner.runtime.budget.bytes === 0)

describe('the bytes of requests in flight', () => {
  it('stay within the budget while bodies of three keys stall and a fourth key is served, and are all freed', async () => {
    const left = new AbortController()
    const refusals: unknown[] = []
    for (let n = 0; n < 3; n++) {
      const attacker = await newKey()
      for (let at = 0; at < 10; at++) {
        attacker
          .get('/stalling', `127.0.0.${2 + n * 10 + at}`, left.signal)
          .then(async (response) => {
            const body = await jsonOf(response)
            refusals.push([response.status, response.headers.get('retry-after'), typesOf(body), body.credits_charged])
          })
          .catch(() => {})
      }
    }
    await until('requests to be refused', () => refusals.length >= 15)
    const { budget } = gleaner.runtime
    expect(budget.bytes).toBeLessThanOrEqual(64 * mib)
    expect((await (await newKey()).get('/')).status).toBe(200)
    expect(new Set(refusals.map((one) => JSON.stringify(one)))).toEqual(new Set(['[503,"2",["overloaded"],0]']))
    left.abort()
    await givenBack()
  })

  it('are counted as bodies are decoded, and are freed when the results are read', async () => {
    const { get } = await newKey()
    const responses = await Promise.all(Array.from({ length: 24 }, (_, n) => get('/bomb', `127.0.0.${2 + n}`)))
    const statuses = await Promise.all(
      responses.map(async (response) => [response.status, ...typesOf(await jsonOf(response))].join(' ')),
    )
    expect(statuses).toContain('200')
    expect(new Set(statuses)).toEqual(new Set(['200', '503 overloaded']))
    await givenBack()
  })

  it('are counted as request bodies arrive, so a client that stalls uses only what it has sent', async () => {
    const { hostname, port } = new URL(gleaner.url)
    const { key } = await newKey()
    const answers: string[] = []
    const sockets = Array.from({ length: 24 }, () => {
      const socket = connect(Number(port), hostname)
      onTestFinished(() => void socket.destroy())
      socket.on('error', () => {}).on('data', (chunk) => answers.push(chunk.toString('latin1', 0, 12)))
      socket.write(
        `POST /mcp HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\n` +
          `content-type: application/json\r\ncontent-length: ${4 * mib}\r\n\r\n${'a'.repeat(3 * mib)}`,
      )
      return socket
    })
    await until('bodies to be refused', () => answers.length >= 4)
    expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 503']))
    expect(gleaner.runtime.budget.bytes).toBeLessThanOrEqual(32 * mib)
    for (const socket of sockets) socket.destroy()
    await givenBack()
  })
})
