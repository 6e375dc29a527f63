/** A relay in front of a loopback server. It can be slow, and can silently drop connections like a real network. */

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

export interface Relay {
  url: string
  /** Blocks all data: old connections hang forever, and new ones are accepted but silent. */
  cut(): void
  /** Delays each piece of data in both directions. */
  slow(delayMs: number): void
  /** Lets new connections through again, without delay. */
  mend(): void
  /** Routes new connections to another server. */
  turnTo(url: string): void
  close(): Promise<void>
}

/** `url` has a loopback port. The relay's URL differs only in its port. */
export async function openRelay(url: string): Promise<Relay> {
  let port = Number(new URL(url).port)
  const sockets = new Set<Socket>()
  let isCut = false
  let delayMs = 0
  const late = () =>
    new Transform({
      transform(chunk, _, done) {
        if (delayMs === 0) done(null, chunk)
        else setTimeout(done, delayMs, null, chunk)
      },
    })
  const server = createServer((near) => {
    sockets.add(near)
    near.on('error', () => near.destroy())
    if (isCut) return
    const far = connect(port, '127.0.0.1')
    sockets.add(far)
    far.on('error', () => near.destroy())
    // If one side is lost, the other is dropped too.
    near.on('close', () => isCut || far.destroy())
    far.on('close', (hadError) => void (hadError && !isCut && near.destroy()))
    near.pipe(late()).pipe(far).pipe(late()).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = new URL(url)
  own.port = String((server.address() as AddressInfo).port)
  return {
    url: own.href.replace(/\/$/, ''),
    cut() {
      isCut = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    slow(ms) {
      delayMs = ms
    },
    mend() {
      isCut = false
      delayMs = 0
    },
    turnTo(other) {
      port = Number(new URL(other).port)
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
