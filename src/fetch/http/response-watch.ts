/** Watches a connection's bytes before the HTTP parser: for the start of a response, and for interim responses that it refuses. */

import type { Socket } from 'node:net'

export interface ResponseWatch {
  /** True if any byte has arrived since the request started. */
  readonly hasBegun: boolean
  /** Called when a request starts. */
  begin(): void
  /** Watches the bytes that the socket receives from now on. */
  attach(socket: Socket): void
}

const continueLine = Buffer.from('HTTP/1.1 100')
/** Index of the minor version, which may also be 0. */
const minorVersionAt = 7
const zero = 0x30
const two = 0x32
const lineFeed = 0x0a
const carriageReturn = 0x0d

/**
 * undici closes a connection on an unsolicited `100 Continue`, though a client must be able to read one
 * (RFC 9110 §15.2); it ignores all other interim responses. So a 100 becomes a 102 before parsing, by changing one digit in place.
 */
export function createResponseWatch(): ResponseWatch {
  let hasBegun = false
  /** Bytes of `continueLine` that have matched so far; -1 once the final response has started. */
  let matched = 0
  /** Consecutive line feeds in the head of an interim response; two end it. */
  let lineEnds = 0

  function step(chunk: Buffer, at: number): void {
    const byte = chunk[at]
    if (matched < continueLine.length) {
      const isMatch = byte === continueLine[matched] || (matched === minorVersionAt && byte === zero)
      matched = isMatch ? matched + 1 : -1
      if (matched === continueLine.length) chunk[at] = two
    } else if (byte === lineFeed) {
      lineEnds++
      if (lineEnds === 2) restart()
    } else if (byte !== carriageReturn) lineEnds = 0
  }

  function restart(): void {
    matched = 0
    lineEnds = 0
  }

  function inspect(chunk: Buffer): void {
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
        if (Buffer.isBuffer(chunk)) inspect(chunk)
        return push(chunk, encoding)
      }
    },
  }
}
