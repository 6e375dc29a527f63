/** Sends results as JSON or only their content (docs/api.md, Only the content), and errors, even if the request couldn't be parsed. */

import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { ServiceError } from '../../base/errors.ts'
import { noShare, type Share } from '../../base/share.ts'
import { contentJson, isText, jsonBytes, textBytes } from '../../content/written.ts'
import type { OperationResult } from '../../contract/operation.ts'
import { bytesOfImage } from '../../contract/screenshot.ts'
import { maxHeaderBytes } from '../../contract/service-limits.ts'
import { errorBodyOf, shownError } from '../error-body.ts'
import {
  acceptedWeights,
  chooseCoding,
  compressAtOnce,
  compressed,
  maxBytesCompressedAtOnce,
  minCompressedBytes,
} from './content-coding.ts'

export function sendJson(response: ServerResponse, status: number, value: object, share = noShare): Promise<void> {
  return sendBytes(response, { status, type: 'application/json', parts: jsonBytes(value) }, share)
}

/** Sends bytes. Until they are sent, `share` counts them instead of all bytes that the request held before. */
export async function sendBytes(
  response: ServerResponse,
  { status, type, parts }: { status: number; type: string; parts: readonly Uint8Array[] },
  share: Share,
): Promise<void> {
  const length = parts.reduce((sum, part) => sum + part.byteLength, 0)
  share.give(Number.POSITIVE_INFINITY)
  share.add(length)
  response.appendHeader('vary', 'Accept-Encoding')
  const mayCompress = length > minCompressedBytes && status < 400 && !/^image\/|woff2$/.test(type)
  const coding = mayCompress ? chooseCoding(response.req.headers['accept-encoding']) : 'identity'
  if (coding !== 'identity') response.setHeader('content-encoding', coding)
  if (coding !== 'identity' && length > maxBytesCompressedAtOnce) {
    response.writeHead(status, { 'content-type': type })
    for await (const chunk of compressed(parts, coding)) {
      if (response.destroyed) return
      await writeBytes(response, chunk)
    }
  } else if (length <= maxBytesAtOnce) {
    const body = parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts, length)
    const sent = coding === 'identity' ? body : compressAtOnce(body, coding)
    response.writeHead(status, { 'content-type': type, 'content-length': sent.byteLength })
    return void response.end(sent)
  } else {
    response.writeHead(status, { 'content-type': type, 'content-length': length })
    for (const part of parts) await writeBytes(response, part)
  }
  response.end()
}

/** Small enough to make a slow client's progress visible. */
const pieceBytes = 64 * 1024

/** Writes bytes as fast as the client reads them. Resolves when the bytes have been written or the client has disconnected. */
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

/** Longer bodies are written in pieces, so that the client's progress is visible. */
const maxBytesAtOnce = 256 * 1024

/** Sends an error as the error body (docs/api.md, Errors). Other errors become a fault and are sent as `internal`. */
export function sendError(
  response: ServerResponse,
  error: unknown,
  requestId: string,
  format?: (error: ServiceError) => { status: number; body: object },
): void {
  const known = shownError(error, requestId)
  if (response.headersSent) {
    response.destroy()
    return
  }
  if (known.retryAfterS !== null) response.setHeader('retry-after', known.retryAfterS)
  if (known.type !== 'unauthorized') response.removeHeader('www-authenticate')
  else if (!response.hasHeader('www-authenticate')) response.setHeader('www-authenticate', 'Bearer')
  const { status, body } = format?.(known) ?? { status: known.status, body: errorBodyOf(known, requestId) }
  if (response.req.complete) return void sendJson(response, status, body)
  const bytes = Buffer.from(JSON.stringify(body))
  // With this header, Node closes the connection when the response ends, and a client that is still sending its body loses the response.
  const headers = { connection: 'close', 'content-type': 'application/json', 'content-length': bytes.byteLength }
  response.writeHead(status, headers).write(bytes)
  endUnreadBody(response.req, () => response.end())
}

/** Returns the error for a request that Node's parser rejects. */
export function brokenRequest(error: NodeJS.ErrnoException): ServiceError {
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    return new ServiceError('request_head_too_large', `The request head is larger than ${maxHeaderBytes} bytes`)
  }
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  return new ServiceError(
    'bad_request',
    isLate ? 'The request did not arrive in time' : 'The request is not well-formed HTTP',
  )
}

/** Sends the error body on a connection without a response object, and closes it. */
export function refuseOnSocket(socket: Socket, error: ServiceError): void {
  const requestId = randomUUID()
  const body = JSON.stringify(errorBodyOf(error, requestId))
  socket.end(
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\nx-request-id: ${requestId}\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
  // A client that never closes its side would keep the connection open.
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.once('close', () => clearTimeout(timer))
}

const lingerMs = 1000

/** Keeps reading the body for a moment, so that the client can read the response, and then calls `onEnd` or closes the connection. */
export function endUnreadBody(request: IncomingMessage, onEnd?: () => void): void {
  if (request.complete) return
  request.resume()
  const timer = setTimeout(onEnd ?? (() => request.socket.destroy()), lingerMs).unref()
  request.once('end', () => {
    clearTimeout(timer)
    onEnd?.()
  })
}

/** True if `Accept` names this type explicitly and doesn't prefer JSON. @see RFC 9110 §12.5.1 */
export function acceptsOnly(type: 'text/markdown' | 'image/png', accept: string | undefined): boolean {
  const weights = acceptedWeights(accept)
  const weight = weights.get(type) ?? 0
  const json = weights.get('application/json') ?? weights.get('application/*') ?? weights.get('*/*') ?? 0
  return weight > 0 && weight >= json
}

/** Sends an image as PNG, string content as markdown, other content as JSON, and a result without content unchanged. */
export function sendContent(response: ServerResponse, result: OperationResult, share: Share): Promise<void> {
  const image = bytesOfImage(result.content)
  const json = contentJson(result)
  if (json === null) return sendJson(response, 200, result, share)
  const [type, body] = image
    ? (['image/png', image] as const)
    : isText(json)
      ? (['text/markdown; charset=utf-8', textBytes(json)] as const)
      : (['application/json', json] as const)
  for (const [name, value] of Object.entries(headersOf(result))) {
    if (value !== null) response.setHeader(name, value)
  }
  response.setHeader('x-content-type-options', 'nosniff')
  return sendBytes(response, { status: 200, type, parts: [body] }, share)
}

/** Returns headers with the information that a client needs in addition to the content. Headers without a value are null. */
function headersOf(result: OperationResult) {
  const { title, next_offset, content_hash, unchanged, credits_charged = 0, warnings = [] } = result
  const codes = new Set(warnings.map(({ code }) => code))
  return {
    'gleaner-title': typeof title === 'string' ? encodeURIComponent(title.toWellFormed()) : null,
    'gleaner-next-offset': typeof next_offset === 'number' ? String(next_offset) : null,
    'gleaner-content-hash': typeof content_hash === 'string' ? content_hash : null,
    'gleaner-unchanged': unchanged === true ? 'true' : null,
    'gleaner-credits-charged': String(credits_charged),
    'gleaner-warnings': codes.size > 0 ? [...codes].join(', ') : null,
  }
}
