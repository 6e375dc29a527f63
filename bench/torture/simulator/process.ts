/** One process of the simulated service. It has the real operations and access layer, but simulated engines and a failing database. */

import { type Access, type AccessStore, createAccess } from '../../../src/access/access.ts'
import type { Idempotency } from '../../../src/access/idempotency.ts'
import type { Ledger } from '../../../src/access/ledger.ts'
import type { OutcomeJournal } from '../../../src/access/outcome-queue.ts'
import { createHandlers } from '../../../src/compose/compose.ts'
import { createAddressPolicy } from '../../../src/fetch/guard/address-policy.ts'
import type { OperationParts } from '../../../src/operations/handler.ts'
import { createInvoke } from '../../../src/operations/invoke.ts'
import { createRegistry, type Registry } from '../../../src/operations/registry.ts'
import type { Invoke } from '../../../src/operations/runtime.ts'
import { createGooglePages } from '../../../src/pages/results/google-pages.ts'
import { createMemoryPages, createMemorySnapshots } from '../../../src/pages/snapshot/memory-stores.ts'
import { createMemoryLimiter } from '../../../src/store/memory/limits.ts'
import { createFailingJournal, createFailingStore } from './database.ts'
import { createPlayedModel } from './model.ts'
import { createPlayedEngine } from './pages.ts'
import { createPlaces, type Places } from './places.ts'
import { createReader } from './reader.ts'
import type { Incarnation, World } from './world.ts'

/** A deliberate bug in the ports of every process, which the simulation should find. */
export interface Sabotage {
  ledger?(ledger: Ledger): Ledger
  idempotency?(idempotency: Idempotency): Idempotency
}

interface ProcessParts {
  world: World
  store: AccessStore
  journal: OutcomeJournal
  sabotage: Sabotage
  /** Called when a fault of the plan kills the process. */
  onDeath(process: SimulatedProcess): void
}

export interface SimulatedProcess extends Incarnation {
  access: Access
  operations: Registry
  invoke: Invoke
  places: Places
  /** Aborts when the process is asked to stop. */
  stopping: AbortController
}

/** All processes share the contracts, but each has its own handlers. */
const operations = createRegistry(['simulated'])

export const simulatedSecret = 'a secret for the simulation'

export function startProcess({ world, store, journal, sabotage, onDeath }: ProcessParts): SimulatedProcess {
  const incarnation: Incarnation = { isDead: false, realWork: 0 }
  const places = createPlaces(world.plan.budgetBytes)
  const access = world.within({ process: incarnation, trace: null }, () => {
    const opened = createAccess({
      store: createFailingStore(store, world, incarnation, () => onDeath(process)),
      secrets: [simulatedSecret],
      journal: createFailingJournal(journal, world),
      limiter: createMemoryLimiter(),
      serverLimit: { limit: world.plan.rateLimit, windowS: 60 },
      keyConcurrency: 32,
    })
    opened.start()
    return opened
  })
  // Simulated time doesn't advance while another thread compresses.
  const waited: Idempotency = {
    ...access.idempotency,
    open: (request) => world.real(incarnation, () => access.idempotency.open(request)),
    pack: (...args) => world.real(incarnation, () => access.idempotency.pack(...args)),
  }
  const invoke = createInvoke({
    openHandler: createHandlers(createParts(world, incarnation, access, places)),
    ledger: sabotage.ledger?.(access.ledger) ?? access.ledger,
    idempotency: sabotage.idempotency?.(waited) ?? waited,
  }) as Invoke
  const process: SimulatedProcess = Object.assign(incarnation, {
    ...{ access, operations, invoke, places },
    stopping: new AbortController(),
  })
  return process
}

function createParts(world: World, process: Incarnation, access: Access, places: Places): OperationParts {
  const fetchPage = createPlayedEngine(world, 'fetch', places)
  const renderPage = createPlayedEngine(world, 'browser', places)
  const sandbox = createReader(world, process, places)
  const snapshots = createMemorySnapshots()
  const pages = createMemoryPages()
  const model = createPlayedModel(world)
  const template = 'https://www.google.{domain}'
  return {
    engine: async () => ({ policy: createAddressPolicy({ allowAddresses: [] }), fetchPage, renderPage, sandbox }),
    snapshots: async () => snapshots,
    pages: async () => pages,
    languageModel: async () => model,
    modelLimits: { defaultModel: 'simulated', inputTokens: 50_000, maxOutputTokens: 1000 },
    resultPages: async () => createGooglePages({ fetchPage, renderPage, sandbox, template }),
    nameSecret: access.secretsFor('stored names')[0],
    access,
  }
}
