/** The simulated world: the clock, work that uses real resources, and a plan's faults with the calls that they affect. */

import { AsyncLocalStorage } from 'node:async_hooks'
import { installClock, type SimulatedClock } from './clock.ts'
import type { Fault, Moment, Plan } from './plan.ts'

/** Work done for one request, as seen by the ports. */
export interface Trace {
  requestId: string
  /** Pages that engines delivered, by status. */
  loaded: { status: number; isRendered: boolean }[]
  /** Number of language model calls that have begun. */
  modelCalls: number
  /** True if the last call to the model's service failed because of the service. */
  serviceFails: boolean
  /** True if the model's service failed and the request failed because of it. */
  isServiceFailure: boolean
  /** True if the process was asked to stop in the meantime. */
  isStopped: boolean
  /** Milliseconds of delay that database faults added. */
  storeMs: number
  reach(moment: Moment): void
}

/** A process of the service, until it dies. */
export interface Incarnation {
  isDead: boolean
  /** Number of this process's calls that are using real resources, such as the database, compression or a document. */
  realWork: number
}

interface Context {
  process: Incarnation
  trace: Trace | null
  /** True if time waits for the work in progress. */
  isReal?: boolean
}

type FaultOf<Kind extends Fault['kind']> = Extract<Fault, { kind: Kind }>

export interface World {
  plan: Plan
  clock: SimulatedClock
  /** Runs the work in a process's context, for a request or outside one. */
  within<T>(context: Context, work: () => T): T
  trace(): Trace | null
  /** Returns the fault of the next call with this name, or null. Always returns null after `heal`. */
  next<Kind extends 'store' | 'journal' | 'page' | 'reader' | 'model'>(kind: Kind, name: string): FaultOf<Kind> | null
  /** True while the database is unavailable. */
  isAway(): boolean
  /** Stops all further faults. */
  heal(): void
  /** Kills a process. Its promises never settle, and its timers never fire. */
  kill(process: Incarnation): void
  /** Runs real work, while simulated time is paused. Never settles if the process has died by then. */
  real<T>(process: Incarnation, work: () => Promise<T>): Promise<T>
  /** Waits on the simulated clock, even in the middle of real work. Never settles if the process has died by then. */
  sleep(process: Incarnation, ms: number): Promise<void>
  run(isDone: () => boolean, untilMs: number): Promise<boolean>
  close(): void
}

/** Returns a promise that never settles, for dead processes. Each is new, because a shared promise would keep all waiters in memory. */
export const never = () => new Promise<never>(() => {})

export function openWorld(plan: Plan, random: () => number): World {
  const contexts = new AsyncLocalStorage<unknown>()
  const clock = installClock(contexts)
  const realRandom = Math.random
  Math.random = random
  const counts = new Map<string, number>()
  const alive = new Set<Incarnation>()
  const current = () => contexts.getStore() as Context | undefined
  let isHealed = false

  const nameOf = (fault: Fault): string | null => {
    if (fault.kind === 'store' || fault.kind === 'journal') return fault.call
    if (fault.kind === 'page') return fault.engine
    return fault.kind === 'reader' || fault.kind === 'model' ? '' : null
  }

  return {
    plan,
    clock,
    within(context, work) {
      if (!context.process.isDead) alive.add(context.process)
      return contexts.run(context, work)
    },
    trace: () => current()?.trace ?? null,
    next(kind, name) {
      const id = `${kind} ${name}`
      const nth = counts.get(id) ?? 0
      counts.set(id, nth + 1)
      if (isHealed) return null
      const found = plan.steps.find(
        (step) => step.kind === kind && nameOf(step) === name && (step as { nth: number }).nth === nth,
      )
      return (found ?? null) as FaultOf<typeof kind> | null
    },
    isAway: () =>
      !isHealed && plan.steps.some((step) => step.kind === 'away' && step.from <= clock.now() && clock.now() < step.to),
    heal() {
      isHealed = true
    },
    kill(process) {
      process.isDead = true
      alive.delete(process)
      clock.drop((context) => (context as Context | undefined)?.process === process)
    },
    async real(process, work) {
      process.realWork++
      try {
        return await contexts.run({ process, trace: current()?.trace ?? null, isReal: true }, work)
      } finally {
        process.realWork--
        if (process.isDead) await never()
      }
    },
    async sleep(process, ms) {
      const isReal = current()?.isReal === true
      if (isReal) process.realWork--
      await clock.sleep(ms)
      if (isReal) process.realWork++
      if (process.isDead) await never()
    },
    run: (isDone, untilMs) => clock.run(isDone, untilMs, () => [...alive].some(({ realWork }) => realWork > 0)),
    close() {
      Math.random = realRandom
      clock.restore()
    },
  }
}
