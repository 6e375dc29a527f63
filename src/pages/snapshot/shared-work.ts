/** Work that is done once for all who ask for it at the same time, and goes on for as long as one of them waits. */

import { orAborted } from '../../base/deadline.ts'
import { noStages, type Stages } from '../../base/stages.ts'
import { createSharedStages, type SharedStages } from './shared-stages.ts'

/** A request that waits for the work. */
export interface Waiter {
  signal: AbortSignal
  /** On the clock of `performance.now()`. */
  deadlineAt: number
  stages?: Stages | undefined
}

/** What work is begun with. */
export interface WorkContext {
  /** Aborts when nobody waits any more. */
  signal: AbortSignal
  /** Of the request that began it. */
  deadlineAt: number
  stages: Stages
}

export type WorkOutcome<Value> = { value: Value } | { error: unknown }

export interface SharedWorkOptions<Value, Received> {
  /** Requests of the same name share the work. */
  name: string
  begin(context: WorkContext): Promise<Value>
  /** Takes the value for one request. `isFirst`: of those who wait for it now, the one that has waited longest. */
  receive(value: Value, isFirst: boolean): Received
  /** Whether it came to its end because its own time did: one that has more time asks again then. */
  ranOutOfTime(outcome: WorkOutcome<Value>): boolean
}

/** Throws what the work throws, and `signal.reason` of the waiter, which ends the work only for that one. */
export type SharedWork = <Value, Received>(
  waiter: Waiter,
  options: SharedWorkOptions<Value, Received>,
) => Promise<Received>

interface Work {
  outcome: Promise<WorkOutcome<unknown>>
  /** In the order in which they came. */
  waiters: Set<Waiter>
  first: Waiter | undefined
  ending: AbortController
  stages: SharedStages
  startedAt: number
}

export function createSharedWork(): SharedWork {
  const underWay = new Map<string, Work>()

  function start(name: string, { deadlineAt }: Waiter, begin: (context: WorkContext) => Promise<unknown>): Work {
    const ending = new AbortController()
    const stages = createSharedStages()
    const settled = begin({ signal: ending.signal, deadlineAt, stages }).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    const work: Work = {
      ...{ waiters: new Set<Waiter>(), first: undefined, ending, stages, startedAt: performance.now() },
      outcome: settled.finally(() => {
        ;[work.first] = work.waiters
        if (underWay.get(name) === work) underWay.delete(name)
      }),
    }
    underWay.set(name, work)
    return work
  }

  async function wait<Value, Received>(waiter: Waiter, options: SharedWorkOptions<Value, Received>): Promise<Received> {
    waiter.signal.throwIfAborted()
    const joined = underWay.get(options.name)
    const work = joined ?? start(options.name, waiter, options.begin)
    const stopCounting = work.stages.join(waiter.stages ?? noStages)
    work.waiters.add(waiter)
    try {
      const outcome = (await orAborted(waiter.signal, work.outcome)) as WorkOutcome<Value>
      const leftMs = waiter.deadlineAt - performance.now()
      const isWorthAgain = joined && options.ranOutOfTime(outcome) && leftMs > performance.now() - work.startedAt
      if (!isWorthAgain) {
        if ('error' in outcome) throw outcome.error
        return options.receive(outcome.value, work.first === waiter)
      }
    } finally {
      stopCounting()
      work.waiters.delete(waiter)
      if (work.waiters.size === 0 && underWay.get(options.name) === work) {
        underWay.delete(options.name)
        work.ending.abort()
      }
    }
    return wait(waiter, options)
  }

  return wait
}
