/** A line to a browser over a WebSocket that speaks DevTools: Chromium's own port, browserless, or a session of Selenium Grid. */

import { Agent, WebSocket } from 'undici'
import { succeedsWithin } from '../../deadline.ts'
import { type FarmAddress, withoutSecrets } from './farm-address.ts'
import { FarmError } from './farm-error.ts'
import { type FarmLink, type LinkRequest, linkLimitMs } from './farm-link.ts'
import { createMessagePipe } from './message-pipe.ts'

const closeLimitMs = 1000

/** Throws FarmError. */
export async function openDevtoolsLink(
  address: FarmAddress,
  socketAddress: URL,
  { maxMessageBytes }: Pick<LinkRequest, 'maxMessageBytes'>,
): Promise<FarmLink> {
  const dispatcher = new Agent({
    connect: { timeout: linkLimitMs },
    webSocket: { maxPayloadSize: maxMessageBytes },
  })
  const socket = new WebSocket(socketAddress, { dispatcher, headers: address.headers })
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>()
  let failure = 'it closed the connection'
  socket.addEventListener('close', () => {
    onClosed()
    void dispatcher.destroy()
  })
  socket.addEventListener('error', ({ error, message }) => {
    const cause = error?.cause
    failure = cause instanceof Error ? cause.message : String(error?.message ?? message)
  })
  const opened = new Promise<void>((resolve) => socket.addEventListener('open', () => resolve()))
  const isOpen = await succeedsWithin(linkLimitMs, Promise.race([opened, closed.then(() => Promise.reject())]))
  if (!isOpen) {
    const why = socket.readyState === WebSocket.CONNECTING ? `no answer within ${linkLimitMs} ms` : failure
    void dispatcher.destroy()
    throw new FarmError(`The browser farm ${address.name} gave no DevTools connection: ${withoutSecrets(why, address)}`)
  }
  const pipe = createMessagePipe((message) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(message)
  })
  socket.addEventListener('message', ({ data }) => pipe.receive(String(data)))
  return {
    ...{ pipe, closed, kind: 'CDP' },
    async close() {
      socket.close()
      if (!(await succeedsWithin(closeLimitMs, closed))) void dispatcher.destroy()
    },
  }
}
