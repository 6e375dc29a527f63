/** Sends one HTTP request, and reads and decodes the response within limits. Redirects and retries are handled elsewhere. */

import { errors } from 'undici'
import { ServiceError } from '../../base/errors.ts'
import { emit } from '../../base/events.ts'
import { noStages } from '../../base/stages.ts'
import type { Work } from '../../base/work.ts'
import { isHtml, isTextMedia, parseContentType } from '../../page/media-kind.ts'
import {
  BrokenResponse,
  type Bytes,
  createByteSink,
  decodeContent,
  holdsDocument,
  tooLarge,
} from '../body/read-body.ts'
import type { ConnectionPool, PooledConnection } from './connection-pool.ts'

/** The request's share counts the bytes of the response body as they arrive. */
interface ExchangeRequest extends Pick<Work, 'signal' | 'share' | 'stages'> {
  url: URL
  headers: Record<string, string>
  /** Limit on the body, in bytes on the wire. */
  maxBodyBytes: number
  /** True to use a new connection instead of a kept one. */
  fresh: boolean
  /** True to use a new connection that no other request may use afterwards. */
  isPrivate?: boolean
  /** After this time, on the `performance.now()` clock, an unfinished body is accepted if it holds a whole document. */
  cutAt?: number
  /** Sent via POST. If null or absent, the method is GET. */
  body?: string | null
}

interface ExchangeResponse {
  status: number
  /** Headers by lower-case name. Repeated headers are joined by `, `. */
  headers: Record<string, string>
  /** The `Set-Cookie` headers, separately. */
  setCookies: string[]
  /** The `Location` of a redirect, or null for any other response. A redirect's body is not read. */
  location: string | null
  /** The body as received, still content-encoded. */
  wireBody: Bytes
  /** True if the body hadn't ended by `cutAt`. */
  isCut: boolean
}

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

type ResponseHead = Omit<ExchangeResponse, 'wireBody' | 'isCut'>

const maxHeaderFields = 300
const redirectStatuses = new Set([301, 302, 303, 307, 308])
/** With these statuses, Content-Length describes a body that is not sent. @see RFC 9110 §8.6 */
const bodilessStatuses = new Set([204, 304])

/**
 * Throws response_too_large, invalid_response, overloaded, any error from the guard, and BrokenResponse if a retry may help. When `signal`
 * aborts, immediately throws `signal.reason` and destroys the socket.
 */
