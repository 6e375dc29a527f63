/** Plans of client requests and simultaneous faults. They are drawn from a seed, and can be printed, repeated and shrunk. */

import { openRandom, type Random, seedOf } from '../random.ts'
import { type AskName, asks } from './asks.ts'

export interface Plan {
  seed: number
  index: number
  keys: readonly PlannedKey[]
  /** Number of processes that share one database. */
  processes: number
  /** Maximum requests per minute for each key. */
  rateLimit: number
  /** Maximum bytes in flight for each process. */
  budgetBytes: number
  steps: readonly Step[]
}

interface PlannedKey {
  /** Null if unlimited. */
  credits: number | null
  concurrency: number | null
}

/** A request or a fault. Any step can be left out of a plan. */
export type Step = PlannedRequest | Fault

export interface PlannedRequest {
  kind: 'request'
  /** Milliseconds on the simulated clock, like all times in a plan. */
  at: number
  process: number
  key: number
  ask: AskName
  /** Its Idempotency-Key. */
  name?: string
  /** When the client disconnects: the time since one of these moments. */
  leaves?: { after: Moment; ms: number }
}

/** Moments in the life of a request. */
export type Moment = 'start' | 'loading' | 'loaded' | 'asked' | 'answering' | 'reserving' | 'ending'

const storeCalls = [
  'keys.find',
  'claims.open',
  'claims.drop',
  'claims.prune',
  'ledger.reserve',
  'ledger.end',
  'ledger.beat',
  'ledger.beats',
  'ledger.sweep',
] as const

type StoreCall = (typeof storeCalls)[number]

/**
 * The outcome of a database call. `lost`: the call was made, but the connection broke before the answer. `late`: the database receives the
 * call after the connection broke.
 */
type StoreFate = 'refused' | 'lost' | 'late' | 'slow' | 'locked' | 'dies before' | 'dies after'

export const pageErrors = [
  'target_unreachable',
  'target_blocked',
  'too_many_redirects',
  'response_too_large',
  'invalid_response',
  'target_timeout',
  'address_refused',
  'overloaded',
  'browser_unavailable',
] as const

/** An origin's or the browser's response for a page. */
export type PageFate =
  | (typeof pageErrors)[number]
  | 'slow'
  | 'hangs'
  | 'status 404'
  | 'status 503'
  | 'empty'
  | 'picture'
  | 'garbage'
  | 'nested'
  | 'shell'
  | 'captcha'
  | 'incomplete'
  | 'breaks'

/** The response of the model's service to a call. */
export type ModelFate =
  | 'refuses'
  | 'empty'
  | 'no json'
  | 'misfit'
  | 'cut answer'
  | '429'
  | '429 for long'
  | '500'
  | '529'
  | 'unreachable'
  | 'cut stream'
  | 'garbage'
  | 'hangs'
  | 'hangs in stream'
  | 'slow'

export type Fault =
  /** Applies to call number `nth`, counted from 0 across all processes. */
  | { kind: 'store'; call: StoreCall; nth: number; fate: StoreFate; ms: number }
  /** The database is unavailable. */
  | { kind: 'away'; from: number; to: number }
  | { kind: 'journal'; call: 'append' | 'remove' | 'read'; nth: number }
  | { kind: 'page'; engine: 'fetch' | 'browser'; nth: number; fate: PageFate; ms: number }
  | { kind: 'reader'; nth: number; fate: 'overloaded' | 'invalid_response' }
  | { kind: 'model'; nth: number; fate: ModelFate; ms: number }
  /** The system clock jumps. */
  | { kind: 'clock'; at: number; ms: number }
  /** A process is asked to stop, and another one replaces it. */
  | { kind: 'stop'; at: number; process: number }
  /** A process is killed, and another one replaces it after this delay. */
  | { kind: 'death'; at: number; process: number; restartMs: number }

/** Restart delay for a process killed by a database call. */
export const restartMs = 500

/** Draws plan number `index` from a seed. */
export function drawPlan(seed: number, index: number): Plan {
  const random = openRandom(seedOf(seed, index))
  const keys = Array.from(
    { length: random.integer(1, 2) },
    (): PlannedKey => ({
      credits: random.pick([null, 1, 4, 9, 30, 100, 100]),
      concurrency: random.pick([null, null, null, 1, 2]),
    }),
  )
  const processes = random.weighted([
    [3, 1],
    [1, 2],
  ])
  const spread = random.pick([0, 50, 2000, 10_000])
  const requests = Array.from({ length: random.integer(1, 7) }, () =>
    drawRequest(random, { keys: keys.length, processes, spread }),
  )
  const faults = Array.from({ length: random.integer(0, 6) }, () => drawFault(random, { processes, spread }))
  const rateLimit = random.chance(0.05) ? 2 : 6000
  const budgetBytes = random.chance(0.1) ? 40_000 : 100_000_000
  return { seed, index, keys, processes, rateLimit, budgetBytes, steps: [...requests, ...faults] }
}

