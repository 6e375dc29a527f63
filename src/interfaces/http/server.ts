/** The HTTP server: routes, request IDs, Host and Origin checks, keys, and graceful shutdown. It doesn't depend on the operations. */

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { ClientCredentials } from '../../access/admission.ts'
import { abortWith, succeedsWithin } from '../../base/deadline.ts'
import { ServiceError } from '../../base/errors.ts'
import { PassingList } from '../../base/passing-list.ts'
import type { ByteBudget, OpenShare } from '../../base/share.ts'
import { createStages, type StageRecord } from '../../base/stages.ts'
import { maxHeaderBytes } from '../../contract/service-limits.ts'
import type { Caller, RequestContext } from '../../operations/runtime.ts'
import { boundConnections, createConnections } from './client-connections.ts'
import { createHostCheck, type HostCheckOptions } from './host-check.ts'
import { observeRequest, TimedResponse } from './request-times.ts'
import { brokenRequest, endUnreadBody, refuseOnSocket, sendError } from './response.ts'
import { explainMissingKey, missingRoute, type RouteMethods, wrongMethod } from './wrong-request.ts'

export interface HttpExchange extends RequestContext {
  stages: StageRecord
  request: IncomingMessage
  response: ServerResponse
  /** Query string without the question mark. */
  query: string
  /** Aborts when the client disconnects, after which no response is sent. */
  left: AbortSignal
}

export interface HttpRoute extends RouteMethods {
  needsKey: boolean
  /** True for a page that people may open through a link on another site. */
  isPage?: boolean
  /** True if the route serves all paths that begin with `path`. */
  isPrefix?: boolean
  /** `WWW-Authenticate` of a 401, if the route also accepts OAuth tokens. */
  challenge?: string | undefined
  /** Returns the status and the body of an error, for clients that expect another form than the usual one. */
  formatError?(error: ServiceError): { status: number; body: object }
  handle(exchange: HttpExchange): Promise<void>
}

interface HttpServerOptions extends HostCheckOptions {
  port: number
  /** Reduced if the limit on open files is low. */
  maxConnections?: number
  routes: readonly HttpRoute[]
  budget: ByteBudget
  /** Time after which a response that the client doesn't read is terminated. Default: 30,000 ms. */
  drainLimitMs?: number | undefined
  /** Authenticates a client by its credentials, or throws unauthorized. Null if no keys are needed. */
  admit: ((credentials: ClientCredentials) => Promise<Pick<Caller, 'keyId' | 'count' | 'enter' | 'openBatch'>>) | null
  /** Closes what the routes use, once the server has stopped. */
  close?(): Promise<void>
}

interface Serving {
  /** Error to throw if the request passes the Host check. */
  refusal: ServiceError | null
  left: AbortController
  /** Aborts when the client disconnects or the service stops. */
  ended: AbortSignal
  /** Resolves when the response has been sent or the client has disconnected. */
  closed: Promise<void>
}

export async function startHttp(options: HttpServerOptions): Promise<HttpService> {
  const service = new HttpService(options)
  await service.listen()
  return service
}

export class HttpService {
  readonly #options: HttpServerOptions
  readonly #checkHost: ReturnType<typeof createHostCheck>
  /** Requests in flight, and the controllers that abort their work. */
  readonly #running = new PassingList<{ work: Promise<unknown>; ended: AbortController }>()
  /** The error for all requests once the grace period is over. */
  #stopError: ServiceError | null = null
  /** The response in flight for each connection, and the controller that aborts its work. */
  readonly #responses = new WeakMap<Socket, { response: ServerResponse; left: AbortController }>()
  readonly #connections: ReturnType<typeof createConnections>
  readonly #server: Server<typeof IncomingMessage, typeof TimedResponse>
  #isOpen = true

