/** Reads the body of a request, within limits. */

import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../../base/errors.ts'
import type { Share } from '../../base/share.ts'
import { type Bytes, createByteSink } from '../../fetch/body/read-body.ts'

/** Reads the body. `share` counts its bytes as they arrive. Throws request_too_large and overloaded. */
export async function readBody(request: IncomingMessage, maxBytes: number, share: Share): Promise<Bytes> {
  const tooLarge = () => new ServiceError('request_too_large', `The body is larger than ${maxBytes} bytes`)
  if (Number(request.headers['content-length']) > maxBytes) throw tooLarge()
  const sink = createByteSink(maxBytes, share)
  // Keeps the request open, so that an error response can be sent on the same connection.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!sink.push(chunk as Buffer)) throw tooLarge()
  }
  return sink.take()
}
