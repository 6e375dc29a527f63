/** The two ends of a pipe of DevTools messages, for what carries whole messages: a WebSocket, or Playwright's protocol. */

import { PassThrough, Writable } from 'node:stream'
import type { Pipe } from '../browser/devtools-connection.ts'

export interface MessagePipe extends Pipe {
  /** Hands a message of the browser to its reader. */
  receive(message: string): void
}

/** `send` is called with every message to the browser. */
export function createMessagePipe(send: (message: string) => void): MessagePipe {
  const messages = new PassThrough()
  const commands = new Writable({
    decodeStrings: false,
    // Each write is one message, which a NUL ends.
    write(chunk: string, _encoding, done) {
      send(chunk.slice(0, -1))
      done()
    },
  })
  return {
    ...{ messages, commands },
    receive(message) {
      messages.write(message)
      messages.write('\0')
    },
  }
}
