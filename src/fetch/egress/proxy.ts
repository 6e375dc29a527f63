/** How a browser gets out: a forward proxy on loopback that reads every request, judges it, and dials through the guard. */

import type { Agent, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { ServiceError } from '../../errors.ts'
import { type AddressPolicy, portOf } from '../guard/address-policy.ts'
import type { GuardedDialer } from '../guard/guarded-dialer.ts'
import type { Destination } from '../guard/open-socket.ts'
import { isBackgroundHost } from './background-hosts.ts'
import { createOriginAgent, maxHeadBytes, relay } from './relay.ts'
import { createEgressAccount, type EgressAccount, type EgressSession, hostOf } from './session.ts'
import { joinSockets } from './tunnel.ts'

export interface EgressProxy {
  /** What the browser is told: `http://127.0.0.1:PORT`. */
  readonly server: string
  readonly port: number
  /** Credentials and an account for one page. Its owner closes it. */
  openSession(options?: { maxBytes?: number }): EgressSession
  /** Closes every session and ends. */
  close(): Promise<void>
}

export interface EgressProxyOptions {
  guard: GuardedDialer
  policy: AddressPolicy
  /** Most bytes that a session may move, both directions together, unless it says otherwise. */
  maxBytes?: number
  /** How long a connection may keep silent. */
  idleLimitMs?: number
}

/**
 * Speaks CONNECT (https, wss, ws) and absolute-form http. A request without the credentials of an open session is asked
 * for them (407). What is refused or can't be reached is told as a broken connection, never as a page: a CONNECT is
 * answered 403 or 502, a plain request is hung up on; the session's `refusals` say why.
 */
export async function startEgressProxy({
  guard,
  policy,
  maxBytes = 256 * 1024 * 1024,
  idleLimitMs = 60_000,
}: EgressProxyOptions): Promise<EgressProxy> {
  const accounts = new Map<string, { account: EgressAccount; agent: Agent }>()
  const browsers = new Set<Duplex>()

  const server = createServer({
    maxHeaderSize: maxHeadBytes,
    headersTimeout: 10_000,
    // A long upload is no fault; silence is, and the connection to the origin has a clock for that.
    requestTimeout: 0,
    keepAliveTimeout: idleLimitMs,
    noDelay: true,
  })

  function find(asked: IncomingMessage) {
    const [, text = ''] = /^basic ([a-z0-9+/=]+)$/i.exec(asked.headers['proxy-authorization'] ?? '') ?? []
    const [username = '', password = ''] = Buffer.from(text, 'base64').toString('latin1').split(':')
    const found = accounts.get(username)
    return found?.account.isMine(password) ? found : null
  }

  /** Throws address_refused. Holds for every request, also on a connection that has carried allowed ones. */
  function judge(url: URL): void {
    policy.checkUrl(url)
    if (isBackgroundHost(hostOf(url))) throw refusal(`The host ${hostOf(url)} is one that only browsers visit`)
  }

  /** Never the proxy itself, under whatever name. Other addresses may have its port: a site on it is no reason to refuse. */
  async function dial(destination: Destination): Promise<Socket> {
    const socket = await guard.dial(destination)
    if (socket.remotePort !== port || !ownAddresses.has(socket.remoteAddress ?? '')) return socket
    socket.destroy()
    throw refusal(`At ${destination.host}:${port} the browser's own proxy listens`)
  }

  server.on('connection', (socket) => {
    browsers.add(socket)
    socket.once('close', () => browsers.delete(socket))
  })
  server.on('clientError', (_error, socket) => socket.destroy())

  server.on('request', async (asked: IncomingMessage, answer: ServerResponse) => {
    const found = find(asked)
    if (!found) return answer.writeHead(407, { ...challenge, 'content-length': '0' }).end()
    const url = /^http:\/\//i.test(asked.url ?? '') ? URL.parse(asked.url ?? '') : null
    if (!url) return answer.writeHead(400, { connection: 'close', 'content-length': '0' }).end()
    const { account, agent } = found
    account.own(asked.socket)
    try {
      judge(url)
      await relay(asked, answer, { url, agent, account, idleLimitMs })
    } catch (error) {
      if (error instanceof ServiceError) account.refuse({ host: hostOf(url), port: portOf(url), error })
      asked.socket.destroy()
    }
  })

  server.on('connect', async (asked: IncomingMessage, browser: Duplex, early: Buffer) => {
    browser.on('error', () => browser.destroy())
    const found = find(asked)
    if (!found) return hangUp(browser, '407 Proxy Authentication Required', challenge)
    const url = readAuthority(asked.url ?? '')
    if (!url) return hangUp(browser, '400 Bad Request')
    const { account } = found
    account.own(browser)
    const [host, port] = [hostOf(url), portOf(url)]
    const left = new AbortController()
    browser.once('close', () => left.abort(new DOMException('The browser left', 'AbortError')))
    try {
      judge(url)
      const origin = await dial({ host, port, signal: AbortSignal.any([left.signal, account.signal]) })
      joinSockets(browser, origin, { early, account, idleLimitMs })
    } catch (error) {
      if (!(error instanceof ServiceError)) return browser.destroy()
      account.refuse({ host, port, error })
      hangUp(browser, error.type === 'address_refused' ? '403 Forbidden' : '502 Bad Gateway')
    }
  })

  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, ownAddress, resolve))
  const { port } = server.address() as AddressInfo

  return {
    server: `http://${ownAddress}:${port}`,
    port,
    openSession(options = {}) {
      const account = createEgressAccount(options.maxBytes ?? maxBytes, ({ username }) => accounts.delete(username))
      accounts.set(account.username, { account, agent: createOriginAgent(dial, account) })
      return account
    },
    async close() {
      for (const { account } of accounts.values()) account.close()
      for (const socket of browsers) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const ownAddress = '127.0.0.1'
const ownAddresses = new Set([ownAddress, `::ffff:${ownAddress}`])

const challenge = { 'proxy-authenticate': 'Basic realm="gleaner"' }

function hangUp(browser: Duplex, status: string, fields: Record<string, string> = {}): void {
  const head = Object.entries({ ...fields, connection: 'close', 'content-length': '0' })
  browser.end(`HTTP/1.1 ${status}\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
}

/** `host:port` of a CONNECT as a URL, so that every spelling of a host becomes the one that is judged. */
function readAuthority(text: string): URL | null {
  return /^(?:\[[0-9a-f:.]+\]|[^\s[\]:/?#@\\]+):\d{1,5}$/i.test(text) ? URL.parse(`http://${text}/`) : null
}

function refusal(message: string): ServiceError {
  return new ServiceError('address_refused', message, { param: 'url' })
}
