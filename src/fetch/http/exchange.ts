/** One request, one answer: head and raw body, within the caps, or a clear failure. Redirects and retries are decided elsewhere. */

import { errors } from 'undici'
import { ServiceError } from '../../errors.ts'
import { BrokenConnection } from '../body/broken-connection.ts'
import { type Bytes, createByteSink, tooLarge } from '../body/read-body.ts'
import type { Connection, ConnectionPool } from './connection-pool.ts'

export interface ExchangeRequest {
  url: URL
  headers: Record<string, string>
  signal: AbortSignal
  /** Cap on the body, in bytes on the wire. */
  maxBodyBytes: number
  /** Never on a kept connection. */
  fresh: boolean
  /** GET without one; a body is sent by POST. */
  body?: string | null
}

export interface ExchangeResponse {
  status: number
  /** By lower-case name; repeated ones joined by `, `. */
  headers: Record<string, string>
  setCookies: string[]
  /** `Location` of a redirect that says where to; its body is then not read. */
  location: string | null
  /** As it came, content encodings still on it. */
  wire: Bytes
}

type Head = Omit<ExchangeResponse, 'wire'>

const maxHeaderFields = 300
const redirects = new Set([301, 302, 303, 307, 308])
/** Their length is that of the page that was not sent. */
const bodiless = new Set([204, 304])

// A redirect's body is of no interest; a short one is awaited, since its connection is worth keeping.
const drain = { maxBytes: 16_384, maxMs: 200 }

/**
 * Throws response_too_large, invalid_response, what the guard throws, BrokenConnection when a second try may help,
 * or `signal.reason` at once when it aborts; the socket is then destroyed.
 */
export function exchange(connections: ConnectionPool, request: ExchangeRequest): Promise<ExchangeResponse> {
  const { url, headers, signal, maxBodyBytes, fresh, body = null } = request
  signal.throwIfAborted()
  const connection = connections.take(url, signal, { fresh })
  return new Promise((resolve, reject) => {
    const sink = createByteSink(maxBodyBytes)
    let head: Head | null = null
    let isSettled = false
    let drained = 0
    let drainTimer: NodeJS.Timeout | undefined

    function settle(act: () => void): void {
      if (isSettled) return
      isSettled = true
      clearTimeout(drainTimer)
      signal.removeEventListener('abort', onAbort)
      act()
    }

    const onAbort = () => fail(signal.reason)

    const fail = (error: unknown) =>
      settle(() => {
        connections.discard(connection)
        reject(error)
      })

    const succeed = (reply: Head, isReusable: boolean) =>
      settle(() => {
        if (isReusable) connections.giveBack(connection)
        else connections.discard(connection)
        resolve({ ...reply, wire: sink.take() })
      })

    signal.addEventListener('abort', onAbort)
    connection.client.dispatch(
      { path: url.pathname + url.search, method: body === null ? 'GET' : 'POST', headers, body },
      {
        onRequestStart() {},
        onResponseStart(controller, status) {
          if (status === 101) return fail(invalid(`${url.host} changed the protocol without being asked`))
          if (status < 200) return
          const fields = controller.rawHeaders as Buffer[]
          if (fields.length / 2 > maxHeaderFields) {
            return fail(invalid(`${url.host} answered with more than ${maxHeaderFields} header fields`))
          }
          const reply = readHead(status, fields)
          head = reply
          if (reply.location !== null) drainTimer = setTimeout(() => succeed(reply, false), drain.maxMs)
          else if (!bodiless.has(status) && Number(reply.headers['content-length']) > maxBodyBytes)
            fail(tooLarge(maxBodyBytes))
        },
        onResponseData(_controller, chunk) {
          if (head?.location == null) {
            if (!sink.push(chunk)) fail(tooLarge(maxBodyBytes))
          } else {
            drained += chunk.length
            if (drained > drain.maxBytes) succeed(head, false)
          }
        },
        onResponseEnd() {
          // One microtask later the parser has seen what else came with the last chunk.
          queueMicrotask(() => {
            if (head && head.location === null && hasSurplus(head, connection)) {
              fail(new BrokenConnection(invalid(`${url.host} sent more than the length that it declared`)))
            } else if (head) succeed(head, true)
          })
        },
        onResponseError(_controller, error) {
          if (head?.location != null) succeed(head, false)
          else fail(failure(error, url, connection))
        },
      },
    )
  })
}

function readHead(status: number, fields: readonly Buffer[]): Head {
  const headers = new Map<string, string>()
  const setCookies: string[] = []
  let location = ''
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const name = String(fields[i]?.toString('latin1')).toLowerCase()
    const value = String(fields[i + 1]?.toString('latin1'))
    const before = headers.get(name)
    headers.set(name, before === undefined ? value : `${before}, ${value}`)
    if (name === 'set-cookie') setCookies.push(value)
    // Written in UTF-8 by many, though headers are not; an empty one leads nowhere.
    if (name === 'location') location ||= String(fields[i + 1]?.toString('utf8')).trim()
  }
  const isRedirect = redirects.has(status) && location !== ''
  return { status, headers: Object.fromEntries(headers), setCookies, location: isRedirect ? location : null }
}

/** Bytes after the declared length: the parser met them on a connection that expected none. */
function hasSurplus({ headers }: Head, { socket }: Connection): boolean {
  const errored = socket?.errored as NodeJS.ErrnoException | null | undefined
  return 'content-length' in headers && errored != null && errored.code !== 'UND_ERR_INFO'
}

function invalid(message: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_response', message, { cause })
}

function failure(error: Error & { code?: string }, { host }: URL, { watch, isKept }: Connection): Error {
  if (error instanceof ServiceError) return error
  if (error instanceof errors.HeadersOverflowError) return invalid(`${host} answered with too large a head`, error)
  if (error instanceof errors.ResponseContentLengthMismatchError) {
    return new BrokenConnection(invalid(`${host} sent less than the length that it declared`, error))
  }
  if (error instanceof errors.HTTPParserError || /^bad (response|upgrade)$/.test(error.message)) {
    return new BrokenConnection(invalid(`${host} does not speak HTTP/1.1 (${error.message})`, error))
  }
  const how = error instanceof errors.SocketError ? error.message : (error.code ?? error.message)
  if (watch.hasBegun) return new BrokenConnection(invalid(`The answer of ${host} broke off (${how})`, error))
  const message = `The connection to ${host} was closed before an answer came (${how})`
  return new BrokenConnection(new ServiceError('target_unreachable', message, { cause: error }), { isStale: isKept })
}
