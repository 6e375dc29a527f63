/** Sends DevTools commands and receives their results and events over messages that another session carries. */

import { EventEmitter } from 'node:events'
import type { CDPSession } from 'playwright'

/** Commands and events of one page or worker, typed as Playwright types them. */
export interface PageSession {
  /** Rejects with the browser's message when the command fails. */
  send: CDPSession['send']
  on: CDPSession['on']
}

export interface DevtoolsChannel {
  session: PageSession
  /** Takes a message from the browser. */
  receive(message: string): void
  /** Rejects the commands that have no result yet. */
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

/** `post` hands a message to the browser. */
export function openChannel(post: (message: string) => Promise<unknown>): DevtoolsChannel {
  const emitter = new EventEmitter()
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  let lastId = 0

  function send(method: string, params: object = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = ++lastId
      waiting.set(id, { resolve, reject })
      post(JSON.stringify({ id, method, params })).catch((error) => {
        waiting.delete(id)
        reject(error)
      })
    })
  }

  function on(name: string, listener: (event: unknown) => void): void {
    emitter.on(name, listener)
  }

  return {
    // What arrives is JSON: that a result fits its command, and an event its name, is the browser's promise.
    session: { send, on } as PageSession,
    receive(message) {
      const { id, method, params, result, error } = JSON.parse(message) as DevtoolsMessage
      if (id === undefined) {
        emitter.emit(method, params)
        return
      }
      const command = waiting.get(id)
      waiting.delete(id)
      if (error) command?.reject(new Error(error.message))
      else command?.resolve(result)
    },
    end() {
      for (const { reject } of waiting.values()) reject(new Error('The page was closed'))
      waiting.clear()
    },
  }
}