interface Bounds {
  processes: number
  spread: number
}

function drawRequest(random: Random, { keys, processes, spread }: Bounds & { keys: number }): PlannedRequest {
  const leaves = { after: random.pick(moments), ms: random.pick([0, 0, 1, 5, 100, 1500]) }
  const ask = random.weighted(Object.entries(asks).map(([name, { weight }]) => [weight, name as AskName] as const))
  return {
    kind: 'request',
    at: random.integer(0, spread),
    process: random.integer(0, processes - 1),
    key: random.integer(0, keys - 1),
    ask,
    ...(random.chance(0.55) ? { name: random.pick(['a', 'a', 'b']) } : {}),
    ...(random.chance(0.25) ? { leaves } : {}),
  }
}

function drawFault(random: Random, { processes, spread }: Bounds): Fault {
  const nth = random.pick([0, 0, 0, 1, 1, 2, 3, 5])
  const ms = random.pick([5, 200, 2000, 40_000])
  const at = random.integer(0, spread + 1000)
  return random.weighted<() => Fault>([
    [
      6,
      () => ({
        kind: 'store',
        call: random.pick(workingCalls),
        nth,
        fate: random.pick(storeFates),
        ms: Math.min(ms, 2000),
      }),
    ],
    [
      1,
      () => ({
        kind: 'store',
        call: random.pick(storeCalls),
        nth,
        fate: random.pick(storeFates),
        ms: Math.min(ms, 2000),
      }),
    ],
    [1, () => ({ kind: 'away', from: at, to: at + random.pick([10, 1500, 20_000]) })],
    [1, () => ({ kind: 'journal', call: random.pick(['append', 'append', 'remove', 'read']), nth })],
    [
      4,
      () => ({
        kind: 'page',
        engine: random.pick(['fetch', 'fetch', 'browser']),
        nth,
        fate: random.pick(pageFates),
        ms,
      }),
    ],
    [1, () => ({ kind: 'reader', nth, fate: random.pick(['overloaded', 'invalid_response']) })],
    [4, () => ({ kind: 'model', nth, fate: random.pick(modelFates), ms })],
    [1, () => ({ kind: 'clock', at, ms: random.pick([-3, -1, 1, 3]) * random.pick([1000, 60_000, 3_600_000]) })],
    [1, () => ({ kind: 'stop', at, process: random.integer(0, processes - 1) })],
    [
      1,
      () => ({
        kind: 'death',
        at,
        process: random.integer(0, processes - 1),
        restartMs: random.pick([50, 5000, 80_000]),
      }),
    ],
  ])()
}

const moments = ['start', 'loading', 'loaded', 'asked', 'answering', 'reserving', 'ending'] as const

/** Calls that requests make. The sweeper makes all other calls. */
const workingCalls = ['claims.open', 'claims.drop', 'ledger.reserve', 'ledger.end', 'ledger.end'] as const

const storeFates = ['refused', 'lost', 'lost', 'late', 'slow', 'locked', 'dies before', 'dies after'] as const

const pageFates = [
  ...pageErrors,
  'slow',
  'hangs',
  'hangs',
  'status 404',
  'status 404',
  'status 503',
  'empty',
  'picture',
  'garbage',
  'nested',
  'shell',
  'captcha',
  'incomplete',
  'breaks',
] as const satisfies readonly PageFate[]

/** Outcomes that count as failures of the model's service, whose calls are free (API, Prices). */
export const serviceFates = [
  '429',
  '429 for long',
  '500',
  '529',
  'unreachable',
  'cut stream',
  'garbage',
] as const satisfies readonly ModelFate[]

const modelFates = [
  'refuses',
  'empty',
  'no json',
  'misfit',
  'cut answer',
  ...serviceFates,
  'hangs',
  'hangs in stream',
  'slow',
] as const satisfies readonly ModelFate[]

/** Describes a plan with its parameters and one line per step. */
export function describePlan(plan: Plan): string {
  const { seed, index, keys, processes, rateLimit, budgetBytes, steps } = plan
  const lines = steps.map((step) => `    ${JSON.stringify(step)}`)
  const head = `  plan ${index} of seed ${seed}: ${processes} processes, ${rateLimit} requests a minute, ${budgetBytes} bytes in flight, keys ${JSON.stringify(keys)}`
  return [head, ...lines].join('\n')
}
