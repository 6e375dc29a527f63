/** Suggests the call to make after a failure: the failed call with a correction, as text for a model. */

import { z } from 'zod'
import type { ErrorType, Problem, ServiceError } from '../../../base/errors.ts'
import { hideKeys } from '../../../base/events.ts'
import { isJsonObject } from '../../../base/json-value.ts'
import { secretParameters } from '../../../contract/headers-and-cookies.ts'
import type { Operation } from '../../../contract/operation.ts'

type CallArguments = Readonly<Record<string, unknown>>

/** Parameters to set, or undefined to leave one out. Null if no call is known to help. */
type ArgumentChange = CallArguments | null

interface FailedCall {
  args: CallArguments
  problem: Problem
  operation: Pick<Operation, 'name' | 'input'>
}

const unchanged = () => ({})
const withoutModel = ({ args }: FailedCall) => ({
  ...{ prompt: undefined, model: undefined },
  ...(args.json_schema === undefined ? {} : { json_schema: undefined }),
})

/** The correction by type of error. Types that are missing here have none. */
const changes: Partial<Record<ErrorType, (failure: FailedCall) => ArgumentChange>> = {
  rate_limited: unchanged,
  overloaded: unchanged,
  storage_unavailable: unchanged,
  internal: unchanged,
  invalid_response: unchanged,
  target_unreachable: unchanged,
  selector_not_matched: rendered,
  unsupported_content_type: ({ args: { output = 'markdown' } }) =>
    output === 'markdown' ? null : { output: undefined },
  browser_unavailable: unrendered,
  model_not_configured: withoutModel,
  model_failed: withoutModel,
  target_timeout: longerTime,
  extra_forbidden: knownName,
  url_scheme: absoluteUrl,
  url_parsing: absoluteUrl,
  enum: allowedValue,
  greater_than_equal: (failure) => atBound(failure, 'minimum'),
  less_than_equal: (failure) => atBound(failure, 'maximum'),
  value_error: missingPartner,
}

const maxCallChars = 500

/** With more problems than this, no correction is attempted: a call may name a hundred thousand parameters. */
const maxProblems = 20

/**
 * `Retry unchanged: no. Next call: scrape with url: "…", render_js: true.` If the call is too long to repeat, describes only the
 * change. The text contains no braces, because the first one in an error text starts the error body.
 */
export function adviceFor(
  error: ServiceError,
  args: CallArguments,
  operation: Pick<Operation, 'name' | 'input'>,
): string {
  const { retryable, retryAfterS } = error
  const retry = !retryable ? 'no' : retryAfterS === null ? 'yes' : `yes, after ${retryAfterS} s`
  if (error.problems.length > maxProblems) return `Retry unchanged: ${retry}.`
  const found = error.problems.map((problem) => changes[problem.type]?.({ args, problem, operation }) ?? null)
  if (found.includes(null)) return `Retry unchanged: ${retry}.`
  const change: CallArguments = Object.assign({}, ...found)
  const call = Object.entries({ ...args, ...change })
    .filter(([, value]) => value !== undefined)
    .map(describeArgument)
    .join(', ')
  if (call.length <= maxCallChars) {
    return `Retry unchanged: ${retry}. Next call: ${operation.name}${call === '' ? '' : ` with ${call}`}.`
  }
  const words = Object.entries(change)
    .map(([param, value]) => (value === undefined ? `without ${param}` : `with ${describeArgument([param, value])}`))
    .join(' and ')
  return `Retry unchanged: ${retry}. Next call: the same${words !== '' && words.length <= maxCallChars ? ` ${words}` : ''}.`
}

function describeArgument([param, value]: [string, unknown]): string {
  if (secretParameters.has(param) || isJsonObject(value)) return `${param} as before`
  return hideKeys(`${param}: ${JSON.stringify(value)}`)
}

function isTrue(value: unknown): boolean {
  return value === true || /^(true|1|yes|on)$/i.test(String(value))
}

