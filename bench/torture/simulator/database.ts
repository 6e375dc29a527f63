/** The database and the outcome journal of one process. They are real, but their calls fail according to the plan. */

import type { AccessStore } from '../../../src/access/access.ts'
import type { OutcomeJournal } from '../../../src/access/outcome-queue.ts'
import { storageUnavailable } from '../../../src/access/storage-unavailable.ts'
import type { Moment } from './plan.ts'
import { type Incarnation, never, type World } from './world.ts'

/** Durations of calls without a fault. They are mostly 0, so that calls are simultaneous. */
const latenciesMs = [0, 0, 1, 0, 3, 0, 0, 2]
/** Time that SQLite waits for another process that has locked the database. */
const lockedMs = 5000
/** Delay after which the database receives a call whose connection broke. The first retry comes later, after a second. */
const lateMs = 300

const moments: Readonly<Record<string, Moment>> = { 'ledger.reserve': 'reserving', 'ledger.end': 'ending' }

/** Results of calls whose connection broke. Calls without such a result throw storage_unavailable. */
const unsureAnswers: Readonly<Record<string, unknown>> = {
  'ledger.reserve': 'unsure',
  'claims.open': { state: 'unsure' },
}

type Calls = Record<string, (...args: unknown[]) => Promise<unknown>>

/** `dies` kills the process. */
export function createFailingStore(
  store: AccessStore,
  world: World,
  process: Incarnation,
  dies: () => void,
): AccessStore {
  let calls = 0

  function die(): Promise<never> {
    dies()
    return never()
  }

  async function call(name: string, work: () => Promise<unknown>): Promise<unknown> {
    const trace = world.trace()
    const fault = world.next('store', name)
    const moment = moments[name]
    if (moment) trace?.reach(moment)
    const wait = async (ms: number) => {
      if (trace) trace.storeMs += ms
      await world.sleep(process, ms)
    }
    const latencyMs = latenciesMs[calls++ % latenciesMs.length] ?? 0
    if (latencyMs > 0) await wait(latencyMs)
    if (fault?.fate === 'dies before') return die()
    if (fault?.fate === 'refused' || world.isAway()) throw storageUnavailable()
    if (fault?.fate === 'locked') {
      await wait(lockedMs)
      throw storageUnavailable()
    }
    if (fault?.fate === 'slow') await wait(fault.ms)
    if (fault?.fate === 'late') {
      // When a call arrives late, it no longer matters whether the database refuses it.
      world.clock.at(world.clock.now() + lateMs, () => void world.real(process, work).catch(() => {}))
      return brokenConnection(name)
    }
    const answer = await world.real(process, work)
    if (fault?.fate === 'dies after') return die()
    if (fault?.fate === 'lost') return brokenConnection(name)
    return answer
  }

  function failing<Group extends object>(group: string, methods: Group): Group {
    const calls = methods as unknown as Calls
    const wrapped = Object.entries(calls).map(([method, work]) => [
      method,
      (...args: unknown[]) => call(`${group}.${method}`, () => work.apply(methods, args)),
    ])
    return { ...methods, ...Object.fromEntries(wrapped) }
  }

  return {
    keys: failing('keys', store.keys),
    ledger: failing('ledger', store.ledger),
    claims: failing('claims', store.claims),
    oauth: failing('oauth', store.oauth),
    check: () => store.check(),
    // The database outlives the process.
    close: async () => {},
  }
}

function brokenConnection(name: string): unknown {
  if (name in unsureAnswers) return unsureAnswers[name]
  throw storageUnavailable()
}

/** Creates a journal on a disk that is sometimes full. */
export function createFailingJournal(journal: OutcomeJournal, world: World): OutcomeJournal {
  function failing<Args extends unknown[], Result>(name: string, work: (...args: Args) => Result) {
    return (...args: Args): Result => {
      if (world.next('journal', name)) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      return work(...args)
    }
  }
  return {
    append: failing('append', journal.append),
    remove: failing('remove', journal.remove),
    read: failing('read', journal.read),
    nodes: journal.nodes,
  }
}
