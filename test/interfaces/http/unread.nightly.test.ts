import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { createByteBudget } from '../../../src/base/share.ts'
import { sendJson } from '../../../src/interfaces/http/response.ts'
import { type HttpRoute, type HttpService, startHttp } from '../../../src/interfaces/http/server.ts'
import { until } from '../../waits.ts'

const mib = 1024 * 1024
const budget = createByteBudget(200 * mib)
let service: HttpService
afterEach(() => service.stop(0))

/** A service with a route that returns this many bytes of text. */
async function serve(bytes: number, drainLimitMs: number): Promise<void> {
  const route: HttpRoute = {
    ...{ path: '/', methods: ['GET'], needsKey: false },
    handle: ({ response, share }) => sendJson(response, 200, { text: 'x'.repeat(bytes) }, share),
  }
  service = await startHttp({
    ...{ host: '127.0.0.1', port: 0, allowedHosts: [], trustProxy: false, admit: null, routes: [route] },
    ...{ budget, drainLimitMs },
  })
}

/** A client that sends a request and never reads the response. */
function ask(): Socket {
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {}).pause()
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  return socket
}

describe('a response that the client does not read', () => {
  it('counts against the budget until it is aborted, and then frees all of its bytes', async () => {
    await serve(20 * mib, 300)
    const client = ask()
    await until('the response to be counted', () => budget.bytes >= 20 * mib)
    await until('the response to be ended', () => service.requests() === 0)
    expect(budget.bytes).toBe(0)
    client.resume()
    await once(client, 'close')
  })

  it('is also aborted if the client stops reading partway', async () => {
    await serve(40 * mib, 300)
    const client = ask()
    for (let n = 0; n < 8; n++) client.read() ?? (await once(client, 'readable'))
    await until('the response to be ended', () => service.requests() === 0)
    expect(budget.bytes).toBe(0)
  })
})

describe('a response that the client reads slowly', () => {
  it('arrives complete, however long it takes', async () => {
    await serve(12 * mib, 600)
    const client = ask()
    let received = 0
    const isWhole = new Promise<void>((resolve) => {
      client.on('data', (chunk: Buffer) => {
        received += chunk.length
        if (received > 12 * mib) resolve()
        client.pause()
        setTimeout(() => client.resume(), 5)
      })
    })
    client.resume()
    await isWhole
    await until('the response to end', () => service.requests() === 0)
    expect(budget.bytes).toBe(0)
  })
})
