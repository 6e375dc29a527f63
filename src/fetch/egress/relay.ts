/** Relays a page's plain http requests and their responses, and the bytes of its tunnels, over checked connections. Counts all bytes. */

import { Agent, type ClientRequest, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { orAborted } from '../../base/deadline.ts'
import { ServiceError } from '../../base/errors.ts'
import { maxOriginHeaderBytes } from '../../contract/service-limits.ts'
import { hostOf, portOf } from '../guard/address-policy.ts'
import type { GuardedDialer } from '../guard/guarded-dialer.ts'
import { unreachable } from '../guard/open-socket.ts'
import type { EgressAccount } from './session.ts'

/** Creates the agent for a page's connections to plain http origins. The guard opens each connection, and later requests reuse it. */
export function createOriginAgent(dial: GuardedDialer['dial'], account: EgressAccount): Agent {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 6 })
  agent.createConnection = ({ host, port }, done) => {
    dial({ host: String(host), port: Number(port), signal: account.signal }).then(
      (socket) => {
        account.own(socket)
        done?.(null, socket)
      },
      // Node's types require a stream in addition to an error, but its code ignores the stream.
      (error: Error) => (done as ((error: Error) => void) | undefined)?.(error),
    )
    return undefined
  }
  account.signal.addEventListener('abort', () => agent.destroy(), { once: true })
  return agent
}

/**
 * Throws any error from the guard, and target_unreachable or invalid_response if the origin didn't send a complete response. Part of the
 * response may have been relayed by then.
 */
export async function relay(
  request: IncomingMessage,
  response: ServerResponse,
  { url, agent, account, idleLimitMs }: { url: URL; agent: Agent; account: EgressAccount; idleLimitMs: number },
): Promise<void> {
  const outgoing = sendRequest({
    agent,
    host: hostOf(url),
    port: portOf(url),
    method: request.method,
    path: url.pathname + url.search,
    headers: requestHeaders(request, url),
    maxHeaderSize: maxOriginHeaderBytes,
    setHost: false,
    timeout: idleLimitMs,
  })
  let hasLeft = false
  response.once('close', () => {
    hasLeft = true
    outgoing.destroy()
  })
  outgoing.on('timeout', () => outgoing.destroy(new Error('it stopped responding')))
  const arrived = responseTo(outgoing)
  account.count(url.href.length + headBytes(request))
  request.on('data', (chunk: Buffer) => account.count(chunk.length))
  request.on('error', () => outgoing.destroy())
  request.pipe(outgoing)

  try {
    const incoming = await arrived
    // This distinguishes a broken response from a disconnected browser, since the pipeline fails in the same way for both.
    const broken = new AbortController()
    incoming.once('error', (error) => broken.abort(error))
    account.count(headBytes(incoming))
    incoming.on('data', (chunk: Buffer) => account.count(chunk.length))
    response.sendDate = false
    response.writeHead(incoming.statusCode ?? 502, incoming.statusMessage, endToEnd(incoming.rawHeaders))
    await orAborted(broken.signal, pipeline(incoming, response))
  } catch (error) {
    if (hasLeft) throw new DOMException('The browser disconnected', 'AbortError')
    // The origin closed the reused connection in the meantime, so the request is sent again.
    if (outgoing.reusedSocket && hasNoBody(request) && !response.headersSent) {
      return relay(request, response, { url, agent, account, idleLimitMs })
    }
    throw toServiceError(error as Error, url)
  }
}

/** Bytes of a message's header fields and their separators. A page controls the length of its request headers. */
function headBytes({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((sum, text) => sum + text.length + 2, 0)
}

function responseTo(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // This listener stays, because an error after the response must not go unhandled. The pipeline also sees that error.
    outgoing.on('error', reject)
    outgoing.once('response', resolve)
  })
}

/** Names and values alternate. */
function requestHeaders({ rawHeaders, headers }: IncomingMessage, url: URL): string[] {
  // The request line names the host (RFC 9112 §3.2.2). An Expect header would need a response before the body is relayed.
  const kept = ['Host', url.host, ...endToEnd(rawHeaders, ['host', 'expect'])]
  return headers['transfer-encoding'] ? [...kept, 'Transfer-Encoding', 'chunked'] : kept
}

function hasNoBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
}

/** Header fields that apply to a single connection. @see RFC 9110 §7.6.1 */
const hopByHop = [
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authentication-info', 'proxy-authorization'],
  ...['proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
]

/** Returns the header fields to forward, except those with other names. Names and values alternate, as in `rawHeaders`. */
function endToEnd(raw: readonly string[], others: readonly string[] = []): string[] {
  const fields: [string, string][] = []
  for (let at = 0; at + 1 < raw.length; at += 2) fields.push([raw[at] as string, raw[at + 1] as string])
  const named = fields
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((name) => name.trim())
  const dropped = new Set([...hopByHop, ...named, ...others])
  return fields.filter(([name]) => !dropped.has(name.toLowerCase())).flat()
}

function toServiceError(error: Error & { code?: string }, url: URL): Error {
  if (error instanceof ServiceError) return error
  const code = error.code ?? error.message
  if (code.startsWith('HPE_')) {
    return new ServiceError('invalid_response', `${url.host} did not send an HTTP response (${code})`, { cause: error })
  }
  return unreachable(`The connection to ${url.host} was lost (${code})`, error)
}

/**
 * Joins the browser and an origin after a CONNECT. Passes bytes in both directions until either side closes. `early` holds the bytes that the browser sent right
 * after the request head.
 */
export function joinSockets(
  browser: Duplex,
  origin: Socket,
  { early, account, idleLimitMs }: { early: Buffer; account: EgressAccount; idleLimitMs: number },
): void {
  if (browser.destroyed) {
    origin.destroy()
    return
  }
  account.own(browser)
  account.own(origin)
  // The timer restarts whenever bytes are read or written, so the tunnel stays open if only one side is silent.
  origin.setTimeout(idleLimitMs, () => origin.destroy())
  for (const [from, to] of [
    [browser, origin],
    [origin, browser],
  ] as const) {
    from.on('error', () => to.destroy())
    // After a graceful close, the other side still receives the buffered bytes.
    from.once('close', () => (from.readableEnded ? to.end() : to.destroy()))
    from.on('data', (chunk: Buffer) => account.count(chunk.length))
  }
  browser.write('HTTP/1.1 200 Connection established\r\n\r\n')
  if (early.length > 0) {
    account.count(early.length)
    origin.write(early)
  }
  browser.pipe(origin)
  origin.pipe(browser)
}