/** Renders the page: only its scripts could produce a match for the selector. */
function rendered({ args, problem }: FailedCall): ArgumentChange {
  if (isTrue(args.render_js)) return { [problem.loc[1] ?? 'css_selector']: undefined }
  return { render_js: true, ...('render_if_needed' in args ? { render_if_needed: undefined } : {}) }
}

/** Turns off rendering, and drops parameters that need it. */
function unrendered({ args }: FailedCall): ArgumentChange {
  const isLeft = args.wait_for === undefined || isTrue(args.render_if_needed)
  return { render_js: undefined, ...(isLeft ? {} : { wait_for: undefined }) }
}

/** Fixes a parameter that needs another one: drops `model`, or adds `render_if_needed`. */
function missingPartner({ problem: { loc, msg } }: FailedCall): ArgumentChange {
  if (loc[1] === 'model') return { model: undefined }
  return loc[1] === 'wait_for' && msg.endsWith('needs render_js or render_if_needed')
    ? { render_if_needed: true }
    : null
}

/** Returns the keywords of a parameter's JSON Schema that are used here. */
function schemaOf(
  { operation }: FailedCall,
  param: string,
): { default?: number; minimum?: number; maximum?: number; enum?: string[] } {
  const schema = Object.hasOwn(operation.input.shape, param) ? operation.input.shape[param] : undefined
  return schema ? (z.toJSONSchema(schema as z.ZodType, { io: 'input' }) as ReturnType<typeof schemaOf>) : {}
}

/** Doubles the time limit, up to the maximum. */
function longerTime(failure: FailedCall): ArgumentChange {
  const { default: byDefault = 0, maximum = 0 } = schemaOf(failure, 'timeout_ms')
  const given = Number(failure.args.timeout_ms ?? byDefault)
  return given > 0 && given < maximum ? { timeout_ms: Math.min(given * 2, maximum) } : null
}

function atBound(failure: FailedCall, bound: 'minimum' | 'maximum'): ArgumentChange {
  const param = failure.problem.loc[1] ?? ''
  const value = schemaOf(failure, param)[bound]
  return value === undefined ? null : { [param]: value }
}

function allowedValue(failure: FailedCall): ArgumentChange {
  const param = failure.problem.loc[1] ?? ''
  const value = nearest(String(failure.args[param]), schemaOf(failure, param).enum ?? [])
  return value === null ? null : { [param]: value }
}

/** Drops the unknown parameter, and gives its value to the intended parameter, if that is clear and not set yet. */
function knownName({ args, problem, operation }: FailedCall): ArgumentChange {
  const param = problem.loc[1] ?? ''
  // The problem contains only the start of a very long name.
  if (!Object.hasOwn(args, param)) return null
  const name = nearest(param, Object.keys(operation.input.shape))
  return { [param]: undefined, ...(name === null || name in args ? {} : { [name]: args[param] }) }
}

/** Adds the scheme to a URL without one. */
function absoluteUrl({ args }: FailedCall): ArgumentChange {
  const written = String(args.url).trim()
  if (/^[a-z][a-z\d+.-]*:(?!\d+(\/|$))/i.test(written) || !/^(\/\/)?[^\s/.]+\.[^\s/]/.test(written)) return null
  const url = `https://${written.replace(/^\/\//, '')}`
  return URL.canParse(url) ? { url } : null
}

/** Returns the candidate with the fewest edits, at most two. Null if there isn't exactly one. */
function nearest(written: string, candidates: readonly string[]): string | null {
  const wanted = written
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 60)
  const near = candidates
    .map((name) => ({ name, edits: editDistance(wanted, name.replace(/[^a-z0-9]/g, '')) }))
    .filter(({ name, edits }) => edits <= Math.min(2, name.length / 3))
    .sort((a, b) => a.edits - b.edits)
  return near[0] && near[0].edits !== near[1]?.edits ? near[0].name : null
}

/** Returns the number of letters to insert, delete or replace (Levenshtein distance). */
function editDistance(a: string, b: string): number {
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
