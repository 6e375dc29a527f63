/** The HTTP server: routes, request ids, Host and Origin checks, keys, graceful stop. It knows no operation. */

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { ClientCredentials } from '../../access/admission.ts'
import { succeedsWithin } from '../../base/deadline.ts'
import { ServiceError } from '../../base/errors.ts'
import type { ByteBudget, OpenShare } from '../../base/share.ts'
import { createStages, type StageRecord } from '../../base/stages.ts'
import { maxHeaderBytes } from '../../contract/service-limits.ts'
import type { Caller, RequestContext } from '../../operations/request.ts'
import { boundConnections, createConnections } from './connections.ts'
import { createDrainWatch } from './drain-watch.ts'
import { createHostCheck, type HostCheckOptions } from './host-check.ts'
import { observeRequest } from './observe-request.ts'
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
  const server = new HttpServer(options)
  await server.listen()
  return {
    url: server.url,
    isOpen: () => server.isOpen,
    requests: () => server.requests,
    connections: () => server.connections,
    stop: (graceMs) => server.stop(graceMs),
  }
}

class HttpServer {
  readonly #options: HttpServerOptions
  readonly #checkHost: ReturnType<typeof createHostCheck>
  readonly #stopping = new AbortController()
  readonly #running = new Set<Promise<unknown>>()
  /** The response in flight of each connection, and what ends the work for it. */
  readonly #responses = new WeakMap<Socket, { response: ServerResponse; left: AbortController }>()
  readonly #connections: ReturnType<typeof createConnections>
  readonly #drains: ReturnType<typeof createDrainWatch>
  readonly #server: Server
  isOpen = true

  constructor(options: HttpServerOptions) {
    const maxConnections = boundConnections(options.maxConnections ?? defaultMaxConnections)
    this.#options = options
    this.#checkHost = createHostCheck(options)
    // All clients of a reverse proxy have its address.
    this.#connections = createConnections(maxConnections, options.trustProxy ? maxConnections : maxConnections / 2)
    this.#drains = createDrainWatch(options.drainLimitMs ?? 30_000)
    this.#server = createServer(serverOptions, (request, response) => this.#accept(request, response))
    this.#server.on('connection', (socket: Socket) => this.#connections.add(socket))
    this.#server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => this.#endBroken(error, socket))
    this.#server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
      this.#accept(
        request,
        response,
        new ServiceError('bad_request', 'The Expect header asks for what is not offered'),
      ),
    )
    this.#server.on('connect', (_, socket: Socket) =>
      refuseOnSocket(socket, new ServiceError('method_not_allowed', 'This is no proxy: CONNECT is not taken')),
    )
  }

  get url(): string {
    const { host } = this.#options
    const { port } = this.#server.address() as AddressInfo
    return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  }

  get requests(): number {
    return this.#running.size
  }

  get connections(): number {
    return this.#connections.count()
  }

  listen(): Promise<void> {
    const { port, host } = this.#options
    return new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen({ port, host, backlog }, resolve)
    })
  }

  async stop(graceMs: number): Promise<void> {
    this.isOpen = false
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    this.#server.closeIdleConnections()
    const idle = async () => {
      while (this.#running.size > 0) await Promise.all(this.#running)
    }
    await succeedsWithin(graceMs, idle())
    this.#stopping.abort(serviceStops())
    // Time to send these responses; a client that sends or reads too slowly is not waited for.
    await succeedsWithin(lastResponsesMs, idle())
    this.#connections.endAll()
    this.#server.closeAllConnections()
    this.#drains.close()
    // Every request settles or gives back its credits by now; one that does not would hold up the end of the process.
    await succeedsWithin(lastResponsesMs, Promise.all([idle(), closed]))
  }

  /** Serves a request; `refusal` is thrown where the request passes the Host check. */
  #accept(request: IncomingMessage, response: ServerResponse, refusal: ServiceError | null = null): void {
    const { socket } = request
    if (!this.#connections.begin(request, response)) return void socket.destroy()
    this.#drains.watch(response)
    const left = new AbortController()
    this.#responses.set(socket, { response, left })
    // Resolves when the response is sent, or the client has left.
    const closed = new Promise<void>((resolve) => response.once('close', resolve))
    const work = Promise.all([this.#serve(request, response, { refusal, left, closed }), closed]).finally(() => {
      this.#running.delete(work)
      this.#responses.delete(socket)
    })
    this.#running.add(work)
  }

  async #serve(request: IncomingMessage, response: ServerResponse, serving: Serving): Promise<void> {
    const { refusal, left, closed } = serving
    const requestId = randomUUID()
    const stages = createStages(requestId)
    const { path, query } = splitTarget(request.url ?? '/')
    const found = this.#options.routes.find((candidate) => candidate.path === path)
    let share: OpenShare | null = null
    response.setHeader('x-request-id', requestId)
    if (path.startsWith(timedPaths)) addServerTiming(response, stages)
    const observed = observeRequest({ request, response, requestId, path, stages, left })
    response.once('finish', () => endUnreadBody(request))
    if (!this.isOpen) response.setHeader('connection', 'close')
    try {
      this.#checkHost(request, found?.isPage)
      if (refusal) throw refusal
      const route = requireRoute(found, path, request.method ?? '', response)
      observed.route = route.path
      const admitted = route.needsKey ? await this.#admit(request, response) : null
      share = this.#options.budget.open(admitted?.keyId ?? null)
      await route.handle({
        ...{ request, response, requestId, share, stages, query },
        caller: { keyId: null, transport: 'rest', ...admitted },
        signal: AbortSignal.any([left.signal, this.#stopping.signal]),
        left: left.signal,
      })
    } catch (error) {
      if (!left.signal.aborted) sendError(response, error, requestId)
    } finally {
      void closed.then(() => share?.close())
    }
  }

  async #admit({ headers, socket }: IncomingMessage, response: ServerResponse) {
    const setHeaders = (given: Record<string, string>) => {
      for (const [name, value] of Object.entries(given)) response.setHeader(name, value)
    }
    const { authorization } = headers
    return this.#options.admit?.({ authorization, address: socket.remoteAddress ?? '', setHeaders })
  }

  /** Of a connection whose client has sent what is no HTTP, or has broken off. */
  #endBroken(error: NodeJS.ErrnoException, socket: Socket): void {
    const { response, left } = this.#responses.get(socket) ?? {}
    // A client that keeps a connection for later has asked nothing: a response would be taken for that of its next request.
    if (!response && this.#connections.isSilent(socket)) return void socket.destroy()
    if (!response) return void refuseBrokenRequest(error, socket)
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
