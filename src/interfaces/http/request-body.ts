/** Reads the body of a request, within limits. */

import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../../base/errors.ts'
import type { Share } from '../../base/share.ts'

/** Reads the body. `share` counts its bytes as they arrive. Throws request_too_large and overloaded. */
export async function readBody(request: IncomingMessage, maxBytes: number, share: Share): Promise<Buffer> {
  const tooLarge = () => new ServiceError('request_too_large', `The body is larger than ${maxBytes} bytes`)
  if (Number(request.headers['content-length']) > maxBytes) throw tooLarge()
  const chunks: Buffer[] = []
  let length = 0
  // Keeps the request open, so that an error response can be sent on the same connection.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += (chunk as Buffer).length
    if (length > maxBytes) throw tooLarge()
    share.take((chunk as Buffer).length)
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}
