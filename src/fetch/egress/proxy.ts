/** The browser's only way out: a proxy that checks every request and connects through the guard. */

import { type Agent, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { ServiceError } from '../../base/errors.ts'
import { maxOriginHeaderBytes } from '../../contract/service-limits.ts'
import { type AddressPolicy, hostOf, portOf, refusal } from '../guard/address-policy.ts'
import type { GuardedDialer } from '../guard/guarded-dialer.ts'
import type { Destination } from '../guard/open-socket.ts'
import { createOriginAgent, joinSockets, relay } from './relay.ts'
import { createEgressAccount, type EgressAccount, type EgressSession } from './session.ts'

interface SessionOptions {
  maxBytes?: number
  /**
   * Called with the URL of every request. Plain http requests get the HTML that the function returns, and tunnels are refused. No request
   * of such a session leaves this process. Used to test whether a browser sends all its requests through the proxy.
   */
  rehearse?: (url: URL) => string
}

export interface EgressProxyOptions {
  guard: GuardedDialer
  policy: AddressPolicy
  /**
   * HTTP URL, with host and port, at which browsers on other machines reach the proxy. The proxy then listens on that port, on all
   * interfaces. By default, it listens on a free loopback port.
   */
  publicUrl?: string | null
  /** Bytes that a session may transfer in both directions combined, unless `openSession` sets another limit. */
  maxBytes?: number
  /** Maximum idle time of a connection, in milliseconds. */
  idleLimitMs?: number
}

/**
 * Serves CONNECT (https, wss, ws) and absolute-form http. A request without the credentials of an open session gets a 407. A request that
 * is refused or fails never gets a page. A CONNECT gets a 403 or 502, and the connection of a plain request is closed. The session's
 * `refusals` hold the reason.
 */
export async function startEgressProxy(options: EgressProxyOptions): Promise<EgressProxy> {
  const proxy = new FilteringProxy(options)
  await proxy.listen()
  const { server, port } = proxy
  return { server, port, openSession: (session) => proxy.openSession(session), close: () => proxy.close() }
}

export type EgressProxy = Pick<FilteringProxy, 'server' | 'port' | 'openSession' | 'close'>

class FilteringProxy {
  readonly #options: EgressProxyOptions
  readonly #idleLimitMs: number
  readonly #accounts = new Map<string, OpenAccount>()
  readonly #browsers = new Set<Duplex>()
  readonly #server: Server
  /** Set once the proxy is listening. */
  port = 0

  constructor(options: EgressProxyOptions) {
    this.#options = options
    this.#idleLimitMs = options.idleLimitMs ?? 60_000
    this.#server = createServer({
      maxHeaderSize: maxOriginHeaderBytes,
      headersTimeout: 10_000,
      // A long upload is allowed. The time limit on the origin's connection stops an idle upload.
      requestTimeout: 0,
      keepAliveTimeout: this.#idleLimitMs,
      noDelay: true,
    })
    this.#server.on('connection', (socket) => {
      this.#browsers.add(socket)
      socket.once('close', () => this.#browsers.delete(socket))
    })
    this.#server.on('clientError', (_error, socket) => socket.destroy())
    this.#server.on('request', (request: IncomingMessage, response: ServerResponse) => this.#relay(request, response))
    this.#server.on('connect', (request: IncomingMessage, browser: Duplex, early: Buffer) =>
      this.#tunnel(request, browser, early),
    )
  }

  /** The browser's proxy setting: `http://127.0.0.1:PORT`. */
  get server(): string {
    return this.#options.publicUrl ?? `http://127.0.0.1:${this.port}`
  }

  async listen(): Promise<void> {
    const { publicUrl = null } = this.#options
    const listener =
      publicUrl === null ? { host: '127.0.0.1', port: 0 } : { port: Number(new URL(publicUrl).port || 80) }
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', (error: NodeJS.ErrnoException) => {
        const words = `The egress proxy can't listen on port ${listener.port}: ${error.code}`
        reject(new ServiceError('browser_unavailable', words, { cause: error }))
      })
      this.#server.listen(listener, resolve)
    })
    this.port = (this.#server.address() as AddressInfo).port
  }

  /** Opens a session for one page. The caller must close it. */
  openSession({ maxBytes, rehearse }: SessionOptions = {}): EgressSession {
    const bytes = maxBytes ?? this.#options.maxBytes ?? defaultMaxBytes
    const account = createEgressAccount(bytes, (username) => this.#accounts.delete(username))
    const agent = createOriginAgent((destination) => this.#dial(destination), account)
    this.#accounts.set(account.username, { account, agent, rehearse })
    return account
  }

  async close(): Promise<void> {
    for (const { account } of this.#accounts.values()) account.close()
    for (const socket of this.#browsers) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #findAccount(request: IncomingMessage): OpenAccount | null {
    const [, text = ''] = /^basic ([a-z0-9+/=]+)$/i.exec(request.headers['proxy-authorization'] ?? '') ?? []
    const [username = '', password = ''] = Buffer.from(text, 'base64').toString('latin1').split(':')
    const found = this.#accounts.get(username)
    return found?.account.hasPassword(password) ? found : null
  }

  /** Throws address_refused. Called for every request, even on a connection whose earlier requests were allowed. */
  #checkRequest(url: URL, { checkSite }: EgressAccount): void {
    this.#options.policy.checkUrl(url)
    checkSite?.(url)
  }

  /** Refuses connections to the proxy itself under any name, but allows the same port on other hosts. */
  async #dial(destination: Destination): Promise<Socket> {
    const socket = await this.#options.guard.dial(destination)
    const { remotePort, remoteAddress = '', localAddress } = socket
    if (remotePort !== this.port || (!ownAddresses.has(remoteAddress) && remoteAddress !== localAddress)) return socket
    socket.destroy()
    throw refusal(`${destination.host}:${this.port} is the browser's own proxy`)
  }

  async #relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const found = this.#findAccount(request)
    if (!found) return void response.writeHead(407, { ...challenge, 'content-length': '0' }).end()
    const url = /^http:\/\//i.test(request.url ?? '') ? URL.parse(request.url ?? '') : null
    if (!url) return void response.writeHead(400, { connection: 'close', 'content-length': '0' }).end()
    const { account, agent, rehearse } = found
    account.own(request.socket)
    if (rehearse) return void response.writeHead(200, { 'content-type': 'text/html' }).end(rehearse(url))
    try {
      this.#checkRequest(url, account)
      await relay(request, response, { url, agent, account, idleLimitMs: this.#idleLimitMs })
    } catch (error) {
      if (error instanceof ServiceError) account.refuse({ host: hostOf(url), port: portOf(url), error })
      request.socket.destroy()
    }
  }

  async #tunnel(request: IncomingMessage, browser: Duplex, early: Buffer): Promise<void> {
    browser.on('error', () => browser.destroy())
    const found = this.#findAccount(request)
    if (!found) return endWith(browser, '407 Proxy Authentication Required', challenge)
    const url = parseAuthority(request.url ?? '')
    if (!url) return endWith(browser, '400 Bad Request')
    const { account, rehearse } = found
    account.own(browser)
    if (rehearse) {
      rehearse(url)
      return endWith(browser, '403 Forbidden')
    }
    const [host, port] = [hostOf(url), portOf(url)]
    const left = new AbortController()
    browser.once('close', () => left.abort(new DOMException('The browser disconnected', 'AbortError')))
    try {
      this.#checkRequest(url, account)
      const origin = await this.#dial({ host, port, signal: AbortSignal.any([left.signal, account.signal]) })
      joinSockets(browser, origin, { early, account, idleLimitMs: this.#idleLimitMs })
    } catch (error) {
      if (!(error instanceof ServiceError)) return void browser.destroy()
      account.refuse({ host, port, error })
      endWith(browser, error.type === 'address_refused' ? '403 Forbidden' : '502 Bad Gateway')
    }
  }
}

const defaultMaxBytes = 256 * 1024 * 1024

interface OpenAccount extends Pick<SessionOptions, 'rehearse'> {
  account: EgressAccount
  agent: Agent
}

const ownAddresses = new Set(['127.0.0.1', '::ffff:127.0.0.1', '::1'])

const challenge = { 'proxy-authenticate': 'Basic realm="gleaner"' }

function endWith(browser: Duplex, status: string, fields: Record<string, string> = {}): void {
  const headers = Object.entries({ ...fields, connection: 'close', 'content-length': '0' })
  browser.end(`HTTP/1.1 ${status}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
}

/** Returns the `host:port` of a CONNECT as a URL, which normalises all spellings of a host before the check. */
function parseAuthority(text: string): URL | null {
  return /^(?:\[[0-9a-f:.]+\]|[^\s[\]:/?#@\\]+):\d{1,5}$/i.test(text) ? URL.parse(`http://${text}/`) : null
}
