/** Runs one plan, followed by requests from honest clients, and resolves with the broken promises. */

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AccessStore } from '../../../src/access/access.ts'
import { createKey } from '../../../src/access/keys.ts'
import { serviceStops } from '../../../src/interfaces/http/server.ts'
import { createOutcomeJournal } from '../../../src/store/outcome-journal.ts'
import { openSqlite } from '../../../src/store/sqlite/sqlite.ts'
import { readLedger } from '../ledger-audit.ts'
import { createRandom, seedOf } from '../random.ts'
import { honestAsk } from './asks.ts'
import { findBrokenPromises, findUnanswered, probesOfNames } from './check.ts'
import { beginExchange, type Exchange, isOver } from './exchange.ts'
import { findTaken } from './places.ts'
import { type Plan, type PlannedRequest, restartMs } from './plan.ts'
import { type Sabotage, type SimulatedProcess, simulatedSecret, startProcess } from './process.ts'
import { openWorld, type World } from './world.ts'

/** Maximum time that a plan may take until every request is answered, and until all resources are released. */
const answeredWithinMs = 600_000
const cleanWithinMs = 240_000
const cleanStepMs = 5000
/** Time after which a rate limit has room again. */
const rateWindowMs = 61_000
/** Credits for requests sent after the plan. */
const probeCredits = 100

/** Returns one sentence per broken promise, or none if all were kept. */
export async function runPlan(plan: Plan, sabotage: Sabotage = {}): Promise<string[]> {
  const folder = mkdtempSync(join(memoryFolder(), 'gleaner-plan-'))
  const faults: string[] = []
  const onFault = (error: unknown) => void faults.push(`unhandled: ${error instanceof Error ? error.stack : error}`)
  process.on('unhandledRejection', onFault)
  const store = await openSqlite(folder)
  const world = openWorld(plan, createRandom(seedOf(plan.seed, plan.index) + 1))
  try {
    return [...(await play({ world, store, folder, sabotage })), ...faults]
  } finally {
    world.close()
    process.off('unhandledRejection', onFault)
    await store.close()
    rmSync(folder, { recursive: true })
  }
}

interface Stage {
  world: World
  store: AccessStore
  folder: string
  sabotage: Sabotage
}

