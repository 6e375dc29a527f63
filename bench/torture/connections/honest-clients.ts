/** Honest clients. Each keeps its connection and requests a small page now and then, half over REST and half over MCP. */

import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { openRandom } from '../random.ts'
import { askMcp, askRest, type Exchange, keepConnection } from './requests.ts'

interface HonestOptions {
  /** Base URL of the service. */
  url: string
  keys: readonly string[]
  page: string
  clients: number
  seed: number
  /** Mean time between two requests from one client, in milliseconds. */
  thinkMs: number
}

export interface HonestClients {
  /** Resolves when each client has its connection and a first answer. */
  opened: Promise<void>
  /** Returns figures since the last report, or since the start. */
  report(): HonestReport
  /** Waits for the last answers. */
  end(): Promise<HonestReport>
}

export interface HonestReport {
  /** Milliseconds of each request, sorted. */
  latencies: number[]
  /** Number of answers by HTTP status. */
  statuses: Map<number, number>
  /** Number of answers by outcome: `rest ok`, `mcp overloaded`, `rest broken: …`. */
  outcomes: Map<string, number>
  failed: number
}

/** A free request at this interval keeps an idle connection open. */
const keepMs = 3500

/** Starts clients, which send requests until `end`. */
export function startHonestClients(options: HonestOptions): HonestClients {
  const { url, keys, page, clients, seed, thinkMs } = options
  const ended = new AbortController()
  const opened = Promise.withResolvers<void>()
  let left = clients
  let report = emptyReport()

  function note(name: string, { status, outcome }: Exchange): void {
    count(report.outcomes, `${name} ${outcome}`)
    if (status !== 0) count(report.statuses, status)
    if (outcome !== 'ok') report.failed++
  }

  async function live(number: number): Promise<void> {
    const random = openRandom(seed * 100_003 + number)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const target = { url, key: keys[number % keys.length] ?? '', page }
    const [name, ask] = number % 2 === 0 ? (['rest', askRest] as const) : (['mcp', askMcp] as const)
    try {
      // Real clients don't arrive all at once. A thousand simultaneous connections would only measure the listener's queue.
      await pause(random.next() * keepMs, undefined, { signal: ended.signal })
      note('kept', await keepConnection(target, agent).catch(toBroken))
      if (--left === 0) opened.resolve()
      for (;;) {
        for (let thinks = random.next() * 2 * thinkMs; thinks > 0; thinks -= keepMs) {
          await pause(Math.min(thinks, keepMs), undefined, { signal: ended.signal })
          if (thinks > keepMs) note('kept', await keepConnection(target, agent).catch(toBroken))
        }
        const startedAt = performance.now()
        const exchange = await ask(target, agent).catch(toBroken)
        report.latencies.push(performance.now() - startedAt)
        note(name, exchange)
      }
    } catch (error) {
      if (!ended.signal.aborted) throw error
    } finally {
      agent.destroy()
    }
  }

  const all = Promise.all(Array.from({ length: clients }, (_, number) => live(number)))
  function takeReport(): HonestReport {
    const taken = report
    report = emptyReport()
    taken.latencies.sort((a, b) => a - b)
    return taken
  }

  return {
    opened: opened.promise,
    report: takeReport,
    async end() {
      ended.abort()
      await all
      return takeReport()
    },
  }
}

function emptyReport(): HonestReport {
  return { latencies: [], statuses: new Map(), outcomes: new Map(), failed: 0 }
}

function toBroken(error: NodeJS.ErrnoException): Exchange {
  return { status: 0, outcome: `broken: ${error.code ?? error.message}` }
}

export function count<Name>(counts: Map<Name, number>, name: Name): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

/** Returns the value below which a given share of the sorted values lies. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
