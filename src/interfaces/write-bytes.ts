/** Writes a response's bytes as fast as the client reads them. */

import type { Writable } from 'node:stream'

/** Small enough to make a slow client's progress visible. */
const pieceBytes = 64 * 1024

/** Resolves when the bytes have been written or the client has disconnected. */
export async function writeBytes(response: Writable, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length && !response.destroyed; at += pieceBytes) {
    if (!response.write(bytes.subarray(at, at + pieceBytes))) await drained(response)
  }
}

function drained(response: Writable): Promise<void> {
  return new Promise((resolve) => {
    const onEvent = () => {
      response.off('drain', onEvent).off('close', onEvent)
      resolve()
    }
    response.on('drain', onEvent).on('close', onEvent)
  })
}