function exchange(connections: ConnectionPool, request: ExchangeRequest): Promise<ExchangeResponse> {
  const { url, headers, signal, share, stages = noStages, maxBodyBytes, isPrivate = false, body = null } = request
  signal.throwIfAborted()
  const connection = connections.take(url, { signal, stages, fresh: request.fresh || isPrivate })
  return new Promise((resolve, reject) => {
    const sink = createByteSink(maxBodyBytes, share)
    let head: ResponseHead | null = null
    let isSettled = false
    const cutTimer = request.cutAt && setTimeout(takeWhole, Math.max(0, request.cutAt - performance.now()))
    /** Times at which the request was written and the response head arrived. */
    let sentAt: number | null = null
    let headAt: number | null = null

    function settle(act: () => void): void {
      if (isSettled) return
      isSettled = true
      clearTimeout(cutTimer)
      if (headAt !== null) stages.add('body', headAt)
      else if (sentAt !== null) stages.add('first-byte', sentAt)
      signal.removeEventListener('abort', onAbort)
      act()
    }

    const onAbort = () => fail(signal.reason)
    const fail = (error: unknown) =>
      settle(() => {
        connections.discard(connection)
        sink.drop()
        reject(error)
      })

    const succeed = (received: ResponseHead, isReusable: boolean, isCut = false) =>
      settle(() => {
        if (isReusable && !isPrivate) connections.giveBack(connection)
        else connections.discard(connection)
        resolve({ ...received, wireBody: sink.take(), isCut })
      })

    async function takeWhole(): Promise<void> {
      const received = head
      if (received?.location !== null) return
      if (await holdsDocument(sink, received.headers, { maxBytes: maxBodyBytes, share })) succeed(received, false, true)
    }

    signal.addEventListener('abort', onAbort)
    connection.client.dispatch(
      { path: url.pathname + url.search, method: body === null ? 'GET' : 'POST', headers, body },
      {
        onRequestStart() {
          sentAt = performance.now()
        },
        onResponseStart(controller, status) {
          if (status === 101) return fail(invalid(`${url.host} switched to another protocol without being asked`))
          if (status < 200) return
          headAt = performance.now()
          if (sentAt !== null) stages.add('first-byte', sentAt, headAt)
          const fields = controller.rawHeaders as Buffer[]
          if (fields.length / 2 > maxHeaderFields) {
            return fail(invalid(`${url.host} responded with more than ${maxHeaderFields} header fields`))
          }
          const received = readHead(status, fields)
          head = received
          // A redirect that has no body ends immediately, so its connection can be kept.
          if (received.location !== null && received.headers['content-length'] !== '0') succeed(received, false)
          else if (!bodilessStatuses.has(status) && Number(received.headers['content-length']) > maxBodyBytes)
            fail(tooLarge(maxBodyBytes))
        },
        onResponseData(_controller, chunk) {
          try {
            if (!isSettled && !sink.push(chunk)) fail(tooLarge(maxBodyBytes))
          } catch (error) {
            fail(error)
          }
        },
        onResponseEnd() {
          // One microtask later, the parser has processed the rest of the last chunk.
          queueMicrotask(() => {
            if (head?.location === null && hasSurplus(head, connection))
              fail(broken(`${url.host} sent more bytes than it declared`))
            else if (head) succeed(head, true)
          })
        },
        onResponseError(_controller, error) {
          fail(toFailure(error, url, connection, head !== null))
        },
      },
    )
  })
}

/** In `fields`, names and values alternate. */
function readHead(status: number, fields: readonly Buffer[]): ResponseHead {
  const headers = new Map<string, string>()
  const setCookies: string[] = []
  let location = ''
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const name = String(fields[i]?.toString('latin1')).toLowerCase()
    const value = String(fields[i + 1]?.toString('latin1'))
    const before = headers.get(name)
    headers.set(name, before === undefined ? value : `${before}, ${value}`)
    if (name === 'set-cookie') setCookies.push(value)
    // Unlike other headers, this one is often sent in UTF-8. An empty value isn't a redirect.
    if (name === 'location') location ||= String(fields[i + 1]?.toString('utf8')).trim()
  }
  const isRedirect = redirectStatuses.has(status) && location !== ''
  return { status, headers: Object.fromEntries(headers), setCookies, location: isRedirect ? location : null }
}

/** True if the parser failed the connection because of bytes after the declared length. */
function hasSurplus({ headers }: ResponseHead, { socket }: PooledConnection): boolean {
  const errored = socket?.errored as NodeJS.ErrnoException | null | undefined
  return 'content-length' in headers && errored != null && errored.code !== 'UND_ERR_INFO'
}

function invalid(message: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_response', message, { cause })
}

function broken(message: string, cause?: unknown): BrokenResponse {
  return new BrokenResponse('invalid_response', message, { cause })
}

function toFailure(error: Error & { code?: string }, { host }: URL, { isKept }: PooledConnection, hasHead: boolean) {
  if (error instanceof ServiceError) return error
  if (error instanceof errors.HeadersOverflowError)
    return invalid(`The response header from ${host} is too large`, error)
  if (error instanceof errors.ResponseContentLengthMismatchError) {
    return broken(`${host} sent fewer bytes than it declared`, error)
  }
  if (error instanceof errors.HTTPParserError || /^bad (response|upgrade)$/.test(error.message)) {
    return broken(`${host} does not speak HTTP/1.1 (${error.message})`, error)
  }
  const how = error instanceof errors.SocketError ? error.message : (error.code ?? error.message)
  if (hasHead) return broken(`The response from ${host} was cut off (${how})`, error)
  const message = `The connection to ${host} was closed before a response arrived (${how})`
  return new BrokenResponse('target_unreachable', message, { cause: error, isStale: isKept })
}
