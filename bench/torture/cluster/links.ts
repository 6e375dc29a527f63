/** The links between a cluster's parts. Each passes through a relay, which can cut or slow it. */

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { openRelay, type Relay } from '../../../test/store/redis/relay.ts'

/** All links by their two ends. Workers don't connect to a database, and nodes and workers don't connect to each other. */
export const linkNames = [
  ...(['clients balancer', 'balancer node-1', 'balancer node-2'] as const),
  ...(['node-1 redis', 'node-2 redis', 'worker-1 redis', 'worker-2 redis'] as const),
  ...(['node-1 postgres', 'node-2 postgres', 'node-1 model', 'node-2 model'] as const),
  ...(['node-1 site', 'node-2 site', 'worker-1 site', 'worker-2 site'] as const),
]

export type LinkName = (typeof linkNames)[number]

export interface Links {
  /** Throws for a link that was not opened. */
  get(name: LinkName): Relay
  /** Opens the link to a server on loopback, and resolves with the URL that the client end uses. */
  open(name: LinkName, url: string): Promise<string>
  /** Opens the links from several programs to one site, with one URL for all. The User-Agent identifies a connection's program. */
  openSite(programs: readonly string[], url: string): Promise<string>
  close(): Promise<void>
}

export function createLinks(): Links {
  const relays = new Map<string, Relay>()
  const closers: (() => Promise<void>)[] = []

  async function open(name: string, url: string): Promise<string> {
    const relay = await openRelay(url)
    relays.set(name, relay)
    closers.push(() => relay.close())
    return relay.url
  }

  return {
    open,
    get(name) {
      const relay = relays.get(name)
      if (!relay) throw new Error(`unknown link ${name}`)
      return relay
    },
    async openSite(programs, url) {
      const ports = new Map<string, number>()
      for (const program of programs) ports.set(program, Number(new URL(await open(`${program} site`, url)).port))
      const front = await openFront(ports)
      closers.push(front.close)
      return front.url
    },
    async close() {
      for (const close of closers) await close()
    },
  }
}

/** Forwards each connection to the port of the program that its first request names. */
async function openFront(ports: ReadonlyMap<string, number>) {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    sockets.add(near)
    near.on('error', () => near.destroy())
    near.once('data', (head: Buffer) => {
      near.pause()
      const port = ports.get(/^user-agent: (\S+)/im.exec(head.toString('latin1'))?.[1] ?? '')
      if (port === undefined) return near.destroy()
      const far = connect(port, '127.0.0.1')
      sockets.add(far)
      far.on('error', () => near.destroy()).on('close', (hadError) => void (hadError && near.destroy()))
      near.on('close', () => far.destroy())
      for (const socket of [near, far]) socket.on('close', () => sockets.delete(socket))
      far.write(head)
      near.pipe(far).pipe(near)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
