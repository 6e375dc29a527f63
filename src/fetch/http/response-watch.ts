/** What comes back on a connection, before the HTTP parser sees it: has an answer begun, and is it one that the parser refuses? */

import type { Socket } from 'node:net'

export interface ResponseWatch {
  /** Whether any byte has come since the request began. */
  readonly hasBegun: boolean
  /** A request begins. */
  begin(): void
  /** Watches what the socket receives from now on. */
  attach(socket: Socket): void
}

const template = Buffer.from('HTTP/1.1 100')
const lineFeed = 0x0a
const carriageReturn = 0x0d

/**
 * undici ends a connection on `100 Continue` when nobody asked for it, though a client must be able to read it
 * (RFC 9110 §15.2); all other interim answers it passes over. So a 100 becomes 102 on its way: one digit, in place.
 */
export function createResponseWatch(): ResponseWatch {
  let hasBegun = false
  /** Bytes of the template met so far; -1 where the answer's own head has begun, which is none of ours. */
  let matched = 0
  /** Line feeds in a row at the end of an interim head; two end it. */
  let lineEnds = 0

  function step(chunk: Buffer, at: number): void {
    const byte = chunk[at]
    if (matched < template.length) {
      const isMatch = byte === template[matched] || (matched === 7 && byte === 0x30)
      matched = isMatch ? matched + 1 : -1
      if (matched === template.length) chunk[at] = 0x32
    } else if (byte === lineFeed) {
      lineEnds++
      if (lineEnds === 2) restart()
    } else if (byte !== carriageReturn) lineEnds = 0
  }

  function restart(): void {
    matched = 0
    lineEnds = 0
  }

  function see(chunk: Buffer): void {
    hasBegun ||= chunk.length > 0
    for (let at = 0; at < chunk.length && matched >= 0; at++) step(chunk, at)
  }

  return {
    get hasBegun() {
      return hasBegun
    },
    begin() {
      hasBegun = false
      restart()
    },
    attach(socket) {
      const push = socket.push.bind(socket)
      socket.push = (chunk, encoding) => {
        if (Buffer.isBuffer(chunk)) see(chunk)
        return push(chunk, encoding)
      }
    },
  }
}
