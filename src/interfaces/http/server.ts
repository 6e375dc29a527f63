/** The HTTP server: routes, request ids, Host and Origin checks, keys, graceful stop. It knows no operation. */

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerOptions, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { ClientCredentials } from '../../access/admission.ts'
import { succeedsWithin } from '../../base/deadline.ts'
import { ServiceError } from '../../base/errors.ts'
import { emit, hideKeys } from '../../base/events.ts'
import type { ByteBudget, OpenShare } from '../../base/share.ts'
import { createStages, type StageRecord } from '../../base/stages.ts'
import { maxHeaderBytes } from '../../contract/limits.ts'
import type { Caller, RequestContext } from '../../operations/request.ts'
import { boundConnections, createConnections } from './connections.ts'
import { createDrainWatch } from './drain-watch.ts'
import { createHostCheck, type HostCheckOptions } from './host-check.ts'
import { brokenRequest, endUnreadBody, refuseBrokenRequest, refuseOnSocket, sendError } from './response.ts'
import { addServerTiming } from './server-timing.ts'

/** One request over HTTP and its response. */
export interface HttpExchange extends RequestContext {
  stages: StageRecord
  request: IncomingMessage
  response: ServerResponse
  /** Query string without the question mark. */
  query: string
  /** Aborts when the client leaves: no response is sent any more. */
  left: AbortSignal
}

export interface HttpRoute {
  path: string
  methods: readonly string[]
  needsKey: boolean
  /** A page that people follow links to, from other sites too. */
  isPage?: boolean
  handle(exchange: HttpExchange): Promise<void>
}

interface HttpServerOptions extends HostCheckOptions {
  port: number
  /** Fewer where the limit of open files is low. */
  maxConnections?: number
  routes: readonly HttpRoute[]
  /** Of the bytes that requests hold. */
  budget: ByteBudget
  /** A response that nobody reads for so long is ended; 30,000 ms by default. */
  drainLimitMs?: number
  /** Admits a client by its credentials, or throws unauthorized. Null without keys. */
  admit: ((credentials: ClientCredentials) => Promise<Pick<Caller, 'keyId' | 'count' | 'enter'>>) | null
}

export interface HttpService {
  /** Where it listens: `http://127.0.0.1:8787`. */
  url: string
  /** False once it stops. */
  isOpen(): boolean
  /** Requests in flight. */
  requests(): number
  /** Connections that are open. */
  connections(): number
  /** Accepts no new connections, lets requests end within `graceMs`, then responds to the others with 503. Takes two seconds more at most. */
  stop(graceMs: number): Promise<void>
}

/** What serving a request begins with. */
interface Serving {
  /** Thrown where the request passes the Host check. */
  refusal: ServiceError | null
  /** Aborts when the client leaves. */
  left: AbortController
  /** Resolves when the response is sent, or the client has left. */
  closed: Promise<void>
}

