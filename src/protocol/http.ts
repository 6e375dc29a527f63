/** The HTTP listener: routes, request ids, Host and Origin checks, keys, graceful stop. It knows no operation. */

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Visitor } from '../access/admission.ts'
import { errorTable, ServiceError } from '../errors.ts'
import { emit, hideKeys } from '../observe.ts'
import type { Caller } from '../operations/context.ts'
import { errorBody } from './error-body.ts'
import { createHostCheck, type HostCheckOptions } from './host-check.ts'

/** One request and its answer. */
export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  requestId: string
  caller: Caller
  /** Query string without the question mark. */
  query: string
  /** Aborts when the client leaves or the service must end. */
  signal: AbortSignal
}

export interface Route {
  path: string
  methods: readonly string[]
  needsKey: boolean
  handle(exchange: Exchange): Promise<void>
}

export interface HttpOptions extends HostCheckOptions {
  port: number
  routes: readonly Route[]
  /** Lets a visitor in, or throws unauthorized. Null when keys are off. */
  admit: ((visitor: Visitor) => Promise<Pick<Caller, 'keyId' | 'enter'>>) | null
}

export interface HttpService {
  /** Where it listens: `http://127.0.0.1:8787`. */
  url: string
  /** False once it stops. */
  isOpen(): boolean
  /** Takes no new connections, lets requests end within `graceMs`, then answers the rest with 503. */
  stop(graceMs: number): Promise<void>
}

/** Request heads up to 128 KiB: a prompt of 10,000 characters fits in a query string (API.md §1). */
const maxHeadBytes = 128 * 1024

export async function startHttp(options: HttpOptions): Promise<HttpService> {
  const checkHost = createHostCheck(options)
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  let open = true

  const server = createServer({ maxHeaderSize: maxHeadBytes }, (request, response) => {
    const work = serve(request, response).finally(() => running.delete(work))
    running.add(work)
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = performance.now()
    const requestId = randomUUID()
    const { path, query } = splitTarget(request.url ?? '/')
    const left = new AbortController()
    response.setHeader('x-request-id', requestId)
    response.once('close', () => {
      if (!response.writableFinished) left.abort(new DOMException('The client has left', 'AbortError'))
      const { method = '' } = request
      emit('gleaner:http', {
        requestId,
        method,
        path: hideKeys(path),
        status: response.statusCode,
        durationMs: performance.now() - startedAt,
      })
    })
    if (!open) response.setHeader('connection', 'close')
    try {
      checkHost(request)
      const route = findRoute(options.routes, path, request.method ?? '', response)
      const tell = (headers: Record<string, string>) => {
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
      }
      const { authorization } = request.headers
      const address = request.socket.remoteAddress ?? ''
      const admitted = route.needsKey ? await options.admit?.({ authorization, address, tell }) : null
      await route.handle({
        request,
        response,
        requestId,
        caller: { keyId: null, door: 'rest', ...admitted },
        query,
        signal: AbortSignal.any([left.signal, stopping.signal]),
      })
    } catch (error) {
      if (!left.signal.aborted) sendError(response, error, requestId)
    }
  }

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => refuseBrokenRequest(error, socket))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })

  return {
    url: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${(server.address() as AddressInfo).port}`,
    isOpen: () => open,
    async stop(graceMs) {
      open = false
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      const timer = setTimeout(
        () => stopping.abort(new ServiceError('overloaded', 'The service is stopping', { retryAfterS: 5 })),
        graceMs,
      )
      while (running.size > 0) await Promise.all(running)
      clearTimeout(timer)
      server.closeIdleConnections()
      // Answers are written by now; a client that does not read them must not hold us up.
      setTimeout(() => server.closeAllConnections(), 1000).unref()
      await closed
    },
  }
}

/** Sends a value as JSON. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value))
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
}

/** Sends any error as the body of API.md §5. What is no ServiceError is told as `internal`. */
export function sendError(response: ServerResponse, error: unknown, requestId: string): void {
  const known =
    error instanceof ServiceError
      ? error
      : new ServiceError('internal', 'Something went wrong on our side', { cause: error })
  if (known !== error) emit('gleaner:fault', { requestId, error })
  if (response.headersSent) {
    response.destroy()
    return
  }
  if (known.retryAfterS !== null) response.setHeader('retry-after', known.retryAfterS)
  if (known.type === 'unauthorized') response.setHeader('www-authenticate', 'Bearer')
  sendJson(response, known.status, errorBody(known, requestId))
}

function findRoute(routes: readonly Route[], path: string, method: string, response: ServerResponse): Route {
  const route = routes.find((candidate) => candidate.path === path)
  if (!route) throw new ServiceError('not_found', `There is nothing at ${path.slice(0, 200)}`)
  if (!route.methods.includes(method)) {
    response.setHeader('allow', route.methods.join(', '))
    throw new ServiceError('method_not_allowed', `${path} takes ${route.methods.join(', ')}`)
  }
  return route
}

/** By hand: `//host/path` would be read as an address of another host by a URL parser. */
function splitTarget(target: string): { path: string; query: string } {
  const local = target.replace(/^https?:\/\/[^/?#]*/i, '')
  const at = local.indexOf('?')
  return at < 0 ? { path: local || '/', query: '' } : { path: local.slice(0, at) || '/', query: local.slice(at + 1) }
}

/** What Node's parser refuses never becomes a request: the answer is written on the bare socket. */
function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW'
  const known = isTooLarge
    ? new ServiceError('request_head_too_large', `The request head is larger than ${maxHeadBytes} bytes`)
    : new ServiceError('bad_request', 'The request is not well-formed HTTP')
  const body = JSON.stringify(errorBody(known, randomUUID()))
  socket.end(
    `HTTP/1.1 ${errorTable[known.type].status} ${isTooLarge ? 'Request Header Fields Too Large' : 'Bad Request'}\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