async function play({ world, store, folder, sabotage }: Stage): Promise<string[]> {
  const { plan, clock } = world
  const journal = createOutcomeJournal(folder)
  const keys = await Promise.all(
    plan.keys.map(async (terms) => {
      const { key, record } = createKey('simulated', simulatedSecret, terms)
      await store.keys.add(record)
      return { key, keyId: record.id }
    }),
  )
  const processes: SimulatedProcess[] = []
  const exchanges: Exchange[] = []

  function start(place: number): void {
    if (processes[place] && !processes[place].isDead) return
    processes[place] = startProcess({ world, store, journal, sabotage, onDeath: (dead) => kill(dead, restartMs) })
  }

  function kill(dead: SimulatedProcess, restartAfterMs: number): void {
    if (dead.isDead) return
    world.kill(dead)
    clock.at(clock.now() + restartAfterMs, () => start(processes.indexOf(dead)))
  }

  /** Simulates a SIGTERM without a grace period: refuses running requests, then stops the process. */
  async function stop(one: SimulatedProcess): Promise<void> {
    const own = exchanges.filter(({ process, answers }) => process === one && answers.length === 0)
    for (const { trace } of own) trace.isStopped = true
    one.stopping.abort(serviceStops())
    while (!own.every(isOver)) await clock.sleep(20)
    await one.access.close()
    kill(one, restartMs)
  }

  function ask(planned: PlannedRequest, step: number | null): Exchange | null {
    const [process, client] = [processes[planned.process], keys[planned.key]]
    // A process that is dead or stopping doesn't listen on its port.
    if (!process || process.isDead || process.stopping.signal.aborted || !client) return null
    const exchange = beginExchange(world, process, client, planned, step)
    exchanges.push(exchange)
    return exchange
  }

  for (let place = 0; place < plan.processes; place++) start(place)
  let waiting = 0
  for (const [index, step] of plan.steps.entries()) {
    const later = (at: number, work: () => void) => {
      waiting++
      clock.at(at, () => {
        waiting--
        work()
      })
    }
    if (step.kind === 'request') later(step.at, () => void ask(step, index))
    if (step.kind === 'clock') later(step.at, () => clock.step(step.ms))
    if (step.kind === 'stop') {
      later(step.at, () => {
        const victim = processes[step.process]
        if (victim && !victim.isDead && !victim.stopping.signal.aborted) {
          world.within({ process: victim, trace: null }, () => void stop(victim))
        }
      })
    }
    if (step.kind === 'death') {
      later(step.at, () => {
        const victim = processes[step.process]
        if (victim) kill(victim, step.restartMs)
      })
    }
  }
  const areStopped = () => processes.every((one) => one.isDead || !one.stopping.signal.aborted)
  const isAnswered = () => waiting === 0 && exchanges.every(isOver) && areStopped()
  if (!(await world.run(isAnswered, answeredWithinMs))) return findUnanswered(exchanges)

  world.heal()
  for (let place = 0; place < plan.processes; place++) start(place)
  const isClean = async () => {
    const { held, running } = await readLedger(folder, null)
    return held === 0 && running === 0 && outcomesIn(folder) === 0
  }
  for (let passed = 0; passed < cleanWithinMs && !(await isClean()); passed += cleanStepMs) {
    await world.run(() => false, clock.now() + cleanStepMs)
  }
  await world.run(() => false, clock.now() + rateWindowMs)
  const problems = findOpen(exchanges, world)
  const hosts = ['shop.example', 'other.example', 'www.google.com']
  for (const { places } of processes) problems.push(...(await findTaken(places, hosts)))

  for (const { keyId } of keys) await store.ledger.grant(keyId, probeCredits)
  const named = probesOfNames(exchanges, await readLedger(folder, null))
  const honest = keys.map((_, key): PlannedRequest => ({ kind: 'request', at: 0, process: 0, key, ask: honestAsk }))
  for (const planned of [...honest, ...named]) {
    const exchange = ask(planned, null)
    await world.run(() => exchange === null || isOver(exchange), clock.now() + answeredWithinMs)
    // Waits until each key has its full rate limit again.
    if (plan.rateLimit < named.length + 2) await world.run(() => false, clock.now() + rateWindowMs)
  }
  problems.push(...findBrokenPromises(plan, exchanges, await readLedger(folder, null)))
  for (const one of processes) {
    let isClosed = false
    world
      .within({ process: one, trace: null }, () => one.access.close())
      .then(() => {
        isClosed = true
      })
    if (!(await world.run(() => isClosed, clock.now() + answeredWithinMs))) problems.push('a process does not exit')
  }
  if (!(await isAdopted())) problems.push('outcomes are left on disk')
  return problems

  /** Checks that the next process deletes the files that the previous one couldn't delete. */
  async function isAdopted(): Promise<boolean> {
    if (outcomesIn(folder) === 0) return true
    const next = startProcess({ world, store, journal, sabotage, onDeath: () => {} })
    await world.run(() => outcomesIn(folder) === 0, clock.now() + cleanWithinMs)
    world.kill(next)
    return outcomesIn(folder) === 0
  }
}

/** Finds resources that are held although no request is running. */
function findOpen(exchanges: readonly Exchange[], world: World): string[] {
  const problems: string[] = []
  if (world.clock.pending() > 0) problems.push(`${world.clock.pending()} timers are pending`)
  for (const exchange of exchanges.filter(({ process }) => !process.isDead)) {
    const listeners = exchange.listeners()
    if (listeners > 0) problems.push(`request ${exchange.step}: ${listeners} listeners are on its signal`)
  }
  return problems
}

function outcomesIn(folder: string): number {
  return readdirSync(folder).includes('outcomes') ? readdirSync(join(folder, 'outcomes')).length : 0
}

/** Returns a folder that Linux keeps in memory, so that simulated time doesn't wait for a disk. */
function memoryFolder(): string {
  return statSync('/dev/shm', { throwIfNoEntry: false })?.isDirectory() ? '/dev/shm' : tmpdir()
}
