/** Checks raw parameters against an operation's input and reports all problems together, with Pydantic's names. */

import type { z } from 'zod'
import { type ErrorType, type Problem, ServiceError } from '../base/errors.ts'
import { nearestWord } from '../base/nearest-word.ts'
import type { InputRule, Operation } from './operation.ts'
import { parameterKind, tooLong } from './parameters.ts'

export function parameterProblem(param: string, type: ErrorType, msg: string): Problem {
  return { loc: ['query', param.length > maxNameChars ? `${param.slice(0, maxNameChars - 1)}…` : param], msg, type }
}

/** Error messages truncate longer parameter names, because they may be megabytes long. */
const maxNameChars = 100

/**
 * Returns the operation's input with its defaults filled in. Throws a ServiceError with one problem for each fault. `faulty` holds the
 * problems with parameters that the transport couldn't read. `rules` are checked after the operation's own rules.
 * @example
 * parseInput(explain, { url: 'https://example.com/' }).timeout_ms // 30_000
 * parseInput(explain, { url: 'example.com' }) // throws url_parsing
 */
export function parseInput<Input extends z.ZodObject>(
  operation: Pick<Operation<Input>, 'input' | 'rules'>,
  raw: Readonly<Record<string, unknown>>,
  faulty: readonly Problem[] = [],
  rules: readonly InputRule<z.output<Input>>[] = [],
): z.output<Input> {
  const shape = operation.input.shape
  const values: Record<string, unknown> = {}
  const problems: Problem[] = faulty.filter(({ loc }) => loc.length > 1)
  const reported = new Set(faulty.map(({ loc }) => loc[1]))

  for (const [param, schema] of Object.entries(shape)) {
    if (reported.has(param)) continue
    const value = Object.hasOwn(raw, param) ? raw[param] : undefined
    const parsed = (schema as z.ZodType).safeParse(value)
    // The last issue describes the problem with the parameter. An issue from zod's own bound on integers may precede it.
    const issue = parsed.error?.issues.at(-1)
    const isDropped = hasPrototypeKey(value) && parameterKind(schema as z.ZodType) !== 'unknown'
    if (isDropped) problems.push(parameterProblem(param, 'value_error', prototypeKeyGiven))
    else if (!issue) values[param] = parsed.data
    else if (value === undefined) problems.push(parameterProblem(param, 'missing', 'Field required'))
    else {
      const problem = parameterProblem(param, ...problemOf(schema as z.ZodType, issue))
      problems.push({ ...problem, ...adviceOf(param, value, issue) })
    }
  }
  for (const param of Object.keys(raw)) {
    if (!Object.hasOwn(shape, param) && !reported.has(param)) {
      problems.push({
        ...parameterProblem(param, 'extra_forbidden', 'Extra inputs are not permitted'),
        ...nearestParameter(param, Object.keys(shape)),
      })
    }
  }
  const checked = values as z.output<Input>
  for (const rule of [...operation.rules, ...rules]) {
    const message = problems.some(({ loc }) => loc[1] === rule.param) ? null : rule.check(checked)
    if (message !== null) problems.push(parameterProblem(rule.param, 'value_error', message))
  }
  problems.push(...faulty.filter(({ loc }) => loc.length < 2))
  const [first, ...rest] = problems
  if (first) throw ServiceError.fromProblems([first, ...rest])
  return checked
}

/** True if an object has the key that Zod's records silently drop. */
function hasPrototypeKey(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__')
}

/** Returns what a caller who gave this value most likely meant, and the next step if this is known. */
function adviceOf(param: string, value: unknown, issue: z.core.$ZodIssue): Suggestion {
  if (Array.isArray(value) && issue.path.length === 0 && ['invalid_type', 'invalid_value'].includes(issue.code)) {
    return { next: 'Pass one value, not a list. For several values, send several requests.' }
  }
  if (issue.code === 'invalid_value') {
    // In a list, the issue's path begins with the position of the invalid item.
    const [at] = issue.path
    const given = Array.isArray(value) && typeof at === 'number' ? (value[at] as unknown) : value
    return typeof given === 'string' ? nearestValue(given, issue.values.map(String)) : {}
  }
  if (issue.code === 'custom') return issue.params?.next ? { next: issue.params.next as string } : {}
  if (issue.code !== 'too_big' && param.endsWith('_ms')) {
    return { next: 'Use milliseconds, without a unit: for 30 seconds, use 30000.' }
  }
  return {}
}

type Suggestion = Pick<Problem, 'nearest' | 'next'>