  constructor(options: HttpServerOptions) {
    const maxConnections = boundConnections(options.maxConnections ?? defaultMaxConnections)
    this.#options = options
    this.#checkHost = createHostCheck(options)
    // All clients of a reverse proxy share its address.
    const maxPerPeer = options.trustProxy ? maxConnections : maxConnections / 2
    this.#connections = createConnections(maxConnections, maxPerPeer, options.drainLimitMs)
    this.#server = createServer({ ...serverOptions, ServerResponse: TimedResponse }, (request, response) =>
      this.#accept(request, response),
    )
    this.#server.on('connection', (socket: Socket) => this.#connections.add(socket))
    this.#server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => this.#endBroken(error, socket))
    this.#server.on('checkExpectation', (request: IncomingMessage, response: TimedResponse) =>
      this.#accept(
        request,
        response,
        new ServiceError('bad_request', 'The Expect header asks for an unsupported feature'),
      ),
    )
    this.#server.on('connect', (_, socket: Socket) =>
      refuseOnSocket(socket, new ServiceError('method_not_allowed', 'CONNECT is not supported')),
    )
  }

  /** URL that the server listens on: `http://127.0.0.1:8787`. */
  get url(): string {
    const { host } = this.#options
    const { port } = this.#server.address() as AddressInfo
    return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  }

  /** False when the server is stopping. */
  isOpen = () => this.#isOpen
  requests = () => this.#running.size
  connections = () => this.#connections.count()

  listen(): Promise<void> {
    const { port, host } = this.#options
    return new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen({ port, host, backlog }, resolve)
    })
  }

  /**
   * Stops accepting connections, gives requests `graceMs` to finish, and then responds to the rest with 503. May take two seconds longer.
   */
  async stop(graceMs: number): Promise<void> {
    this.#isOpen = false
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    this.#server.closeIdleConnections()
    const idle = async () => {
      while (this.#running.size > 0) await Promise.all(Array.from(this.#running, ({ work }) => work))
    }
    await succeedsWithin(graceMs, idle())
    this.#stopError = serviceStops()
    for (const { ended } of this.#running) ended.abort(this.#stopError)
    // Leaves some time to send the responses, but doesn't wait for slow clients.
    await succeedsWithin(lastResponsesMs, idle())
    this.#connections.endAll()
    this.#server.closeAllConnections()
    // Requests now settle or return their credits. One that hangs must not delay the exit.
    await succeedsWithin(lastResponsesMs, Promise.all([idle(), closed]))
    await this.#options.close?.()
  }

  /** Serves a request. Responds with `refusal`, if any, to a request that passes the Host check. */
  #accept(request: IncomingMessage, response: TimedResponse, refusal: ServiceError | null = null): void {
    const { socket } = request
    if (!this.#connections.begin(request, response)) return void socket.destroy()
    const [left, ended] = [new AbortController(), new AbortController()]
    abortWith(left.signal, ended)
    if (this.#stopError) ended.abort(this.#stopError)
    this.#responses.set(socket, { response, left })
    // Resolves when the response has been sent or the client has disconnected.
    const closed = new Promise<void>((resolve) => response.once('close', resolve))
    const served = this.#serve(request, response, { refusal, left, ended: ended.signal, closed })
    const work = Promise.all([served, closed]).finally(() => {
      leave()
      this.#responses.delete(socket)
    })
    const leave = this.#running.add({ work, ended })
  }

  async #serve(request: IncomingMessage, response: TimedResponse, serving: Serving): Promise<void> {
    const { refusal, left, ended, closed } = serving
    const requestId = randomUUID()
    const stages = createStages(requestId)
    const { path, query } = splitTarget(request.url ?? '/')
    const found = this.#options.routes.find(
      (candidate) => candidate.path === path || (candidate.isPrefix && path.startsWith(candidate.path)),
    )
    // The rest may be secret, as a query string may be.
    const shownPath = found?.isPrefix ? found.path : path
    let share: OpenShare | null = null
    response.setHeader('x-request-id', requestId)
    if (path.startsWith('/v1/')) response.stages = stages
    const observed = observeRequest({ request, response, requestId, path: shownPath, stages, left })
    response.once('finish', () => endUnreadBody(request))
    if (!this.#isOpen) response.setHeader('connection', 'close')
    try {
      this.#checkHost(request, found?.isPage)
      if (refusal) throw refusal
      const route = found ?? missingRoute(path, this.#options.routes)
      if (!route.methods.includes(request.method ?? '')) throw wrongMethod(route, response)
      observed.route = route.path
      const admitted = route.needsKey ? await this.#admit(route, { request, response, query }) : null
      share = this.#options.budget.open(admitted?.keyId ?? null)
      await route.handle({
        ...{ request, response, requestId, share, stages, query },
        caller: { keyId: null, transport: 'rest', ...admitted },
        signal: ended,
        left: left.signal,
      })
    } catch (error) {
      if (!left.signal.aborted) sendError(response, error, requestId, found?.formatError)
    } finally {
      void closed.then(() => share?.close())
    }
  }

  async #admit(
    { challenge }: HttpRoute,
    { request, response, query }: Pick<HttpExchange, 'request' | 'response' | 'query'>,
  ) {
    const { headers, socket } = request
    const setHeaders = (given: Record<string, string>) => {
      for (const [name, value] of Object.entries(given)) response.setHeader(name, value)
    }
    const keys = { authorization: headers.authorization, apiKey: headers['x-api-key']?.toString() }
    const tokens = { acceptsTokens: challenge !== undefined }
    const admitted = this.#options.admit?.({ ...keys, ...tokens, address: socket.remoteAddress ?? '', setHeaders })
    return admitted?.catch((error: unknown) => {
      if (challenge !== undefined) response.setHeader('www-authenticate', challenge)
      throw explainMissingKey(error, headers, query)
    })
  }

  #endBroken(error: NodeJS.ErrnoException, socket: Socket): void {
    const { response, left } = this.#responses.get(socket) ?? {}
    if (!response) {
      // On an idle keep-alive connection, the client would treat a response as the one to its next request.
      const isUnheard = this.#connections.isSilent(socket) || error.code === 'ECONNRESET' || !socket.writable
      return void (isUnheard ? socket.destroy() : refuseOnSocket(socket, brokenRequest(error)))
    }
    // The rest of the request body never arrives, so its reader would wait forever.
    if (!response.req.complete && !response.headersSent) {
      left?.abort(new DOMException('The request was cut off', 'AbortError'))
      // Node detaches the request from its response, so the body's reader wouldn't notice that the connection has closed.
      socket.once('close', () => response.req.destroy(error))
      response.once('finish', () => socket.destroySoon())
      sendError(response, brokenRequest(error), String(response.getHeader('x-request-id')))
      response.end()
      return
    }
    // If invalid bytes follow a request in flight, the error must not be sent in the middle of its response.
    response.shouldKeepAlive = false
    response.once('finish', () => socket.destroySoon())
  }
}

const lastResponsesMs = 1000
const defaultMaxConnections = 4096

/**
 * Maximum number of connections waiting to be accepted. Node accepts one per turn of its event loop (libuv 1.52). Beyond the maximum, the
 * system drops new ones, and clients retry after one, three and seven seconds. On Linux, net.core.somaxconn caps it.
 */
const backlog = 4096

const serverOptions: ServerOptions = {
  maxHeaderSize: maxHeaderBytes,
  // The Host check refuses a request without a Host header, with the error body.
  requireHostHeader: false,
  // Time limits: for a request's head, measured from connecting or the last response, and for head and body together.
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 2000,
}

/** Returns the error for requests that are still running when the service stops. They aren't charged. */
export function serviceStops(): ServiceError {
  return new ServiceError('overloaded', 'The service is stopping', { retryAfterS: 5, isFree: true })
}

/** Splits a request target into path and query. A URL parser would read `//host/path` as a URL on another host. */
function splitTarget(target: string): { path: string; query: string } {
  const local = target.replace(/^https?:\/\/[^/?#]*/i, '')
  const at = local.indexOf('?')
  return at < 0 ? { path: local || '/', query: '' } : { path: local.slice(0, at) || '/', query: local.slice(at + 1) }
}
