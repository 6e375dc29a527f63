/** One plain http request of a page: sent to the origin over a checked connection, its answer handed back, both counted. */

import { Agent, type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ServiceError } from '../../errors.ts'
import { portOf } from '../guard/address-policy.ts'
import type { GuardedDialer } from '../guard/guarded-dialer.ts'
import { unreachable } from '../guard/open-socket.ts'
import { type EgressAccount, hostOf } from './session.ts'

export const maxHeadBytes = 65_536

/** ConnectionPool of one page to its plain http origins: every one dialled by the guard, kept for its next request there. */
export function createOriginAgent(dial: GuardedDialer['dial'], account: EgressAccount): Agent {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 6 })
  agent.createConnection = ({ host, port }, done) => {
    dial({ host: String(host), port: Number(port), signal: account.signal }).then(
      (socket) => {
        account.own(socket)
        done?.(null, socket)
      },
      // Node's types want a stream there, its code does not look at it.
      (error: Error) => done?.(error, undefined as unknown as Duplex),
    )
    return undefined
  }
  account.signal.addEventListener('abort', () => agent.destroy(), { once: true })
  return agent
}

/**
 * Throws what the guard threw, or target_unreachable and invalid_response when the origin gave no whole answer.
 * The answer may then have begun already.
 */
export async function relay(
  asked: IncomingMessage,
  answer: ServerResponse,
  { url, agent, account, idleLimitMs }: { url: URL; agent: Agent; account: EgressAccount; idleLimitMs: number },
): Promise<void> {
  const origin = request({
    agent,
    host: hostOf(url),
    port: portOf(url),
    method: asked.method,
    path: url.pathname + url.search,
    headers: requestHead(asked, url),
    maxHeaderSize: maxHeadBytes,
    setHost: false,
    timeout: idleLimitMs,
  })
  let hasLeft = false
  answer.once('close', () => {
    hasLeft = true
    origin.destroy()
  })
  origin.on('timeout', () => origin.destroy(new Error('it kept silent')))
  const arrived = responseOf(origin)
  asked.on('data', (chunk: Buffer) => account.count(chunk.length))
  asked.on('error', () => origin.destroy())
  asked.pipe(origin)

  try {
    const response = await arrived
    // The pipeline below would tell its own end of the story: a broken answer and a browser that left look alike there.
    const broken = new Promise<never>((_, reject) => response.once('error', reject))
    broken.catch(() => {})
    response.on('data', (chunk: Buffer) => account.count(chunk.length))
    answer.sendDate = false
    answer.writeHead(response.statusCode ?? 502, response.statusMessage, endToEnd(response.rawHeaders))
    await Promise.race([broken, pipeline(response, answer)])
  } catch (error) {
    if (hasLeft) throw new DOMException('The browser left', 'AbortError')
    // The origin had closed a kept connection meanwhile: that says nothing about the origin.
    if (origin.reusedSocket && hasNoBody(asked) && !answer.headersSent) {
      return relay(asked, answer, { url, agent, account, idleLimitMs })
    }
    throw toServiceError(error as Error, url)
  }
}

function responseOf(origin: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // Stays on: an error after the answer is seen by the pipeline too.
    origin.on('error', reject)
    origin.once('response', resolve)
  })
}

function requestHead(asked: IncomingMessage, url: URL): string[] {
  const head = endToEnd(asked.rawHeaders)
  const kept: string[] = ['Host', url.host]
  for (let at = 0; at < head.length; at += 2) {
    const name = head[at] as string
    // The request line names the host (RFC 9112 §3.2.2); no answer comes before the body is asked for.
    if (!['host', 'expect'].includes(name.toLowerCase())) kept.push(name, head[at + 1] as string)
  }
  if (asked.headers['transfer-encoding']) kept.push('Transfer-Encoding', 'chunked')
  return kept
}

function hasNoBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
}

/** Fields that end with the connection. @see RFC 9110 §7.6.1 */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Names and values in turn, as `rawHeaders` has them, less what ends here. */
function endToEnd(raw: readonly string[]): string[] {
  const fields: [string, string][] = []
  for (let at = 0; at + 1 < raw.length; at += 2) fields.push([raw[at] as string, raw[at + 1] as string])
  const named = fields
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((name) => name.trim())
  const dropped = new Set([...hopByHop, ...named])
  return fields.filter(([name]) => !dropped.has(name.toLowerCase())).flat()
}

function toServiceError(error: Error & { code?: string }, url: URL): Error {
  if (error instanceof ServiceError) return error
  const code = error.code ?? error.message
  if (code.startsWith('HPE_')) {
    return new ServiceError('invalid_response', `${url.host} answered what is not HTTP (${code})`, { cause: error })
  }
  return unreachable(`The connection to ${url.host} broke off (${code})`, error)
}
