/** After a failure, the call to make next: the failed one with what would mend it, as a model can send it. */

import { z } from 'zod'
import type { Operation } from '../../../contract/operation.ts'
import type { ErrorType, Problem, ServiceError } from '../../../errors.ts'
import { hideKeys } from '../../../observe.ts'

type Values = Readonly<Record<string, unknown>>

/** Parameters to set, and with undefined those to leave out; null where no call is known to help. */
type Change = Values | null

interface Failure {
  args: Values
  problem: Problem
  operation: Pick<Operation, 'name' | 'input'>
}

const again = () => ({})
const withoutPrompt = () => ({ prompt: undefined, model: undefined })

/** What mends a failure; a type that is not here has no call that would. */
const rules: Partial<Record<ErrorType, (failure: Failure) => Change>> = {
  rate_limited: again,
  overloaded: again,
  storage_unavailable: again,
  internal: again,
  invalid_response: again,
  target_unreachable: again,
  selector_not_matched: ({ args }) => (isTrue(args.render_js) ? { css_selector: undefined } : { render_js: true }),
  unsupported_content_type: ({ args: { output = 'markdown' } }) =>
    output === 'markdown' ? null : { output: undefined },
  browser_unavailable: () => ({ render_js: undefined }),
  model_not_configured: withoutPrompt,
  model_failed: withoutPrompt,
  target_timeout: longerTime,
  extra_forbidden: knownName,
  url_scheme: absoluteUrl,
  url_parsing: absoluteUrl,
  enum: allowedValue,
  greater_than_equal: (failure) => atBound(failure, 'minimum'),
  less_than_equal: (failure) => atBound(failure, 'maximum'),
  value_error: ({ problem }) => (problem.loc[1] === 'model' ? { model: undefined } : null),
}

const maxCallChars = 500

/** Of more faults than these the mend of each is not looked for: a call may name a hundred thousand parameters. */
const maxProblems = 20

/**
 * `Retry unchanged: no. Next call: scrape with url: "…", render_js: true.` A call that is too long to repeat is told by what changes.
 * Without braces: the first one in an error's text begins its body.
 */
export function adviceFor(error: ServiceError, args: Values, operation: Pick<Operation, 'name' | 'input'>): string {
  const { retryable, retryAfterS } = error
  const retry = !retryable ? 'no' : retryAfterS === null ? 'yes' : `yes, after ${retryAfterS} s`
  if (error.problems.length > maxProblems) return `Retry unchanged: ${retry}.`
  const changes = error.problems.map((problem) => rules[problem.type]?.({ args, problem, operation }) ?? null)
  if (changes.includes(null)) return `Retry unchanged: ${retry}.`
  const change: Values = Object.assign({}, ...changes)
  const call = Object.entries({ ...args, ...change })
    .filter(([, value]) => value !== undefined)
    .map(tell)
    .join(', ')
  if (call.length <= maxCallChars) {
    return `Retry unchanged: ${retry}. Next call: ${operation.name}${call === '' ? '' : ` with ${call}`}.`
  }
  const words = Object.entries(change)
    .map(([param, value]) => (value === undefined ? `without ${param}` : `with ${tell([param, value])}`))
    .join(' and ')
  return `Retry unchanged: ${retry}. Next call: the same${words !== '' && words.length <= maxCallChars ? ` ${words}` : ''}.`
}

function tell([param, value]: [string, unknown]): string {
  return hideKeys(`${param}: ${JSON.stringify(value)}`)
}

function isTrue(value: unknown): boolean {
  return value === true || /^(true|1|yes|on)$/i.test(String(value))
}

/** JSON Schema of a parameter, as far as it is looked at here. */
function schemaOf(
  { operation }: Failure,
  param: string,
): { default?: number; minimum?: number; maximum?: number; enum?: string[] } {
  const schema = Object.hasOwn(operation.input.shape, param) ? operation.input.shape[param] : undefined
  return schema ? (z.toJSONSchema(schema as z.ZodType, { io: 'input' }) as ReturnType<typeof schemaOf>) : {}
}

/** Twice the time, as long as that is allowed. */
function longerTime(failure: Failure): Change {
  const { default: byDefault = 0, maximum = 0 } = schemaOf(failure, 'timeout_ms')
  const given = Number(failure.args.timeout_ms ?? byDefault)
  return given > 0 && given < maximum ? { timeout_ms: Math.min(given * 2, maximum) } : null
}

function atBound(failure: Failure, bound: 'minimum' | 'maximum'): Change {
  const param = failure.problem.loc[1] ?? ''
  const value = schemaOf(failure, param)[bound]
  return value === undefined ? null : { [param]: value }
}

function allowedValue(failure: Failure): Change {
  const param = failure.problem.loc[1] ?? ''
  const value = nearest(String(failure.args[param]), schemaOf(failure, param).enum ?? [])
  return value === null ? null : { [param]: value }
}

/** Without the unknown parameter; under its right name where that is plain and nothing stands there. */
function knownName({ args, problem, operation }: Failure): Change {
  const param = problem.loc[1] ?? ''
  const name = nearest(param, Object.keys(operation.input.shape))
  return { [param]: undefined, ...(name === null || name in args ? {} : { [name]: args[param] }) }
}

/** An address that was written as people write it. */
function absoluteUrl({ args }: Failure): Change {
  const written = String(args.url).trim()
  if (/^[a-z][a-z\d+.-]*:(?!\d+(\/|$))/i.test(written) || !/^(\/\/)?[^\s/.]+\.[^\s/]/.test(written)) return null
  const url = `https://${written.replace(/^\/\//, '')}`
  return URL.canParse(url) ? { url } : null
}

/** The candidate that is at most two slips of the pen away, or begins alike; null when there is none or more than one as near. */
function nearest(written: string, candidates: readonly string[]): string | null {
  const wanted = written
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 60)
  const near = candidates
    .map((name) => ({ name, slips: slipsBetween(wanted, name.replace(/[^a-z0-9]/g, '')) }))
    .filter(({ name, slips }) => slips <= Math.min(2, name.length / 3))
    .sort((a, b) => a.slips - b.slips)
  return near[0] && near[0].slips !== near[1]?.slips ? near[0].name : null
}

/** Letters to add, to drop or to change (Levenshtein). */
function slipsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (letter === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
