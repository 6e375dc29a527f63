/** A DevTools session without a browser. The test answers its commands and emits its events. */

import { EventEmitter } from 'node:events'
import type { OwnedSession } from '../../src/render/browser/devtools-connection.ts'

export interface ScriptedSession {
  session: OwnedSession
  /** Commands so far, in order. */
  sent: { method: string; params: Record<string, unknown> }[]
  /** Sessions of the workers that were attached, by id. */
  children: Map<string, ScriptedSession>
  /** Emits a browser event. Fields that the test doesn't need may be missing. */
  emit(name: string, event: object): void
  /** Number of listeners for an event. */
  listeners(name: string): number
}

/** `results` maps command names to results or functions that return them. Other commands resolve with `{}`. */
export function openScriptedSession(
  results: Record<string, unknown | ((params: Record<string, unknown>) => unknown)> = {},
): ScriptedSession {
  const emitter = new EventEmitter()
  const sent: ScriptedSession['sent'] = []
  const children: ScriptedSession['children'] = new Map()
  const session = {
    async send(method: string, params: Record<string, unknown> = {}) {
      sent.push({ method, params })
      const result = results[method]
      return typeof result === 'function' ? await result(params) : (result ?? {})
    },
    on(name: string, listener: (event: unknown) => void) {
      emitter.on(name, listener)
    },
    off(name: string, listener: (event: unknown) => void) {
      emitter.off(name, listener)
    },
    openChild(sessionId: string) {
      const child = openScriptedSession(results)
      children.set(sessionId, child)
      return child.session
    },
    end() {},
  }
  return {
    ...{ session: session as OwnedSession, sent, children },
    emit: (name, event) => emitter.emit(name, event),
    listeners: (name) => emitter.listenerCount(name),
  }
}
