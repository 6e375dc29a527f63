/** Serves a JSON document that never changes while the service runs, in a content coding that the client accepts. */

import { type ContentCoding, chooseCoding, encodeContent } from './content-coding.ts'
import type { HttpRoute } from './server.ts'

/** Calls `make` for the first request, and compresses once per coding. */
export function compressedJson(make: () => object): HttpRoute['handle'] {
  let document: Buffer | undefined
  const encoded = new Map<ContentCoding, Promise<Uint8Array>>()

  function encode(coding: ContentCoding): Promise<Uint8Array> {
    document ??= Buffer.from(JSON.stringify(make()))
    const made = encoded.get(coding) ?? encodeContent(document, coding)
    encoded.set(coding, made)
    return made
  }

  return async ({ request, response }) => {
    const coding = chooseCoding(request.headers['accept-encoding'])
    const bytes = await encode(coding)
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': bytes.byteLength,
      vary: 'accept-encoding',
      ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
    })
    response.end(bytes)
  }
}
