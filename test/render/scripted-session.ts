/** A DevTools session without a browser: a test answers its commands and emits its events. */

import { EventEmitter } from 'node:events'
import type { PageSession } from '../../src/render/browser/devtools-channel.ts'

export interface ScriptedSession {
  session: PageSession
  /** Commands so far, in order. */
  sent: { method: string; params: Record<string, unknown> }[]
  /** Emits an event of the browser; fields that the test does not need may be missing. */
  emit(name: string, event: object): void
}

/** `results` has the result of a command by its name, or a function that makes it; other commands resolve with `{}`. */
export function openScriptedSession(
  results: Record<string, unknown | ((params: Record<string, unknown>) => unknown)> = {},
): ScriptedSession {
  const emitter = new EventEmitter()
  const sent: ScriptedSession['sent'] = []
  const session = {
    async send(method: string, params: Record<string, unknown> = {}) {
      sent.push({ method, params })
      const result = results[method]
      return typeof result === 'function' ? await result(params) : (result ?? {})
    },
    on(name: string, listener: (event: unknown) => void) {
      emitter.on(name, listener)
    },
  }
  return { session: session as PageSession, sent, emit: (name, event) => emitter.emit(name, event) }
}
