/** The interface of a `gleaner doctor` check, and the function that runs all checks. */

import type { RedisFacts, StoreFacts } from '../../../access/maintenance.ts'
import { withinLimit } from '../../../base/deadline.ts'
import type { Config } from '../../../config/config.ts'

export type State = 'ok' | 'warning' | 'failed'

export interface Finding {
  state: State
  finding: string
  remedy?: string
}

interface CheckContext {
  /** Invalid settings have their default value here. */
  config: Config
  problems: Readonly<Record<string, string>>
  /** Variables that look like settings but aren't. */
  unknown: readonly string[]
  probes: Probes
  signal: AbortSignal
}

export interface Check {
  name: string
  /** Time after which the check fails. Default: 5,000 ms. */
  limitMs?: number
  /** Resolves with its findings, usually one. Rejects with an error that describes the problem. */
  run(context: CheckContext): Promise<Finding | readonly Finding[]>
  /** How to fix the error that `run` rejects with. */
  remedy?: string
}

/** Probes that the adapters provide for the checks. */
export interface Probes {
  /** Starts the browser and loads a page. Null if no browser is installed. Rejects if it does not start. */
  browser(): Promise<BrowserFacts | null>
  /** Gets a browser from every browser farm, as the service would, and loads a page. Null if no farm is set. */
  farms: (() => Promise<FarmFacts[]>) | null
  /** Resolves with facts about the database, or null if it doesn't exist yet. Runs once for all checks. */
  database(): Promise<StoreFacts | null>
  /** Facts about Redis. Null if no Redis server is set. */
  redis: (() => Promise<RedisFacts>) | null
}

/** If the farm didn't provide a browser, `failure` is the reason and the rest is null. */
export interface FarmFacts {
  version: string | null
  /** Describes how it was reached. */
  containment: string | null
  failure: string | null
}

interface BrowserFacts {
  path: string
  version: string
  /** Describes its user and sandbox. */
  containment: string
}

export type Result = Finding & { name: string }

const defaultLimitMs = 5000

/** Starts all checks at once, and yields results in the order of the checks, as soon as they are available. */
export async function* runChecks(checks: readonly Check[], context: CheckContext): AsyncGenerator<Result> {
  const running = checks.map((check) => runCheck(check, context))
  for (const results of running) yield* await results
}

async function runCheck(
  { name, run, remedy, limitMs = defaultLimitMs }: Check,
  context: CheckContext,
): Promise<Result[]> {
  const tooLate = () => new Error(`no answer within ${limitMs / 1000} s`)
  try {
    const work = (signal: AbortSignal) => run({ ...context, signal })
    const found = await withinLimit(context.signal, limitMs, tooLate, work)
    return [found].flat().map((finding) => ({ name, ...(finding as Finding) }))
  } catch (error) {
    context.signal.throwIfAborted()
    return [{ name, state: 'failed', finding: describe(error), ...(remedy === undefined ? {} : { remedy }) }]
  }
}

export const ok = (finding: string): Finding => ({ state: 'ok', finding })
export const concern = (finding: string, remedy: string): Finding => ({ state: 'warning', finding, remedy })
export const failed = (finding: string, remedy: string): Finding => ({ state: 'failed', finding, remedy })

export function describe(error: unknown): string {
  const { message, code, cause } = error as NodeJS.ErrnoException
  const own = message || code || String(error)
  const text = cause === undefined ? own : `${own} (${describe(cause)})`
  return text.replace(/\s+/g, ' ').slice(0, 500)
}
