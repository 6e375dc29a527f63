/**
 * Speaks the DevTools protocol with a browser over its pipe: commands, results and events of all its pages and workers.
 * Playwright's own connection parses every message in full. Scripts that logged 20 MB strings and fetched them as `data:` URLs made it use
 * 1.1 GB within 8 seconds. This connection refused the page after 2 seconds, at 0.2 GB (measured November 2026).
 */

import { EventEmitter } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { CDPSession } from 'playwright'
import { createMessageReader, type MessageAccount, type MessageLimits, type PipeMessage } from './messages.ts'

export interface PageSession {
  /** Rejects with the browser's message if the command fails. */
  send: CDPSession['send']
  on: CDPSession['on']
  off: CDPSession['off']
}

/** Maximum listeners per event, enough for the page and 50 frames in its process. */
const maxListeners = 64

export interface OwnedSession extends PageSession {
  /** Opens the session of a target attached to this one: a worker or frame of a page. By default it shares this session's account. */
  openChild(sessionId: string, account?: MessageAccount): OwnedSession
  /** Rejects pending commands and ignores all later messages. */
  end(): void
}

interface Receiver {
  account: MessageAccount | null
  receive(message: PipeMessage): void
  end(): void
}

type Listener = (event: unknown) => void

/** A message with an `id` is the result or error of that command. Any other message is an event. */
interface DevtoolsMessage {
  id?: number
  method: string
  params: unknown
  result: unknown
  error?: { message: string }
}

export interface Pipe {
  commands: Writable
  messages: Readable
}

export type DevtoolsConnection = ReturnType<typeof openConnection>

export function openConnection({ commands, messages }: Pipe, limits: MessageLimits) {
  const receivers = new Map<string, Receiver>()
  let lastId = 0
  let hasEnded = false

  const read = createMessageReader(limits, (message) => {
    const receiver = receivers.get(message.sessionId)
    if (receiver && receiver.account?.count(message.bytes) !== false) receiver.receive(message)
  })
  messages.on('data', read)
  // The pipe breaks when the browser exits, which is detected elsewhere.
  for (const stream of [commands, messages]) stream.on('error', () => {})

  function open(sessionId: string, account: MessageAccount | null): OwnedSession {
    const emitter = new EventEmitter().setMaxListeners(maxListeners)
    const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()

    function send(method: string, params: object = {}): Promise<unknown> {
      return new Promise((resolve, reject) => {
        if (hasEnded || receivers.get(sessionId) !== receiver) throw new Error('The page was closed')
        const id = ++lastId
        waiting.set(id, { resolve, reject })
        commands.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`)
      })
    }

    const receiver: Receiver = {
      account,
      receive({ commandId, read }) {
        const command = commandId === null ? undefined : waiting.get(commandId)
        if (commandId !== null) waiting.delete(commandId)
        if (!read) {
          // A page doesn't need an event of this length. A command, however, is waiting for its result.
          command?.reject(new Error('The result is too long to read'))
          if (command) account?.useUp()
          return
        }
        // The message is valid JSON. We trust the browser to send results and events of the documented types.
        const { id, method, params, result, error } = read() as DevtoolsMessage
        if (id === undefined) emitter.emit(method, params)
        else if (error) command?.reject(new Error(error.message))
        else command?.resolve(result)
      },
      end() {
        for (const { reject } of waiting.values()) reject(new Error('The page was closed'))
        waiting.clear()
      },
    }
    receivers.set(sessionId, receiver)

    return {
      send: send as PageSession['send'],
      on: ((name: string, listener: Listener): void => void emitter.on(name, listener)) as PageSession['on'],
      off: ((name: string, listener: Listener): void => void emitter.off(name, listener)) as PageSession['off'],
      openChild: (child, own = account ?? undefined) => open(child, own ?? null),
      end() {
        if (receivers.get(sessionId) === receiver) receivers.delete(sessionId)
        receiver.end()
      },
    }
  }

  return {
    root: open('', null) as PageSession,
    open,
    end() {
      hasEnded = true
      for (const receiver of receivers.values()) receiver.end()
      receivers.clear()
    },
  }
}
