/**
 * Speaks the DevTools protocol with a browser over the pipe to it: commands, their results, and events, of all its pages and workers.
 * Playwright's own connection parses every message whole: scripts that log texts of 20 MB and fetch them as `data:` URLs took 1.1 GB of
 * this process within 8 seconds, where this one refuses the page after 2 seconds and 0.2 GB (measured November 2026).
 */

import { EventEmitter } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { CDPSession } from 'playwright'
import type { MessageAccount } from './message-account.ts'
import { createMessageReader, type MessageLimits, type PipeMessage } from './message-reader.ts'

/** Commands and events of one page or worker, typed as Playwright types them. */
export interface PageSession {
  /** Rejects with the browser's message when the command fails. */
  send: CDPSession['send']
  on: CDPSession['on']
  off: CDPSession['off']
}

/** Of one event: those of a page, and of 50 frames in its process. */
const maxListeners = 64

/** A session as its owner holds it. */
export interface OwnedSession extends PageSession {
  /** The session of a target that is attached to this one: a worker or a frame of a page. What it sends counts for this session's account by default. */
  openChild(sessionId: string, account?: MessageAccount): OwnedSession
  /** Rejects the commands that have no result yet, and takes no message any more. */
  end(): void
}

export interface DevtoolsConnection {
  /** The session of the browser itself. */
  readonly root: PageSession
  /** The session of a target that was attached to the browser's. */
  open(sessionId: string, account: MessageAccount): OwnedSession
  /** Ends every session. */
  end(): void
}

interface Receiver {
  account: MessageAccount | null
  receive(message: PipeMessage): void
  end(): void
}

/** `id` is that of a command, which either succeeded or failed; without one it is an event. */
interface DevtoolsMessage {
  id?: number
  method: string
  params: unknown
  result: unknown
  error?: { message: string }
}

export interface Pipe {
  /** To the browser. */
  commands: Writable
  /** From the browser. */
  messages: Readable
}

export function openConnection({ commands, messages }: Pipe, limits: MessageLimits): DevtoolsConnection {
  const receivers = new Map<string, Receiver>()
  let lastId = 0
  let hasEnded = false

  const read = createMessageReader(limits, (message) => {
    const receiver = receivers.get(message.sessionId)
    if (receiver && receiver.account?.count(message.bytes) !== false) receiver.receive(message)
  })
  messages.on('data', read)
  // A browser that ends breaks the pipe, which is noticed at its other end.
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

    function on(name: string, listener: (event: unknown) => void): void {
      emitter.on(name, listener)
    }

    function off(name: string, listener: (event: unknown) => void): void {
      emitter.off(name, listener)
    }

    const receiver: Receiver = {
      account,
      receive({ commandId, read }) {
        const command = commandId === null ? undefined : waiting.get(commandId)
        if (commandId !== null) waiting.delete(commandId)
        if (!read) {
          // An event that is too long says nothing that its page needs; a command waits for its result.
          command?.reject(new Error('The result is too long to be read'))
          if (command) account?.useUp()
          return
        }
        // What arrives is JSON: that a result fits its command, and an event its name, is the browser's promise.
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
      on: on as PageSession['on'],
      off: off as PageSession['off'],
      openChild: (child, own = account ?? undefined) => open(child, own ?? null),
      end() {
        if (receivers.get(sessionId) === receiver) receivers.delete(sessionId)
        receiver.end()
      },
    }
  }

  return {
    root: open('', null),
    open,
    end() {
      hasEnded = true
      for (const receiver of receivers.values()) receiver.end()
      receivers.clear()
    },
  }
}
