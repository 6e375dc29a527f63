/** A connection to one browser in a farm: DevTools messages over a WebSocket. */

import { PassThrough, Writable } from 'node:stream'
import { Agent, WebSocket } from 'undici'
import { succeedsWithin } from '../../base/deadline.ts'
import type { Pipe } from '../browser/devtools-connection.ts'
import { type FarmAddress, FarmError } from './farm-address.ts'

export interface FarmLink {
  pipe: Pipe
  closed: Promise<void>
  /** Never rejects. */
  close(): Promise<void>
}

/** A farm that doesn't answer within this time is unavailable. This is shorter than a request's default time limit. */
export const linkLimitMs = 12_000
const closeLimitMs = 1000

/** Throws FarmError. */
export async function openFarmLink(address: FarmAddress, url: URL, maxMessageBytes: number): Promise<FarmLink> {
  const dispatcher = new Agent({
    connect: { timeout: linkLimitMs },
    webSocket: { maxPayloadSize: maxMessageBytes },
  })
  const socket = new WebSocket(url, { dispatcher, headers: address.headers })
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>()
  socket.addEventListener('close', () => {
    onClosed()
    void dispatcher.destroy()
  })
  const opened = new Promise<void>((resolve) => socket.addEventListener('open', () => resolve()))
  const isOpen = await succeedsWithin(linkLimitMs, Promise.race([opened, closed.then(() => Promise.reject())]))
  if (!isOpen) {
    const isLate = socket.readyState === WebSocket.CONNECTING
    const why = isLate ? `no response within ${linkLimitMs} ms` : 'it closed the connection'
    void dispatcher.destroy()
    throw new FarmError(`Could not connect to the browser farm ${address.name}: ${why}`)
  }
  return {
    ...{ pipe: pipeOf(socket), closed },
    async close() {
      socket.close()
      if (!(await succeedsWithin(closeLimitMs, closed))) void dispatcher.destroy()
    },
  }
}

/** Presents the socket as a browser's pipe, where each message ends with a NUL. */
function pipeOf(socket: WebSocket): Pipe {
  const messages = new PassThrough()
  const commands = new Writable({
    decodeStrings: false,
    // Each write is one message.
    write(chunk: string, _encoding, done) {
      if (socket.readyState === WebSocket.OPEN) socket.send(chunk.slice(0, -1))
      done()
    },
  })
  socket.addEventListener('message', ({ data }) => {
    messages.write(String(data))
    messages.write('\0')
  })
  return { messages, commands }
}
