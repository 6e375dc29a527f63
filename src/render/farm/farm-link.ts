/** The address of a browser farm, and a connection to one of its browsers: DevTools messages over a WebSocket. */

import { PassThrough, Writable } from 'node:stream'
import { Agent, WebSocket } from 'undici'
import { succeedsWithin } from '../../base/deadline.ts'
import { basicAuthorization } from '../../fetch/guard/address-policy.ts'
import type { Pipe } from '../browser/devtools-connection.ts'

/** A farm that doesn't answer within this time is unavailable. This is shorter than a request's default time limit. */
export const linkLimitMs = 12_000
const closeLimitMs = 1000

export type FarmLink = Awaited<ReturnType<typeof openFarmLink>>

/** Throws FarmError. */
export async function openFarmLink(address: FarmAddress, url: URL, maxMessageBytes: number) {
  const dispatcher = new Agent({ connect: { timeout: linkLimitMs }, webSocket: { maxPayloadSize: maxMessageBytes } })
  const socket = new WebSocket(url, { dispatcher, headers: address.headers })
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>()
  socket.addEventListener('close', () => {
    onClosed()
    void dispatcher.destroy()
  })
  const opened = new Promise<void>((resolve) => socket.addEventListener('open', () => resolve()))
  const isOpen = await succeedsWithin(linkLimitMs, Promise.race([opened, closed.then(() => Promise.reject())]))
  if (!isOpen) {
    const isLate = socket.readyState === WebSocket.CONNECTING
    const why = isLate ? `no response within ${linkLimitMs} ms` : 'it closed the connection'
    void dispatcher.destroy()
    throw new FarmError(`Could not connect to the browser farm ${address.name}: ${why}`)
  }
  return {
    ...{ pipe: pipeOf(socket), closed },
    /** Never rejects. */
    async close(): Promise<void> {
      socket.close()
      if (!(await succeedsWithin(closeLimitMs, closed))) void dispatcher.destroy()
    },
  }
}

/** Presents the socket as a browser's pipe, where each message ends with a NUL. */
function pipeOf(socket: WebSocket): Pipe {
  const messages = new PassThrough()
  const commands = new Writable({
    decodeStrings: false,
    // Each write is one message.
    write(chunk: string, _encoding, done) {
      if (socket.readyState === WebSocket.OPEN) socket.send(chunk.slice(0, -1))
      done()
    },
  })
  socket.addEventListener('message', ({ data }) => {
    messages.write(String(data))
    messages.write('\0')
  })
  return { messages, commands }
}

export interface FarmAddress {
  /** Host and port only, because any other part of the address may hold a token. */
  name: string
  /** The configured URL, without a user name or password. */
  url: URL
  /** An `Authorization` header with the URL's user name and password, or nothing if the URL has neither. */
  headers: Record<string, string>
}

/** Returns a farm's URL without its user info, the header that replaces the user info, and a name that is safe to log. */
export function parseFarmAddress(text: string): FarmAddress {
  const url = new URL(text)
  const authorization = basicAuthorization(url)
  url.username = ''
  url.password = ''
  return { name: url.host, url, headers: authorization === null ? {} : { authorization } }
}

/** Returns the URL at which the farm reports its version. Keeps the query, which may contain a token. */
export function versionUrl({ url }: FarmAddress): URL {
  const asked = new URL(url)
  asked.protocol = /^(wss|https):$/.test(url.protocol) ? 'https:' : 'http:'
  asked.pathname = '/json/version'
  asked.searchParams.delete('launch')
  return asked
}

/** Returns the URL of a socket that the farm reports: the reported path on the configured host. */
export function socketUrl({ url }: FarmAddress, named: string): URL {
  const socket = new URL(url)
  socket.protocol = /^(wss|https):$/.test(url.protocol) ? 'wss:' : 'ws:'
  const { pathname, searchParams } = new URL(named, 'ws://farm/')
  socket.pathname = pathname
  for (const [name, value] of searchParams) socket.searchParams.set(name, value)
  return socket
}

/** Describes a library's error by its code, because its message may repeat the address with its token. */
export function failureCode(error: unknown): string {
  const { code, name } = error as NodeJS.ErrnoException
  // The code of a DOMException is a number.
  return typeof code === 'string' ? code : name
}

/** Thrown if a farm provided no browser, or one whose pages could bypass our proxy. The message reveals no secrets. */
export class FarmError extends Error {
  override readonly name = 'FarmError'
}
