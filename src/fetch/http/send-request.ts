/** Sends one request, decodes the content of the response, and emits an event about the exchange. */

import { ServiceError } from '../../base/errors.ts'
import { emit } from '../../base/events.ts'
import { noStages } from '../../base/stages.ts'
import { parseContentType } from '../../page/content-type.ts'
import { isHtml, isTextMedia } from '../../page/media-kind.ts'
import { type Bytes, decodeContent } from '../body/read-body.ts'
import type { ConnectionPool } from './connection-pool.ts'
import { type ExchangeRequest, type ExchangeResponse, exchange } from './exchange.ts'

/** The request's share counts the bytes of the body. */
export interface DecodedResponse extends Omit<ExchangeResponse, 'wireBody'> {
  /** Decoded body. */
  body: Bytes
}

/** Throws any error from `exchange` and `decodeContent`. The body limit applies both before and after decoding. */
export async function sendRequest(connections: ConnectionPool, request: ExchangeRequest): Promise<DecodedResponse> {
  const { url, signal, share, stages = noStages, maxBodyBytes } = request
  const startedAt = performance.now()
  let response: ExchangeResponse | null = null
  const emitExchange = (error: string | null) =>
    emit('gleaner:fetch', {
      host: url.host,
      status: response?.status ?? null,
      bytes: response?.wireBody.byteLength ?? 0,
      durationMs: performance.now() - startedAt,
      error,
    })
  try {
    response = await exchange(connections, request)
    const { wireBody, ...head } = response
    const encoding = head.headers['content-encoding'] ?? null
    const type = parseContentType(head.headers['content-type'] ?? null)?.essence ?? ''
    const isText = isHtml(type) || isTextMedia(type)
    const options = { maxBytes: maxBodyBytes, share, isCut: response.isCut, isText }
    const body = await stages.during('body', () => decodeContent(wireBody, encoding, options))
    if (signal.aborted) share.give(body.byteLength)
    signal.throwIfAborted()
    emitExchange(null)
    return { ...head, body }
  } catch (error) {
    emitExchange(error instanceof ServiceError ? error.type : 'cancelled')
    throw error
  }
}
