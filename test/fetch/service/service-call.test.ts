import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Events, subscribe } from '../../../src/base/events.ts'
import { noShare } from '../../../src/base/share.ts'
import { createAddressPolicy } from '../../../src/fetch/guard/address-policy.ts'
import { createServiceCaller, type ServiceCallerOptions } from '../../../src/fetch/service/service-call.ts'
import { httpResponse, loopbackPolicy, openRawServer } from '../loopback.ts'

const { signal } = new AbortController()

function openCaller(options: Partial<ServiceCallerOptions> = {}) {
  const caller = createServiceCaller({
    policy: loopbackPolicy,
    userAgent: 'Gleaner',
    maxBodyBytes: 1000,
    proxyUrl: null,
    ...options,
  })
  onTestFinished(() => caller.close())
  return caller
}

const textOf = (body: Uint8Array) => Buffer.from(body).toString()

describe('a call to a configured service', () => {
  it('sends a GET with the headers of the call, and returns status and decoded body', async () => {
    const compressed = httpResponse(gzipSync('{"a":1}'), { status: 402, headers: { 'content-encoding': 'gzip' } })
    await using service = await openRawServer((socket) => socket.write(compressed))
    const call = {
      url: `${service.url}/search?q=a`,
      headers: { 'x-key': 'secret' },
      body: null,
      signal,
      share: noShare,
    }
    const { status, body } = await openCaller().call(call)
    expect([status, textOf(body)]).toEqual([402, '{"a":1}'])
    expect(service.requests[0]).toMatch(/^GET \/search\?q=a HTTP/)
    expect(service.requests[0]).toMatch(/x-key: secret\r\n/)
    expect(service.requests[0]).toMatch(/user-agent: Gleaner\r\n/)
  })

  it('sends a body by POST', async () => {
    await using service = await openRawServer((socket) => socket.write(httpResponse('ok')))
    await openCaller().call({ url: service.url, headers: {}, body: '{}', signal, share: noShare })
    expect(service.requests[0]).toMatch(/^POST \/ HTTP.*content-length: 2\r\n/s)
  })

  it('is not retried when the response breaks off or its status is transient', async () => {
    for (const [response, outcome] of [
      ['HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nsh', 'invalid_response'],
      ['', 'target_unreachable'],
      [httpResponse('busy', { status: 503 }).toString(), 503],
    ] as const) {
      await using service = await openRawServer((socket) => socket.end(response))
      const call = openCaller().call({ url: service.url, headers: {}, body: null, signal, share: noShare })
      expect(
        await call.then(
          ({ status }) => status,
          ({ type }) => type,
        ),
      ).toBe(outcome)
      expect(service.requests).toHaveLength(1)
    }
  })

  it('follows no redirects', async () => {
    const moved = httpResponse('', { status: 302, headers: { location: '/there' } })
    await using service = await openRawServer((socket) => socket.write(moved))
    const call = openCaller().call({ url: service.url, headers: {}, body: null, signal, share: noShare })
    await expect(call).rejects.toMatchObject({ type: 'invalid_response', message: expect.stringMatching(/redirect/) })
    expect(service.requests).toHaveLength(1)
  })

  it('is checked by the guard', async () => {
    await using service = await openRawServer('')
    const caller = openCaller({ policy: createAddressPolicy({ allowAddresses: [] }) })
    const call = caller.call({ url: service.url, headers: {}, body: null, signal, share: noShare })
    await expect(call).rejects.toMatchObject({ type: 'address_refused' })
    expect(service.connections).toBe(0)
  })

  it('names the host in errors and events, never the URL', async () => {
    await using service = await openRawServer((socket) => socket.end())
    const events: Events['gleaner:fetch'][] = []
    const { host } = new URL(service.url)
    onTestFinished(subscribe('gleaner:fetch', (event) => void (event.host === host && events.push(event))))
    const url = `${service.url}/search?api_key=secret`
    const error = await openCaller()
      .call({ url, headers: {}, body: null, signal, share: noShare })
      .catch((thrown) => thrown)
    expect(events).toMatchObject([{ status: null, error: 'target_unreachable' }])
    expect(JSON.stringify([error.message, error.problems, events])).not.toMatch(/secret|search/)
  })
})
