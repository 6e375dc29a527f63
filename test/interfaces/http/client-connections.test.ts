import { EventEmitter, once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { boundConnections, createConnections } from '../../../src/interfaces/http/client-connections.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { openTestService, type TestService } from '../../service.ts'

let gleaner: TestService
let origin: Origin
beforeAll(async () => {
  origin = await openOrigin({ '/slow': () => {} })
  gleaner = await openTestService({ GLEANER_MAX_CONNECTIONS: '8', GLEANER_PER_HOST_CONCURRENCY: '64' })
})
afterAll(async () => {
  await gleaner.close()
  await origin.close()
})

/** Connects, sends the text, and collects the response. */
async function open(text: string) {
  const { port, hostname } = new URL(gleaner.url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  onTestFinished(() => void socket.destroy())
  let received = ''
  socket.on('data', (data) => (received += data))
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await once(socket, 'connect')
  await new Promise<void>((resolve) => socket.write(text, () => resolve()))
  return { socket, closed, received: () => received }
}

const halfHead = 'GET /healthz HTTP/1.1\r\nhost: loc'
const health = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n'
const scrape = () =>
  `GET /v1/scrape?url=${origin.url}/slow HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${gleaner.key}\r\n\r\n`

describe('a service limited to 8 connections', () => {
  it('serves every valid request among 80 incomplete ones by closing the oldest connections', async () => {
    const hostile = []
    for (let i = 0; i < 80; i++) {
      hostile.push(await open(halfHead))
      if (i % 10 !== 0) continue
      const honest = await open(health)
      await expect.poll(honest.received).toMatch(/^HTTP\/1\.1 200 /)
      honest.socket.destroy()
    }
    await Promise.all(hostile.slice(0, 70).map(({ closed }) => closed))
    expect(hostile[79]?.socket.destroyed).toBe(false)
  })

  it('closes idle connections before it refuses a new one', async () => {
    const idle = []
    for (let i = 0; i < 8; i++) {
      const one = await open(health)
      await expect.poll(one.received).toContain('"status":"ok"')
      idle.push(one)
    }
    const late = await open(health)
    await expect.poll(late.received).toMatch(/^HTTP\/1\.1 200 /)
    await idle[0]?.closed
  })

  it('aborts a request whose body does not arrive, but no request in progress', async () => {
    const working = []
    for (let i = 0; i < 7; i++) working.push(await open(scrape()))
    await origin.arrived(7)
    const head = `POST /mcp HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${gleaner.key}\r\n`
    const stalled = await open(`${head}content-type: application/json\r\ncontent-length: 100\r\n\r\n{`)
    await expect.poll(() => gleaner.http.requests()).toBe(8)
    const late = await open(health)
    await expect.poll(late.received).toMatch(/^HTTP\/1\.1 200 /)
    await stalled.closed
    const eighth = await open(scrape())
    await origin.arrived(8)
    const refused = await open(health)
    await refused.closed
    expect(refused.received()).toMatch(/^(HTTP\/1\.1 503 .*"type":"overloaded".*)?$/s)
    for (const { socket } of [...working, eighth]) {
      expect(socket.destroyed).toBe(false)
      socket.destroy()
    }
    await expect.poll(() => gleaner.http.requests()).toBe(0)
  })

  it('closes a refused connection that the client keeps open', async () => {
    const broken = await open('NO HTTP AT ALL\r\n\r\n')
    await broken.closed
    expect(broken.received()).toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('the table of connections', () => {
  class Fake extends EventEmitter {
    readonly remoteAddress: string
    destroyed = false
    refused = ''
    constructor(remoteAddress: string) {
      super()
      this.remoteAddress = remoteAddress
    }
    end(text: string) {
      this.refused = text
    }
    destroySoon() {
      this.destroy()
    }
    destroy() {
      this.destroyed = true
      this.emit('close')
    }
  }

  it('closes a connection of the address with the most waiting connections', () => {
    const table = createConnections(10, 5)
    const add = (address: string) => {
      const socket = new Fake(address)
      table.add(socket as unknown as Socket)
      return socket
    }
    const honest = [add('192.0.2.1'), add('192.0.2.2'), add('192.0.2.3')]
    const hostile = Array.from({ length: 100 }, () => add('198.51.100.7'))
    const more = Array.from({ length: 100 }, () => add('198.51.100.8'))
    expect(honest.map(({ destroyed }) => destroyed)).toEqual([false, false, false])
    const open = (sockets: Fake[]) => sockets.filter(({ destroyed }) => !destroyed).length
    expect({ hostile: open(hostile), more: open(more) }).toEqual({ hostile: 3, more: 4 })
    table.endAll()
    expect(open([...honest, ...hostile, ...more])).toBe(0)
  })

  it('allows one peer half of the connections, and loopback all of them', () => {
    for (const [address, places] of [
      ['198.51.100.7', 5],
      ['2001:db8:1:2:3:4:5:$i', 5],
      ['2001:db8::$i', 5],
      ['2001:db8:$i::1', 10],
      ['::1', 10],
      ['127.0.0.1', 10],
      ['::ffff:127.0.0.1', 10],
    ] as const) {
      const table = createConnections(10, 5)
      const sockets = Array.from({ length: 12 }, (_, i) => new Fake(address.replace('$i', String(i))))
      for (const socket of sockets) table.add(socket as unknown as Socket)
      expect(sockets.filter(({ destroyed }) => !destroyed)).toHaveLength(places)
    }
  })

  it('is smaller if the process may open only a few files', () => {
    expect(boundConnections(4096, 300)).toBe(100)
    expect(boundConnections(50, 300)).toBe(50)
    expect(boundConnections(4096, 64)).toBe(8)
    expect(boundConnections(4096, Number.POSITIVE_INFINITY)).toBe(4096)
  })
})

const tcpTable = '/proc/net/tcp'
const maxQueued = '/proc/sys/net/core/somaxconn'
const isTold = existsSync(tcpTable) && existsSync(maxQueued) && Number(readFileSync(maxQueued, 'utf8')) >= 1000

/** TCP state of a connection that the other side hasn't accepted yet. @see Linux, include/net/tcp_states.h */
const synSent = '02'

describe.skipIf(!isTold)('a service that 700 clients connect to at once', () => {
  it('does not leave any client to retry a second later', async () => {
    const service = await openTestService()
    onTestFinished(() => service.close())
    const { port, hostname } = new URL(service.url)
    const clients = Array.from({ length: 700 }, () => connect(Number(port), hostname).on('error', () => {}))
    onTestFinished(() => clients.forEach((client) => void client.destroy()))
    await new Promise<void>((resolve) => process.nextTick(resolve))
    const remote = `:${Number(port).toString(16).toUpperCase().padStart(4, '0')}`
    const rows = readFileSync(tcpTable, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
    const states = rows.filter(([, , to]) => to?.endsWith(remote)).map(([, , , state]) => state)
    expect(states.length).toBeGreaterThanOrEqual(700)
    expect(states.filter((state) => state === synSent)).toEqual([])
  })
})
