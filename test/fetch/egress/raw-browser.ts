/** An egress proxy for a test, and a client that sends it requests that browsers never would. */

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { type EgressProxyOptions, startEgressProxy } from '../../../src/fetch/egress/proxy.ts'
import type { EgressSession } from '../../../src/fetch/egress/session.ts'
import { createAddressPolicy } from '../../../src/fetch/guard/address-policy.ts'
import { createGuardedDialer, type GuardedDialerOptions } from '../../../src/fetch/guard/guarded-dialer.ts'
import { httpResponse } from '../loopback.ts'

/** Pages may reach 127.0.0.2, but nothing else on this machine. */
export const site = '127.0.0.2'

export async function openProxy(options: Partial<EgressProxyOptions & GuardedDialerOptions> = {}) {
  const policy = options.policy ?? createAddressPolicy({ allowAddresses: [`${site}/32`] })
  const proxy = await startEgressProxy({ guard: createGuardedDialer({ ...options, policy }), ...options, policy })
  onTestFinished(() => proxy.close())
  return proxy
}

interface RawBrowser {
  socket: Socket
  /** Sends a string, and resolves with the next complete response or everything received before the connection closed. */
  send(text: string): Promise<string>
  /** Everything received, once the connection has closed. */
  rest(): Promise<string>
}

export const page = (body: string) => httpResponse(body).toString('latin1')

/** Sends any text, even text that no browser would send. */
export async function openBrowser(port: number, host = '127.0.0.1'): Promise<RawBrowser> {
  const socket = connect(port, host)
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  let received = ''
  let wake = () => {}
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
    wake()
  })
  let hasEnded = false
  socket.on('close', () => {
    hasEnded = true
    wake()
  })
  const change = () => new Promise<void>((resolve) => (wake = resolve))
  await once(socket, 'connect')
  return {
    socket,
    async send(text) {
      received = ''
      socket.write(text)
      while (!hasEnded && !isComplete(received)) await change()
      return received
    },
    async rest() {
      while (!hasEnded) await change()
      return received
    },
  }
}

function isComplete(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return false
  const [, length] = /content-length: (\d+)/i.exec(text.slice(0, end)) ?? []
  if (length === undefined) return /transfer-encoding: chunked/i.test(text) ? text.endsWith('0\r\n\r\n') : true
  return text.length >= end + 4 + Number(length)
}

export function credentials({ username, password }: Pick<EgressSession, 'username' | 'password'>): string {
  return `Proxy-Authorization: Basic ${Buffer.from(`${username}:${password}`).toString('base64')}\r\n`
}

export const get = (url: string, session: EgressSession, more = '') =>
  `GET ${url} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n${credentials(session)}${more}\r\n`

export const tunnelTo = (authority: string, session: EgressSession) =>
  `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${credentials(session)}\r\n`
