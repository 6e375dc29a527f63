/** One request from a simulated client, handled as a transport would: admission, the operation, and one answer. */

import { randomUUID } from 'node:crypto'
import { getEventListeners } from 'node:events'
import { ServiceError } from '../../../src/base/errors.ts'
import { errorBodyOf } from '../../../src/interfaces/error-body.ts'
import type { RegisteredOperation } from '../../../src/operations/registry.ts'
import { type Ask, asks } from './asks.ts'
import type { Moment, PlannedRequest } from './plan.ts'
import type { SimulatedProcess } from './process.ts'
import type { Trace, World } from './world.ts'

export type Answer =
  | { kind: 'result'; body: Record<string, unknown> }
  | { kind: 'error'; type: string; status: number; charged: number; retryAfterS: number | null }
  /** The client had disconnected. */
  | { kind: 'left' }
  /** An error that no transport can translate. */
  | { kind: 'fault'; error: unknown }

export interface Exchange {
  planned: PlannedRequest
  ask: Ask
  /** Position in the plan, or null for requests after the plan. */
  step: number | null
  keyId: string
  trace: Trace
  startedAt: number
  leftAt: number | null
  /** The answers, of which there must be exactly one. */
  answers: { answer: Answer; at: number }[]
  /** The process that received the request. */
  process: SimulatedProcess
  /** Returns the number of listeners still attached to the client's signal. */
  listeners(): number
}

interface Client {
  keyId: string
  /** The API key. */
  key: string
}

export function beginExchange(
  world: World,
  process: SimulatedProcess,
  { keyId, key }: Client,
  planned: PlannedRequest,
  step: number | null,
): Exchange {
  const ask: Ask = asks[planned.ask]
  const client = new AbortController()
  const signal = AbortSignal.any([client.signal, process.stopping.signal])
  const share = process.places.budget.open(keyId)
  const { leaves } = planned

  function leave(): void {
    if (client.signal.aborted || exchange.answers.length > 0) return
    exchange.leftAt = world.clock.now()
    client.abort(new DOMException('The client has left', 'AbortError'))
  }

  const trace: Trace = {
    ...{
      requestId: randomUUID(),
      loaded: [],
      modelCalls: 0,
      serviceFails: false,
      isServiceFailure: false,
      isStopped: false,
      storeMs: 0,
    },
    reach(moment: Moment) {
      if (leaves?.after !== moment) return
      if (leaves.ms === 0) leave()
      else world.clock.at(world.clock.now() + leaves.ms, leave)
    },
  }
  const exchange: Exchange = {
    ...{ planned, ask, step, keyId, trace, startedAt: world.clock.now(), leftAt: null, answers: [], process },
    listeners: () => getEventListeners(signal, 'abort').length,
  }

  async function answer(): Promise<Answer> {
    trace.reach('start')
    try {
      const admitted = await process.access.admit({
        authorization: `Bearer ${key}`,
        address: '192.0.2.1',
        setHeaders() {},
      })
      const operation = process.operations[ask.operation] as unknown as RegisteredOperation
      const caller = { transport: 'rest' as const, ...admitted }
      const context = {
        caller,
        share,
        requestId: trace.requestId,
        signal,
        idempotencyKey: planned.name,
      }
      const result = await process.invoke(operation, { raw: ask.parameters }, context)
      return { kind: 'result', body: JSON.parse(JSON.stringify(result)) }
    } catch (error) {
      if (error instanceof ServiceError) {
        const { detail, credits_charged } = errorBodyOf(error, trace.requestId)
        const { status, retryAfterS } = error
        return { kind: 'error', type: detail[0]?.type ?? '', status, charged: credits_charged, retryAfterS }
      }
      return client.signal.aborted && error === client.signal.reason ? { kind: 'left' } : { kind: 'fault', error }
    } finally {
      // A transport does this after sending the response.
      share.close()
    }
  }

  world.within({ process, trace }, () =>
    answer().then((one) => void exchange.answers.push({ answer: one, at: world.clock.now() })),
  )
  return exchange
}

/** True if the request is over. */
export function isOver({ answers, process }: Exchange): boolean {
  return answers.length > 0 || process.isDead
}
