/** A relay before a server on loopback, which can lose connections without a word, as a network does. */

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Relay {
  url: string
  /** From now on nothing passes, by old connections for ever; new ones are accepted and silent. */
  cut(): void
  /** New connections pass again. */
  mend(): void
  /** New connections go to another server. */
  turnTo(url: string): void
  close(): Promise<void>
}

/** `url` is a `redis:` URL of a port on loopback. */
export async function openRelay(url: string): Promise<Relay> {
  let target = Number(new URL(url).port)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    sockets.add(near)
    near.on('error', () => near.destroy())
    if (isCut) return
    const far = connect(target, '127.0.0.1')
    sockets.add(far)
    far.on('error', () => near.destroy())
    near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    mend() {
      isCut = false
    },
    turnTo(other) {
      target = Number(new URL(other).port)
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