/** Other services' names for our parameters, in lower case, if they aren't similar to ours (docs/migrate.md). */
const foreignNames = new Map(
  Object.entries({
    ...{ format: 'output', formats: 'output', return_format: 'output', onlymaincontent: 'main_content' },
    ...{ includetags: 'css_selector', target_selector: 'css_selector', excludetags: 'exclude_selector' },
    ...{ remove_selector: 'exclude_selector', waitfor: 'wait_for', maxage: 'max_age_s', q: 'query', keyword: 'query' },
    ...{ max_length: 'max_chars', start_index: 'offset', js_render: 'render_js', javascript: 'render_js' },
    ...{ language: 'locale', lang: 'locale', country: 'geo_location', question: 'prompt', uri: 'url', link: 'url' },
  }),
)

/** Next steps for parameters whose unit or form differs from the other service's. */
const differences = new Map(
  Object.entries({
    waitfor: 'It takes a CSS selector, not a time. With render_js, Gleaner waits until the page is complete.',
    maxage: 'It takes seconds.',
    timeout: 'It takes milliseconds.',
  }),
)

/** Values of other services that don't resemble ours, or resemble the wrong one. */
const foreignValues = new Map([
  ...['html', 'text/html'].map((value) => [value, 'clean_html'] as const),
  ...['md', 'text/markdown', 'article'].map((value) => [value, 'markdown'] as const),
  ...['plain', 'plaintext', 'txt', 'text/plain'].map((value) => [value, 'text'] as const),
  ...([
    ['urls', 'links'],
    ['phone', 'mobile'],
    ['pc', 'desktop'],
  ] as const),
])

const jsonStep =
  'For the metadata as JSON, use html_head_metadata_json. For fields of the page, omit output and use extract_rules or json_schema.'

function nearestParameter(given: string, names: readonly string[]): Suggestion {
  const lower = given.toLowerCase()
  const suggestion = nearest(lower, names, foreignNames)
  const step = suggestion.nearest && differences.get(lower)
  return step === undefined ? suggestion : { ...suggestion, next: step }
}

function nearestValue(given: string, values: readonly string[]): Suggestion {
  const lower = given.toLowerCase()
  const isJson = lower.replace('application/', '') === 'json' && values.includes('markdown')
  return isJson ? { next: jsonStep } : nearest(lower, values, foreignValues)
}

function nearest(given: string, words: readonly string[], foreign: ReadonlyMap<string, string>): Suggestion {
  const known = foreign.get(given) ?? ''
  const word = words.includes(known) ? known : nearestWord(given, words)
  return word === null ? {} : { nearest: word }
}

const prototypeKeyGiven = "Value error, __proto__ can't be used as a name"

const typeNames: Record<string, [ErrorType, string]> = {
  string: ['string_type', 'Input should be a valid string'],
  boolean: ['bool_parsing', 'Input should be a valid boolean'],
  number: ['float_parsing', 'Input should be a valid number'],
  int: ['int_parsing', 'Input should be a valid integer'],
  record: ['value_error', 'Value error, this should be an object that maps names to strings'],
  array: ['value_error', 'Value error, this should be a list'],
}

function problemOf(schema: z.ZodType, issue: z.core.$ZodIssue): [type: ErrorType, message: string] {
  switch (issue.code) {
    case 'invalid_type':
      return typeNames[parameterKind(schema)] ?? ['value_error', `Value error, expected ${issue.expected}`]
    case 'too_small':
      if (issue.origin === 'string')
        return ['string_too_short', `String should have at least ${countOf(issue.minimum, 'character')}`]
      return issue.origin === 'array'
        ? ['value_error', `Value error, there should be at least ${countOf(issue.minimum, 'item')}`]
        : ['greater_than_equal', `Input should be greater than or equal to ${issue.minimum}`]
    case 'too_big':
      if (issue.origin === 'string') return ['string_too_long', tooLong(issue.maximum)]
      return issue.origin === 'array'
        ? ['value_error', `Value error, there should be at most ${countOf(issue.maximum, 'item')}`]
        : ['less_than_equal', `Input should be less than or equal to ${issue.maximum}`]
    case 'invalid_value':
      return ['enum', `Input should be ${alternatives(issue.values.map((value) => `'${String(value)}'`))}`]
    case 'custom':
      return [(issue.params?.type as ErrorType | undefined) ?? 'value_error', issue.message]
    default:
      return ['value_error', `Value error, ${issue.message}`]
  }
}

function countOf(n: number | bigint, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`
}

function alternatives(values: string[]): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
}
