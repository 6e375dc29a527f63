/** Writes the bytes of a response as fast as its client reads them. */

import type { ServerResponse } from 'node:http'

/** Small enough that it can be seen how far a slow client has read. */
const pieceBytes = 64 * 1024

/** Resolves when the bytes are written, or the client has left. */
export async function writeBytes(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length && !response.destroyed; at += pieceBytes) {
    if (!response.write(bytes.subarray(at, at + pieceBytes))) await drained(response)
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const onEvent = () => {
      response.off('drain', onEvent).off('close', onEvent)
      resolve()
    }
    response.on('drain', onEvent).on('close', onEvent)
  })
}
