/** One check of `gleaner doctor`, and how all of them are run. */

import { withinLimit } from '../../../base/deadline.ts'
import type { Config } from '../../../config/config.ts'
import type { Probes } from './probes.ts'

export type State = 'ok' | 'warning' | 'failed'

export interface Finding {
  state: State
  /** What was found, in a line. */
  finding: string
  /** The line that mends it. */
  remedy?: string
}

export interface CheckContext {
  /** Faulty settings have their default here. */
  config: Config
  /** What is wrong with settings, by name. */
  problems: Readonly<Record<string, string>>
  /** Variables that look like settings and are none. */
  unknown: readonly string[]
  probes: Probes
  /** Whether services beyond this machine may be asked. */
  isOnline: boolean
  signal: AbortSignal
}

export interface Check {
  name: string
  /** What takes longer has failed; 5,000 ms by default. */
  limitMs?: number
  /** Resolves with its findings, one as a rule; rejects with what is wrong. */
  run(context: CheckContext): Promise<Finding | readonly Finding[]>
  /** Mends what `run` rejects with. */
  remedy?: string
}

export type Result = Finding & { name: string }

const defaultLimitMs = 5000

/** Starts all checks at once; the results come in the order of the checks, each as soon as it and those before it are there. */
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

/** The message of an error, with that of its cause; one line. */
export function describe(error: unknown): string {
  const { message, code, cause } = error as NodeJS.ErrnoException
  const own = message || code || String(error)
  const text = cause === undefined ? own : `${own} (${describe(cause)})`
  return text.replace(/\s+/g, ' ').slice(0, 500)
}