export async function startHttp(options: HttpServerOptions): Promise<HttpService> {
  const checkHost = createHostCheck(options)
  const stopping = new AbortController()
  const running = new Set<Promise<unknown>>()
  /** The response in flight of each connection, and what ends the work for it. */
  const responses = new WeakMap<Socket, { response: ServerResponse; left: AbortController }>()
  const maxConnections = boundConnections(options.maxConnections ?? defaultMaxConnections)
  // All clients of a reverse proxy have its address.
  const connections = createConnections(maxConnections, options.trustProxy ? maxConnections : maxConnections / 2)
  const drains = createDrainWatch(options.drainLimitMs ?? 30_000)
  let open = true

  const server = createServer(serverOptions, (request, response) => accept(request, response))
  server.on('connection', (socket: Socket) => connections.add(socket))

  /** Serves a request; `refusal` is thrown where the request passes the Host check. */
  function accept(request: IncomingMessage, response: ServerResponse, refusal: ServiceError | null = null): void {
    const { socket } = request
    if (!connections.begin(request, response)) return void socket.destroy()
    drains.watch(response)
    const left = new AbortController()
    responses.set(socket, { response, left })
    // Resolves when the response is sent, or the client has left.
    const closed = new Promise<void>((resolve) => response.once('close', resolve))
    const work = Promise.all([serve(request, response, { refusal, left, closed }), closed]).finally(() => {
      running.delete(work)
      responses.delete(socket)
    })
    running.add(work)
  }

  async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    { refusal, left, closed }: Serving,
  ): Promise<void> {
    const startedAt = performance.now()
    const requestId = randomUUID()
    const stages = createStages(requestId)
    const { path, query } = splitTarget(request.url ?? '/')
    let share: OpenShare | null = null
    let route: HttpRoute | null = null
    response.setHeader('x-request-id', requestId)
    emit('gleaner:http-start', {
      requestId,
      method: request.method ?? '',
      traceparent: request.headersDistinct.traceparent?.join() ?? null,
      startedAt: stages.epochMs(startedAt),
    })
    if (path.startsWith(timedPaths)) addServerTiming(response, stages)
    response.once('close', () => {
      if (!response.writableFinished) left.abort(new DOMException('The client has left', 'AbortError'))
      const { method = '' } = request
      emit('gleaner:http', {
        requestId,
        method,
        path: hideKeys(path),
        route: route?.path ?? null,
        status: response.headersSent ? response.statusCode : null,
        durationMs: performance.now() - startedAt,
      })
    })
    response.once('finish', () => endUnreadBody(request))
    if (!open) response.setHeader('connection', 'close')
    try {
      const found = options.routes.find((candidate) => candidate.path === path)
      checkHost(request, found?.isPage)
      if (refusal) throw refusal
      route = requireRoute(found, path, request.method ?? '', response)
      const setHeaders = (headers: Record<string, string>) => {
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
      }
      const { authorization } = request.headers
      const address = request.socket.remoteAddress ?? ''
      const admitted = route.needsKey ? await options.admit?.({ authorization, address, setHeaders }) : null
      share = options.budget.open(admitted?.keyId ?? null)
      await route.handle({
        request,
        response,
        requestId,
        caller: { keyId: null, transport: 'rest', ...admitted },
        share,
        stages,
        query,
        signal: AbortSignal.any([left.signal, stopping.signal]),
        left: left.signal,
      })
    } catch (error) {
      if (!left.signal.aborted) sendError(response, error, requestId)
    } finally {
      void closed.then(() => share?.close())
    }
  }

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const { response, left } = responses.get(socket) ?? {}
    // A client that keeps a connection for later has asked nothing: a response would be taken for that of its next request.
    if (!response && connections.isSilent(socket)) return void socket.destroy()
    if (!response) return refuseBrokenRequest(error, socket)
    // The rest of the body never arrives: whoever reads it would wait for ever.
    if (!response.req.complete && !response.headersSent) {
      left?.abort(new DOMException('The request has broken off', 'AbortError'))
      // Node forgets the request with its response, and would not tell its reader of the end.
      socket.once('close', () => response.req.destroy(error))
      response.once('finish', () => socket.destroySoon())
      sendError(response, brokenRequest(error), String(response.getHeader('x-request-id')))
      return
    }
    // Bytes that follow a request in flight must not be answered in the middle of its response.
    response.shouldKeepAlive = false
    response.once('finish', () => socket.destroySoon())
  })
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    accept(request, response, new ServiceError('bad_request', 'The Expect header asks for what is not offered')),
  )
  server.on('connect', (_, socket: Socket) =>
    refuseOnSocket(socket, new ServiceError('method_not_allowed', 'This is no proxy: CONNECT is not taken')),
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: options.port, host: options.host, backlog }, resolve)
  })

  return {
    url: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${(server.address() as AddressInfo).port}`,
    isOpen: () => open,
    requests: () => running.size,
    connections: connections.count,
    async stop(graceMs) {
      open = false
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      const idle = async () => {
        while (running.size > 0) await Promise.all(running)
      }
      await succeedsWithin(graceMs, idle())
      stopping.abort(serviceStops())
      // Time to send these responses; a client that sends or reads too slowly is not waited for.
      await succeedsWithin(lastResponsesMs, idle())
      connections.endAll()
      server.closeAllConnections()
      drains.close()
      // Every request settles or gives back its credits by now; one that does not would hold up the end of the process.
      await succeedsWithin(lastResponsesMs, Promise.all([idle(), closed]))
    },
  }
}

/** Their responses say what they took. */
const timedPaths = '/v1/'

const lastResponsesMs = 1000

const defaultMaxConnections = 4096

/**
 * Connections that wait to be accepted: Node accepts one in each turn of its event loop (libuv 1.52). Beyond them the system drops
 * new ones, and their clients try again after one, three and seven seconds. Linux bounds it by net.core.somaxconn.
 */
const backlog = 4096

const serverOptions: ServerOptions = {
  maxHeaderSize: maxHeaderBytes,
  // A request without Host is refused by the Host check, with the error body.
  requireHostHeader: false,
  // For the head of a request, from the connection or the last response on; then for the head and the body together.
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 2000,
}

/** Ends the requests that are in flight when the service must end; they are charged nothing. */
export function serviceStops(): ServiceError {
  return new ServiceError('overloaded', 'The service is stopping', { retryAfterS: 5, isFree: true })
}

function requireRoute(route: HttpRoute | undefined, path: string, method: string, response: ServerResponse): HttpRoute {
  if (!route) throw new ServiceError('not_found', `There is nothing at ${path.slice(0, 200)}`)
  if (!route.methods.includes(method)) {
    response.setHeader('allow', route.methods.join(', '))
    throw new ServiceError('method_not_allowed', `${path} takes ${route.methods.join(', ')}`)
  }
  return route
}

/** Path and query of a request target. Not by a URL parser, which reads `//host/path` as a URL of another host. */
function splitTarget(target: string): { path: string; query: string } {
  const local = target.replace(/^https?:\/\/[^/?#]*/i, '')
  const at = local.indexOf('?')
  return at < 0 ? { path: local || '/', query: '' } : { path: local.slice(0, at) || '/', query: local.slice(at + 1) }
}
